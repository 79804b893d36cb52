// Package pi, which changes without notice, is the read of pi's coding agent.
package pi

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"

	"eyeline/reader/access"
	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/media"
	"eyeline/reader/internal/param"
	"eyeline/reader/internal/paths"
	"eyeline/reader/internal/readback"
	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/internal/runtime/node"
	"eyeline/reader/tools"
)

// Tool is the read of pi's coding agent (CONTRACT-pi.md).
var Tool = &tools.Tool{
	Name: "pi", Title: "pi's read",
	Origin:   tools.Origin{Agent: "pi", Version: "1.5.2", Held: "1.6.0", Date: "2026-11-29", How: tools.Ran},
	Recorded: []string{"read"},
	Caps: tools.Caps{
		Lines: tools.Cap{Most: 2000, Flag: "limit", Max: 2000}, Output: tools.Cap{Most: 50 << 10, Of: "of whole lines"},
	},
	Kinds: tools.Kinds{
		Empty: tools.GivesNothing, Image: tools.GivesMedia, PDF: tools.GivesText, Binary: tools.GivesText,
	},
	Policy:  policy,
	Paths:   tools.PathAny,
	Run:     runWith(parse15Args),
	Words:   wordsFor,
	Parse:   readBack,
	Windows: []tools.WindowParams{{Mode: tools.ModeSlice, At: "offset", Base: 1, Size: "limit"}},
	Params: []tools.Param{
		param.File("path", "file to read, absolute or relative to the root"),
		param.Number("offset", "number of the first line, 1-based"),
		param.Number("limit", "number of lines at most (default: as many as fit)"),
	},
}

// Tool087 has other texts for invalid arguments, and repairs JSON.
var Tool087 = tools.Variant(Tool, func(t *tools.Tool) {
	t.Name, t.Title = "pi@0.87.1", "pi's read, as older versions refuse arguments"
	t.Origin.Version, t.Origin.Held, t.Origin.Date = "0.87.1", "", "2026-11-21"
	t.Run = runWith(parseArgs)
})

// runWith returns the Run of a version that parses its arguments with parse.
func runWith(
	parse func(args []byte, policy tools.Policy) (readArguments, error),
) func(context.Context, tools.Env, []byte) (*tools.Result, error) {
	return func(ctx context.Context, env tools.Env, args []byte) (*tools.Result, error) {
		a, err := parse(args, env.Tool.Policy)
		if err != nil {
			return nil, err
		}

		file := resolve(env, a.path)
		return tools.ReadPath(ctx, env, tools.PathAny, file, env.Wording(a.path), func(
			o *tools.File,
		) (*tools.Result, error) {
			return read(o, a)
		})
	}
}

// resolve returns the absolute path of an argument like pi: a leading "@" is dropped, special blanks become plain ones,
// "~" is the home directory, and a missing file may exist under a name that only looks the same.
func resolve(env tools.Env, given string) string {
	file := paths.PlainBlanks(strings.TrimPrefix(given, "@"))
	if rest, ok := strings.CutPrefix(file, "file://"); ok {
		file = js.DecodeURIComponent(rest)
	}
	file = node.Path(env).Resolve(env.Dir(), node.Home(env, file))
	if env.Stream != nil || paths.Exists(env, file) {
		return file
	}
	return cmp.Or(paths.Lookalike(env, file, screenshotTime().ReplaceAllString(file, "\u202F$1.")), file)
}

// screenshotTime matches the time in the name of a screenshot of macOS, which has a narrow blank before AM and PM.
var screenshotTime = lazy.Regexp(`(?i) (AM|PM)\.`)

func wordsFor(env tools.Env, file string, err error) string {
	err = env.Opening(resolve(env, file), err)
	switch {
	case errors.Is(err, access.ErrNUL):
		return node.NULPath(resolve(env, file))
	case errors.Is(err, access.ErrDirectory):
		return node.Error(err, "read", "")
	}
	return node.Error(err, "access", resolve(env, file))
}

