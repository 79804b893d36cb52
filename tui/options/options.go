// Package options, which changes without notice, has what a viewer starts with, for all its screens. The command line,
// the settings file and the environment fill it in (see eyeline/tui/launch/commandline); a key can change some of it
// while the viewer runs.
package options

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"eyeline/keymap"
	"eyeline/reader/agentsearch"
	"eyeline/reader/check"
	"eyeline/reader/check/blocks"
	"eyeline/reader/contextfiles"
	"eyeline/reader/decode"
	"eyeline/reader/ospath"
	"eyeline/reader/search"
	"eyeline/reader/transcript"
	"eyeline/themes"
	"eyeline/tui/file/pane"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/kit/cells"
)

// Options are what a viewer starts with, all of it read and checked.
type Options struct {
	// Paths are the files to go through; none, or "-" alone, is standard input.
	Paths []string
	// Root is the folder that relative paths and the workspace tools are about; "" is the working folder, or the
	// file's.
	Root string
	// Confine keeps every tool inside Root, also those that read anything on the machine.
	Confine bool
	// Name is the path that tools and colours are to see for standard input or a file of a revision; "" for none
	// given.
	Name  string
	Start Start
	Input inputOptions

	// Request is the read that the first file opens with.
	Request toolrequest.Request
	// NoTool pages files as text: no tool is on until a person turns it on, with the Request.
	NoTool bool
	// Favourites are the names of the tools that the key of the next tool steps through; nil: all.
	Favourites []string
	// Settings are what is configured for tools apart from their arguments, by the tool's name and the setting's
	// flag.
	Settings map[string]map[string]int64
	// Presets are the named requests of the settings.
	Presets map[string]map[string]any
	// NoTokens leaves the tokens uncounted.
	NoTokens bool

	// Panes is file, model or both.
	Panes string
	// Drawing says how characters are drawn: TabWidth, Invisibles, and ASCII, which marks are drawn in too.
	cells.Drawing
	Theme  *themes.Theme
	Long   longLines
	Gutter gutter
	Header pane.Header
	// Hex shows the bytes from the start.
	Hex bool
	// ANSI says whether colours that the text sets are shown: always, never, or auto, for what is piped.
	ANSI    string
	Changes ChangeMarks
	// Case says how searches compare letters.
	Case search.Case

	Keys     *keymap.Map
	Terminal terminalUse
	Copying  copying
	// Secure switches off the editor, writing, and opening files that the command line does not name.
	Secure  bool
	Leaving leaving

	// Instead is what is shown instead of files.
	Instead ShownInstead
	// SettingsPath is where the settings are kept.
	SettingsPath string
	// Warning is shown until the first key.
	Warning string
}

// inputOptions are how files are read for the person.
type inputOptions struct {
	// System is the system that the agent runs on, whose paths tools are told.
	System ospath.System
	// Follow follows the end of the file from the start.
	Follow bool
	// Encoding is how files are read; nil: as their first bytes say.
	Encoding *decode.Encoding
	// Language is the language to colour the text in; "" is as the file's name and first line tell.
	Language string
	// SpoolLimit bounds what is kept of a stream or of the content of a packed file, in bytes; 0: no limit.
	SpoolLimit int64
	// ReadAhead is how much of a stream is read beyond what is looked at, in bytes; 0: all of it.
	ReadAhead int64
}

// Start is where the viewer opens a file.
type Start struct {
	Line    int64   // 1-based; 0: none given
	Byte    int64   // 0-based
	Part    float64 // of the file, 0 to 1
	End     bool    // at the end
	Pattern string  // at the first match
}

// ShownInstead is what is shown instead of files; the zero value for files.
type ShownInstead struct {
	Transcript *Transcript // of agents' recorded runs
	Check      *Check      // the report of one
	Blocks     *Blocks     // what blocks give of functions
	Context    *Context    // what agents get before they read
	Search     *agentsearch.Request
	// Checks is what the settings say of a check of paths; nil where nothing does.
	Checks func(paths []string) (check.Options, error)
}

// Any reports whether something is shown instead of files.
func (i ShownInstead) Any() bool {
	return i.Transcript != nil || i.Check != nil || i.Blocks != nil || i.Context != nil || i.Search != nil
}

// CheckOf is a check of a folder as the settings say. The error is one of the settings.
func (i ShownInstead) CheckOf(folder string) (check.Options, error) {
	paths := []string{folder}
	if i.Checks == nil {
		return check.Options{Paths: paths}, nil
	}
	return i.Checks(paths)
}

// Transcript says which recorded run of an agent the viewer shows.
type Transcript struct {
	Path   string // "": a list of those in the agents' usual places
	Root   string // where the files that it names are looked for; "" is the working folder that it was recorded in
	Wire   string // where the agent wrote its requests; "" for nowhere
	Follow bool   // keep up with what is recorded
	All    bool   // list those of all folders
	Homes  transcript.Homes
	Dir    string // the working folder
}

// Blocks is a measurement of blocks whose report the viewer shows.
type Blocks struct {
	blocks.Options
	Where string // what is measured, in words
}

// Check is a check whose report the viewer shows.
type Check struct {
	check.Options
	Where string // what is checked, in words
	// Status is the exit status of what was found; both are nil as long as nothing is.
	Status func(*check.Result, error) int
}

// Context says which folder and which agents the viewer shows the context of: what they get before they read.
type Context struct {
	contextfiles.Request
	Profiles []*contextfiles.Profile
}

// Join puts files into the list from a place on, by absolute paths, that are not in it; none with Secure.
func (o *Options) Join(at int, files []string) {
	for i, file := range files {
		listed := slices.ContainsFunc(o.Paths, func(path string) bool {
			abs, err := filepath.Abs(path)
			return err == nil && abs == file
		})
		if !listed && !o.Secure {
			o.Insert(min(at+i, len(o.Paths)), file)
		}
	}
}

// FavouriteNames are the names in a value of the setting of favourites: they have blanks or commas between.
func FavouriteNames(v string) []string {
	return strings.FieldsFunc(v, func(r rune) bool { return r == ',' || r == ' ' })
}

// ParseHeader takes apart how many lines and columns stay in place: N or N,M. An error says what is taken.
func ParseHeader(text string) (pane.Header, error) {
	const most = 1000
	first, second, both := strings.Cut(text, ",")
	lines, err := strconv.Atoi(first)
	columns := 0

	if both && err == nil {
		columns, err = strconv.Atoi(second)
	}
	if err != nil || min(lines, columns) < 0 || max(lines, columns) > most {
		return pane.Header{}, fmt.Errorf("takes lines or lines,columns, each up to %d, not %q", most, text)
	}

	return pane.Header{Lines: lines, Columns: columns}, nil
}
