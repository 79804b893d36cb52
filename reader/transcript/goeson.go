package transcript

import (
	"path"
	"slices"
	"strings"

	"eyeline/reader/transcript/formats"
	"eyeline/reader/transcript/record"
)

// The earlier output of a command is put before the output that a later call gives of it, if both are short and the
// command had few calls.
const (
	maxEarlier      = 256 << 10
	maxEarlierCalls = 64
)

// goingOn is a call that asked for more output of a command that an earlier call started, or that typed into it.
type goingOn struct {
	*Session
	call *record.Call
}

// ran returns the command with the part of its output that this call gave.
func (s goingOn) ran() (ran []formats.ShellCommand) {
	c := s.call
	first := c.Continues()
	if s.format.Ran != nil {
		called := s.called(first)
		called.Result = s.Recorded(c.Result)
		if all, isOf := s.format.Ran(called); isOf { // those whose output came with other calls gave nothing here
			return slices.DeleteFunc(all, func(one formats.ShellCommand) bool { return one.Output.Sent() == "" })
		}
	}

	began := s.Session.ran(first)
	typed := s.typed()
	text, cut, _ := s.Text(c.Result, record.TextLimit)
	if len(began) != 1 {
		return nil
	}

	one := began[0]
	one.Failed = c.Failed
	one.Output = s.format.OutputIn(string(text))
	one.Output.NoEnd = one.Output.NoEnd || cut

	if typed != "" {
		if !isShell(one.Command) {
			return nil
		}
		one.Command = typed
		one.Output.Pieces = withoutEcho(one.Output.Pieces, typed)
		return []formats.ShellCommand{one}
	}

	earlier, ok := s.earlier()
	if !ok {
		return nil
	}

	one.Again = true
	one.Earlier = earlier
	return []formats.ShellCommand{one}
}

// longestTyped is how many bytes of typed text are looked at, at most.
const longestTyped = 128 << 10

// typed returns what a call types into a running command.
func (s goingOn) typed() string {
	args, _ := s.Args(s.call)
	return strings.TrimSpace(strings.ReplaceAll(args.Get("chars").Text(longestTyped), "\r", "\n"))
}

// isShell reports whether a command is a shell that waits for commands.
func isShell(command string) bool {
	words := strings.Fields(command)
	isFlag := func(word string) bool { return strings.HasPrefix(word, "-") && word != "-c" && word != "-lc" }
	return len(words) > 0 && slices.Contains([]string{"sh", "bash", "zsh", "dash"}, path.Base(words[0])) &&
		!slices.ContainsFunc(words[1:], func(word string) bool { return !isFlag(word) })
}

// withoutEcho removes the echo of the typed text, which a terminal adds to the output.
func withoutEcho(pieces []string, typed string) []string {
	if len(pieces) == 0 {
		return pieces
	}
	head, rest, _ := strings.Cut(pieces[0], "\n")
	echo, _, _ := strings.Cut(typed, "\n")
	if strings.TrimSpace(head) != strings.TrimSpace(echo) {
		return pieces
	}
	return append([]string{rest}, pieces[1:]...)
}

// earlier returns what the command had printed before this call; ok is false if that is not known, or too long.
func (s goingOn) earlier() (printed string, ok bool) {
	c := s.call
	calls := 0
	for n := c.Continues().Number; n < c.Number; n++ {
		before := s.Call(n)
		if before != c.Continues() && before.Continues() != c.Continues() {
			continue
		}

		text, cut, _ := s.Text(before.Result, record.TextLimit)
		o := s.format.OutputIn(string(text))
		whole, isWhole := o.Whole()
		printed += whole
		calls++
		if cut || !isWhole || len(printed) > maxEarlier || calls > maxEarlierCalls {
			return "", false
		}
	}

	return printed, true
}
