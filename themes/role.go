package themes

// Role is what a piece of the screen means; a theme gives it a look.
type Role uint8

// The roles. Text is a file's own text; roles with other backgrounds than the terminal's bring theirs.
const (
	Text             Role = iota // file text inside the window, and what has no other role
	Dim                          // file text outside the window
	LineNumber                   // a line number outside the window, and the line between it and the text
	LineNumberWindow             // the same inside the window
	WindowBar                    // the bar in the gutter of the window's lines
	Cursor                       // the mark of the cursor line
	CursorLine                   // laid under the cursor line: a background or nothing
	CutMark                      // where the tool cuts a line
	CutText                      // what the tool cuts off
	Invisible                    // visible marks for control characters and white space
	Replaced                     // a byte that the tool replaces by U+FFFD
	Match                        // what a search found
	MatchCurrent                 // the match that the search is at
	Marked                       // a line that a person has marked
	Title                        // the title line: the file
	TitleDim                     // the title line: facts about the file
	TitleAccent                  // the title line: tool, mode and arguments
	ModelLineUnder               // laid under the model line: a background, or reversed where there are few colours
	ModelLine                    // the model line's words
	ModelLineValue               // the model line's numbers
	ModelLineWarn                // what the tool cut or replaced
	ModelError                   // a tool's refusal
	Prefix                       // what the tool puts before a line ("L12: ")
	Notice                       // what the tool says after the lines
	FooterKey                    // a key in the footer
	FooterText                   // what the key does
	Border                       // lines between panes; not text
	Prompt                       // the prompt's label
	PromptError                  // why the prompt's input is refused
	HelpHeading                  // a heading of the help screen
	HelpKey                      // a key on the help screen
	HelpText                     // what the key does
	OptionSelected               // the selected option
	OptionValue                  // a value that was set
	OptionDefault                // a value that is the default
	ReasonAnchor                 // why a line is in a block: the anchor
	ReasonLevel                  // deeper than the floor
	ReasonFloor                  // the first line at the floor
	ReasonHeader                 // a header comment
	ReasonSibling                // a further line at the floor
	ReasonBlank                  // a blank line
	ReasonStop                   // why a block ends
	Added                        // in this read and not in the one compared with
	Lost                         // in the one compared with and not in this read
	Changed                      // otherwise than in the revision compared with
	roleCount
)

var roleNames = [roleCount]string{
	Text:             "text",
	Dim:              "dim",
	LineNumber:       "line-number",
	LineNumberWindow: "line-number-window",
	WindowBar:        "window-bar",
	Cursor:           "cursor",
	CursorLine:       "cursor-line",
	CutMark:          "cut-mark",
	CutText:          "cut-text",
	Invisible:        "invisible",
	Replaced:         "replaced",
	Match:            "match",
	MatchCurrent:     "match-current",
	Marked:           "marked",
	Title:            "title",
	TitleDim:         "title-dim",
	TitleAccent:      "title-accent",
	ModelLineUnder:   "model-line-under",
	ModelLine:        "model-line",
	ModelLineValue:   "model-line-value",
	ModelLineWarn:    "model-line-warn",
	ModelError:       "model-error",
	Prefix:           "prefix",
	Notice:           "notice",
	FooterKey:        "footer-key",
	FooterText:       "footer-text",
	Border:           "border",
	Prompt:           "prompt",
	PromptError:      "prompt-error",
	HelpHeading:      "help-heading",
	HelpKey:          "help-key",
	HelpText:         "help-text",
	OptionSelected:   "option-selected",
	OptionValue:      "option-value",
	OptionDefault:    "option-default",
	ReasonAnchor:     "reason-anchor",
	ReasonLevel:      "reason-level",
	ReasonFloor:      "reason-floor",
	ReasonHeader:     "reason-header",
	ReasonSibling:    "reason-sibling",
	ReasonBlank:      "reason-blank",
	ReasonStop:       "reason-stop",
	Added:            "added",
	Lost:             "lost",
	Changed:          "changed",
}

// String is the role's name in settings, such as "line-number"; "" for a value that is no role.
func (r Role) String() string {
	if r >= roleCount {
		return ""
	}
	return roleNames[r]
}

// RoleNamed returns the role of a settings name, and whether there is one.
func RoleNamed(name string) (Role, bool) {
	for r, n := range roleNames {
		if n == name {
			return Role(r), true
		}
	}
	return 0, false
}
