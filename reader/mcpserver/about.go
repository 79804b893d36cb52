package mcpserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"eyeline/reader/access"
	"eyeline/reader/decode"
	"eyeline/reader/internal/media"
	"eyeline/reader/lineindex"
	"eyeline/reader/tools"
)

// before is the answer to a call of one of the server's own reads that needs no tool: of a file that cannot be opened,
// that is no text or that is empty, and of bytes beyond its end. answered is false where a tool is to read.
func (s *Server) before(ctx context.Context, a *arguments) (instead answer, answered bool) {
	path := a.path()
	o, err := tools.Open(ctx, s.env, tools.PathConfined, path)
	if err != nil {
		return refusal("%s", cannotOpen(path, err)), ctx.Err() == nil
	}

	defer o.Close()
	start, given := a.number("start")
	wrong := notText(path, o)
	switch {
	case wrong != "":
		return refusal("%s", wrong), true
	case o.Size() == 0:
		return answer{text: "The file is empty."}, true
	case given && start >= o.Size():
		return beyond("start", start, o.Size(), "byte"), true
	}

	return answer{}, false
}

// after is the answer to a call that the tool has refused: in the server's own words where the line is beyond the end.
func (s *Server) after(ctx context.Context, a *arguments, refused answer) answer {
	line, given := a.number("line")
	if !given {
		return refused
	}

	o, err := tools.Open(ctx, s.env, tools.PathConfined, a.path())
	if err != nil {
		return refused
	}

	defer o.Close()
	lines, err := lineindex.CountLines(ctx, o)
	if err != nil || line <= lines {
		return refused
	}

	return beyond("line", line, lines, "line")
}

// beyond refuses a place beyond the end of a file, by its number of lines or bytes.
func beyond(what string, place, size int64, of string) answer {
	return refusal("%s %d is beyond the end: the file has %s %s%s",
		what, place, tools.Thousands(size), of, tools.Plural(size))
}

// cannotOpen says in a sentence why a file cannot be opened.
func cannotOpen(path string, err error) string {
	special, isSpecial := errors.AsType[*access.SpecialError](err)
	switch {
	case errors.Is(err, access.ErrOutside), errors.Is(err, tools.ErrConfined):
		return path + ": " + strings.TrimPrefix(tools.ErrConfined.Error(), "eyeline: ")
	case errors.Is(err, access.ErrNowhere):
		return path + ": there is no such file"
	case errors.Is(err, access.ErrDirectory):
		return path + " is a directory, not a file"
	case isSpecial:
		return path + " " + special.Error()
	}

	return path + " cannot be opened: " + strings.TrimPrefix(err.Error(), "eyeline: ")
}

// notText says what a file is that is no text; "" for text.
func notText(path string, o *tools.File) string {
	head := o.Head(decode.HeadSize)
	form := decode.Detect(head, int64(len(head)) == o.Size())
	kind := "a binary file"
	switch {
	case media.ImageType(head) != "":
		kind = "a picture (" + media.ImageType(head) + ")"
	case media.IsPDF(head):
		kind = "a PDF"
	case form.Compression != decode.None:
		kind = "a compressed file (" + form.Compression.String() + ")"
	case !form.Binary:
		return ""
	}

	return fmt.Sprintf("%s is %s of %s byte%s, not text that can be read here", path, kind,
		tools.Thousands(o.Size()), tools.Plural(o.Size()))
}

// number is the number that an argument has; given is false where it is left out.
func (a *arguments) number(name string) (number int64, given bool) {
	value, given := a.values[name]
	return number, given && json.Unmarshal(value, &number) == nil
}
