package transcript

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"eyeline/reader/tools"
)

// SameNow is the comparison of a recorded result with what the same call gives of the files as they are.
type SameNow struct {
	// Tool is the tool that imitates the recorded one: see Session.Profile. It may be of another version than the record's.
	Tool *tools.Tool
	// Unknown says in words why the results cannot be compared; "" when they can. What is below is zero then.
	Unknown string
	// Same: the tool gives the recorded bytes. What differs in every run, such as identifiers and times, is left out.
	Same bool
	// Line is the 1-based line of the recorded text from which on the tool gives another one; 0 where it gives the same, or
	// where only one of both is a refusal.
	Line int64
	// Refused: the tool refuses the call now. Was: it was refused when it was recorded.
	Refused, Was bool
	// Refusal is the first line of the tool's text when it refuses.
	Refusal string
}

// Words says what came of the comparison, for people. line is the file's own line at Line, 0 where there is none.
func (n *SameNow) Words(line func(result int64) int64) string {
	switch {
	case n.Unknown != "":
		return "now: " + n.Unknown
	case n.Same:
		return "the same now"
	case n.Refused && !n.Was:
		return "refused now"
	case n.Was && !n.Refused:
		return "not refused now"
	case n.Refused:
		return "refused in other words now"
	}
	if line != nil {
		if at := line(n.Line); at > 0 {
			return "differs now from line " + strconv.FormatInt(at, 10)
		}
	}
	return "differs now from line " + strconv.FormatInt(n.Line, 10) + " of the result"
}

// By names the tool and its version, and the recorded version where that is another one; "" when there is no tool.
func (n *SameNow) By(recorded string) string {
	if n.Tool == nil {
		return ""
	}
	name, _, _ := strings.Cut(n.Tool.Name, "@") // the version comes after it
	by := name + " " + n.Tool.Since.ShortVersion()
	switch recorded {
	case n.Tool.Since.Version:
		return by
	case "":
		return by + " (the version is not recorded)"
	}
	return by + " (recorded with " + recorded + ")"
}

// SameNow makes a call again on the files as they are and compares the bytes. Files are looked for in root, as in Coverage.
func (s *Session) SameNow(ctx context.Context, root string, c *Call) (SameNow, error) {
	candidates := s.profiles(c)
	if len(candidates) == 0 {
		return SameNow{Unknown: "this tool is not imitated"}, nil
	}
	now := SameNow{Tool: candidates[0], Was: c.Failed}
	switch {
	case !c.Answered():
		now.Unknown = "there is no result"
		return now, nil
	case c.Media:
		now.Unknown = "the result is no text"
		return now, nil
	}
	args, cut, err := s.Text(c.Args, textLimit)
	if err != nil {
		return now, err
	}
	want, long, err := s.Text(c.Result, textLimit)
	if err != nil {
		return now, err
	}
	if cut || long {
		now.Unknown = "the result is too long to be compared"
		return now, nil
	}
	if out, err := s.isOutside(root, c); out || err != nil {
		now.Unknown = "the file is outside of the working folder"
		return now, err
	}
	folder, err := s.folder(root)
	if err != nil {
		now.Unknown = err.Error()
		return now, nil
	}
	for i, t := range candidates {
		if got := s.sameNow(ctx, folder, c, t, args, unvaried(string(want))); i == 0 || got.Same {
			now = got
		}
		if now.Same || ctx.Err() != nil {
			break
		}
	}
	return now, ctx.Err()
}

// isOutside reports whether a call names files, and all of them are outside of the folder that may be read.
func (s *Session) isOutside(root string, c *Call) (bool, error) {
	reads, err := s.Reads(c)
	if err != nil || s.Dir == "" && root == "" { // the folder is not known
		return false, err
	}
	return len(reads) > 0 && !slices.ContainsFunc(reads, func(r Read) bool {
		_, _, _, in := s.place(root, r.Path)
		return in
	}), nil
}

