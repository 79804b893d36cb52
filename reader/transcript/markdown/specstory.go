package markdown

import (
	"cmp"
	"io"
	"strings"
	"time"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/transcript/patch"
)

// specStory reads a session of any agent that SpecStory saved: each call is an element with what the tool was given, as
// words, and a fenced block with what it gave.
func specStory(_ string, in io.Reader, out io.Writer) error {
	s := story{out: newWriter(out)}
	if err := eachLine(in, s.line); err != nil {
		return err
	}
	s.begin("", "")
	return s.out.err
}

type story struct {
	out   *writer
	begun bool
	at    string
	in    bool // in a call
	end   string
	kind  string
	tool  string
	lines []string
	size  int
	// isCursors: the call that ends is one of Cursor's.
	isCursors bool
	named     string // the tool of a call that begins with the next line that is not empty
}

var (
	storyHead  = lazy.Regexp(`^<!-- (.+?) Session (\S+)(?: \([^)]*\))? -->$`)
	storyTurn  = lazy.Regexp(`^_\*\*(?:User|Agent)[^*]*?(\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ)\)\*\*_$`)
	storyTool  = lazy.Regexp(`^<tool-use data-tool-type="([^"]*)" data-tool-name="([^"]*)">`)
	storyNames = lazy.Regexp("`([^`\\n]+)`")
	// storyOf is what Cursor's calls say that they are of, and storyOld a line before one of them up to 2025.
	storyOf    = lazy.Regexp(`(Read file|Edit file|Run command|Ran command): ([^\n]+?)(?:</summary>.*)?$`)
	storyOld   = lazy.Regexp(`^Tool use: \*\*(\w+)\*\*$`)
	storyFiles = lazy.Regexp(`(?:The file|to:?|at:?) (\S+?)(?: has been|\.?$)`)
)

// The lines that end a call; Cursor writes two, and storyEndOfCursor is the second.
const storyEnd, storyEndOfCursor, detailsEnd = "</details></tool-use>", "</tool-use>", "</details>"

// begin writes the first record once.
func (s *story) begin(agent, id string) {
	if !s.begun {
		s.begun = true
		s.out.put(entry{Markdown: "specstory", Agent: agent, ID: id})
	}
}

func (s *story) line(line string) {
	switch {
	case s.in && s.ends(strings.TrimRight(line, " ")):
		s.call()
	case s.in:
		s.size += len(line) + 1
		if s.size < maxText {
			s.lines = append(s.lines, line)
		}
	case strings.HasPrefix(line, "<!-- "):
		if m := storyHead().FindStringSubmatch(line); m != nil {
			s.begin(m[1], m[2])
		}
	case strings.HasPrefix(line, "_**"):
		if m := storyTurn().FindStringSubmatch(line); m != nil {
			if at, err := time.Parse("2006-01-02 15:04:05Z", m[1]); err == nil {
				s.at = at.Format(time.RFC3339)
			}
		}
	default:
		if m := storyTool().FindStringSubmatch(line); m != nil {
			s.start(m[1], m[2], storyEndOfCursor)
		} else if m := storyOld().FindStringSubmatch(line); m != nil {
			s.named = m[1]
		} else if strings.TrimSpace(line) != "" {
			s.old(line)
			s.named = ""
		}
	}
}

// ends reports whether a line is the last one of the call that is read.
func (s *story) ends(line string) bool {
	if s.end != storyEndOfCursor {
		return line == s.end
	}
	n := len(s.lines)
	isAfterDetails := n > 0 && strings.TrimRight(s.lines[n-1], " ") == detailsEnd
	return line == storyEnd || line == storyEndOfCursor && isAfterDetails
}

// start begins a call of a tool, which ends with a line.
func (s *story) start(kind, tool, end string) {
	s.begin("", "")
	s.in = true
	s.end = end
	s.kind = kind
	s.tool = tool
}

// old takes the first line of a call of Cursor's as it was saved up to 2025: a read is this line alone.
func (s *story) old(line string) {
	m := storyOf().FindStringSubmatch(line)
	isRead := m != nil && strings.HasPrefix(line, "Read file: ")
	isBlock := m != nil && strings.HasPrefix(line, "<details><summary>")

	switch {
	case isRead && s.named != "":
		s.start("read", s.named, "")
		s.lines = []string{line}
		s.call()
	case isBlock && (s.named != "" || strings.Contains(line, "Tool use: **")):
		s.start(storyKinds[m[1]], cmp.Or(s.named, "edit_file"), detailsEnd)
		s.lines = []string{line}
	}
}

