// Package reviewforms, which changes without notice, writes what a check finds in the forms of programs that show
// findings beside a change.
package reviewforms

import "eyeline/reader/tools"

// object is a JSON object.
type object = map[string]any

// moreFindings says that there are n findings besides those that are shown.
func moreFindings(n int64) string { return tools.Thousands(n) + " more finding" + tools.Plural(n) }
