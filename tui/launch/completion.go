package launch

import (
	"io"

	"github.com/spf13/cobra"
)

// bashHelpers are what the completions of bash take from the package bash-completion, for where that is not installed.
const bashHelpers = `# What follows takes these from the package bash-completion, where that is installed.
if ! declare -F _get_comp_words_by_ref >/dev/null 2>&1; then
    # The words up to the cursor; those that bash divided at = and : are put together again.
    _get_comp_words_by_ref() {
        local i part line=${COMP_LINE:0:COMP_POINT}
        words=() cword=0
        for ((i = 0; i <= COMP_CWORD; i++)); do
            part=${COMP_WORDS[i]}
            if ((i > 0)) && [[ $line != [[:space:]]* && ($part == [=:]* || ${COMP_WORDS[i-1]} == *[=:]) ]]; then
                words[cword]+=$part
            else
                cword=${#words[@]}
                words[cword]=$part
            fi
            line=${line#"${line%%[![:space:]]*}"}
            line=${line#"$part"}
        done
        cur=${words[cword]}
        prev=
        ((cword > 0)) && prev=${words[cword-1]}
        return 0
    }
fi
if ! declare -F _filedir >/dev/null 2>&1; then
    _filedir() {
        local kind=-f line
        [[ ${1-} == -d ]] && kind=-d
        compopt -o filenames 2>/dev/null
        COMPREPLY=()
        while IFS= read -r line; do
            COMPREPLY+=("$line")
        done < <(compgen "$kind" -- "$cur")
    }
fi

`

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
