package tools

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/lossy"
	"eyeline/reader/lists"
	"eyeline/reader/source"
)

// PlainText measures a text that every tool returns unchanged within its limits, except for tabs and what it writes
// around lines.
type PlainText struct {
	Size, Lines, Longest int64 // Size and Longest are in bytes; Longest is the longest line without its "\n"
	Tabs                 int64 // number of tabs
}

// framing is an upper bound for what any tool writes around a text and its numbered lines, in any unit.
const framing = 2 << 10

// GivesWhole reports whether the tool's default call certainly returns all of the file that env shares: a plain text
// with a plain name, far from the tool's Caps, without a file of Tool.Beside. If it is false, only the call itself can
// tell; so it is for a tool whose limits are only in words.
func (t *Tool) GivesWhole(env Env) (p PlainText, ok bool) {
	c := t.Caps
	if env.Shared == nil || env.Confine || env.Only != nil || t.onlyCallTells() {
		return p, false
	}

	p = env.Shared.plain()
	if p.Size == 0 {
		return p, false
	}

	content := p.Size + p.Lines*int64(len(t.Lines.PrefixOf(Line{Number: p.Lines, Width: Digits(p.Lines)}))) + framing
	within := func(c Cap, n int64) bool { return c.Most == 0 || n+p.Tabs*max(c.Tab-1, 0) <= c.Units() }
	line := t.Lines == nil || t.Lines.Limit == 0 || p.Longest < t.Lines.Limit
	return p, line && within(c.Lines, p.Lines+1) && within(c.Output, content) && within(c.Then, content) &&
		within(c.Whole, p.Size) && within(c.File, p.Size) && !env.liesBeside(t, path.Dir(env.Shared.path))
}

// onlyCallTells reports whether Caps do not say what the tool returns whole.
func (t *Tool) onlyCallTells() bool { return t.Caps == (Caps{}) || t.Masks }

// liesBeside reports whether one of the tool's Beside files is in a folder or a parent. The room caches that by folder.
func (e Env) liesBeside(t *Tool, dir string) bool {
	if len(t.Beside) == 0 {
		return false
	}

	asked := besideKey{t, dir}
	lies, known := e.Shared.room.beside[asked]
	if !known {
		lies = dir != path.Dir(dir) && e.liesBeside(t, path.Dir(dir)) ||
			slices.ContainsFunc(t.Beside, func(name string) bool {
				_, err := e.Files().Lstat(path.Join(dir, name))
				return err == nil
			})
		e.Shared.room.beside[asked] = lies
	}

	return lies
}

// plainLine is a length in bytes at which some tool may cut a line.
const plainLine = 2000

// plainTextOf returns the measures of the text in m. They are zero if it is not plain: UTF-8 that begins with a line of
// ASCII like source code, ends with exactly one "\n", and has no white space before line ends and no control characters
// but tabs and "\n".
func plainTextOf(file string, m *source.Memory) (p PlainText) {
	text := m.Data()
	if !m.Valid() || !plainBegin().Match(text[:min(len(text), 2)]) || text[len(text)-1] != '\n' || !isPlainName(file) {
		return p
	}

	p = PlainText{Size: m.Size(), Lines: m.Lines(m.Size()), Tabs: int64(bytes.Count(text, []byte("\t")))}
	for n := range int(p.Lines) {
		line := text[m.End(n) : m.End(n+1)-1]
		if len(line) > 0 && strings.IndexByte(" \t", line[len(line)-1]) >= 0 { // tools trim lines
			return PlainText{}
		}
		p.Longest = max(p.Longest, int64(len(line)))
	}

	ascii := lossy.ASCIIPrefix(text)
	if int64(lossy.Controls(text)) > p.Lines+p.Tabs || p.Longest >= plainLine ||
		bytes.HasSuffix(text, []byte("\n\n")) ||
		int64(ascii) < m.End(1) || hasData(text) || bytes.ContainsFunc(text[ascii:], isOdd) {
		return PlainText{}
	}

	return p
}

// hasData reports whether the text may have data URIs, which tools remove.
func hasData(text []byte) bool {
	return bytes.Contains(text, []byte("64,")) &&
		(bytes.Contains(text, []byte("e64,")) || bytes.Contains(text, []byte("E64,")))
}

// plainBegin matches beginnings by which no tool takes a file for a picture, an archive or the like.
var plainBegin = lazy.Regexp("^([/#]|[a-z][a-z])")

// isOdd reports whether a character beyond ASCII is one at which a tool may end a line, or that it may omit.
func isOdd(r rune) bool {
	return r >= 0x80 && r <= 0xa0 || r == 0xad || r >= 0x2000 && r <= 0x200f || r >= 0x2028 && r <= 0x202f ||
		r >= 0x205f && r <= 0x206f || r == 0x3000 || r == 0xfeff
}

// plainExtensions are extensions that no tool treats specially.
const plainExtensions = ".go .c .h .cc .cpp .hpp .s .py .js .jsx .tsx .rs .rb .java .kt .swift .cs .php .sh .css " +
	".sql .proto .mod .txt .lua .pl .hs .scala"

const plainLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./"

// knownNames are parts of paths, in lower case, for which some tool refuses a file.
var knownNames = []string{"/.", "node_modules", "cvs", "credential", "secret", "id_rsa", "id_ed25519", "id_ecdsa"}

// isPlainName reports whether no tool treats an absolute path specially.
func isPlainName(file string) bool {
	lower := strings.ToLower(file)
	return lists.HasWord(plainExtensions, path.Ext(file)) && strings.Trim(file, plainLetters) == "" &&
		!slices.ContainsFunc(knownNames, func(name string) bool { return strings.Contains(lower, name) })
}
