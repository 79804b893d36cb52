// Package formats, which changes without notice, has the recorded forms of agents' runs, each in a file of its own: it
// turns records into calls.
//
// All of them are unstable: a record of an unknown type is skipped and counted, and nothing is lost of the rest. A new
// one is a file here and a line in [All].
package formats

import (
	"io"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript/cmdoutput"
	"eyeline/reader/transcript/record"
	"eyeline/reader/transcript/searchtext"
)

// Format is one recorded form of one agent's runs.
type Format struct {
	Name  string // such as "claude-code"
	Agent string // the agent's name for people
	// Note says what the record has other than what the model was sent; "" when nothing is known.
	Note string

	// How it is recorded.

	// Lines: the file has one record a line; else the whole file is one JSON value.
	Lines bool
	// SameID: an identifier that comes again is the same call; else, once that is answered, it is another call.
	SameID bool
	// Shown: of a read, the transcript has a summary for the user, not the text that the model got.
	Shown bool
	// Says: what people and the agent say is kept, so that it is known what stood in it.
	Says bool
	// Partly: the transcript has only some of what the agent was sent, so what is not found in it may have been sent.
	Partly bool
	// Requests: the agent records its requests in the transcript, since some version.
	Requests bool
	// Itself: the records are the requests themselves.
	Itself bool
	// Served: the tools are those of this program, by their own names.
	Served bool
	// Decoder makes the decoder of a transcript's main file.
	Decoder func(b *record.Builder) Decoder
	// Beside lists other files of the run that lies at path.
	Beside func(path string) []File
	// detect reports whether one of the first lines, or the value whose end may be missing, is of this form.
	detect func(path string, v jsonskim.Head) bool

	// How texts are kept in it.

	Write  func(v jsonskim.Value, w io.Writer) error // what is record.AsFormat; nil where nothing is
	Reads  LineLayout                                // how the agent's read tool writes lines
	Finds  searchtext.Printing                       // what its search prints where its arguments do not say
	Trims  bool                                      // lines are compared without the blanks at their ends
	Answer func(v jsonskim.Value) []record.Read      // the reads of a result with several files, record.AsFormat
	// Arguments makes JSON of the arguments of a tool that are recorded as a text; nil where they are JSON.
	Arguments func(tool, text string) []byte
	// Output is a command's own output in the text of its result; nil where the text is the output.
	Output func(text string) cmdoutput.Output
	// Silent is the result of a command that printed nothing; "" where that is empty.
	Silent string
	// Fails reports whether a result's text says that what was asked for failed; nil where only the record says so.
	Fails func(text string) bool
	// Ran tells the shell commands of a call that is not understood by its arguments alone; nil where there is
	// no such call, and false for a call that is understood by them.
	Ran func(c Called) ([]ShellCommand, bool)
	// Patches are the patches that stand in a script that is a call; nil where no call is a script.
	Patches func(c Called) []string

	// Hook is the setting that makes the agent ask the guard before it edits; "" without one.
	Hook string

	// Where it is kept.

	Places []Place
	// Folder is the working folder that the name of a folder in the usual place stands for; nil where many may.
	Folder func(name string) string
}

// with returns a copy of the format that change has changed.
func (f *Format) with(change func(*Format)) *Format {
	other := *f
	change(&other)
	return &other
}

// Decoder makes calls of a record, or of the whole value; false says that its type is unknown. Records come in the
// file's order.
type Decoder func(v jsonskim.Value) bool

// File is another file of a run.
type File struct {
	Path    string
	Agent   record.Agent                    // the sub-agent whose file it is
	Extra   bool                            // it only adds to the calls of the main file
	Decoder func(b *record.Builder) Decoder // nil: that of the main file
}

// Place is where an agent keeps its transcripts: below a folder, by a pattern for each name.
type Place struct {
	Dir      string // below the person's home
	Variable string // of the environment, which names another folder in place of Dir
	Editor   bool   // Dir is below where editors keep their settings
	Pattern  string // with slashes
	Folder   int    // how many folders above the file the one is that is named after the working folder; 0 for none
}
