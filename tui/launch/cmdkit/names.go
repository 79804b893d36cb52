package cmdkit

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"iter"
	"os"
	"slices"
	"strings"

	"eyeline/reader/decode"
)

// longestName is the longest name in a list, in bytes: longer than any system allows for a path.
const longestName = 64 << 10

// NamesFlags are the flags that take the names of files from a list.
type NamesFlags struct {
	from string
	nul  bool
}

// Rows are the flags.
func (n *NamesFlags) Rows() []Flag {
	return []Flag{
		{
			Name: "files-from", To: &n.from,
			Help: "take the names of files from the lines of `FILE`, after those that are typed; -: of standard input",
		},
		{
			Name: "null", Short: "0", To: &n.nul,
			Help: "with --files-from: the names end with NUL, as find -print0 has them",
		},
	}
}

// IsAsked reports whether names are to be read from a list.
func (n *NamesFlags) IsAsked() bool { return n.from != "" }

// Check refuses -0 without a list.
func (n *NamesFlags) Check() error {
	if n.nul && n.from == "" {
		return Usage("-0 goes with --files-from")
	}
	return nil
}

// Names yields the typed names and then those of the list. The list is not kept in memory, and one in a pipe is read
// while it is written. Blank lines are skipped, and a line may end with CR LF. Before the first line may stand a byte
// order mark, also of UTF-16. After an error nothing follows; it is a usage error if the list is not in the stated
// format.
func (n *NamesFlags) Names(typed []string, stdin io.Reader) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		if n.from == "-" && slices.Contains(typed, "-") {
			yield("", Usage("--files-from - takes standard input; it is not a file, too"))
			return
		}

		for _, name := range typed {
			if !yield(name, nil) {
				return
			}
		}

		if n.from == "" {
			return
		}

		in := stdin
		if n.from != "-" {
			f, err := os.Open(n.from)
			if err != nil {
				yield("", Usage("--files-from: %s", ErrorText(err)))
				return
			}

			defer func() { _ = f.Close() }()
			in = f
		}

		n.listed(in, yield)
	}
}

// listed yields the names of a list.
func (n *NamesFlags) listed(in io.Reader, yield func(string, error) bool) {
	end := byte('\n')
	if n.nul {
		end = 0
	} else {
		in = decode.Marked(in) // a shell of Windows writes lines so
	}
	r := bufio.NewReaderSize(in, longestName)

	for count, ended := 1, false; !ended; count++ {
		entry, err := r.ReadSlice(end)
		ended = err == io.EOF
		name := ""
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			err = Usage("--files-from: name %d is longer than %d bytes", count, longestName)
		case err == nil || ended:
			name, err = n.name(entry, ended, count)
		}

		if (name != "" || err != nil) && !yield(name, err) || err != nil {
			return
		}
	}
}

// name returns the name in an entry of the list, "" if it has none. last says that the list ends with this entry.
func (n *NamesFlags) name(entry []byte, last bool, count int) (string, error) {
	if n.nul {
		name, ended := bytes.CutSuffix(entry, []byte{0})
		if !ended && last && count == 1 && bytes.ContainsRune(name, '\n') {
			return "", Usage("--files-from: the list has no NUL; without -0 its lines are the names")
		}
		return listedName(string(name)), nil
	}

	if bytes.IndexByte(entry, 0) >= 0 {
		return "", Usage("--files-from: line %d has a NUL; -0 takes a list whose names end with one", count)
	}

	line := strings.TrimSuffix(strings.TrimSuffix(string(entry), "\n"), "\r")
	if strings.TrimSpace(line) == "" {
		return "", nil
	}

	return listedName(line), nil
}

// listedName returns a name as it must be written on the command line, where "-" alone is standard input.
func listedName(name string) string {
	if name == "-" {
		return "./-"
	}
	return name
}
