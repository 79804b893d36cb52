// Consumer is a program of another module. It imports all of Eyeline that can be imported (imports.go, which the test
// writes), and uses the libraries that Eyeline uses for itself. It prints a line for each that does not do what it is to do.
package main

import (
	"bytes"
	"fmt"
	"io"
	"testing/fstest"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
	"github.com/alecthomas/chroma/v2/styles"
	"github.com/atotto/clipboard"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/dlclark/regexp2/v2"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/mattn/go-runewidth"
	"github.com/tiktoken-go/tokenizer"
	"github.com/ulikunitz/xz"
	"mvdan.cc/sh/v3/fileutil"
)

func main() {
	for _, use := range []struct {
		library, want string
		got           func() (string, error)
	}{
		{"reader", "L1: a line", func() (string, error) {
			return read(fstest.MapFS{"a.txt": {Data: []byte("a line\n")}}, "a.txt")
		}},
		{"gzip", same, func() (string, error) {
			return packed(func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriter(w), nil },
				func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) })
		}},
		{"zstd", same, func() (string, error) {
			return packed(func(w io.Writer) (io.WriteCloser, error) { return zstd.NewWriter(w) },
				func(r io.Reader) (io.Reader, error) { return zstd.NewReader(r) })
		}},
		{"snappy to zstd", same, snappyToZstd},
		{"xz", same, func() (string, error) {
			return packed(func(w io.Writer) (io.WriteCloser, error) { return xz.NewWriter(w) },
				func(r io.Reader) (io.Reader, error) { return xz.NewReader(r) })
		}},
		{"clipboard", same, func() (string, error) {
			if err := clipboard.WriteAll(text); err != nil {
				return "", err
			}
			got, err := clipboard.ReadAll()
			return compared(got), err
		}},
		{"tokenizer", "4", func() (string, error) {
			codec, err := tokenizer.Get(tokenizer.O200kBase)
			if err != nil {
				return "", err
			}
			n, err := codec.Count("one two three four")
			return fmt.Sprint(n), err
		}},
		{"lexers", `Go Keyword "func"`, func() (string, error) {
			lexer := lexers.Match("main.go")
			tokens, err := chroma.Tokenise(lexer, nil, "func main() {}\n")
			if err != nil {
				return "", err
			}
			return fmt.Sprintf("%s %s %q", lexer.Config().Name, tokens[0].Type.Category(), tokens[0].Value), nil
		}},
		{"styles", "monokai #f8f8f2", func() (string, error) {
			style := styles.Get("monokai")
			return style.Name + " " + style.Get(chroma.Text).Colour.String(), nil
		}},
		{"regexp2", "Ä", func() (string, error) {
			m, err := regexp2.MustCompile(`(?<=a)\p{Lu}`, regexp2.None).FindStringMatch("aÄ")
			if m == nil {
				return "", err
			}
			return m.String(), err
		}},
		{"bubbletea", "alt+pgup", func() (string, error) { return tea.KeyMsg{Type: tea.KeyPgUp, Alt: true}.String(), nil }},
		{"ansi", "4", func() (string, error) { return fmt.Sprint(ansi.StringWidth("\x1b[1m日\x1b[m本")), nil }},
		{"runewidth", "2", func() (string, error) { return fmt.Sprint(runewidth.StringWidth("日")), nil }},
		{"shebang", "bash", func() (string, error) { return fileutil.Shebang([]byte("#!/bin/bash\n")), nil }},
	} {
		if got, err := recovered(use.got); got != use.want || err != nil {
			fmt.Printf("%s: %q, %v; want %q\n", use.library, got, err, use.want)
		}
	}
	fmt.Println("all used")
}

// text is long enough for the packers' tables of codes.
var text = string(bytes.Repeat([]byte("Text of a consumer, which is packed. "), 500))

const same = "the same text"

func compared(got string) string {
	if got == text {
		return same
	}
	return "another text"
}

func recovered(use func() (string, error)) (got string, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return use()
}

// packed is the text after it was packed and unpacked.
func packed(pack func(io.Writer) (io.WriteCloser, error), unpack func(io.Reader) (io.Reader, error)) (string, error) {
	var b bytes.Buffer
	w, err := pack(&b)
	if err != nil {
		return "", err
	}
	if _, err := io.WriteString(w, text); err != nil {
		return "", err
	}
	if err := w.Close(); err != nil {
		return "", err
	}
	r, err := unpack(&b)
	if err != nil {
		return "", err
	}
	got, err := io.ReadAll(r)
	return compared(string(got)), err
}

// snappyToZstd is the text packed by snappy, converted, and unpacked.
func snappyToZstd() (string, error) {
	var first, second bytes.Buffer
	w := snappy.NewBufferedWriter(&first)
	if _, err := io.WriteString(w, text); err != nil {
		return "", err
	}
	if err := w.Close(); err != nil {
		return "", err
	}
	var converter zstd.SnappyConverter
	if _, err := converter.Convert(&first, &second); err != io.EOF {
		return "", err
	}
	r, err := zstd.NewReader(&second)
	if err != nil {
		return "", err
	}
	defer r.Close()
	got, err := io.ReadAll(r)
	return compared(string(got)), err
}
