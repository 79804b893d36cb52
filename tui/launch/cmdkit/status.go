// Package cmdkit, which changes without notice, is what the commands of the program share: exit statuses, rows of
// flags, completions of a shell, and how text gets to standard output.
package cmdkit

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"eyeline/reader/each"
	"eyeline/reader/emit"
	"eyeline/reader/tools"
)

// Exit statuses.
const (
	exitOK     = 0
	ExitFailed = 1 // a tool refuses, or a file cannot be read
	ExitUsage  = 2
	// exitNotText: the model gets something else than text, such as a picture.
	exitNotText = 3
	// ExitNotJudged: a change that was to be judged is not understood.
	ExitNotJudged = 3
	// ExitUnsettled: the answer of a search has no one text, or is not known.
	ExitUnsettled = 4
)

// Status is an error with an exit status. Text is for standard error; "" where all has been said.
type Status struct {
	Code int
	Text string
}

func (s Status) Error() string { return s.Text }

// Exit ends the program with a status; nothing more is printed.
func Exit(code int) error { return Status{Code: code} }

// Usage says what is wrong with the command line.
func Usage(format string, args ...any) error {
	return Status{ExitUsage, "eyeline: " + fmt.Sprintf(format, args...)}
}

// Fail is a failure with exactly this text.
func Fail(format string, args ...any) error { return Status{ExitFailed, fmt.Sprintf(format, args...)} }

// Problem is an error in the program's own words, which name the program once.
func Problem(err error) error {
	return Fail("eyeline: %s", strings.TrimPrefix(Words(err), "eyeline: "))
}

// Words is what an error says. Of a file that the system refused it has the name and the reason, and not the call,
// which has other names on other systems.
func Words(err error) string {
	text := err.Error()
	if refused, is := errors.AsType[*fs.PathError](err); is {
		text = strings.Replace(text, refused.Error(), refused.Path+": "+refused.Err.Error(), 1)
	}
	return text
}

// Failed gives the error of a command its exit status: a tool's refusal is printed exactly, anything else as a Problem.
func Failed(err error) error {
	var known Status
	if err == nil || errors.Is(err, syscall.EPIPE) || errors.As(err, &known) {
		return err
	}
	if notText, is := errors.AsType[*emit.NotTextError](err); is {
		return Status{exitNotText, "eyeline: " + notText.Text}
	}

	switch refusal, is := errors.AsType[*tools.Error](err); {
	case !is:
		return Problem(err)
	case refusal.Own:
		return Status{ExitUsage, refusal.Text}
	}

	return Status{ExitFailed, err.Error()}
}

// Viewed is the error of a viewer that ended with an exit status and, perhaps, an error.
func Viewed(code int, err error) error {
	switch {
	case err != nil:
		return Status{max(code, ExitFailed), err.Error()}
	case code != exitOK:
		return Exit(code)
	}
	return nil
}

// NoArguments refuses everything but flags, and asks which command below this one was perhaps meant.
func NoArguments(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	below := each.Of(cmd.Commands(), (*cobra.Command).Name)
	takes := Alternatives(append([]string{"flags"}, below...))
	return Usage("%s takes nothing but %s, not %q%s", cmd.Name(), takes, args[0], Near(args[0], below))
}

// AtMostOne refuses more than one argument; what names it.
func AtMostOne(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > 1 {
			return Usage("%s takes one %s at most; there are %d: %s",
				cmd.Name(), what, len(args), strings.Join(args, ", "))
		}
		return nil
	}
}

// FindTool finds a tool by its name.
func FindTool(name string) (*tools.Tool, error) {
	t, ok := tools.Lookup(name)
	if !ok {
		return nil, Usage("no tool is called %q%s", name, OtherTool(name))
	}
	return t, nil
}

// OtherTool asks at the end of a sentence which tool may have been meant by an unknown name, or lists all of them.
func OtherTool(name string) string {
	return cmp.Or(meant(tools.NearNames(name)), "; the tools are "+strings.Join(tools.Names(), ", "))
}

// Near asks at the end of a sentence which of the known names may have been meant; "" where none is like it.
func Near(name string, known []string) string { return meant(tools.Similar(name, known)) }

// meant asks at the end of a sentence which of some names was meant; "" without any.
func meant(near []string) string {
	if len(near) == 0 {
		return ""
	}
	return "; did you mean " + Alternatives(near) + "?"
}

// CheckFolder refuses what is no folder that can be searched; "" is the working directory.
func CheckFolder(dir string) error {
	name := Printable(dir)
	dir = cmp.Or(dir, ".")
	info, err := os.Stat(dir)
	if err == nil && info.IsDir() {
		_, err = os.Stat(dir + string(os.PathSeparator) + ".")
	}

	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Fail("eyeline: there is no folder %s", name)
	case errors.Is(err, fs.ErrPermission):
		return Fail("eyeline: the folder %s cannot be searched: permission denied", name)
	case err != nil:
		return Problem(err)
	case !info.IsDir():
		return Usage("%s is not a directory", name)
	}

	return nil
}

// Alternatives is a list in words: "a, b or c".
func Alternatives(names []string) string {
	n := len(names)
	if n < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:n-1], ", ") + " or " + names[n-1]
}

// CheckRoot refuses what is there and is no folder: a tool would say of every file below it that it is missing. flag
// names it.
func CheckRoot(flag, dir string) error {
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return Usage("%s %s is not a directory", flag, Printable(dir))
	}
	return nil
}