// read returns a picture, or lines of a text.
func read(o *tools.File, a readArguments) (*tools.Result, error) {
	if r, ok := Picture(o); ok {
		return r, nil
	}
	if refusal := node.TooLong(o.Size()); refusal != "" {
		return nil, tools.Refuse(refusal)
	}

	s := choose(o, a)
	if s.pick.start >= float64(s.total) {
		return nil, tools.Refuse(
			fmt.Sprintf("Offset %s is beyond end of file (%d lines total)", js.NumberText(a.offset), s.total),
		)
	}

	return s.result(o, a)
}

// Picture returns the answer for a file that is a picture by its first bytes; is is false for any other.
func Picture(o *tools.File) (r *tools.Result, is bool) {
	head := o.Head(4100)
	kind := media.ImageType(head)
	switch {
	case isBMP(head):
		return media.Result(o, "image", media.PictureOf("image/png", o.Size()),
			"Read image file [image/png]\n[Image converted from image/bmp to image/png.]"), true
	case kind == "image/png" && !isStill(head), bytes.HasPrefix(head, []byte("\xFF\xD8\xFF\xF7")): // read as text
		return nil, false
	case kind == "":
		return nil, false
	}

	said := "Read image file [" + kind + "]"
	if _, _, ok := media.Decode(o); !ok {
		const omitted = "\n[Image omitted: could not be resized below the inline image size limit.]"
		return tools.Notice(o, said+omitted), true
	}

	return media.Result(o, "image", media.PictureOf(kind, o.Size()), said), true
}

// isStill reports whether a PNG is well-formed at its start and not animated.
func isStill(head []byte) bool {
	at := len("\x89PNG\r\n\x1a\n")
	if !bytes.HasPrefix(head[at:], []byte("\x00\x00\x00\x0DIHDR")) {
		return false
	}

	for at+8 <= len(head) {
		switch string(head[at+4 : at+8]) {
		case "acTL":
			return false
		case "IDAT":
			return true
		}

		at += 12 + int(binary.BigEndian.Uint32(head[at:]))
	}

	return true
}

// isBMP reports whether head begins a Windows bitmap.
func isBMP(head []byte) bool {
	return len(head) >= 30 && bytes.HasPrefix(head, []byte("BM")) &&
		bytes.IndexByte([]byte{12, 40, 52, 56, 64, 108, 124}, head[14]) >= 0 &&
		string(head[15:18]) == "\x00\x00\x00" && string(head[18:22]) != "\x00\x00\x00\x00" &&
		head[26] == 1 && bytes.IndexByte([]byte{1, 4, 8, 16, 24, 32}, head[28]) >= 0
}

// What follows lines that do not reach the end of the file.
const (
	showing readback.Phrase = "\n\n[Showing lines {first:number}-{last:number} of {total}. " +
		"Use offset={next:number} to continue.]"
	full readback.Phrase = "\n\n[Showing lines {first:number}-{last:number} of {total} (50.0KB limit). " +
		"Use offset={next:number} to continue.]"
	rest readback.Phrase = "\n\n[{count:number} more lines in file. Use offset={next:number} to continue.]"
)

// readBack parses the lines of an answer. Their numbers are in the notice, or follow from the arguments.
func readBack(args json.RawMessage, content string) (tools.Parsed, bool) {
	p := tools.Parsed{Total: -1, Derived: true}
	if strings.HasPrefix(content, "[Line ") && strings.HasSuffix(content, " | head -c 51200]") {
		return p, false
	}

	a, err := parseArgs(args, policy)
	if err != nil {
		return p, false
	}

	foot, end, more := readback.LastOf([]readback.Phrase{showing, full, rest}, content)
	p.Total = foot.Number("total")
	if more && end == 0 && a.limited && a.limit < 1 {
		return p, false
	}

	first := int64(max(a.offset, 1))
	p.Lines = readback.Lines(content[:end], 0, first, math.MaxInt64, 0, "")
	return p, true
}
