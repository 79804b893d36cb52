package tools

// Mode is how a window is chosen.
type Mode uint8

const (
	ModeSlice Mode = iota // a run of lines
	ModeBlock             // an indentation block around an anchor line
	ModeBytes             // a window by byte offset
)

var modeNames = [...]string{ModeSlice: "slice", ModeBlock: "block", ModeBytes: "bytes"}

// ModeCount is the number of modes.
const ModeCount = len(modeNames)

// String returns the name on screen and for --mode.
func (m Mode) String() string { return modeNames[m] }

// First returns the first position of a window: line 1, or byte 0.
func (m Mode) First() int64 {
	if m == ModeBytes {
		return 0
	}
	return 1
}

// Modes returns the modes in the order of the Tab key.
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
	// Path is the path of the argument in the arguments object: ["indentation", "max_levels"]. A name in brackets is a
	// 0-based index of an array: ["view_range", "[1]"]. It is nil if only Tool.Args can write the argument.
	Path []string
	// Flag is its command-line flag without dashes, such as "max-levels".
	Flag string
	Type ParamType
	// Choices are the values of a TypeChoice.
	Choices []string
	// Default is the JSON value that counts if the argument is absent; nil if that depends on others (anchor_line,
	// end_line).
	Default any
	Help    string
	// Modes are the viewer modes in which the argument has an effect; nil for all.
	Modes    []Mode
	Required bool
	// IsFile: it is the argument that names the file.
	IsFile bool
	// Fill is the value of an array's element if only a later one is given.
	Fill any
	// Lifts: if true, the argument lifts the tool's limits, so that a file of any length is returned.
	Lifts bool
}
