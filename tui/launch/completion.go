package launch

import (
	_ "embed"
	"io"

	"github.com/spf13/cobra"
)

// bashHelpers are what the completions of bash take from the package bash-completion, for where that is not installed.
//
//go:embed completion.bash
var bashHelpers string

// completeInBash makes "completion bash" work without the package bash-completion.
func completeInBash(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	cmd, _, err := root.Find([]string{"completion", "bash"})
	if err != nil || cmd.Name() != "bash" {
		return
	}
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if _, err := io.WriteString(cmd.OutOrStdout(), bashHelpers); err != nil {
			return err
		}
		return run(cmd, args)
	}
}
