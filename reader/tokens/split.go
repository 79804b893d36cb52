package tokens

import "strings"

// A text of ASCII is split here as the pattern splits it, in a fraction of the time.

// asciiEnd is where the first byte from 0x7F on is in a text; its length without one. DEL itself is left to the engine
// of the pattern.
func asciiEnd(text string) int {
	const ones = 0x0101010101010101
	at := 0
	for ; at+8 <= len(text); at += 8 {
		if word := eight(text[at:]); (word|(word+ones))&(0x80*ones) != 0 { // 0x7F has the high bit with one more
			break
		}
	}
	for at < len(text) && text[at] < 0x7F {
		at++
	}
	return at
}

func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }

func isLower(c byte) bool { return c >= 'a' && c <= 'z' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

func isLineEnd(c byte) bool { return c == '\n' || c == '\r' }

// isSign reports whether a byte is no blank, letter or digit.
func isSign(c byte) bool { return !isSpace(c) && !isLetter(c) && !isDigit(c) }

// while is where the bytes of a text that a function takes end, from an index on.
func while(text string, from int, takes func(byte) bool) int {
	for from < len(text) && takes(text[from]) {
		from++
	}
	return from
}

// asciiPiece is where the first piece of a text of ASCII ends, which is not empty.
func asciiPiece(text string) int {
	c := text[0]
	if end := wordPiece(text); end > 0 {
		return end
	}

	if isDigit(c) {
		const most = 3
		return while(text[:min(len(text), most)], 0, isDigit)
	}

	signs := 0
	if c == ' ' {
		signs = 1
	}
	if end := while(text, signs, isSign); end > signs {
		return while(text, end, func(c byte) bool { return isLineEnd(c) || c == '/' })
	}

	end := while(text, 0, func(c byte) bool { return isSpace(c) && !isLineEnd(c) })
	if last := while(text, end, isLineEnd); last > end {
		return last // the engine of the pattern ends a piece with the first line ends of white space
	}
	if end < len(text) && end > 1 {
		return end - 1 // the last blank belongs to what follows
	}

	return end
}

// wordPiece is where a word at the beginning of a text ends, with a sign or blank before it and a contraction after it;
// 0 without a word.
func wordPiece(text string) int {
	first := 0
	if !isLetter(text[0]) && !isDigit(text[0]) && !isLineEnd(text[0]) {
		first = 1
	}

	end := while(text, while(text, first, isUpper), isLower)
	if end == first {
		return 0
	}

	if rest := text[end:]; rest != "" && rest[0] == '\'' {
		end += contraction(rest)
	}
	return end
}

// contraction is how long the one is that a text begins with; 0 for none.
func contraction(text string) int {
	for _, short := range []string{"'s", "'t", "'re", "'ve", "'m", "'ll", "'d"} {
		if len(text) >= len(short) && strings.EqualFold(text[:len(short)], short) {
			return len(short)
		}
	}
	return 0
}
