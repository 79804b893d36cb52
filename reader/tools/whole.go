package tools

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/lossy"
	"eyeline/reader/internal/wordset"
	"eyeline/reader/source"
)

// PlainText is a text that every tool gives as it is, as long as its limits allow, but for tabs and for what it puts
// around lines.
type PlainText struct {
	Size, Lines, Longest int64 // in bytes; the longest line without its "\n"
	Tabs                 int64 // how many there are
}

// framing is more than any tool writes around a text and its lines' numbers, in any unit.
const framing = 2 << 10

// GivesWhole reports whether the default call of the tool gives all of the file that env shares: it is a plain text
// with a plain name, which is far from the limits in the tool's Caps, and nothing of what the tool looks at beside a
// file is there. Where it is false, only the call itself tells, as for a tool whose limits are
// in words alone.
func (t *Tool) GivesWhole(env Env) (p PlainText, ok bool) {
	c := t.Caps
	if env.Shared == nil || env.Confine || env.Only != nil || env.Shared.plain.Size == 0 || t.onlyCallTells() {
		return p, false
	}
	p = env.Shared.plain
	content := p.Size + p.Lines*int64(len(t.Lines.PrefixOf(Line{Number: p.Lines, Width: Digits(p.Lines)}))) + framing
	within := func(c Cap, n int64) bool { return c.Most == 0 || n+p.Tabs*max(c.Tab-1, 0) <= c.Units() }
	line := t.Lines == nil || t.Lines.Limit == 0 || p.Longest < t.Lines.Limit
	return p, line && within(c.Lines, p.Lines+1) && within(c.Output, content) && within(c.Then, content) &&
		within(c.Whole, p.Size) && within(c.File, p.Size) && !env.liesBeside(t, path.Dir(env.Shared.path))
}

// onlyCallTells reports whether the limits of a tool do not say what it gives whole.
func (t *Tool) onlyCallTells() bool { return t.Caps == (Caps{}) || t.Masks }

// liesBeside reports whether one of the files that the tool looks at beside others is in a folder or one above it. The
// room remembers folders, since a tree has many files in each.
func (e Env) liesBeside(t *Tool, dir string) bool {
	if len(t.Beside) == 0 {
		return false
	}

	asked := besideOf{t, dir}
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

// plainLine is from how many bytes on a line is long to one tool or another.
const plainLine = 2000

// plainTextOf is the text in m; it is empty where that is no plain text: UTF-8 that begins with a line of ASCII as
// programs do, ends with one "\n", and has no blanks before line ends and no control characters but tabs and "\n".
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

// hasData reports whether there may be data URIs, which tools take out.
func hasData(text []byte) bool {
	return bytes.Contains(text, []byte("64,")) &&
		(bytes.Contains(text, []byte("e64,")) || bytes.Contains(text, []byte("E64,")))
}

// plainBegin is how no file begins that a tool takes for a picture, an archive or the like by its first bytes.
var plainBegin = lazy.Regexp("^([/#]|[a-z][a-z])")

// isOdd reports whether a character above ASCII is one at which a tool may end a line, or which it may leave out.
func isOdd(r rune) bool {
	return r >= 0x80 && r <= 0xa0 || r == 0xad || r >= 0x2000 && r <= 0x200f || r >= 0x2028 && r <= 0x202f ||
		r >= 0x205f && r <= 0x206f || r == 0x3000 || r == 0xfeff
}

// plainExtensions are those of texts that no tool takes for anything else.
const plainExtensions = ".go .c .h .cc .cpp .hpp .s .py .js .jsx .tsx .rs .rb .java .kt .swift .cs .php .sh .css " +
	".sql .proto .mod .txt .lua .pl .hs .scala"

const plainLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./"

// knownNames are parts of names, in lower case, by which one tool or another refuses a file.
var knownNames = []string{"/.", "node_modules", "cvs", "credential", "secret", "id_rsa", "id_ed25519", "id_ecdsa"}

// isPlainName reports whether no tool makes anything of an absolute path.
func isPlainName(file string) bool {
	lower := strings.ToLower(file)
	return wordset.Has(plainExtensions, path.Ext(file)) && strings.Trim(file, plainLetters) == "" &&
		!slices.ContainsFunc(knownNames, func(name string) bool { return strings.Contains(lower, name) })
}
