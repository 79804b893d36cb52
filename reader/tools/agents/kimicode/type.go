package kimicode

import (
	"bytes"
	"slices"
	"strings"

	"eyeline/reader/internal/textfile"
	"eyeline/reader/lists"
)

// The extensions by which Kimi Code classifies a file.
const (
	ImageExtensions = ".png .jpg .jpeg .gif .bmp .tif .tiff .webp .ico .heic .heif .avif .svgz"
	videoExtensions = ".mp4 .mpg .mpeg .mkv .avi .mov .ogv .wmv .webm .m4v .flv .3gp .3g2"
	NoText          = ".icns .psd .ai .eps .pdf .doc .docx .dot .dotx .rtf .odt .xls .xlsx .xlsm .xlt .xltx .xltm " +
		".ods .ppt .pptx .pptm .pps .ppsx .odp .pages .numbers .key .zip .rar .7z .tar .gz .tgz .bz2 .xz .zst .lz " +
		".lz4 .br .cab .ar .deb .rpm .mp3 .wav .flac .ogg .oga .opus .aac .m4a .wma .ttf .otf .woff .woff2 .exe .dll " +
		".so .dylib .bin .apk .ipa .jar .class .pyc .pyo .wasm .dmg .iso .img .sqlite .sqlite3 .db .db3"
)

// kindOf classifies a file by its name and its first bytes: "text", "image", "video" or "unknown".
func kindOf(file string, head []byte) string {
	suffix := ""
	if i := strings.LastIndexByte(file, '.'); i > max(strings.LastIndexAny(file, `/\`), -1)+1 {
		suffix = strings.ToLower(file[i:])
	}

	hint := ""
	switch {
	case suffix == ".svg":
		hint = "text"
	case lists.HasWord(ImageExtensions, suffix):
		hint = "image"
	case lists.HasWord(videoExtensions, suffix):
		hint = "video"
	}

	found := Magic(head)
	switch {
	case found != "" && hint != "" && found != hint:
		return "unknown"
	case found != "":
		return found
	case hint == "image", bytes.IndexByte(head, 0) >= 0:
		return "unknown"
	case hint != "":
		return hint
	case lists.HasWord(NoText, suffix):
		return "unknown"
	}

	return "text"
}

// Magic returns the kind of a picture or video by its first bytes; "" for any other file.
func Magic(head []byte) string {
	begins := func(magics ...string) bool {
		return slices.ContainsFunc(magics, func(m string) bool { return bytes.HasPrefix(head, []byte(m)) })
	}

	fourth := ""
	if len(head) >= 12 {
		fourth = string(head[8:12])
	}

	switch {
	case begins(
		"\x89PNG\r\n\x1a\n", "\xFF\xD8\xFF", "GIF87a", "GIF89a", "BM", "II*\x00", "MM\x00*", "\x00\x00\x01\x00",
	):
		return "image"
	case begins("RIFF") && fourth == "WEBP":
		return "image"
	case begins("RIFF") && fourth == "AVI ":
		return "video"
	case begins("FLV", "\x30\x26\xB2\x75\x8E\x66\xCF\x11\xA6\xD9\x00\xAA\x00\x62\xCE\x6C"):
		return "video"
	case begins("\x1A\x45\xDF\xA3"):
		if lower := bytes.ToLower(head); bytes.Contains(lower, []byte("webm")) ||
			bytes.Contains(lower, []byte("matroska")) {
			return "video"
		}
	}

	if fourth == "" || string(head[4:8]) != "ftyp" {
		return ""
	}

	brand := strings.Trim(strings.ToLower(fourth), " \t\r\n\v\f\x00")
	switch {
	case lists.HasWord("avif avis heic heif heix hevc mif1 msf1", brand):
		return "image"
	case lists.HasWord("isom iso2 iso5 mp41 mp42 avc1 mp4v m4v qt 3gp4 3gp5 3gp6 3gp7 3g2", brand):
		return "video"
	}

	return ""
}

// codingOf returns the encoding of a file by its first bytes: a byte order mark, whose length it returns, or the
// position of NUL bytes.
func codingOf(head []byte) (coding textfile.Coding, mark int64) {
	if coding, mark := textfile.BOM(head, false); mark > 0 {
		return coding, mark
	}

	var zeros [2]int
	for i, c := range head {
		if c == 0 {
			zeros[i%2]++
		}
	}

	switch {
	case zeros[0] == 0 && zeros[1] >= 2:
		return textfile.UTF16LE, 0
	case zeros[1] == 0 && zeros[0] >= 2:
		return textfile.UTF16BE, 0
	}

	return textfile.UTF8, 0
}