// storyKinds are the kinds of calls by what they say that they do.
var storyKinds = map[string]string{
	"Read file": "read", "Edit file": "write", "Run command": "shell", "Ran command": "shell",
}

// call takes the call whose lines were read.
func (s *story) call() {
	words, fences := partsOf(s.lines)
	var of string
	of, s.isCursors = s.ofCursor()
	r := entry{Tool: s.tool, Time: s.at}
	if n := len(fences); n > 0 && fences[n-1].info == "text" {
		r.Result = fences[n-1].text
		fences = fences[:n-1]
	}
	name := ""
	if m := storyNames().FindAllStringSubmatch(words, -1); m != nil {
		name = m[len(m)-1][1]
	}
	name = cmp.Or(of, name)
	r.Failed = strings.HasPrefix(r.Result, "<tool_use_error>") || strings.HasPrefix(r.Result, "Error: ")
	r.Kind, r.Args = s.argsOf(name, fences, r.Result)
	r.Unrecorded = s.isCursors && r.Result == ""
	s.out.put(r)

	s.in = false
	s.lines = nil
	s.size = 0
}

// storyHeadLines is in how many of the first lines of a call its head is.
const storyHeadLines = 4

// ofCursor returns the name of the tool in the head of a call of Cursor. It is false for a call of another agent, which
// has no such head.
func (s *story) ofCursor() (name string, is bool) {
	for _, line := range s.lines[:min(len(s.lines), storyHeadLines)] {
		if m := storyOf().FindStringSubmatch(line); m != nil {
			return m[2], true
		}
	}
	return "", false
}

// argsOf is what a call does to files, and its arguments: the name in its words, and what its blocks have.
func (s *story) argsOf(name string, fences []fenced, result string) (kind string, args recordedArgs) {
	switch s.kind {
	case "read":
		return "read", recordedArgs{Path: name}
	case "search":
		return "search", recordedArgs{Pattern: name}
	case "shell":
		args.Command = name
		for _, f := range fences {
			if f.info == "bash" || f.info == "sh" || f.info == "shell" {
				args.Command = f.text
			}
		}

		return "shell", args
	case "write":
		args.Path = name
		if m := storyFiles().FindStringSubmatch(firstLine(result)); name == "" && m != nil {
			args.Path = m[1]
		}

		for _, f := range fences {
			if f.info == "diff" {
				args.Edits = append(args.Edits, diffIn(f.text, s.isCursors)...)
			}
		}

		return "change", args
	}

	return "other", args
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// fenced is a fenced block of a call.
type fenced struct{ info, text string }

// partsOf are the words of a call and its fenced blocks. What a tool gave may have fences, too: it ends with the last.
func partsOf(lines []string) (words string, fences []fenced) {
	var out strings.Builder
	for i := 0; i < len(lines); i++ {
		fence, info, is := isFence(lines[i])
		if !is {
			if !strings.HasPrefix(lines[i], "<summary>") {
				out.WriteString(lines[i] + "\n")
			}
			continue
		}

		end := i + 1
		for end < len(lines) && strings.TrimRight(lines[end], " ") != fence {
			end++
		}

		if info == "text" {
			for last := len(lines) - 1; last > end; last-- {
				if strings.TrimRight(lines[last], " ") == fence {
					end = last
					break
				}
			}
		}

		fences = append(fences, fenced{info, strings.Join(lines[i+1:min(end, len(lines))], "\n")})
		i = end
	}

	return out.String(), fences
}

// diffIn are the changes that the lines of a diff show; isWide: they have a blank after their mark, as Cursor's have.
func diffIn(text string, isWide bool) (changes []patch.Replaced) {
	var old, put []string
	flush := func() {
		if len(old)+len(put) > 0 {
			changes = append(changes, patch.Replaced{Old: strings.Join(old, "\n"), New: strings.Join(put, "\n")})
		}
		old = nil
		put = nil
	}

	for line := range strings.SplitSeq(text, "\n") {
		if isWide && len(line) > 1 && line[1] == ' ' {
			line = line[:1] + line[2:]
		}
		switch {
		case strings.HasPrefix(line, "--- ") || strings.HasPrefix(line, "+++ "): // the head of a diff
		case strings.HasPrefix(line, "-"):
			if len(put) > 0 {
				flush()
			}
			old = append(old, line[1:])
		case strings.HasPrefix(line, "+"):
			put = append(put, line[1:])
		default:
			flush()
		}
	}

	flush()
	return changes
}
