package themes

// Role is what a piece of the screen means; a theme gives it a look.
type Role uint8

// roles has a row for each role: its name in settings and its look as a theme's style has it, in sixteen colours and
// without any. The first is in the words of the settings, the others are SGR parameters; what begins with $ is a colour
// of derivation.colours or of a palette16.
var roles = make([]row, 0, 52)

type row struct{ name, look, sixteen, plain string }

// role adds a row.
func role(name, look, sixteen, plain string) Role {
	roles = append(roles, row{name, look, sixteen, plain})
	return Role(len(roles) - 1)
}

// The roles. Those with other backgrounds than the terminal's bring theirs.
var (
	// Text: file text inside the window, and what has no other role.
	Text = role("text", "", "", "")
	// Dim: file text outside the window.
	Dim = role("dim", "$dim", "2", "")
	// LineNumber: a line number outside the window, and the line between it and the text.
	LineNumber = role("line-number", "$dim", "2", "")
	// LineNumberWindow: the same inside the window.
	LineNumberWindow = role("line-number-window", "$dim", "2", "")
	// WindowBar: the bar in the gutter of the window's lines.
	WindowBar = role("window-bar", "$good", "$green", "1")
	// Cursor: the mark of the cursor line, and of what is selected.
	Cursor = role("cursor", "bold", "1", "1")
	// CursorLine: laid under the cursor line: a background or nothing.
	CursorLine = role("cursor-line", "bg:$cursorLine", "", "")
	// CutMark: where the tool cuts a line.
	CutMark = role("cut-mark", "bold $warn", "1;$yellow", "1")
	// CutText: what the tool cuts off.
	CutText = role("cut-text", "$dim", "2", "")
	// Invisible: visible marks for control characters and white space.
	Invisible = role("invisible", "$comment", "$comments", "")
	// Replaced: a byte that the tool replaces by U+FFFD.
	Replaced = role("replaced", "bold $failure", "1;$red", "7")
	// Match: what a search found.
	Match = role("match", "#161b22 bg:#f2cc60", "30;103", "7")
	// MatchCurrent: the match that the search is at.
	MatchCurrent = role("match-current", "bold #161b22 bg:#ff9b5e", "1;97;45", "1;4;7")
	// Marked: a line that a person has marked.
	Marked = role("marked", "$textOnBar bg:$bar", "7", "7")
	// Title: the title line: the file.
	Title = role("title", "bold $textOnBar bg:$bar", "1;7", "1")
	// TitleDim: the title line: facts about the file.
	TitleDim = role("title-dim", "$dimOnBar bg:$bar", "7", "")
	// TitleAccent: the title line: tool, mode and arguments.
	TitleAccent = role("title-accent", "bold $accentOnBar bg:$bar", "1;7", "1")
	// TitleWarn: the title line: what is lost.
	TitleWarn = role("title-warn", "bold $warnOnBar bg:$bar", "1;7;$yellow", "1")
	// ModelLineUnder: laid under the model line: a background, or reversed where there are few colours.
	ModelLineUnder = role("model-line-under", "bg:$cursorLine", "", "7")
	// ModelLine: the model line's words.
	ModelLine = role("model-line", "$dim", "", "")
	// ModelLineValue: the model line's numbers.
	ModelLineValue = role("model-line-value", "bold", "1", "1")
	// ModelLineWarn: what the model lacks: not sent, cut, replaced or blind.
	ModelLineWarn = role("model-line-warn", "bold $warn", "1;$yellow", "1")
	// ModelError: a tool's refusal.
	ModelError = role("model-error", "bold $failure", "1;$red", "1")
	// Prefix: what the tool puts before a line ("L12: ").
	Prefix = role("prefix", "$comment", "$comments", "")
	// Notice: what the tool says after the lines.
	Notice = role("notice", "$warn", "$yellow", "")
	// FooterKey: a key in the footer.
	FooterKey = role("footer-key", "bold $accent", "1;$cyan", "1")
	// FooterText: what the key does.
	FooterText = role("footer-text", "$dim", "", "")
	// Border: lines between panes; not text.
	Border = role("border", "$dim", "2", "")
	// Prompt: the prompt's label.
	Prompt = role("prompt", "bold $accent", "1;$cyan", "1")
	// PromptError: why the prompt's input is refused.
	PromptError = role("prompt-error", "$failure", "$red", "1")
	// HelpHeading: a heading of the help screen.
	HelpHeading = role("help-heading", "bold $keyword", "1;$magenta", "1;4")
	// HelpKey: a key on the help screen.
	HelpKey = role("help-key", "bold $accent", "1;$cyan", "1")
	// HelpText: what the key does.
	HelpText = role("help-text", "", "", "")
	// OptionSelected: the selected option.
	OptionSelected = role("option-selected", "bold $textOnBar bg:$bar", "1;7", "7")
	// OptionOff: the selected option where it cannot be chosen now.
	OptionOff = role("option-off", "$dimOnBar bg:$bar", "7", "7")
	// OptionValue: a value that was set.
	OptionValue = role("option-value", "$string", "$literals", "")
	// OptionDefault: a value that is the default.
	OptionDefault = role("option-default", "$dim", "2", "")
	// ReasonAnchor: why a line is in a block: the anchor.
	ReasonAnchor = role("reason-anchor", "bold", "1", "1")
	// ReasonLevel: deeper than the floor.
	ReasonLevel = role("reason-level", "$dim", "2", "")
	// ReasonFloor: the first line at the floor.
	ReasonFloor = role("reason-floor", "$accent", "$cyan", "")
	// ReasonHeader: a header comment.
	ReasonHeader = role("reason-header", "$comment", "$comments", "")
	// ReasonSibling: a further line at the floor.
	ReasonSibling = role("reason-sibling", "$string", "$literals", "")
	// ReasonBlank: a blank line.
	ReasonBlank = role("reason-blank", "$dim", "2", "")
	// ReasonStop: why a block ends.
	ReasonStop = role("reason-stop", "$keyword", "$magenta", "1")
	// Added: in this read and not in the one compared with.
	Added = role("added", "$good", "$green", "1")
	// Lost: in the one compared with and not in this read.
	Lost = role("lost", "$failure", "$red", "4")
	// AddedWords: in a line of a change that was added, the words that the line before has otherwise.
	AddedWords = role("added-words", "bold underline $good", "1;7;$green", "1;7")
	// LostWords: in a line of a change that was removed, the words that the line after has otherwise.
	LostWords = role("lost-words", "bold underline $failure", "1;7;$red", "4;7")
	// Lacking: laid under the blank rows of a comparison, where the other side has a line: a background or nothing.
	Lacking = role("lacking", "bg:$lacking", "$blank", "")
	// Alone: laid under the lines of a comparison that the other side lacks: a background or nothing.
	Alone = role("alone", "bg:$alone", "", "")
	// Altered: in the model pane, what a tool gives otherwise than the file has it.
	Altered = role("altered", "$textOnBar bg:$bar", "7", "4")
	// Changed: otherwise than in the revision compared with.
	Changed = role("changed", "$warn", "$yellow", "1")
)

// String is the role's name in settings, such as "line-number"; "" for a value that is no role.
func (r Role) String() string {
	if int(r) >= len(roles) {
		return ""
	}
	return roles[r].name
}

// RoleNamed returns the role of a settings name, and whether there is one.
func RoleNamed(name string) (Role, bool) {
	for r, row := range roles {
		if row.name == name {
			return Role(r), true
		}
	}
	return 0, false
}
