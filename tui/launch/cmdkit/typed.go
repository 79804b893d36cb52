package cmdkit

import (
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"eyeline/reader/each"
	"eyeline/tui/kit/shellword"
)

// Typed is a command with its flags and arguments as they could be typed: the flags in the order of their names, and
// "--" before arguments of which one would be taken for a flag.
func Typed(cmd *cobra.Command) string {
	words := []string{cmd.CommandPath()}
	cmd.Flags().Visit(func(f *pflag.Flag) { words = append(words, typedFlag(f)...) })
	args := cmd.Flags().Args()
	if slices.ContainsFunc(args, func(arg string) bool { return strings.HasPrefix(arg, "-") && arg != "-" }) {
		words = append(words, "--")
	}
	return strings.Join(append(words, each.Of(args, shellword.Quote)...), " ")
}

// typedFlag are the words that give a flag its value.
func typedFlag(f *pflag.Flag) (words []string) {
	name := "--" + f.Name
	value := f.Value.String()
	switch f.Value.Type() {
	case "bool": // the value of such a flag is not a word of its own
		if value == "true" {
			return []string{name}
		}
		return []string{name + "=" + value}
	case "stringSlice": // printed in brackets, else as it is typed
		value = strings.TrimSuffix(strings.TrimPrefix(value, "["), "]")
	case "stringArray": // a flag for each
		if list, is := f.Value.(pflag.SliceValue); is {
			for _, one := range list.GetSlice() {
				words = append(words, name, shellword.Quote(one))
			}
			return words
		}
	}

	return []string{name, shellword.Quote(value)}
}

// pipeColumns is how wide a text is that no terminal shows.
const pipeColumns = 100

// Columns is how wide a text may be that is written to a command's output: as its terminal is, or else 100 cells.
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
