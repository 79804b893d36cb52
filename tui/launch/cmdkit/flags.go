package cmdkit

import (
	"cmp"
	"fmt"

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
		case *string:
			f.VarP(&word{to, cmp.Or(r.Kind, "string")}, r.Name, r.Short, r.Help)
		default:
			panic(fmt.Sprintf("cli: --%s goes into a %T", r.Name, to))
		}
	}
}

// word is a flag that takes any text, with its placeholder in --help.
type word struct {
	text *string
	kind string
}

func (w *word) String() string     { return *w.text }
func (w *word) Set(s string) error { *w.text = s; return nil }
func (w *word) Type() string       { return w.kind }
