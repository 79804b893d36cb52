package launch

import (
	"context"
	"io"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"eyeline/reader/source/revision"
)

// What a shell completes: files, which are the shell's own business, and the revisions of git and the files in them.

// completionPatience is how long git may take to list what a shell completes.
const completionPatience = time.Second

// completeFiles completes a FILE. Names of files are left to the shell; where none begins with what is typed, revisions
// are named, and after the colon the files in one.
func completeFiles(cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	ctx, stop := context.WithTimeout(contextOf(cmd), completionPatience)
	defer stop()
	if n, is := revision.Parse(typed); is {
		if names := filesOf(ctx, n); len(names) > 0 {
			return names, cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
		}
		return nil, cobra.ShellCompDirectiveDefault
	}
	if typed == "" || beginsFile(typed) {
		return nil, cobra.ShellCompDirectiveDefault
	}
	var names []string
	for _, rev := range revision.Names(ctx, ".") {
		if strings.HasPrefix(rev, typed) {
			names = append(names, rev+":")
		}
	}
	if names == nil {
		return nil, cobra.ShellCompDirectiveDefault
	}
	return names, cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
}

func contextOf(cmd *cobra.Command) context.Context {
	if ctx := cmd.Context(); ctx != nil {
		return ctx
	}
	return context.Background()
}

// beginsFile reports whether the name of a file begins with what is typed.
func beginsFile(typed string) bool {
	dir, base := path.Split(typed)
	if dir == "" {
		dir = "."
	}
	entries, err := os.ReadDir(dir)
	return err == nil && slices.ContainsFunc(entries, func(e os.DirEntry) bool { return strings.HasPrefix(e.Name(), base) })
}

// filesOf names the files and folders of a revision that begin with what is typed of a path.
func filesOf(ctx context.Context, n revision.Name) []string {
	dir, base := path.Split(n.Path)
	entries, err := revision.List(ctx, ".", n.Of(dir))
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range entries {
		if strings.HasPrefix(e.Base, base) && e.Kind != revision.KindModule {
			names = append(names, e.Name.Text)
		}
	}
	return names
}

// completeRevisions completes a revision.
func completeRevisions(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	ctx, stop := context.WithTimeout(contextOf(cmd), completionPatience)
	defer stop()
	return revision.Names(ctx, "."), cobra.ShellCompDirectiveNoFileComp
}

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
