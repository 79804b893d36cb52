package transcript

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"eyeline/reader/transcript/formats"
	"eyeline/reader/transcript/keptoutcome"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/shellrun"
)

// shells holds the state of evaluating the commands of a run, in their order: each command finds the files as the calls
// before it left them.
type shells struct {
	disk  shellrun.Disk
	root  string // as given to LookIn
	set   bool   // the disk is set
	model *shellrun.Model
	next  int       // number of the first call that has not been taken
	ran   []*called // by the number of the call, less 1; nil for one that was not evaluated
	last  keptoutcome.Condensed
	plain map[plainCall]*called // some of those in ran, which are in it once for all calls that came to the same
	// made has, for each file that a command created, or wrote while it opened others, the number of the first such
	// call. From then on it may contain lines of any file.
	made map[string]int
	// held has, for each call that was passed, the texts that its changes removed, if the run had been told them as
	// part of their files, or if that is not known.
	held map[int][]heldText
}

// heldText is a removed text that the run had been told as part of the file, or that may have been.
type heldText struct {
	text    string
	isKnown bool
}

// called is what the commands of a call came to.
type called struct {
	isAnswered bool // the call had a result
	isUnclear  bool // one of them may have changed any file, see shellrun.Outcome
	ran        []keptoutcome.Condensed
}

// plainCall is what a call of one command came to that gave at most the name of a file.
type plainCall struct {
	isAnswered, isUnclear bool
	ran                   keptoutcome.Plain
}

// maxPlain bounds how many of them are looked through for one that is the same.
const maxPlain = 4096

// of returns what the commands of a call came to; nil where it was not evaluated.
func (s *shells) of(c *record.Call) *called {
	if c.Number < 1 || c.Number > len(s.ran) {
		return nil
	}
	return s.ran[c.Number-1]
}

// keep notes what the commands of a call came to.
func (s *shells) keep(c *record.Call, ran *called) {
	if c.Number < 1 { // which is in no run
		return
	}
	if more := c.Number - len(s.ran); more > 0 {
		s.ran = append(s.ran, make([]*called, more)...)
	}
	s.ran[c.Number-1] = s.shared(ran)
}

// shared is an earlier call that came to the same as one, or that one itself.
func (s *shells) shared(one *called) *called {
	if len(one.ran) != 1 {
		return one
	}
	ran, isPlain := one.ran[0].Plain()
	if !isPlain {
		return one
	}

	key := plainCall{one.isAnswered, one.isUnclear, ran}
	if earlier := s.plain[key]; earlier != nil {
		return earlier
	}
	if s.plain == nil || len(s.plain) >= maxPlain {
		s.plain = map[plainCall]*called{}
	}
	s.plain[key] = one
	return one
}

// LookIn sets the folder in which the files of the run are looked up while its commands are evaluated, as with
// [Session.Workspace]. Call it before asking for reads or changes.
func (s *Session) LookIn(root string) {
	w := s.Workspace(root)
	disk := shellrun.Disk{Recorded: w.Recorded, Folder: w.Folder}
	if abs, err := filepath.Abs(disk.Folder); err != nil || w.closed || disk.Folder == "" {
		disk.Folder = ""
	} else if fi, err := os.Stat(abs); err == nil && fi.IsDir() {
		disk.Folder = abs
	} else {
		disk.Folder = ""
	}

	if !s.shells.set || s.shells.disk != disk {
		*s.shells = shells{disk: disk, root: root, set: true}
	}
}

// LooksIn returns the folder in which the files of a run are looked up, see [Session.LookIn].
func LooksIn(s *Session) Workspace { return s.Workspace(s.shells.root) }

// IsOther reports whether a call certainly gave no line of a file beyond the reads that are understood: all else that
// it gave is of other files, or known not to be of a file. What the result of a change says is of the changed file.
func IsOther(s *Session, c *record.Call, path string) bool {
	if !c.Answered() || c.Kind == record.Change {
		return true
	}

	isOther := false
	err := s.During(func() {
		switch c.Kind {
		case record.Shell:
			outcomes := s.outcomes(c)
			isMade := func(file string) bool { since, ok := s.shells.made[file]; return ok && since <= c.Number }
			isUnknown := func(o shellrun.Outcome) bool {
				return !o.Understood.Silent && (!isOtherIn(o, path) || slices.ContainsFunc(o.Understood.Opened, isMade))
			}

			// The commands of a script do not tell all that it printed.
			isOther = len(outcomes) > 0 && len(s.Parts(c)) == 0 && !slices.ContainsFunc(outcomes, isUnknown)
		case record.ReadFile, record.Attachment, record.Search:
			reads, err := s.Reads(c)
			isOther = err == nil && (c.Failed || len(reads) > 0 && !slices.ContainsFunc(reads, mayBeOfAny))
		}
	})
	return err == nil && isOther
}

