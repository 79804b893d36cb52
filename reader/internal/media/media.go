// Package media recognizes pictures and PDFs, and answers for what is no text.
package media

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	_ "image/gif"  // for Decode
	_ "image/jpeg" // for Decode
	_ "image/png"  // for Decode
	"io"

	_ "golang.org/x/image/webp" // for Decode

	"eyeline/reader/tools"
)

// ImageType is the media type of the picture that begins with head; "" when it is not PNG, JPEG, GIF or WebP.
func ImageType(head []byte) string {
	switch {
	case bytes.HasPrefix(head, []byte("\x89PNG\r\n\x1a\n")):
		return "image/png"
	case bytes.HasPrefix(head, []byte("\xFF\xD8\xFF")):
		return "image/jpeg"
	case bytes.HasPrefix(head, []byte("GIF87a")), bytes.HasPrefix(head, []byte("GIF89a")):
		return "image/gif"
	case len(head) >= 12 && bytes.HasPrefix(head, []byte("RIFF")) && string(head[8:12]) == "WEBP":
		return "image/webp"
	}

	return ""
}

// IsPDF reports whether head begins a PDF.
func IsPDF(head []byte) bool { return bytes.HasPrefix(head, []byte("%PDF-")) }

// Result is an answer that is not text alone: kind is Result.Kind, what names it in a sentence ("a picture
// (image/png, 12 bytes)"), and text is the content that goes with it, which may be empty.
func Result(o *tools.File, kind, what, text string) *tools.Result {
	r := &tools.Result{Kind: kind, Instead: "The model gets " + what + ", not its bytes as text."}
	return r.Text(o, text)
}

// PictureOf names a picture for Result.
func PictureOf(mediaType string, size int64) string {
	return fmt.Sprintf("the picture itself (%s, %d bytes)", mediaType, size)
}

// maxPixels is the size of the largest picture that is decoded, in pixels: its memory is four bytes for each.
const maxPixels = 1 << 22

// Decode decodes a picture in PNG, JPEG, GIF or WebP and returns its size; ok is false for one that is damaged. One
// that is too large to be decoded here passes for sound, and so do a WebP that moves and any other kind, of size 0.
func Decode(o *tools.File) (width, height int, ok bool) {
	reader := func() io.Reader { return io.NewSectionReader(o, 0, o.Size()) }
	head := o.Head(32)
	config, format, err := image.DecodeConfig(reader())
	if errors.Is(err, image.ErrFormat) {
		return 0, 0, ImageType(head) == ""
	}

	moves := err == nil && format == "webp" && len(head) > 20 && string(head[12:16]) == "VP8X" && head[20]&2 != 0
	if err == nil && config.Width*config.Height <= maxPixels && !moves {
		_, _, err = image.Decode(reader())
	}

	return config.Width, config.Height, err == nil
}

// IsPicture recognizes pictures by their first bytes: PNG, JPEG, GIF, BMP, WebP and TIFF.
func IsPicture(head []byte) bool {
	for _, magic := range []string{"\x89PNG", "\xff\xd8\xff", "GIF", "BM"} {
		if bytes.HasPrefix(head, []byte(magic)) {
			return true
		}
	}

	switch {
	case len(head) > 11 && string(head[:4]) == "RIFF" && string(head[8:12]) == "WEBP":
		return true
	case len(head) > 9:
		return string(head[:4]) == "II*\x00" || string(head[:4]) == "MM\x00*"
	}

	return false
}
