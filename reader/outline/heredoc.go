package outline

import "strings"

// heredoc is a string of several lines that ends with a word.
type heredoc struct {
	end string
	// code: code may follow the word on its line.
	code bool
}

// inHeredoc reports whether a line belongs to a heredoc.
func (b *blocks) inHeredoc(l line) bool {
	if len(b.texts) == 0 {
		return false
	}
	rest, ends := strings.CutPrefix(l.code, b.texts[0].end)
	if ends && (rest == "" || b.texts[0].code && !isWord(rest[0])) {
		b.texts = b.texts[1:]
	}
	b.last = l.number
	return true
}

// beginHeredoc records the heredoc that the rest of a line begins; see rules.
func (b *blocks) beginHeredoc(rest, line string, before byte) {
	if b.rules.heredoc == nil {
		return
	}
	if h, begins := b.rules.heredoc(rest, line, before); begins {
		b.texts = append(b.texts, h)
	}
}

// heredocWord returns the word at the start of s that ends a heredoc. plain: it is not quoted.
func heredocWord(s string) (end string, plain bool) {
	for _, quote := range []string{`"`, "'", "`"} {
		if quoted, ok := strings.CutPrefix(s, quote); ok {
			end, _, closed := strings.Cut(quoted, quote)
			if !closed {
				return "", false
			}
			return end, false
		}
	}

	end, _ = word(s)
	if !startsName(end) {
		return "", true
	}
	return end, true
}

// rubyHeredoc finds x = <<EOS, f(<<~"EOS"), but not "1<<FLAG", "list <<item" and "class <<self".
func rubyHeredoc(rest, _ string, before byte) (heredoc, bool) {
	after, ok := strings.CutPrefix(rest, "<<")
	if !ok || before != 0 && !strings.ContainsRune(" \t(=,[{", rune(before)) {
		return heredoc{}, false
	}

	trimmed := strings.TrimLeft(after, "-~")
	end, plain := heredocWord(trimmed)
	if plain && trimmed == after && strings.ToUpper(end) != end {
		return heredoc{}, false
	}

	return heredoc{end: end}, end != "" && len(after)-len(trimmed) < 2
}

// shellHeredoc finds cat <<EOF, cat <<- 'EOF', cat << \EOF, but not "<<<" and "((1 << x))".
func shellHeredoc(rest, line string, before byte) (heredoc, bool) {
	after, ok := strings.CutPrefix(rest, "<<")
	if !ok || before == '<' || strings.Contains(line, "((") {
		return heredoc{}, false
	}
	after = strings.TrimLeft(strings.TrimPrefix(after, "-"), " \t")
	end, _ := heredocWord(strings.TrimPrefix(after, `\`))
	return heredoc{end: end}, end != ""
}

// phpHeredoc finds $x = <<<EOS, f(<<<'EOS'.
func phpHeredoc(rest, _ string, _ byte) (heredoc, bool) {
	after, ok := strings.CutPrefix(rest, "<<<")
	if !ok {
		return heredoc{}, false
	}
	end, _ := heredocWord(strings.TrimLeft(after, " \t"))
	return heredoc{end: end, code: true}, end != ""
}