// mayBeOfAny reports whether a read may have given lines of a file that it does not name, or that are others than it
// says.
func mayBeOfAny(r record.Read) bool {
	isUnsure := func(l record.Line) bool { return l.UnsureNumber }
	return r.How == record.Unknown || r.Path == "" || slices.ContainsFunc(r.Lines, isUnsure)
}

// IsUnderstood reports whether it is known of each line that a call of the shell printed which file it is of, or what
// else printed it.
func IsUnderstood(s *Session, c *record.Call) (is bool) {
	err := s.During(func() {
		outcomes := s.outcomes(c)
		isUnclear := func(o shellrun.Outcome) bool { return !o.Understood.Silent && !o.Understood.All }
		is = len(outcomes) > 0 && len(s.Parts(c)) == 0 && !slices.ContainsFunc(outcomes, isUnclear)
	})
	return is && err == nil
}

// isOtherIn reports whether a command printed nothing of a file beyond its reads.
func isOtherIn(o shellrun.Outcome, path string) bool {
	return o.Understood.Exact || o.Understood.All && !o.Understood.Many && !slices.Contains(o.Understood.Opened, path)
}

// MayChangeAny reports whether a call ran something that is not understood and may have changed any file.
func MayChangeAny(s *Session, c *record.Call) (may bool) {
	if c.Kind != record.Shell {
		return false
	}
	err := s.During(func() {
		s.passUpTo(c.Number + 1)
		ran := s.shells.of(c)
		may = ran == nil || ran.isUnclear
	})
	return may || err != nil
}

// MayChangeAlone is [MayChangeAny] for a call that runs commands, as if no call before it had changed a file: no other
// call is evaluated.
func MayChangeAlone(ctx context.Context, s *Session, c *record.Call) (may bool) {
	err := s.During(func() {
		commands := s.commandsOf(c)
		may = s.isUntold(c, commands) || slices.ContainsFunc(commands, func(one shellrun.Command) bool {
			return shellrun.Run(ctx, s.shells.disk, shellrun.NewModel(), one).Unclear
		})
	})
	return may || err != nil
}

// isUntold reports whether a call ran something that its commands do not show: a list of words that is no shell script,
// a script without literals, or text that is typed into a program.
func (s *Session) isUntold(c *record.Call, commands []shellrun.Command) bool {
	isNone := func(one shellrun.Command) bool { return strings.TrimSpace(one.Line) == "" }
	switch {
	case len(commands) > 0:
		return slices.ContainsFunc(commands, isNone)
	case c.Continues() != nil:
		return goingOn{s, c}.typed() != ""
	}
	return len(s.Parts(c)) == 0 // otherwise they are all that it did
}

// MayChangeByWords reports whether a command of a call may have changed files, judging by its words alone. If it is
// false, [MayChangeAny] is false, too.
func MayChangeByWords(s *Session, c *record.Call) (may bool) {
	err := s.During(func() {
		commands := s.commandsOf(c)
		may = s.isUntold(c, commands) || slices.ContainsFunc(commands, func(one shellrun.Command) bool {
			return shellrun.MayChange(one.Line)
		})
	})
	return may || err != nil
}

// NamesInCommand reports whether a name occurs in a command of a call.
func NamesInCommand(s *Session, c *record.Call, name string) bool {
	ran, err := s.ShellCommands(c)
	return err != nil || slices.ContainsFunc(ran, func(r formats.ShellCommand) bool {
		return strings.Contains(r.Command, name)
	})
}

// outcomes returns what the commands of a call came to, in order.
func (s *Session) outcomes(c *record.Call) (all []shellrun.Outcome) {
	s.passUpTo(c.Number)
	s.shells.next = max(s.shells.next, c.Number+1)
	commands := s.commandsOf(c)
	kept := s.shells.of(c)
	if kept == nil || kept.isAnswered != c.Answered() || len(kept.ran) != len(commands) {
		return s.evaluate(c, commands)
	}
	for i, one := range kept.ran {
		all = append(all, one.Outcome(commands[i].Output))
	}

	return all
}

// passUpTo takes the calls before the one with a number.
func (s *Session) passUpTo(number int) {
	if s.shells.model == nil {
		if !s.shells.set {
			s.LookIn("")
		}

		s.shells.model = shellrun.NewModel()
		s.shells.next = 1
		s.shells.made = map[string]int{}
		s.shells.held = map[int][]heldText{}
	}

	for ; s.shells.next < number; s.shells.next++ {
		s.pass(s.Call(s.shells.next))
	}
}

