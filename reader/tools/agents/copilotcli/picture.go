package copilotcli

import (
	"bytes"
	"encoding/binary"
	"strings"

	"eyeline/reader/tools"
)

// readPicture returns the answer for a file named like a picture. Its type depends on the content alone.
func readPicture(o *tools.File) (*tools.Result, error) {
	head := o.Head(30)
	if kind := unreadKind(o, head); kind != "" {
		return tools.Notice(o, "Cannot view this image: "+kind+" is not a format the model reads. "+
			"Convert the file to PNG, JPEG, WebP or GIF and view that instead."), nil
	}
	if !isViewed(head) {
		return nil, tools.Refuse(notViewed)
	}

	const words = "The model gets the file as a picture, with the words \"Viewed image file successfully.\""
	return tools.InPlaceOfText(o, "image", words, ""), nil
}

// isViewed reports whether head begins a picture that the model gets. PNG and WebP need their dimensions.
func isViewed(head []byte) bool {
	switch {
	case bytes.HasPrefix(head, []byte("\x89PNG")):
		return len(head) >= 24 && string(head[12:16]) == "IHDR"
	case bytes.HasPrefix(head, []byte("RIFF")):
		return len(head) >= 30 && string(head[8:12]) == "WEBP"
	case bytes.HasPrefix(head, []byte("GIF")):
		return len(head) >= 6
	}
	return bytes.HasPrefix(head, []byte("\xFF\xD8\xFF"))
}

// boxedKinds are media types of pictures in ISO boxes by brand.
var boxedKinds = map[string]string{
	"avif": "image/avif", "avis": "image/avif", "heic": "image/heic", "heix": "image/heic",
	"hevc": "image/heic-sequence", "hevx": "image/heic-sequence", "mif1": "image/heif", "msf1": "image/heif-sequence",
}

// unreadKind returns the media type of a picture that the model does not get; "" for any other file.
func unreadKind(o *tools.File, head []byte) string {
	begins := func(magic string) bool { return strings.HasPrefix(string(head), magic) }
	switch {
	case begins("BM"):
		return "image/bmp"
	case begins("\x00\x00\x01\x00"), begins("\x00\x00\x02\x00"): // an icon, a pointer
		return "image/x-icon"
	case begins("II+\x00"), begins("MM\x00+"): // with offsets of 64 bits
		return "image/tiff"
	case begins("II*\x00") && isTIFF(o, head, binary.LittleEndian):
		return "image/tiff"
	case begins("MM\x00*") && isTIFF(o, head, binary.BigEndian):
		return "image/tiff"
	case len(head) >= 12 && string(head[4:8]) == "ftyp":
		return boxedKinds[string(head[8:12])]
	}

	return ""
}

// isTIFF reports whether a file with TIFF's signature is plain TIFF, and not a camera's raw format. All entries of its
// first directory must exist.
func isTIFF(o *tools.File, head []byte, order binary.ByteOrder) bool {
	const (
		entrySize    = 12
		sony, adobe  = 50341, 50706 // tags of raw formats
		canon        = "CR"
		directoryEnd = 2
	)
	whole := append(bytes.Clone(head), make([]byte, 12)...) // missing bytes count as 0
	at := int64(order.Uint32(whole[4:]))
	nikon := [][2]uint16{{0x1C, 0xFE}, {0x1F, 0x0B}}
	for _, ids := range nikon {
		if at >= 8 && order.Uint16(whole[8:]) == ids[0] && order.Uint16(whole[10:]) == ids[1] {
			return false
		}
	}

	switch {
	case at == 0:
		return true
	case at >= 6 && string(whole[8:10]) == canon, at+directoryEnd > o.Size():
		return false
	}

	entries, ok := numberAt(o, order, at)
	for i := int64(0); ok && i < int64(entries); i++ {
		var id uint16
		id, ok = numberAt(o, order, at+directoryEnd+i*entrySize)
		if id == sony || id == adobe {
			return false
		}
	}

	return ok
}

// numberAt returns the 16-bit number at an offset; ok is false if the file ends before it, or cannot be read.
func numberAt(o *tools.File, order binary.ByteOrder, off int64) (n uint16, ok bool) {
	if off+2 > o.Size() {
		return 0, false
	}
	if p := o.Piece(off, 2); len(p) == 2 {
		return order.Uint16(p), true
	}
	return 0, false
}
