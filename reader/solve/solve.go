// Package solve helps to find the arguments of a read: the ladder lists every block that an anchor can have, the
// solver finds the arguments whose read gives lines that are wanted. It knows no tool by name: a tool's Places say
// which arguments there are, and whatever is found has been read with the tool itself. The package changes without
// notice.
//
// Line numbers are 1-based and inclusive, byte offsets 0-based and half-open.
package solve

import (
	"context"
	"encoding/json"
	"reflect"

	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// Calls are the calls of one tool on one file, in the mode of a place.
type Calls struct {
	Tool  *tools.Tool
	Place tools.Place
	Env   tools.Env
	File  string // as the tool's arguments name it
}

// Args is the JSON of a call.
func (c Calls) Args(v tools.Values) json.RawMessage { return c.Tool.Call(c.Place, c.File, v) }

// Window makes a call for its window; nothing is rendered. The error is a *tools.Error when the tool refuses.
func (c Calls) Window(ctx context.Context, v tools.Values) (window.Window, error) {
	// A tool that reads little may not look whether it is still wanted.
	if err := ctx.Err(); err != nil {
		return window.Window{}, err
	}
	r, err := c.Tool.Read(ctx, c.Env, c.Args(v))
	if err != nil {
		return window.Window{}, err
	}
	return r.Window, r.Close()
}

// given counts the arguments that are not their defaults.
func (c Calls) given(v tools.Values) int {
	n := 0
	for flag, value := range v {
		if p, ok := c.Tool.Param(flag); !ok || !reflect.DeepEqual(p.Default, value) {
			n++
		}
	}
	return n
}
