// Package httpsniff, which changes without notice, tells text from binary files as Go's net/http does, without linking
// net/http.
package httpsniff

import (
	"bytes"
	"slices"
	"strings"
)

// htmlTags are what net/http takes for the beginning of HTML, in upper case. A space or ">" must follow.
var htmlTags = strings.Fields("<HTML <HEAD <SCRIPT <IFRAME <H1 <DIV <FONT <TABLE <A <STYLE <TITLE <B <BODY <BR <P <!--")

// notTexts are signatures of binary files.
var notTexts = []string{
	"%PDF-", "%!PS-Adobe-", "GIF87a", "GIF89a", "BM", "\xFF\xD8\xFF", ".snd", "ID3", "wOFF", "wOF2", "OTTO", "ttcf",
}

// Limit is how many bytes of a file net/http looks at.
const Limit = 512

// IsText reports whether net/http.DetectContentType takes the first bytes of a file, at most Limit, for text.
func IsText(head []byte) bool {
	begin := bytes.TrimLeft(head, "\t\n\x0c\r ")
	if isMarkup(begin) {
		return true
	}

	is := func(prefix string) bool { return bytes.HasPrefix(head, []byte(prefix)) }
	switch {
	case is("\xFE\xFF") || is("\xFF\xFE") || is("\uFEFF"):
		return true
	case slices.ContainsFunc(notTexts, is), isContainer(head, "FORM", "AIFF"),
		isContainer(head, "RIFF", "AVI "), isContainer(head, "RIFF", "WAVE"), isContainer(head, "RIFF", "WEBPVP"):
		return false
	}

	return !bytes.ContainsFunc(begin, func(r rune) bool {
		return r <= 8 || r == 0x0B || r >= 0x0E && r <= 0x1A || r >= 0x1C && r <= 0x1F
	})
}

// isContainer reports whether head begins with a chunk of the given name and, after its length, the kind.
func isContainer(head []byte, begins, kind string) bool {
	const at = 8 // after name and length, of four bytes each
	return bytes.HasPrefix(head, []byte(begins)) && len(head) >= at && bytes.HasPrefix(head[at:], []byte(kind))
}

// isMarkup reports whether a text begins like HTML or XML.
func isMarkup(begin []byte) bool {
	if bytes.HasPrefix(begin, []byte("<?xml")) {
		return true
	}

	for _, tag := range append([]string{"<!DOCTYPE HTML"}, htmlTags...) {
		if len(begin) > len(tag) && strings.EqualFold(string(begin[:len(tag)]), tag) {
			if end := begin[len(tag)]; end == ' ' || end == '>' {
				return true
			}
		}
	}

	return false
}
