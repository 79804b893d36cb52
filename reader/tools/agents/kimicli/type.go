package kimicli

import (
	"bytes"
	"strings"

	"eyeline/reader/internal/runtime/python"
	"eyeline/reader/internal/wordset"
	"eyeline/reader/ospath"
	"eyeline/reader/tools/agents/kimicode"
)

// The extensions by which Kimi CLI takes a file for a picture or a film, whatever is in it: its own ones and those of
// Python's table of media types.
const (
	imageExtensions = kimicode.ImageExtensions + " .ief .jpe .ras .pnm .pbm .pgm .ppm .rgb .xbm .xpm .xwd"
	videoExtensions = ".mp4 .mkv .avi .mov .wmv .webm .m4v .flv .3gp .3g2 .mpeg .m1v .mpa .mpe .mpg .qt .movie"
)

// extOf is the end of a name from its last dot on; "" where it begins with that.
func extOf(name string) string { return ospath.PythonOn(ospath.POSIX).Ext(name) }

// kindOf sorts a file by its name and its first bytes: "text", "image", "video" or "unknown".
func kindOf(name string, head []byte) string {
	suffix := strings.ToLower(python.Suffix(name))
	inner := suffix // of what a packed file has in it
	if wordset.Has(".gz .Z .bz2 .xz .br", extOf(name)) {
		inner = strings.ToLower(extOf(strings.TrimSuffix(name, extOf(name))))
	}

	switch {
	case wordset.Has(imageExtensions, suffix), wordset.Has(imageExtensions+" .svg", inner) && suffix != ".svg":
		return "image"
	case wordset.Has(videoExtensions, suffix), wordset.Has(videoExtensions, inner):
		return "video"
	}

	found := kimicode.Magic(head)
	switch {
	case found != "" && suffix == ".svg":
		return "unknown"
	case found != "":
		return found
	case bytes.IndexByte(head, 0) >= 0, wordset.Has(kimicode.NoText, suffix):
		return "unknown"
	}

	return "text"
}
