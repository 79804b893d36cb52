// Package cmdkit, which changes without notice, is what the commands of the program share: exit statuses, rows of
// flags, completions of a shell, and how text gets to standard output.
package cmdkit

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"eyeline/reader/emit"
	"eyeline/reader/lists"
	"eyeline/reader/tools"
)

// Exit statuses.
const (
	exitOK     = 0
	ExitFailed = 1 // a tool refused, or a file could not be read
	ExitUsage  = 2
	// exitNotText: the model gets something other than text, such as a picture.
	exitNotText = 3
	// ExitNotJudged: a change that was to be judged is not understood.
	ExitNotJudged = 3
	// ExitUnsettled: the answer of a search can be one of several texts, or is not known.
	ExitUnsettled = 4
)

// Status is an error with an exit status. Text is for standard error; "" if nothing is left to say.
type Status struct {
	Code int
	Text string
}

func (s Status) Error() string { return s.Text }

// Exit returns the error that ends the program with a status and prints nothing more.
func Exit(code int) error { return Status{Code: code} }

// Usage returns an error about the command line.
func Usage(format string, args ...any) error {
	return Status{ExitUsage, "eyeline: " + fmt.Sprintf(format, args...)}
}

// Fail returns a failure with exactly this text.
func Fail(format string, args ...any) error { return Status{ExitFailed, fmt.Sprintf(format, args...)} }

// Problem returns an error with the name of the program before it, once.
func Problem(err error) error {
	return Fail("eyeline: %s", strings.TrimPrefix(ErrorText(err), "eyeline: "))
}

// ErrorText returns the text of an error. For a file that the system refused, it has the name and the reason but not
// the system call, whose name differs between systems.
func ErrorText(err error) string {
	call, ok := errors.AsType[*os.SyscallError](err)
	if ok && call.Syscall == "getwd" && errors.Is(err, fs.ErrNotExist) {
		return "the working folder is not there any more"
	}

	text := err.Error()
	if refused, ok := errors.AsType[*fs.PathError](err); ok {
		text = strings.Replace(text, refused.Error(), refused.Path+": "+refused.Err.Error(), 1)
	}
	return text
}

// CommandError returns the error of a command with its exit status. A tool's refusal is printed exactly; anything else
// is a Problem.
func CommandError(err error) error {
	var known Status
	if err == nil || errors.Is(err, syscall.EPIPE) || errors.As(err, &known) {
		return err
	}
	if notText, ok := errors.AsType[*emit.NotTextError](err); ok {
		return Status{exitNotText, "eyeline: " + notText.Text}
	}

	refusal, ok := errors.AsType[*tools.Error](err)
	if !ok {
		return Problem(err)
	}
	if refusal.Own {
		return Status{ExitUsage, refusal.Text}
	}

	return Status{ExitFailed, err.Error()}
}

// ViewerError returns the error of a viewer that ended with an exit status and possibly an error.
func ViewerError(code int, err error) error {
	switch {
	case err != nil:
		return Status{max(code, ExitFailed), err.Error()}
	case code != exitOK:
		return Exit(code)
	}
	return nil
}

// NoArguments refuses everything but flags. If the argument is like the name of a command below this one, it suggests
// that.
func NoArguments(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	below := lists.Map(cmd.Commands(), (*cobra.Command).Name)
	takes := Alternatives(append([]string{"flags"}, below...))
	return Usage("%s takes nothing but %s, not %q%s", cmd.Name(), takes, args[0], SuggestNames(args[0], below))
}

// AtMostOne refuses more than one argument; what says what the argument is.
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
		return nil, Usage("no tool is called %q%s", name, SuggestTool(name))
	}
	return t, nil
}

// SuggestTool ends a sentence about an unknown tool: it suggests a similar name, or lists all tools.
func SuggestTool(name string) string {
	return cmp.Or(meant(tools.NearNames(name)), "; the tools are "+strings.Join(tools.Names(), ", "))
}

// SuggestNames ends a sentence by suggesting the known names that are similar; "" if none is.
func SuggestNames(name string, known []string) string { return meant(tools.Similar(name, known)) }

// SuggestAgent ends a sentence about an unknown agent: it suggests the known names that are similar, or begin with a
// word that is, else it lists all of them.
func SuggestAgent(name string, known []string) string {
	near := tools.Similar(name, known)
	if len(near) == 0 {
		near = slices.DeleteFunc(slices.Clone(known), func(k string) bool {
			word, _, _ := strings.Cut(k, "_")
			return len(tools.Similar(name, []string{word})) == 0
		})
	}
	return cmp.Or(meant(near), "; there are "+strings.Join(known, ", "))
}

// meant ends a sentence by asking which of some names was meant; "" without names.
func meant(near []string) string {
	if len(near) == 0 {
		return ""
	}
	return "; did you mean " + Alternatives(near) + "?"
}

// CheckFolder refuses a path that is not a folder that can be searched; "" is the working directory.
func CheckFolder(dir string) error {
	if !filepath.IsAbs(dir) {
		if _, err := os.Getwd(); err != nil {
			return Problem(err) // the system may still find "."
		}
	}

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

// Alternatives joins names: "a, b or c".
func Alternatives(names []string) string {
	n := len(names)
	if n < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:n-1], ", ") + " or " + names[n-1]
}

// CheckRootThere is CheckRoot that also refuses a path that is not there; dir may be "".
func CheckRootThere(flag, dir string) error {
	if _, err := os.Stat(dir); dir != "" && errors.Is(err, fs.ErrNotExist) {
		return Fail("eyeline: there is no folder %s, which %s names", Printable(dir), flag)
	}
	return CheckRoot(flag, dir)
}

// CheckRoot refuses a path that exists and is not a folder: a tool would report every file below it as missing. flag is
// the flag that has the path.
func CheckRoot(flag, dir string) error {
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return Usage("%s %s is not a directory", flag, Printable(dir))
	}
	return nil
}
