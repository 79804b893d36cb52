package cmdkit

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Flag is a flag of a command, in one row.
type Flag struct {
	Name, Short string
	// To points to where the value is stored: a *bool, *int, *int64, *string or *[]string, which already has the
	// default.
	To any
	// Kind is the placeholder of a value in --help, if the help does not name it in backquotes; "" for "string".
	Kind string
	Help string
	// Whole: a value of a list is taken with its commas, as paths are; otherwise commas separate values.
	Whole bool
	// Empty: an empty value is taken, and is that of a flag that is not given or has a meaning of its own. Of other
	// flags it is an error: a variable that is not set would silently switch off what the flag asks for.
	Empty bool
	// Complete completes a value in a shell; nil for the default completion.
	Complete cobra.CompletionFunc
}

// AddFlags adds rows to the flags of a command, in their order.
func AddFlags(cmd *cobra.Command, rows []Flag) {
	cmd.Flags().SortFlags = false
	Register(cmd.Flags(), rows)
	for _, r := range rows {
		if r.Complete != nil {
			_ = cmd.RegisterFlagCompletionFunc(r.Name, r.Complete) // cannot fail: the flag exists
		}
	}
}

// Register adds rows to a set of flags.
func Register(f *pflag.FlagSet, rows []Flag) {
	for _, r := range rows {
		switch to := r.To.(type) {
		case *bool:
			f.BoolVarP(to, r.Name, r.Short, *to, r.Help)
		case *int:
			f.IntVarP(to, r.Name, r.Short, *to, r.Help)
		case *int64:
			f.Int64VarP(to, r.Name, r.Short, *to, r.Help)
		case *[]string:
			if r.Whole {
				f.StringArrayVarP(to, r.Name, r.Short, *to, r.Help)
			} else {
				f.StringSliceVarP(to, r.Name, r.Short, *to, r.Help)
			}

			flag := f.Lookup(r.Name)
			flag.Value = wordList{flag.Value}
		case *string:
			f.VarP(&word{to, cmp.Or(r.Kind, "string"), r.Empty}, r.Name, r.Short, r.Help)
		default:
			panic(fmt.Sprintf("cli: --%s goes into a %T", r.Name, to))
		}
	}
}

// errEmpty says that a flag has an empty value. It is a sentence that begins with the flag.
var errEmpty = errors.New("wants a value, and is given an empty one")

func isBlank(s string) bool { return strings.TrimSpace(s) == "" }

// wordList is a flag that takes several words, none of which is empty.
type wordList struct{ pflag.Value }

func (w wordList) Set(s string) error {
	words := []string{s}
	if w.Type() == "stringSlice" {
		words = strings.Split(s, ",")
	}
	if slices.ContainsFunc(words, isBlank) {
		return errEmpty
	}
	return w.Value.Set(s)
}

// GetSlice returns the words.
func (w wordList) GetSlice() []string {
	list, ok := w.Value.(pflag.SliceValue)
	if !ok {
		return nil
	}
	return list.GetSlice()
}

// word is a flag that takes any text, with its placeholder in --help.
type word struct {
	text  *string
	kind  string
	empty bool // an empty text is taken
}

func (w *word) String() string { return *w.text }
func (w *word) Type() string   { return w.kind }

func (w *word) Set(s string) error {
	if s == "" && !w.empty {
		return errEmpty
	}
	*w.text = s
	return nil
}
