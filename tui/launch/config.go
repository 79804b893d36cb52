package launch

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"eyeline/keymap"
	"eyeline/reader/lists"
	"eyeline/tui/kit/cells"
	"eyeline/tui/launch/cmdkit"
	"eyeline/tui/launch/commandline"
	"eyeline/tui/settingsfile"
)

func configCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use: "config [flags]", Short: "Print the effective settings and where each comes from",
		Long: "Config prints the settings in effect as a settings file, each with where it comes from. " +
			"Flags given to it count.",
		Args: cmdkit.NoArguments, ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			file, err := settingsfile.Load(settingsfile.Path())
			if err != nil {
				return cmdkit.Problem(err)
			}

			line := commandline.Line{Flags: cmd.Flags(), Paths: []string{""}}
			o, err := line.Resolve(file, os.Getenv)
			if err != nil {
				return cmdkit.Problem(err)
			}
			if err := checkTables(file); err != nil {
				return cmdkit.Problem(err)
			}

			values, err := commandline.Effective(cmd.Flags(), file, os.Getenv)
			if err != nil {
				return cmdkit.Problem(err)
			}

			c := configText{file: file}
			c.settings(values)
			c.keys(o.Keys)
			if err := c.tables(); err != nil {
				return cmdkit.Problem(err)
			}

			_, err = io.WriteString(cmd.OutOrStdout(), c.String())
			return err
		},
	}
	commandline.Register(cmd.Flags())
	commandline.CompleteValues(cmd)
	return cmd
}

// checkTables refuses wrong entries in the tables of presets and of eyeline check, which would only be noticed when
// they are used.
func checkTables(file *settingsfile.File) error {
	if err := commandline.CheckPresets(file); err != nil {
		return err
	}

	var c checkFlags
	cmd := &cobra.Command{}
	cmdkit.AddFlags(cmd, c.rows())
	return c.fromSettings(cmd, file)
}

// configText is the settings in effect, in the format of a settings file.
type configText struct {
	strings.Builder
	file *settingsfile.File
}

// row writes a setting and, in column width, where it comes from.
func (c *configText) row(width int, setting, from string) {
	fmt.Fprintf(c, "%-*s # %s\n", width, setting, from)
}

// settings prints the settings outside the tables, each with where its value comes from.
func (c *configText) settings(values map[string]commandline.Value) {
	const width = 30
	fmt.Fprintf(c, "# %s\n", cmp.Or(cells.Sanitize(c.file.Path), "no settings file"))
	for _, s := range commandline.Settings() {
		v := values[s.Name]
		switch {
		case s.FlagOnly: // it is not a setting of the file
		case v.Text == "" && s.Unset != "":
			c.row(width, "# "+s.Name+" is not set", s.Unset)
		default:
			c.row(width, s.Name+" = "+s.InFile(v.Text), v.From)
		}
	}
}

// keys prints the keys of all actions as the table [keys].
func (c *configText) keys(m *keymap.Map) {
	const width = 50
	c.WriteString("\n[keys]\n")
	for _, row := range m.Bindings() {
		from := commandline.FromDefault
		if _, ok := c.file.Keys[row.Action]; ok {
			from = commandline.FromSettings
		}
		c.row(width, string(row.Action)+" = "+writtenKeys(row.Keys), from)
	}

	if len(c.file.Colors) == 0 {
		return
	}

	c.WriteString("\n[colors]\n")
	for _, role := range slices.Sorted(maps.Keys(c.file.Colors)) {
		c.row(width, settingsfile.Key(role)+" = "+settingsfile.Text(c.file.Colors[role]), commandline.FromSettings)
	}
}

// tables writes the tables of eyeline check, of the arguments of tools, and of presets.
func (c *configText) tables() error {
	if len(c.file.Check) > 0 {
		unset := func(name string) bool { return c.file.Check[name] == nil }
		names := slices.DeleteFunc(slices.Clone(checkSettings), unset)
		if err := c.table([]string{"check"}, names, c.file.Check); err != nil {
			return err
		}
	}

	for _, t := range []struct {
		name   string
		tables map[string]map[string]any
	}{{"arguments", c.file.Arguments}, {"presets", c.file.Presets}} {
		for _, name := range slices.Sorted(maps.Keys(t.tables)) {
			values := t.tables[name]
			if err := c.table([]string{t.name, name}, slices.Sorted(maps.Keys(values)), values); err != nil {
				return err
			}
		}
	}

	return nil
}

// table writes one table, with the values of some names.
func (c *configText) table(key, names []string, values map[string]any) error {
	fmt.Fprintf(c, "\n[%s] # %s\n", settingsfile.Keys(key), commandline.FromSettings)
	for _, name := range names {
		text, err := settingsfile.Value(values[name])
		if err != nil {
			return c.file.Errorf(append(slices.Clone(key), name), "%w", err)
		}
		fmt.Fprintf(c, "%s = %s\n", settingsfile.Key(name), text)
	}
	return nil
}

// writtenKeys formats the keys of an action for the settings file: as one text if that can be read back, else as a
// list.
func writtenKeys(keys []string) string {
	names := make([]string, len(keys))
	isPlain := len(keys) > 0
	for i, k := range keys {
		names[i] = keymap.Name(k)
		if keymap.Parse(names[i]) != k { // drawn with marks: only the key itself can be read back
			names[i] = k
		}

		isPlain = isPlain && len(strings.Fields(names[i])) == 1 && strings.Fields(names[i])[0] == names[i]
	}

	if isPlain {
		return settingsfile.Text(strings.Join(names, " "))
	}

	return "[" + strings.Join(lists.Map(names, settingsfile.Text), ", ") + "]"
}
