package claudecode

import (
	"fmt"
	"strings"

	"eyeline/reader/internal/media"
	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/tools"
)

// headSize is how many bytes of a file determine its type.
const headSize = 8000

// picture returns a file named like a picture.
func (c fileCall) picture() (*tools.Result, error) {
	head := c.file.Head(headSize)
	if len(head) == 0 {
		return nil, tools.Refuse("Image file is empty: " + c.path)
	}

	kind := media.ImageType(head)
	if len(head) < 4 {
		kind = ""
	}
	if kind != "" && !c.old && !isMeasured(kind, head) && c.file.Size() <= headSize {
		return nil, tools.Refuse("Unable to resize image — image processing is unavailable and dimensions could not " +
			"be read from the file header. Please convert the image to PNG, JPEG, GIF, or WebP.")
	}
	if kind != "" {
		return media.Result(c.file, "image", media.PictureOf(kind, c.file.Size()), ""), nil
	}

	return nil, tools.Refuse(fmt.Sprintf("File has an image extension but its content is not a valid "+
		"PNG/JPEG/GIF/WebP. Detected: %s. This usually means a download saved an error/login page instead of the "+
		"image. Use `file \"%s\"` to confirm, or read it as text with Bash (e.g. `head -c 500`).",
		describeHead(head), c.path))
}

// isMeasured reports whether the head of a picture has its dimensions.
func isMeasured(kind string, head []byte) bool {
	switch kind {
	case "image/png":
		return len(head) >= 24
	case "image/gif":
		return len(head) >= 10
	case "image/webp":
		form := string(head[12:min(len(head), 16)])
		return form == "VP8L" && len(head) >= 25 || (form == "VP8 " || form == "VP8X") && len(head) >= 30
	}

	for at := 2; at+9 < len(head) && head[at] == 0xFF; { // to the segment that begins a frame
		mark := head[at+1]
		if mark >= 0xC0 && mark <= 0xCF && mark != 0xC4 && mark != 0xC8 && mark != 0xCC {
			return true
		}
		at += 2 + int(head[at+2])<<8 + int(head[at+3])
	}

	return false
}

// pdf returns a PDF, as a document or as pictures of its pages.
func (c fileCall) pdf() (*tools.Result, error) {
	head := c.file.Head(headSize)
	switch {
	case len(head) == 0:
		return nil, tools.Refuse("PDF file is empty: " + c.path)
	case !media.IsPDF(head):
		return nil, tools.Refuse("File is not a valid PDF (missing %PDF- header): " + c.path)
	case js.Trim(c.a.pages) != "":
		return media.Result(c.file, "image", "pictures of the pages "+strings.TrimSpace(c.a.pages), ""), nil
	}

	return media.Result(c.file, "document", fmt.Sprintf("the PDF itself as a document (%d bytes)", c.file.Size()),
		fmt.Sprintf("PDF file read: %s (%d bytes)", c.path, c.file.Size())), nil
}
