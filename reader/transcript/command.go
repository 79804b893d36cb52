package transcript

import (
	"cmp"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript/formats"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/searchtext"
	"eyeline/reader/transcript/shellrun"
)

// searchReads returns the lines that a search tool gave. A search that gives only names gave no lines.
func (s *Session) searchReads(c *record.Call) []record.Read {
	if c.Failed || !c.Answered() {
		return nil
	}
	args, _ := s.Args(c)
	text, _, _ := s.Text(c.Result, record.TextLimit)
	search := searchtext.Search{
		Text: string(text), In: searchedIn(args), Dir: s.Folder(), Windows: record.IsWindows(s.Dir),
		Prints: printing(s.format, args),
	}
	return search.Reads()
}

// printing says what a search prints by its arguments. Whether one that is not asked for numbers has them has changed
// between the versions of the agents.
func printing(f *formats.Format, args jsonskim.Value) searchtext.Printing {
	prints := f.Finds
	switch args.Get("output_mode").Text(100) {
	case "":
	case "content":
		prints = searchtext.Lines
	default: // how many lines match, if not names
		prints = searchtext.Names
	}

	if prints == searchtext.Names {
		return prints
	}

	switch args.Get("-n").Kind {
	case jsonskim.True:
		return searchtext.Numbered
	case jsonskim.False:
		return searchtext.Unnumbered
	default:
		return prints
	}
}

// searchedIn is the folder or file that the arguments of a search name.
func searchedIn(args jsonskim.Value) string {
	return cmp.Or(PathIn(args), args.Get("dir_path").Text(8192))
}

// commandReads returns the lines that the commands of a call gave.
func commandReads(outcomes []shellrun.Outcome) (reads []record.Read) {
	for _, o := range outcomes {
		reads = append(reads, o.Reads...)
	}
	return reads
}

// commandUses is [Session.ReadsAndEdits] for a call that runs commands. The commands are evaluated once for both.
func (s *Session) commandUses(c *record.Call) (reads []record.Read, edits []record.Edit, err error) {
	err = s.During(func() {
		outcomes := s.outcomes(c)
		reads = commandReads(outcomes)
		edits = s.commandEdits(c, outcomes)
	})
	s.resolveReads(c, reads)
	return reads, edits, err
}

// ShellCommands returns the shell commands that a call ran, in order, each with the folder that it ran in and the part
// of its output that the model was sent. For calls of other tools it returns no commands.
func (s *Session) ShellCommands(c *record.Call) (ran []formats.ShellCommand, err error) {
	if c.Kind != record.Shell {
		return nil, nil
	}
	err = s.During(func() { ran = s.ran(c) })
	for i := range ran {
		one := &ran[i]
		one.Dir = s.resolveIn(c, cmp.Or(one.Dir, "."))
	}
	return ran, err
}

func (s *Session) ran(c *record.Call) []formats.ShellCommand {
	if c.Continues() != nil {
		return goingOn{s, c}.ran()
	}

	if s.format.Ran != nil {
		if ran, isOf := s.format.Ran(s.called(c)); isOf {
			return ran
		}
	}

	args, _ := s.Args(c)
	text, cut, _ := s.Text(c.Result, record.TextLimit)
	ran := s.format.RanByArguments(args, string(text))
	for i := range ran {
		ran[i].Failed = c.Failed
		ran[i].Output.NoEnd = ran[i].Output.NoEnd || cut
	}

	return ran
}

// called returns what is recorded of a call.
func (s *Session) called(c *record.Call) formats.Called {
	called := formats.Called{Tool: c.Tool, Args: s.Recorded(c.Args), Result: s.Recorded(c.Result)}
	for _, p := range s.Parts(c) {
		called.Parts = append(called.Parts, s.Recorded(p))
	}
	return called
}
