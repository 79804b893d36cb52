package mcpserver

import (
	"context"
	"fmt"

	"eyeline/reader/decode"
	"eyeline/reader/internal/media"
	"eyeline/reader/lineindex"
	"eyeline/reader/tools"
)

// notText is what a model is told of a file that is no text; "" for text, and for a file that cannot be opened, of
// which the read says what is wrong.
func (s *Server) notText(ctx context.Context, path string) string {
	o, err := tools.Open(ctx, s.env, tools.PathConfined, path)
	if err != nil {
		return ""
	}
	defer o.Close()
	head := o.Head(decode.HeadSize)
	form := decode.Detect(head, int64(len(head)) == o.Size())
	kind := "a binary file"
	switch {
	case media.ImageType(head) != "":
		kind = "a picture (" + media.ImageType(head) + ")"
	case media.IsPDF(head):
		kind = "a PDF"
	case form.Compression != decode.None:
		kind = "packed"
	case !form.Binary:
		return ""
	}
	return fmt.Sprintf("%s is %s of %s bytes, not text that can be read here", path, kind, tools.Thousands(o.Size()))
}

// mostCounted is the largest file, in bytes, whose lines are counted for a refusal.
const mostCounted = 64 << 20

// length says how many lines a file has, for a model whose call was refused; nothing where that cannot be told quickly.
func (s *Server) length(ctx context.Context, path string) []string {
	o, err := tools.Open(ctx, s.env, tools.PathConfined, path)
	if err != nil {
		return nil
	}
	defer o.Close()
	if o.Size() > mostCounted {
		return nil
	}
	lines, err := lineindex.CountLines(ctx, o)
	if err != nil {
		return nil
	}
	return []string{fmt.Sprintf("[%s has %s line%s]", path, tools.Thousands(lines), tools.Plural(lines))}
}
