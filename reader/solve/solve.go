// Package solve, which changes without notice, finds arguments of a read: the ladder has every block that an anchor can
// have, and the solver finds the read that returns wanted lines. It knows no tool by name: a tool's Places say which
// arguments there are, and every result has been read with the tool itself.
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

// Calls describes the calls of one tool on one file, in the mode of Place.
type Calls struct {
	Tool  *tools.Tool
	Place tools.WindowParams
	Env   tools.Env
	File  string // as in the tool's arguments
}

// Args returns the JSON arguments of a call.
func (c Calls) Args(v tools.Values) json.RawMessage { return c.Tool.Call(c.Place, c.File, v) }

// Window makes a call and returns its window without rendering it. The error is a *tools.Error for a refusal.
func (c Calls) Window(ctx context.Context, v tools.Values) (window.Window, error) {
	// A fast tool may not check the context.
	if err := ctx.Err(); err != nil {
		return window.Window{}, err
	}
	r, err := c.Tool.Read(ctx, c.Env, c.Args(v))
	if err != nil {
		return window.Window{}, err
	}
	return r.Window, r.Close()
}

// given returns how many arguments differ from their defaults.
func (c Calls) given(v tools.Values) int {
	n := 0
	for flag, value := range v {
		if p, ok := c.Tool.Param(flag); !ok || !reflect.DeepEqual(p.Default, value) {
			n++
		}
	}
	return n
}
