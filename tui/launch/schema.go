package launch

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	topics "eyeline/tui/help"
	"eyeline/tui/launch/cmdkit"
)

// schemaCommand makes the command that prints the JSON schemas of what other commands print as JSON.
func schemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:               "schema [NAME]",
		Short:             "Print the JSON Schema of what a command prints, or list the names",
		Long:              "The schemas are those of " + strings.Join(topics.Schemas(), ", ") + ".",
		Args:              cmdkit.AtMostOne("name"),
		ValidArgsFunction: cobra.FixedCompletions(topics.Schemas(), cobra.ShellCompDirectiveNoFileComp),
		RunE: func(cmd *cobra.Command, args []string) error {
			text := strings.Join(topics.Schemas(), "\n") + "\n"
			if len(args) > 0 {
				var ok bool
				text, ok = topics.Schema(args[0])
				if !ok {
					return cmdkit.Usage(
						"no schema is called %q%s; there are %s",
						args[0], cmdkit.SuggestNames(args[0], topics.Schemas()),
						strings.Join(topics.Schemas(), ", "),
					)
				}
			}

			_, err := io.WriteString(cmd.OutOrStdout(), text)
			return err
		},
	}
}
