// Package mcpcmd, which changes without notice, is the command that serves reads to agents: eyeline mcp, and eyeline
// mcp check.
package mcpcmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"

	"github.com/spf13/cobra"

	"eyeline/reader/mcpserver"
	"eyeline/reader/tools"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/kit/atomicfile"
	"eyeline/tui/kit/cells"
	"eyeline/tui/launch/cmdkit"
	"eyeline/tui/settingsfile"
	"eyeline/tui/terminal/signals"
)

// flags are the flags of eyeline mcp.
type flags struct {
	root, record, listen, preset string
	tools                        []string
	page                         int

	version string
	load    func() (*settingsfile.File, error)
}

// rows are the flags, with their defaults.
func (o *flags) rows() []cmdkit.Flag {
	o.page = mcpserver.DefaultPage
	return []cmdkit.Flag{
		{
			Name: "root", To: &o.root, Empty: true, Kind: "DIR", Complete: cmdkit.CompleteFolders,
			Help: "the directory that all reads are confined to (default: the working directory)",
		},
		{
			Name: "tools", To: &o.tools, Complete: cmdkit.CompleteList(tools.Names),
			Help: "serve these tools of agents, too: `NAMES` with commas between them; eyeline tools lists them",
		},
		{
			Name: "preset", To: &o.preset, Complete: cmdkit.CompleteWords(func() []string {
				file, _ := o.load()
				return file.PresetNames()
			}),
			Help: "make the reads of the mode of the preset `NAME` of the settings as that says",
		},
		{Name: "page", To: &o.page, Help: "how many `BYTES` an answer has at most"},
		{Name: "record", To: &o.record, Kind: "FILE", Help: "append each call and its result to FILE, for eyeline " +
			"transcript"},
		{
			Name: "listen", To: &o.listen, Kind: "ADDRESS",
			Help: "serve over streamable HTTP at ADDRESS, such as 127.0.0.1:8080, instead of standard input and output",
		},
	}
}

// Command returns the command eyeline mcp; load reads the settings file, for presets.
func Command(version string, load func() (*settingsfile.File, error)) *cobra.Command {
	o := flags{version: version, load: load}
	cmd := &cobra.Command{
		Use:   "mcp [--root DIR] [--tools NAMES] [--preset NAME] [--record FILE] [--listen ADDRESS]",
		Short: "Serve reads to an agent by the Model Context Protocol",
		Args:  cmdkit.NoArguments, ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd) },
	}
	cmdkit.AddFlags(cmd, o.rows())
	cmd.AddCommand(checkCommand(version))
	return cmd
}

func (o *flags) run(cmd *cobra.Command) error {
	options, done, err := o.options(cmd.ErrOrStderr())
	if err != nil {
		return err
	}

	s, err := mcpserver.New(options)
	if err != nil {
		return errors.Join(cmdkit.Problem(err), done())
	}

	defer s.Close()
	if o.listen != "" {
		err = o.serveHTTP(cmd.Context(), s, cmd.ErrOrStderr())
	} else {
		err = s.RunOn(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout())
	}

	return cmdkit.CommandError(errors.Join(err, done()))
}

// options converts the flags to the options of the server. done closes the record.
func (o *flags) options(say io.Writer) (options mcpserver.Options, done func() error, err error) {
	options = mcpserver.Options{Root: o.root, Version: o.version, Page: o.page}
	if err := cmdkit.CheckFolder(o.root); err != nil {
		return options, nil, err
	}
	if o.page < 1000 {
		return options, nil, cmdkit.Usage("--page has room for 1000 bytes at least, not %d", o.page)
	}

	for _, name := range o.tools {
		t, err := cmdkit.FindTool(name)
		if err != nil {
			return options, nil, err
		}
		options.Tools = append(options.Tools, t)
	}

	if options.Tuned, err = o.tuned(); err != nil {
		return options, nil, err
	}

	done = func() error { return nil }
	if o.record != "" {
		record, err := o.openRecord(say)
		if err != nil {
			return options, nil, err
		}
		options.Record = record
		done = record.Close
	}

	return options, done, nil
}

// openRecord opens the record, and says what was lost if its last writer was killed.
func (o *flags) openRecord(say io.Writer) (*atomicfile.Journal, error) {
	signals.IgnoreFileLimit() // otherwise a file that is too large ends the program without a message
	record, lost, err := atomicfile.OpenJournal(o.record, mcpserver.RecordBegins)
	if err != nil {
		return nil, cmdkit.Fail("eyeline: --record %s: %s", o.record, atomicfile.Reason(err))
	}
	if lost > 0 {
		fmt.Fprintf(say, "eyeline: --record %s: %d bytes of a call that was not recorded whole are removed\n",
			cells.Sanitize(o.record), lost)
	}

	return record, nil
}

// tuned returns the read that the preset asks for.
func (o *flags) tuned() (tuned mcpserver.TunedRead, err error) {
	if o.preset == "" {
		return tuned, nil
	}

	file, err := o.load()
	if err != nil {
		return tuned, cmdkit.Problem(err)
	}

	preset, ok := file.Presets[o.preset]
	if !ok {
		return tuned, cmdkit.Usage("the settings have no preset %q; there are %s", o.preset,
			cmp.Or(cmdkit.Alternatives(file.PresetNames()), "none"))
	}

	r, err := toolrequest.New().WithPreset(preset)
	if err != nil {
		return tuned, cmdkit.Usage("preset %s: %v", o.preset, err)
	}

	return mcpserver.TunedRead{Mode: r.Mode(), Tool: r.Tool(), Values: r.Values()}, nil
}

// serveHTTP serves until ctx is done.
func (o *flags) serveHTTP(ctx context.Context, s *mcpserver.Server, say io.Writer) error {
	at, err := net.Listen("tcp", o.listen)
	if err != nil {
		return err
	}

	fmt.Fprintf(say, "eyeline: serving at http://%s\n", at.Addr())
	host, _, err := net.SplitHostPort(o.listen)
	if err != nil {
		return err
	}

	return s.ServeOn(ctx, at, host)
}
