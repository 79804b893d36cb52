package kimicli

import (
	"bytes"
	"strings"

	"eyeline/reader/internal/runtime/python"
	"eyeline/reader/lists"
	"eyeline/reader/ospath"
	"eyeline/reader/tools/agents/kimicode"
)

// The extensions by which Kimi CLI takes a file for a picture or video, whatever it contains: its own ones and those of
// Python's mimetypes.
const (
	imageExtensions = kimicode.ImageExtensions + " .ief .jpe .ras .pnm .pbm .pgm .ppm .rgb .xbm .xpm .xwd"
	videoExtensions = ".mp4 .mkv .avi .mov .wmv .webm .m4v .flv .3gp .3g2 .mpeg .m1v .mpa .mpe .mpg .qt .movie"
)

// extOf returns the extension of a name with its dot; "" if the name begins with its last dot.
func extOf(name string) string { return ospath.PythonOn(ospath.POSIX).Ext(name) }

// kindOf classifies a file by its name and its first bytes: "text", "image", "video" or "unknown".
func kindOf(name string, head []byte) string {
	suffix := strings.ToLower(python.Suffix(name))
	inner := suffix // extension of a compressed file's content
	if lists.HasWord(".gz .Z .bz2 .xz .br", extOf(name)) {
		inner = strings.ToLower(extOf(strings.TrimSuffix(name, extOf(name))))
	}

	switch {
	case lists.HasWord(imageExtensions, suffix), lists.HasWord(imageExtensions+" .svg", inner) && suffix != ".svg":
		return "image"
	case lists.HasWord(videoExtensions, suffix), lists.HasWord(videoExtensions, inner):
		return "video"
	}

	found := kimicode.Magic(head)
	switch {
	case found != "" && suffix == ".svg":
		return "unknown"
	case found != "":
		return found
	case bytes.IndexByte(head, 0) >= 0, lists.HasWord(kimicode.NoText, suffix):
		return "unknown"
	}

	return "text"
}
