// Package reviewforms writes what a check finds in the forms of programs that show findings beside a change.
package reviewforms

import "eyeline/reader/tools"

// object is a JSON object.
type object = map[string]any

// visible is a value as JSON that a terminal can show.
func visible(v any) []byte { return tools.Visible(tools.Encode(v)) }
