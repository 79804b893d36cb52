package cmdkit

import (
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"eyeline/reader/lists"
	"eyeline/tui/kit/shellword"
)

// Typed returns a command line for a command with its flags and arguments as they are set: the flags sorted by name,
// and "--" before arguments if one of them looks like a flag.
func Typed(cmd *cobra.Command) string {
	words := []string{cmd.CommandPath()}
	cmd.Flags().Visit(func(f *pflag.Flag) { words = append(words, typedFlag(f)...) })
	args := cmd.Flags().Args()
	if slices.ContainsFunc(args, func(arg string) bool { return strings.HasPrefix(arg, "-") && arg != "-" }) {
		words = append(words, "--")
	}
	return strings.Join(append(words, lists.Map(args, shellword.Quote)...), " ")
}

// typedFlag returns the words that set a flag to its value.
func typedFlag(f *pflag.Flag) (words []string) {
	name := "--" + f.Name
	value := f.Value.String()
	switch f.Value.Type() {
	case "bool": // the value of such a flag is not a word of its own
		if value == "true" {
			return []string{name}
		}
		return []string{name + "=" + value}
	case "stringSlice": // String() has brackets around it
		value = strings.TrimSuffix(strings.TrimPrefix(value, "["), "]")
	case "stringArray": // one flag for each value
		if list, ok := f.Value.(interface{ GetSlice() []string }); ok {
			for _, one := range list.GetSlice() {
				words = append(words, name, shellword.Quote(one))
			}
			return words
		}
	}

	return []string{name, shellword.Quote(value)}
}

// pipeColumns is the width of a text that is not written to a terminal, in columns.
const pipeColumns = 100

// Columns returns how wide a text in a command's output may be: as wide as its terminal, else pipeColumns.
func Columns(w io.Writer) int {
	if o, ok := w.(*Output); ok && o.Terminal {
		if f, ok := o.W.(*os.File); ok {
			if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
				return width
			}
		}
	}
	return pipeColumns
}
