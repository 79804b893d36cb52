package transcripts

import "eyeline/keymap"

// words are what actions do on a screen, where it has words of its own; "" for an action that does nothing there.
type words map[keymap.Action]string

// or are the words of an action, or else what all lists of rows say of it.
func (w words) or(a keymap.Action, rows string) string {
	if own, ok := w[a]; ok {
		return own
	}
	return rows
}

const (
	filesAgain = "the files again"
	someCosts  = "the tokens of what was sent, by file, and of what was sent again"
	someSteps  = "the requests to the model: what was in each, what was new and what was gone"
	someEdits  = "what the model changed, and whether it had been sent it"
	someCalls  = "all calls in their order"
)

// Word implements [screens.ActionDescriber]. A transcript has to be open for the others.
func (c *choiceScreen) Word(a keymap.Action, help string) string {
	return words{
		keymap.SortRows:   "the newest first, blind and cut first (looks through all), by agent, or the largest first",
		keymap.AllFolders: "the transcripts of this folder, or of all folders",
		keymap.Timeline:   "", keymap.Edits: "", keymap.Requests: "", keymap.Costs: "",
	}.or(a, c.Screen.Word(a, help))
}

// Word implements [screens.ActionDescriber].
func (f *filesScreen) Word(a keymap.Action, help string) string {
	return words{
		keymap.SortRows: "sort by what is worst, by path, by time or by what is missing",
		keymap.Timeline: someCalls, keymap.Edits: someEdits, keymap.Requests: someSteps, keymap.Costs: someCosts,
	}.or(a, f.Screen.Word(a, help))
}

// Word implements [screens.ActionDescriber].
func (t *timelineScreen) Word(a keymap.Action, help string) string {
	return words{
		keymap.Timeline: filesAgain,
		keymap.SortRows: "in the order in which they were made, or blind, cut and refused first",
		keymap.Edits:    someEdits, keymap.Requests: someSteps, keymap.Costs: someCosts,
	}.or(a, t.Screen.Word(a, help))
}

// Word implements [screens.ActionDescriber].
func (e *editsScreen) Word(a keymap.Action, help string) string {
	return words{
		keymap.SortRows: "in the order of the calls, or the worst first",
		keymap.Timeline: "all calls in their order, at the call of this change",
		keymap.Edits:    filesAgain, keymap.Requests: someSteps, keymap.Costs: someCosts,
	}.or(a, e.Screen.Word(a, help))
}

// Word implements [screens.ActionDescriber].
func (r *requestsScreen) Word(a keymap.Action, help string) string {
	return words{
		keymap.SortRows:      "in their order, or the most tokens first",
		keymap.Timeline:      "all calls in their order, at the first call that was new in this request",
		keymap.MarkItem:      "mark a request, or take its mark away",
		keymap.CompareMarked: "compare this request with the marked one",
		keymap.Requests:      filesAgain, keymap.Edits: "", keymap.Costs: "",
	}.or(a, r.Screen.Word(a, help))
}

// Word implements [screens.ActionDescriber].
func (s *stepScreen) Word(a keymap.Action, help string) string {
	return words{
		keymap.SortRows: "sort by how many lines are gone or new, or by path",
		keymap.Timeline: "all calls in their order, at the last one of this request",
		keymap.Requests: "the requests again", keymap.Edits: "", keymap.Costs: "",
	}.or(a, s.Screen.Word(a, help))
}

// costWords are what the actions of a run do on the screen of its costs.
var costWords = map[keymap.Action]string{
	keymap.Timeline: someCalls, keymap.Costs: filesAgain, keymap.Edits: "", keymap.Requests: "",
}
