package tools

// Mode is a way of choosing a window.
type Mode uint8

const (
	ModeSlice Mode = iota // a run of lines
	ModeBlock             // an indentation block around an anchor line
	ModeBytes             // a window by byte offset
)

var modeNames = [...]string{ModeSlice: "slice", ModeBlock: "block", ModeBytes: "bytes"}

// ModeCount is how many modes there are.
const ModeCount = len(modeNames)

// String is a mode as the screen and --mode name it.
func (m Mode) String() string { return modeNames[m] }

// First is the first place of a window: line 1, or byte 0.
func (m Mode) First() int64 {
	if m == ModeBytes {
		return 0
	}
	return 1
}

// Modes lists the modes in the order of the Tab key.
func Modes() []Mode { return []Mode{ModeSlice, ModeBlock, ModeBytes} }

// ParamType is the JSON type of an argument.
type ParamType uint8

const (
	TypeString ParamType = iota
	TypeInteger
	TypeBoolean
	TypeChoice
)

// Param describes one argument of a tool.
type Param struct {
	// Path is where the argument is found in the arguments object: ["indentation", "max_levels"]. A name in brackets is
	// an element of an array, 0-based: ["view_range", "[1]"]. It is nil for what only Tool.Args knows how to write.
	Path []string
	// Flag is its command-line flag without dashes, such as "max-levels".
	Flag string
	Type ParamType
	// Choices are the values of a TypeChoice.
	Choices []string
	// Default is the value as JSON when the argument is absent; nil when it depends (anchor_line, end_line).
	Default any
	Help    string
	// Modes are the viewer modes in which the argument means something; nil: all.
	Modes    []Mode
	Required bool
	// IsFile marks the argument that names the file.
	IsFile bool
	// Fill is what goes into an array's element when only a later one is given.
	Fill any
	// Lifts marks an argument that lifts the tool's limits when it is true, so that a file is given however long it is.
	Lifts bool
}
