package shell

import (
	"slices"
	"strings"
)

// plainLine is a line of plain commands while it is split: words without substitutions, quoted or not, with the
// operators between commands. It costs a small part of what the parser does, and says the same.
type plainLine struct {
	left string
	word string // that is being read
	// isWord: there is one; isQuoted and isPattern say of it that it has a part in quotes, and a character of patterns.
	isWord, isQuoted, isPattern bool
	words                       []string // of the command that is being read
	all                         []Stated
	goesOn                      bool // an operator was read that needs another command

	room [12]string // for the first words
}

// longestPlain is how long a line of plain commands is, in bytes.
const longestPlain = 4 << 10

// plainCommands are the commands of a line of plain commands; false for any other line.
func plainCommands(line string) ([]Stated, bool) {
	if len(line) > longestPlain {
		return nil, false
	}

	p := plainLine{left: line, all: make([]Stated, 0, 2)}
	p.words = p.room[:0]
	for p.left != "" {
		if !p.next() {
			return nil, false
		}
	}

	if !p.endWord() || len(p.words) == 0 && (p.goesOn || len(p.all) == 0) {
		return nil, false
	}

	p.endCommand()
	return p.all, true
}

// plainBytes has, for each byte that may stand in a word outside of quotes, what it is there.
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

// IsWord reports whether something else than a program begins with a word of a command line.
func IsWord(word string) bool { return slices.Contains(shellWords, word) }

// next takes some bytes of the line; false where they are not plain.
func (p *plainLine) next() bool {
	n := 0
	for n < len(p.left) && plainBytes[p.left[n]] != 0 {
		p.isPattern = p.isPattern || plainBytes[p.left[n]] == '*'
		n++
	}

	if n > 0 {
		p.add(p.left[:n])
		p.left = p.left[n:]
		return true
	}

	first := p.left[0]
	switch p.left = p.left[1:]; first {
	case ' ':
		return p.endWord()
	case '\'', '"':
		return p.quoted(first)
	case '>':
		return p.nowhere()
	case '|', '&', ';', '\n':
		return p.operator(first)
	}

	return false
}

// add appends to the word, and begins one where none is open.
func (p *plainLine) add(part string) {
	if p.isWord {
		part = p.word + part
	}
	p.word = part
	p.isWord = true
}

// quoted appends the text up to the closing quote by to the word; false where that is missing or the text is not plain.
func (p *plainLine) quoted(by byte) bool {
	end := strings.IndexByte(p.left, by)
	if end < 0 {
		return false
	}

	part := p.left[:end]
	for _, c := range []byte(part) {
		if c < ' ' || c >= 0x7f || by == '"' && (c == '$' || c == '`' || c == '\\' || c == '!') {
			return false
		}
	}

	p.left = p.left[end+1:]
	p.isQuoted = true
	p.add(part)
	return true
}

// nowhere takes a redirection that writes into no file.
func (p *plainLine) nowhere() bool {
	if p.isWord && (p.isQuoted || p.word != "1" && p.word != "2") {
		return false
	}
	p.word = ""
	p.isWord = false
	for _, to := range []string{"/dev/null", "&1", "&2"} {
		rest, is := strings.CutPrefix(p.left, to)
		if is && (rest == "" || strings.IndexByte(" |;\n", rest[0]) >= 0) && len(p.words) > 0 {
			p.left = rest
			return true
		}
	}
	return false
}

// operator takes what stands between two commands.
func (p *plainLine) operator(first byte) bool {
	if !p.endWord() || len(p.words) == 0 {
		return false
	}

	second := byte(0)
	if p.left != "" {
		second = p.left[0]
	}

	isDouble := (first == '|' || first == '&') && second == first
	switch {
	case isDouble:
		p.left = p.left[1:]
	case first == '&', second != 0 && strings.IndexByte("&;|\n", second) >= 0:
		return false
	}

	p.endCommand()
	p.goesOn = first == '|' || first == '&'
	return true
}

// endWord ends a word, where there is one.
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

// isProgram reports whether the word is plainly the name of a program.
func (p *plainLine) isProgram() bool {
	isPlain := !p.isQuoted && (!p.isPattern || p.word == "[")
	return isPlain && !strings.Contains(p.word, "=") && !IsWord(p.word)
}

// endCommand ends a command, where there is one.
func (p *plainLine) endCommand() {
	if len(p.words) > 0 {
		n := len(p.words)
		p.all = append(p.all, Stated{Words: p.words[:n:n]})
		p.words = p.words[n:]
	}
}

// shellWords are the words with which something else than a command begins.
var shellWords = []string{
	"if", "then", "elif", "else", "fi", "for", "while", "until", "do", "done", "case", "esac", "select", "function",
	"in", "time", "coproc", "let", "declare", "typeset", "nameref", "local", "export", "readonly", "[[",
}
