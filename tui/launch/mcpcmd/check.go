package mcpcmd

import "github.com/spf13/cobra"

func checkCommand(string) *cobra.Command { return &cobra.Command{Use: "check"} }
