package cmdkit

import (
	"context"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"eyeline/reader/source/revision"
)

// gitPatience is how long git may take to list what a shell completes.
const gitPatience = time.Second

// CompleteRevisions completes a revision of git, for as long as its patience lasts.
func CompleteRevisions(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	ctx := cmd.Context()
	if ctx == nil {
		ctx = context.Background()
	}
	ctx, stop := context.WithTimeout(ctx, gitPatience)
	defer stop()
	return revision.Names(ctx, "."), cobra.ShellCompDirectiveNoFileComp
}

// CompleteWords completes one of several words.
func CompleteWords(choices func() []string) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return choices(), cobra.ShellCompDirectiveNoFileComp
	}
}

// CompleteList completes the last of several words with commas between them.
func CompleteList(choices func() []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		before := typed[:strings.LastIndexByte(typed, ',')+1]
		var all []string
		for _, word := range choices() {
			all = append(all, before+word)
		}
		return all, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
}

// CompleteFolders completes a folder.
func CompleteFolders(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}
