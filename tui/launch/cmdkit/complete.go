package cmdkit

import (
	"cmp"
	"context"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"eyeline/reader/lists"
	"eyeline/reader/source/revision"
)

// gitPatience is how long git may take to list completions.
const gitPatience = time.Second

// CompleteFiles completes a FILE. File names are left to the shell. If no file begins with what is typed, it offers
// revisions of git and, after the colon, the files of a revision.
func CompleteFiles(cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	var names []string
	n, isFile := revision.Parse(typed)
	switch {
	case isFile:
		names = withGit(cmd, func(ctx context.Context) []string { return filesOf(ctx, n) })
	case typed != "" && !beginsFile(typed):
		for _, rev := range withGit(cmd, revisions) {
			if strings.HasPrefix(rev, typed) {
				names = append(names, rev+":")
			}
		}
	}

	if len(names) == 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}

	return names, cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
}

// CompleteRevisions completes a revision of git.
func CompleteRevisions(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	return withGit(cmd, revisions), cobra.ShellCompDirectiveNoFileComp
}

func revisions(ctx context.Context) []string { return revision.Names(ctx, ".") }

// withGit asks git for names, for at most gitPatience.
func withGit(cmd *cobra.Command, ask func(context.Context) []string) []string {
	ctx, stop := context.WithTimeout(cmp.Or(cmd.Context(), context.Background()), gitPatience)
	defer stop()
	return ask(ctx)
}

// beginsFile reports whether a file name begins with what is typed.
func beginsFile(typed string) bool {
	dir, base := path.Split(typed)
	entries, err := os.ReadDir(cmp.Or(dir, "."))
	return err == nil && slices.ContainsFunc(entries, func(e os.DirEntry) bool {
		return strings.HasPrefix(e.Name(), base)
	})
}

// filesOf returns the files and folders of a revision whose paths begin with what is typed.
func filesOf(ctx context.Context, n revision.Name) (names []string) {
	dir, base := path.Split(n.Path)
	entries, err := revision.List(ctx, ".", n.Of(dir))
	if err != nil {
		return nil
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Base, base) && e.Kind != revision.KindModule {
			names = append(names, e.Name.Text)
		}
	}

	return names
}

// CompleteWords completes one of several words.
func CompleteWords(choices func() []string) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return choices(), cobra.ShellCompDirectiveNoFileComp
	}
}

// CompleteList completes the last word of a comma-separated list.
func CompleteList(choices func() []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		before := typed[:strings.LastIndexByte(typed, ',')+1]
		all := lists.Map(choices(), func(word string) string { return before + word })
		return all, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
}

// CompleteFolders completes a folder.
func CompleteFolders(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}
