//go:build unix

package peers

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"eyeline/tui/kit/address"
)

// input is a file and what to look for in it.
type input struct {
	name, path  string
	first, last string // texts of the first and the last line
	middle      int64  // a line in the middle, 1-based; 0: the file is one line
	there       string // its text
	pattern     string // occurs once, near the end
}

// needle occurs once in each input.
const needle = "the needle in the haystack"

// makeInput makes an input, or takes the one in the folder.
func makeInput(dir, name string) (input, error) {
	kind, text, _ := strings.Cut(name, "-")
	size, err := address.Bytes(text)
	if err != nil {
		return input{}, fmt.Errorf("%s: %w", name, err)
	}
	ending := map[string]string{"log": ".log", "source": ".go", "line": ".txt"}[kind]
	in := input{name: name, path: filepath.Join(dir, name+ending), pattern: needle}
	switch kind {
	case "log":
		return in.ofLines(size, logLine)
	case "source":
		return in.ofLines(size, sourceLine)
	case "line":
		return in.ofOneLine(size)
	}
	return input{}, fmt.Errorf("%s: the kinds are log, source and line", name)
}

func logLine(n int64) string {
	const form = "id=%010d 2026-11-20T12:%02d:%02d.%03dZ INFO worker-%02d request served in %d ms, %d bytes, " +
		"path=/api/v1/items/%d"
	return fmt.Sprintf(form, n, n/60%60, n%60, n%1000, n%16, n*7%900, n*31%65536, n*13%100000)
}

func sourceLine(n int64) string {
	switch n % 5 {
	case 1:
		return fmt.Sprintf("func f%010d(a, b int) (int, error) {", n)
	case 2:
		return fmt.Sprintf("\tif a > b { // id=%010d", n)
	case 3:
		return fmt.Sprintf("\t\treturn a*%d, errors.New(\"text %d\")", n%97, n)
	case 4:
		return "\t}"
	}
	return fmt.Sprintf("\treturn b, nil } // id=%010d", n)
}

func (in input) ofOneLine(size int64) (input, error) {
	in.first, in.last = "begin of the one line", "end of the one line"
	return in, in.make(size, func(w io.Writer) error {
		if _, err := io.WriteString(w, in.first+" "); err != nil {
			return err
		}
		words := strings.Repeat(`{"key": "value", "number": 12345}, `, 1000)
		for n := int64(0); n < size; n += int64(len(words)) {
			if _, err := io.WriteString(w, words); err != nil {
				return err
			}
		}
		_, err := io.WriteString(w, needle+" "+in.last)
		return err
	})
}

func (in input) ofLines(size int64, line func(n int64) string) (input, error) {
	lines := size / int64(len(line(5)))
	in.first, in.last = strings.TrimSpace(line(1)), fmt.Sprintf("last id=%010d", lines)
	in.middle = lines/2/5*5 + 2
	in.there = fmt.Sprintf("id=%010d", in.middle)
	if len(in.first) > 60 {
		in.first = in.first[:60]
	}
	return in, in.make(size, func(w io.Writer) error {
		for n := int64(1); n <= lines; n++ {
			text := line(n)
			switch n {
			case lines * 995 / 1000:
				text = "// " + needle
			case lines:
				text = "// " + in.last
			}
			if _, err := io.WriteString(w, text+"\n"); err != nil {
				return err
			}
		}
		return nil
	})
}

func (in *input) make(size int64, write func(io.Writer) error) error {
	if info, err := os.Stat(in.path); err == nil && info.Size() >= size*9/10 {
		return nil
	}
	f, err := os.Create(in.path)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<20)
	return errors.Join(write(w), w.Flush(), f.Close())
}