// sameNow compares with one tool. want has no words that differ from run to run.
func (s *Session) sameNow(ctx context.Context, folder string, c *Call, t *tools.Tool, args []byte, want string) SameNow {
	now := SameNow{Tool: t, Was: c.Failed || s.format.fails != nil && s.format.fails(want)}
	args = s.argumentsFor(t, args, folder)
	memory := &tools.Session{}
	got := s.now(ctx, t, args, folder, memory)
	if got.verdict == "" && got.text != want {
		// Some tools answer a call otherwise when the same one was made before.
		if again := s.now(ctx, t, args, folder, memory); again.verdict == "" && again.text == want {
			got = again
		}
	}
	got.refused = got.refused || s.format.fails != nil && s.format.fails(got.text)
	switch {
	case got.verdict == Outside:
		now.Unknown = "the file is outside of the working folder"
	case got.verdict == NotText:
		now.Unknown = "the file is no text now"
	case got.verdict == TooLong:
		now.Unknown = "the result is too long to be compared"
	case got.verdict != "":
		now.Unknown, _, _ = strings.Cut(got.why, ": ")
	case got.text == want:
		now.Same, now.Refused = true, got.refused
	case got.refused == now.Was && isWindows(s.Dir) && strings.Contains(got.text, s.Dir):
		now.Unknown = "the result names a path of another system"
	case got.refused == now.Was && s.Dir == "" && strings.Contains(got.text, folder):
		now.Unknown = "the result names the working folder, which is not recorded"
	case c.Fidelity == Recorded && got.refused == now.Was:
		now.Unknown = "the record has another text than was sent"
	default:
		now.Refused = got.refused
		if now.Refused == now.Was {
			now.Line = firstDifference(want, got.text)
		}
	}
	if got.refused && now.Unknown == "" {
		first, _, _ := strings.Cut(got.text, "\n")
		now.Refusal = first
	}
	return now
}

// firstDifference is the 1-based line of a text from which on another one differs.
func firstDifference(a, b string) int64 {
	at := 0
	for at < len(a) && at < len(b) && a[at] == b[at] {
		at++
	}
	return int64(strings.Count(a[:at], "\n")) + 1
}

var errNoFolder = errors.New("the working folder is not recorded; --root names it")

// folder is the folder that stands for the recorded working folder, as tools are given it.
func (s *Session) folder(root string) (string, error) {
	_, in, _, _ := s.place(root, "")
	if in == "" {
		return "", errNoFolder
	}
	abs, err := filepath.Abs(filepath.FromSlash(in))
	if err != nil {
		return "", err
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		abs = real
	}
	return abs, nil
}

// argumentsFor makes of recorded arguments those that a tool takes: an object, and paths in the folder that stands for the
// recorded one.
func (s *Session) argumentsFor(t *tools.Tool, args []byte, folder string) []byte {
	if !json.Valid(args) {
		// The tool takes a text: it is its one argument.
		for _, p := range t.Params {
			if p.Required && p.Type == tools.TypeString && len(p.Path) == 1 {
				if text, err := json.Marshal(string(args)); err == nil {
					args = []byte(`{"` + p.Path[0] + `":` + string(text) + `}`)
				}
				break
			}
		}
	}
	if s.Dir == "" {
		return args
	}
	if isWindows(s.Dir) && !strings.ContainsRune(folder, '\\') {
		args = []byte(windowsPath().ReplaceAllStringFunc(string(args), func(path string) string {
			if !strings.HasPrefix(path, quotedPart(s.Dir)) {
				return path
			}
			return quotedPart(s.Dir) + strings.ReplaceAll(path[len(quotedPart(s.Dir)):], `\\`, "/")
		}))
	}
	return movedPaths(args, quotedPart(s.Dir), quotedPart(folder))
}

// windowsPath is a path of Windows within JSON.
var windowsPath = later(`[A-Za-z]:(\\\\[^"\\<>|?*:]+)+`)

// movedPaths puts another folder in the place of one, where that is a whole path or the beginning of one.
func movedPaths(text []byte, from, to string) []byte {
	if from == "" || from == to {
		return text
	}
	var out []byte
	for {
		i := bytes.Index(text, []byte(from))
		if i < 0 {
			return append(out, text...)
		}
		end := i + len(from)
		out = append(out, text[:i]...)
		if partOfName(text, end) || i > 0 && partOfName(text, i-1) {
			out = append(out, from...)
		} else {
			out = append(out, to...)
		}
		text = text[end:]
	}
}

// partOfName reports whether a byte of a text may be part of a file's name.
func partOfName(text []byte, at int) bool {
	if at >= len(text) {
		return false
	}
	b := text[at]
	return b >= 0x80 || b == '-' || b == '_' || b == '.' && at+1 < len(text) && partOfName(text, at+1) ||
		b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}
