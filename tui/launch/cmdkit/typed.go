package cmdkit

import (
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"eyeline/tui/shellword"
)

// Typed is a command with its flags and arguments as they could be typed: the flags in the order of their names.
func Typed(cmd *cobra.Command, args []string) string {
	words := []string{cmd.CommandPath()}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		value := f.Value.String()
		if list, is := f.Value.(pflag.SliceValue); is {
			value = strings.Join(list.GetSlice(), ",")
		}
		switch isBool := f.Value.Type() == "bool"; {
		case isBool && value == "true":
			words = append(words, "--"+f.Name)
		case isBool: // the value of such a flag is not a word of its own
			words = append(words, "--"+f.Name+"="+value)
		default:
			words = append(words, "--"+f.Name, shellword.Quote(value))
		}
	})
	for _, arg := range args {
		words = append(words, shellword.Quote(arg))
	}
	return strings.Join(words, " ")
}

// pipeColumns is how wide a text is that no terminal shows.
const pipeColumns = 100

// Columns is how wide a text may be that is written to a command's output: as its terminal is, or else 100 characters.
func Columns(w io.Writer) int {
	if o, is := w.(*Output); is && o.Terminal {
		if f, is := o.W.(*os.File); is {
			if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
				return width
			}
		}
	}
	return pipeColumns
}
