package shell

import (
	"slices"
	"strings"
)

// plainLine parses a line of plain commands: words without substitutions, possibly quoted, and operators between
// commands. It is much faster than the full parser, with the same result.
type plainLine struct {
	rest         string
	word         string   // current word
	isWord       bool     // there is a current word
	isQuoted     bool     // the current word has a quoted part
	isPattern    bool     // the current word has a pattern character
	words        []string // words of the current command
	all          []StatedCommand
	needsCommand bool // an operator needs another command

	room [12]string // initial memory of words
}

// maxPlain is the greatest length of such a line, in bytes.
const maxPlain = 4 << 10

// plainCommands returns the commands of a line of plain commands; ok is false for any other line.
func plainCommands(line string) ([]StatedCommand, bool) {
	if len(line) > maxPlain {
		return nil, false
	}

	p := plainLine{rest: line, all: make([]StatedCommand, 0, 2)}
	p.words = p.room[:0]
	for p.rest != "" {
		if !p.next() {
			return nil, false
		}
	}

	if !p.endWord() || len(p.words) == 0 && (p.needsCommand || len(p.all) == 0) {
		return nil, false
	}

	p.endCommand()
	return p.all, true
}

// plainBytes is the kind of each byte that may be in an unquoted word: 'w', or '*' for patterns.
var plainBytes = func() (kinds [256]byte) {
	for _, c := range []byte("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./,:@%+-=") {
		kinds[c] = 'w'
	}
	for _, c := range []byte("*?[]") {
		kinds[c] = '*'
	}
	return kinds
}()

// IsPlain reports whether a byte stands for itself in a word of a command line.
func IsPlain(c byte) bool { return plainBytes[c] == 'w' }

// IsWord reports whether a word at the start of a command is reserved, and so not the name of a program.
func IsWord(word string) bool { return slices.Contains(shellWords, word) }

// next parses some bytes of the line; it returns false if they are not plain.
func (p *plainLine) next() bool {
	n := 0
	for n < len(p.rest) && plainBytes[p.rest[n]] != 0 {
		p.isPattern = p.isPattern || plainBytes[p.rest[n]] == '*'
		n++
	}

	if n > 0 {
		p.add(p.rest[:n])
		p.rest = p.rest[n:]
		return true
	}

	first := p.rest[0]
	p.rest = p.rest[1:]
	switch first {
	case ' ':
		return p.endWord()
	case '\'', '"':
		return p.quoted(first)
	case '>':
		return p.discard()
	case '|', '&', ';', '\n':
		return p.operator(first)
	}

	return false
}

// add appends to the current word, and begins one if necessary.
func (p *plainLine) add(part string) {
	if p.isWord {
		part = p.word + part
	}
	p.word = part
	p.isWord = true
}

// quoted appends the text up to the closing quote by; it returns false if that is missing or the text is not plain.
func (p *plainLine) quoted(by byte) bool {
	end := strings.IndexByte(p.rest, by)
	if end < 0 {
		return false
	}

	part := p.rest[:end]
	for _, c := range []byte(part) {
		if c < ' ' || c >= 0x7f || by == '"' && (c == '$' || c == '`' || c == '\\' || c == '!') {
			return false
		}
	}

	p.rest = p.rest[end+1:]
	p.isQuoted = true
	p.add(part)
	return true
}

// discard parses a redirection that writes to no file.
func (p *plainLine) discard() bool {
	if p.isWord && (p.isQuoted || p.word != "1" && p.word != "2") {
		return false
	}

	p.word = ""
	p.isWord = false
	for _, to := range []string{"/dev/null", "&1", "&2"} {
		rest, ok := strings.CutPrefix(p.rest, to)
		if ok && (rest == "" || strings.IndexByte(" |;\n", rest[0]) >= 0) && len(p.words) > 0 {
			p.rest = rest
			return true
		}
	}

	return false
}

// operator parses what separates commands.
func (p *plainLine) operator(first byte) bool {
	if !p.endWord() || len(p.words) == 0 {
		return false
	}

	second := byte(0)
	if p.rest != "" {
		second = p.rest[0]
	}

	isDouble := (first == '|' || first == '&') && second == first
	switch {
	case isDouble:
		p.rest = p.rest[1:]
	case first == '&', second != 0 && strings.IndexByte("&;|\n", second) >= 0:
		return false
	}

	p.endCommand()
	p.needsCommand = first == '|' || first == '&'
	return true
}

// endWord ends the current word, if any.
func (p *plainLine) endWord() bool {
	if !p.isWord {
		return true
	}
	if p.isQuoted && p.isPattern || len(p.words) == 0 && !p.isProgram() {
		return false
	}

	p.words = append(p.words, p.word)
	p.word = ""
	p.isWord = false
	p.isQuoted = false
	p.isPattern = false
	return true
}

// isProgram reports whether the current word is plainly the name of a program.
func (p *plainLine) isProgram() bool {
	isPlain := !p.isQuoted && (!p.isPattern || p.word == "[")
	return isPlain && !strings.Contains(p.word, "=") && !IsWord(p.word)
}

// endCommand ends the current command, if any.
func (p *plainLine) endCommand() {
	if len(p.words) > 0 {
		n := len(p.words)
		p.all = append(p.all, StatedCommand{Words: p.words[:n:n]})
		p.words = p.words[n:]
	}
}

// shellWords are the reserved words.
var shellWords = []string{
	"if", "then", "elif", "else", "fi", "for", "while", "until", "do", "done", "case", "esac", "select", "function",
	"in", "time", "coproc", "let", "declare", "typeset", "nameref", "local", "export", "readonly", "[[",
}
