package keymap

// Context is where a key is pressed. A key that has no meaning of its own in a context has the meaning of the context
// around it, where there is one: the moving keys of the file move in the help too, and the keys that edit a text do so
// in every prompt.
type Context uint8

// The contexts.
const (
	// InFile is the panes that show the file and what the model gets.
	InFile Context = iota
	// InOptions is the panel of a tool's arguments, around it the file.
	InOptions
	// InPager is the file while no tool is on, around it InFile.
	InPager
	// InComparison is two reads side by side, around it the file.
	InComparison
	// InMenu is the rows of a panel where one row is chosen, with the file around it.
	InMenu
	// InHelp is the help, around it the file.
	InHelp
	// inText is a line of text being typed.
	inText
	// InPrompt is a line typed at the bottom of the screen, around it inText.
	InPrompt
	// InValue is an argument's value typed in the options, around it inText.
	InValue
	// InList is a list to choose from, narrowed by typing, around it inText.
	InList
	// InSymbols is the list of a file's symbols, around it InList.
	InSymbols
	// InTranscript is a list that fills the screen, of transcripts or of a transcript's files or calls; around it
	// InList.
	InTranscript
	// InContext is the screen of what agents get before they read.
	InContext
	// InFound is the screen of what agents' searches find.
	InFound
	// InRecorded is a file of a transcript, around it InFile.
	InRecorded
	// InCommand is the list of what can follow ":", around it InList.
	InCommand
	// InQuestion is a question that one key answers.
	InQuestion
	// InLetter is the wait for the letter of a mark.
	InLetter
)

// around has the context around each context that has one.
var around = map[Context]Context{
	InOptions: InFile, InPager: InFile, InComparison: InFile, InMenu: InFile, InHelp: InFile,
	InPrompt: inText, InValue: inText, InList: inText, InSymbols: InList, InTranscript: InList, InRecorded: InFile,
	InCommand: InList,
}

// Around are a context and those around it, from the inside out, without those of a text that is typed.
func Around(c Context) (all []Context) {
	for ok := true; ok && c != inText; c, ok = around[c] {
		all = append(all, c)
	}
	return all
}

// Lookup returns the action of a key in a context or, when it has none there, in the contexts around it.
func (m *Map) Lookup(c Context, key string) (Action, bool) {
	for ok := true; ok; c, ok = around[c] {
		if a, has := m.byKey[contextKey{c, key}]; has {
			return a, true
		}
	}
	return "", false
}
