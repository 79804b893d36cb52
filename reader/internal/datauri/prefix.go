package datauri

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

var uriTypes = []string{"image/png", "image/jpeg", "image/gif", "image/webp", "image/bmp", "image/tiff", "application/pdf"}

// uriPrefix looks at the front of p for a URI up to its payload: "data:image/png;name=x;base64,". uriOpen says that
// more bytes are needed.
func uriPrefix(p []byte) (uriKind, int) {
	rest, open := cutFold(p, "data:")
	if rest == nil {
		return open, 0
	}
	kind := uriNone
	for _, name := range uriTypes {
		after, more := cutFold(rest, name+";")
		if after != nil {
			rest, kind = after, uriImage
			if strings.HasPrefix(name, "application") {
				kind = uriPDF
			}
			break
		}
		open = max(open, more)
	}
	if kind == uriNone {
		return open, 0
	}
	for {
		param := rest[:min(len(rest), 4*uriMaxParam+1)]
		i := bytes.IndexAny(param, ";,")
		if i >= 0 {
			param = rest[:i]
		}
		switch n := utf8.RuneCount(param); {
		case bytes.ContainsFunc(param, unicode.IsSpace):
			return uriNone, 0
		case i < 0 && n > uriMaxParam:
			return uriNone, 0
		case i < 0:
			return uriOpen, 0
		case rest[i] == ',':
			if strings.EqualFold(string(param), "base64") {
				return kind, len(p) - len(rest) + i + 1
			}
			return uriNone, 0
		case n < 1 || n > uriMaxParam:
			return uriNone, 0
		}
		rest = rest[i+1:]
	}
}

// cutFold is p after a prefix in any case of ASCII letters; nil where p does not begin with it, and uriOpen where p is
// too short to know.
func cutFold(p []byte, prefix string) ([]byte, uriKind) {
	n := min(len(p), len(prefix))
	if !strings.EqualFold(string(p[:n]), prefix[:n]) {
		return nil, uriNone
	}
	if n < len(prefix) {
		return nil, uriOpen
	}
	return p[n:], uriNone
}
