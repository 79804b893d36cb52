package transcript

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"eyeline/reader/contextfiles"
	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/tools"
	"eyeline/reader/transcript/record"
)

// Profile returns the tool of this program that imitates the tool of a call: the newest that is not newer than the
// recorded version of the agent, else the oldest; nil if the agent's tool is not imitated.
func (s *Session) Profile(c *record.Call) *tools.Tool {
	var best *tools.Tool
	for _, t := range tools.AllVersions() {
		if s.imitates(t, c) && (best == nil || better(t.Origin.Version, best.Origin.Version, s.Version)) {
			best = t
		}
	}
	return best
}

// Profiles returns the tools that may have made a call: Profile, and others for the same version of the agent. If the
// version is not recorded, those for all versions.
func (s *Session) Profiles(c *record.Call) []*tools.Tool {
	best := s.Profile(c)
	if best == nil {
		return nil
	}

	found := []*tools.Tool{best}
	for _, t := range tools.AllVersions() {
		if t != best && (s.Version == "" || t.Origin.Version == best.Origin.Version) && s.imitates(t, c) {
			found = append(found, t)
		}
	}

	return found
}

// isImitated reports whether a tool imitates the version of the agent that made a call.
func (s *Session) isImitated(c *record.Call) bool {
	t := s.Profile(c)
	return t != nil && s.Version != "" && compareVersions(t.Origin.Version, s.Version) <= 0
}

// isOfBytes reports whether a call asks for a window of bytes: the text has no numbers, and the arguments do not say
// which lines it begins with.
func isOfBytes(s *Session, c *record.Call, args jsonskim.Value) bool {
	t := s.Profile(c)
	if t == nil || !slices.ContainsFunc(t.Windows, isByteWindow) {
		return false
	}

	var raw bytes.Buffer
	if args.WriteRaw(&raw) != nil {
		return false
	}

	values, _ := tools.ValuesOf(t, raw.Bytes())
	return slices.ContainsFunc(t.Windows, func(w tools.WindowParams) bool {
		_, isPlaced := w.Start(values)
		_, isSized := w.Count(values)
		return isByteWindow(w) && (isPlaced || isSized)
	})
}

func isByteWindow(w tools.WindowParams) bool { return w.Mode == tools.ModeBytes }

// imitates reports whether a tool imitates the tool of a call, for some version of the agent.
func (s *Session) imitates(t *tools.Tool, c *record.Call) bool {
	if s.format.Served {
		made, _ := c.Made()
		return t.Name == made
	}
	return slices.Contains(t.Recorded, c.Tool) && sameAgent(t.Origin.Agent, s.Agent)
}

// Context returns what the agent of the run gets of files before it reads any; nil if that is not known.
func (s *Session) Context() *contextfiles.Profile {
	return contextfiles.FirstProfile(func(p *contextfiles.Profile) bool {
		return sameAgent(p.Tool.Origin.Agent, s.Agent)
	})
}

// sameAgent reports whether two names mean one agent. Records may leave out the vendor, or words such as "CLI" and
// "Code", or write the name in lower case with dashes.
func sameAgent(a, b string) bool { return a == b || shortAgent(a) == shortAgent(b) }

func shortAgent(name string) string {
	isNone := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	name = strings.Join(strings.FieldsFunc(strings.ToLower(name), isNone), "")
	name = strings.TrimSuffix(strings.TrimPrefix(name, "github"), "cli")
	for _, end := range []string{"code", "coder"} {
		if short := strings.TrimSuffix(name, end); short != "" {
			name = short
		}
	}
	return name
}

// better reports whether version a suits a recorded version better than b: the newest one that is not newer than it is
// the best, then the oldest of the newer ones. Without a recorded version, newer is better.
func better(a, b, recorded string) bool {
	if recorded == "" {
		return compareVersions(a, b) > 0
	}

	aOld := compareVersions(a, recorded) <= 0
	bOld := compareVersions(b, recorded) <= 0
	switch {
	case aOld && bOld:
		return compareVersions(a, b) > 0
	case !aOld && !bOld:
		return compareVersions(a, b) < 0
	}

	return aOld
}

// compareVersions compares versions number by number. A part that is no number counts as 0.
func compareVersions(a, b string) int {
	for a != "" || b != "" {
		var x, y string
		x, a, _ = strings.Cut(a, ".")
		y, b, _ = strings.Cut(b, ".")
		m, _ := strconv.Atoi(x)
		n, _ := strconv.Atoi(y)
		if m != n {
			return m - n
		}
	}

	return 0
}

// linesOfTool asks the tool that imitates the one of the call which lines a text shows.
func (s *Session) linesOfTool(c *record.Call, args jsonskim.Value, text string) ([]record.Line, bool) {
	t := s.Profile(c)
	if t == nil {
		return nil, false
	}

	var raw bytes.Buffer
	if err := args.WriteRaw(&raw); err != nil {
		return nil, false
	}

	parsed, ok := t.ParseContent(raw.Bytes(), text)
	isBad := func(l record.Line) bool { return l.Start < 0 || l.End < l.Start || l.End > len(text) || l.Number < 1 }
	if !ok || slices.ContainsFunc(parsed.Lines, isBad) {
		return nil, false
	}

	return parsed.Lines, len(parsed.Lines) > 0
}
