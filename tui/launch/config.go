package launch

import (
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"eyeline/keymap"
	"eyeline/tui/cells"
	"eyeline/tui/settings"
)

func configCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use: "config [flags]", Short: "Print the effective settings and where each comes from", Args: noArguments, ValidArgsFunction: cobra.NoFileCompletions,
		Long: "Config prints the settings in effect as a settings file, each with where it comes from. Flags given to it count.",
		RunE: func(cmd *cobra.Command, _ []string) error {
			file, err := settings.Load(settings.Path())
			if err != nil {
				return status{exitFailed, "eyeline: " + err.Error()}
			}
			line := commandLine{flags: cmd.Flags(), paths: []string{""}}
			if _, err := line.resolve(file, os.Getenv); err != nil {
				return status{exitFailed, "eyeline: " + err.Error()}
			}
			text, err := config(&line, file, os.Getenv)
			if err != nil {
				return status{exitFailed, "eyeline: " + err.Error()}
			}
			_, err = io.WriteString(cmd.OutOrStdout(), text)
			return err
		},
	}
	register(cmd.Flags())
	completeSettings(cmd)
	return cmd
}

// config writes the settings in effect as a settings file.
func config(line *commandLine, file *settings.File, env func(string) string) (string, error) {
	values, err := effective(line.flags, file, env)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n", cells.Sanitize(file.Path))
	for _, s := range settingsTable {
		v := values[s.Name]
		switch {
		case s.FlagOnly:
		case v.text == "" && s.Unset != "":
			fmt.Fprintf(&b, "%-30s # %s\n", "# "+s.Name+" is not set", s.Unset)
		default:
			fmt.Fprintf(&b, "%-30s # %s\n", s.Name+" = "+s.inFile(v.text), v.from)
		}
	}
	keys := map[keymap.Action][]string{}
	for action, k := range file.Keys {
		keys[keymap.Action(action)] = k
	}
	m, err := keymap.New(keys)
	if err != nil {
		return "", err
	}
	b.WriteString("\n[keys]\n")
	for _, row := range m.Bindings() {
		from := fromDefault
		if _, ok := keys[row.Action]; ok {
			from = fromSettings
		}
		fmt.Fprintf(&b, "%-50s # %s\n", string(row.Action)+" = "+writtenKeys(row.Keys), from)
	}
	if len(file.Colors) > 0 {
		b.WriteString("\n[colors]\n")
		for _, role := range slices.Sorted(maps.Keys(file.Colors)) {
			fmt.Fprintf(&b, "%-50s # %s\n", settings.Key(role)+" = "+settings.Text(file.Colors[role]), fromSettings)
		}
	}
	if err := writeCheckSettings(&b, file); err != nil {
		return "", err
	}
	for _, table := range []struct {
		name   string
		values map[string]map[string]any
	}{{"arguments", file.Arguments}, {"presets", file.Presets}} {
		for _, name := range slices.Sorted(maps.Keys(table.values)) {
			fmt.Fprintf(&b, "\n[%s.%s] # %s\n", table.name, settings.Key(name), fromSettings)
			for _, k := range slices.Sorted(maps.Keys(table.values[name])) {
				text, err := settings.Value(table.values[name][k])
				if err != nil {
					return "", file.Errorf([]string{table.name, name, k}, "%w", err)
				}
				fmt.Fprintf(&b, "%s = %s\n", settings.Key(k), text)
			}
		}
	}
	return b.String(), nil
}

// writtenKeys writes the keys of an action for the settings file: one text of several keys where that is clear.
func writtenKeys(keys []string) string {
	names := make([]string, len(keys))
	isPlain := len(keys) > 0
	for i, k := range keys {
		names[i] = keymap.Name(k)
		if keymap.Parse(names[i]) != k { // shown with marks: only the key itself can be read back
			names[i] = k
		}
		isPlain = isPlain && len(strings.Fields(names[i])) == 1 && strings.Fields(names[i])[0] == names[i]
	}
	if isPlain {
		return settings.Text(strings.Join(names, " "))
	}
	for i, name := range names {
		names[i] = settings.Text(name)
	}
	return "[" + strings.Join(names, ", ") + "]"
}
