package reader

import (
	"fmt"

	"eyeline/reader/tools"
)

// Unknown says that there is no such name: what was asked for, and what there is.
type Unknown struct {
	Name  string
	Near  []string // the names that were perhaps meant
	Known []string // all names that there are
}

// words says what there is.
func (u Unknown) words() string {
	if len(u.Known) == 0 {
		return "; there is none"
	}
	return tools.Suggestion(u.Near, u.Known)
}

func newUnknown(name string, known []string) Unknown {
	return Unknown{Name: name, Near: tools.Similar(name, known), Known: known}
}

// UnknownToolError says that there is no tool of a name.
type UnknownToolError struct{ Unknown }

func (e *UnknownToolError) Error() string {
	return fmt.Sprintf("reader: no tool is called %q%s", e.Name, e.words())
}

// UnknownArgumentError says that a tool takes no such argument.
type UnknownArgumentError struct {
	Tool string
	Unknown
}

func (e *UnknownArgumentError) Error() string {
	return fmt.Sprintf("reader: %s takes no argument %q%s", e.Tool, e.Name, e.words())
}

// UnknownSettingError says that the host of a tool sets no such thing.
type UnknownSettingError struct {
	Tool string
	Unknown
}

func (e *UnknownSettingError) Error() string {
	return fmt.Sprintf("reader: %s has no setting %q%s", e.Tool, e.Name, e.words())
}

// UnknownAgentError says that no search of an agent of this name is known.
type UnknownAgentError struct{ Unknown }

func (e *UnknownAgentError) Error() string {
	return fmt.Sprintf("reader: no agent's search is known by %q%s", e.Name, e.words())
}