// Holds reports whether a text that a change without a place removes, possibly within lines, was in what the run had
// been told of a file before the call. isKnown is false if that cannot be told.
func Holds(s *Session, c *record.Call, path, text string) (holds, isKnown bool) {
	err := s.During(func() {
		s.passUpTo(c.Number)
		if s.shells.next <= c.Number {
			holds, isKnown = s.shells.model.Holds(path, text)
			return
		}

		isKnown = true
		for _, one := range s.shells.held[c.Number] {
			if one.text == text {
				holds = one.isKnown
				isKnown = one.isKnown
				return
			}
		}
	})
	return holds, isKnown && err == nil
}

// commandsOf returns the commands of a call in the form in which they are evaluated.
func (s *Session) commandsOf(c *record.Call) (all []shellrun.Command) {
	ran, _ := s.ShellCommands(c) // ShellCommands notes the error
	for _, one := range ran {
		command := shellrun.Command{
			Line: one.Command, Dir: cmp.Or(one.Dir, s.shells.disk.Recorded), Failed: one.Failed, Trims: s.format.Trims,
			Answered: c.Answered() && len(one.Output.Pieces) > 0, Cut: one.Output.NoStart || one.Output.NoEnd,
			Again: one.Again, Earlier: one.Earlier,
		}
		command.Join(one.Output.Pieces)
		all = append(all, command)
	}

	return all
}

// pass takes what a call did to files into account.
func (s *Session) pass(c *record.Call) {
	var reads []record.Read
	var edits []record.Edit
	switch c.Kind {
	case record.Shell:
		if s.shells.of(c) == nil {
			s.evaluate(c, s.commandsOf(c))
		}
		return
	case record.ReadFile, record.Attachment:
		reads = s.fileReads(c)
	case record.Change:
		if c.Failed || !c.Answered() {
			return
		}
		edits = s.fileEdits(c)
	}

	for _, r := range reads {
		r.Path = s.Resolve(r.Path)
		s.shells.model.Read(r)
	}

	for _, e := range edits {
		for _, h := range e.Hunks {
			if h.Old > 0 {
				continue
			}

			text := strings.Join(h.Removed(), "\n")
			if holds, isKnown := s.shells.model.Holds(e.Path, text); holds || !isKnown {
				s.shells.held[c.Number] = append(s.shells.held[c.Number], heldText{text, isKnown})
			}
		}

		s.shells.model.Edit(e)
	}
}

// evaluate runs the commands of a call over the files as they were before it, and keeps what they came to. It takes no
// context, because the result of a cancelled evaluation would be kept as if it were complete. The work of a command is
// limited, see [shellrun.Run].
func (s *Session) evaluate(c *record.Call, commands []shellrun.Command) (all []shellrun.Outcome) {
	kept := &called{isAnswered: c.Answered(), isUnclear: s.isUntold(c, commands)}
	for _, one := range commands {
		o := shellrun.Run(context.Background(), s.shells.disk, s.shells.model, one)
		s.resolveOutcome(&o)
		if c.Answered() {
			for _, r := range o.Reads {
				s.shells.model.Read(r)
			}
			s.shells.model.EditAll(o.Edits)
		}

		s.shells.note(o, c.Number)
		kept.isUnclear = kept.isUnclear || o.Unclear
		s.shells.last = keptoutcome.Condense(o, one.Output, s.shells.last)
		kept.ran = append(kept.ran, s.shells.last)
		all = append(all, o)
	}

	s.shells.keep(c, kept)
	return all
}

// resolveOutcome makes the paths of what a command did absolute in the same way as those of other calls: systems may
// have several names for one place.
func (s *Session) resolveOutcome(o *shellrun.Outcome) {
	for i := range o.Reads {
		o.Reads[i].Path = s.Resolve(o.Reads[i].Path)
	}
	for i := range o.Edits {
		o.Edits[i].Path = s.Resolve(o.Edits[i].Path)
		o.Edits[i].From = s.Resolve(o.Edits[i].From)
	}
}

// note records the files that a command of a call created, or wrote while it opened others: they may contain lines of
// these.
func (s *shells) note(o shellrun.Outcome, number int) {
	for _, e := range o.Edits {
		isAnother := func(file string) bool { return file != e.Path }
		isMadeAnew := e.Lost || e.IsWhole || e.Deleted || e.From != "" // also true of a moved file, which opens nothing
		mayHold := slices.ContainsFunc(o.Understood.Opened, isAnother) || o.Understood.Many || len(o.Refused) > 0
		_, isNoted := s.made[e.Path]
		if !isNoted && (isMadeAnew || mayHold) {
			s.made[e.Path] = number
		}
	}
}
