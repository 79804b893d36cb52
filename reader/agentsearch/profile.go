// Package agentsearch, which changes without notice, computes what the search tools of coding agents find in a folder:
// which matching files and lines an answer can have, which it never has, and why. It walks the folder once for all
// agents and finds the lines that match. What one agent's search leaves out is a Profile beside its other tools, in
// reader/tools/agents; nothing here knows an agent by name.
//
//	profile.go   what a profile says
//	registry.go  the list of profiles
//	scan.go      the matching lines of a file, and its encoding
//	blocks.go    where ripgrep stops at a NUL
//	walk.go      the walk over the folder
//	folder.go    a folder with its ignore files
//	ripgrep.go, git.go, ugrep.go, listing.go, gowalk.go   which files each engine searches
//	filter.go    files that an agent removes from an engine's output
//	reading.go   how much of a file each engine searches
//	judge.go     what one agent's answer has of a file
//	run.go       a search for several agents
//	progress.go  results while the search runs
//	report.go    the result as JSON
//	table.go     the result as tables
//	emit.go      the exact text of an agent's answer
//	reach.go     files in which no search finds anything
package agentsearch

import (
	"time"

	"eyeline/reader/agentsearch/pattern"
)

// Profile describes how one agent searches with its default arguments.
type Profile struct {
	Name    string // for Lookup
	Agent   string
	Version string
	Tool    string // the tool's name for the model
	// Rg is the search with ripgrep.
	Rg *Method
	// NoRg are the searches without ripgrep: the first one whose When holds is used.
	NoRg []*Method
	// Aside is a sentence for the user about what is assumed.
	Aside string
}

// When says in which folders a method is used.
type When uint8

// Always is in all folders, InGit in those of a git repository.
const (
	Always When = iota
	InGit
)

// Method is a search: an engine, the files that it searches, and how its output becomes the answer.
type Method struct {
	By   string // the engine, in words for the user
	When When
	// Fails is why the call fails without searching, "" if it does not. If it is set, only SayFails matters.
	Fails string
	// Selector selects the files that the engine searches.
	Selector FileSelector
	// Filters are applied to the engine's output.
	Filters []Filter
	// Syntax is the language of patterns.
	Syntax pattern.Syntax
	// Fold ignores case.
	Fold    bool
	Read    Read
	BadLine BadLine
	// BadPath: a file is skipped if its path is not UTF-8.
	BadPath bool
	// MaxRecord is the greatest size of a match as a record of ripgrep's JSON, in bytes; a longer one fails the call.
	// 0 for no limit.
	MaxRecord int
	// FirstOnly: of each file the answer has the first match, and those of the two lines after it.
	FirstOnly bool
	// OnTrouble is what the agent does if ripgrep exits with a status other than 0 and 1.
	OnTrouble ErrorPolicy
	// IfNone is the search that runs if this one finds nothing; nil for no other.
	IfNone *Method
	// FollowsLinks: symbolic links to files are searched, those to folders are not.
	FollowsLinks bool
	PathStyle    PathStyle
	// BreakLines: the answer loses a line with U+2028 or U+2029 before its first CR.
	BreakLines bool
	// DropLong: a line of more bytes makes the answer be cut in its middle, so that file and number are lost; 0 for no
	// limit.
	DropLong int
	Cap      Cap
	// Sorted is the order in which the engine reports files.
	Sorted Sorting
	// Stop is the number of matches, in the order of Sorted, after which the engine stops; 0 for no limit. Cap applies
	// afterwards.
	Stop int
	// Say writes the text of the answer; nil if its format is not known. The error may be an *Unsettled.
	Say func(*Found) (string, error)
	// NeedsText: Say needs FoundFile.Text and Lines.
	NeedsText bool
	// TellsBinary: the answer also mentions binary files that match, which Say does not write.
	TellsBinary bool
	// Counts: Say needs Found.Searched.
	Counts bool
	// SayBad is the answer of a call that fails by BadLine; "" if the text is not known.
	SayBad string
	// SayLong is the answer of a call that fails by MaxRecord; "" if the text is not known.
	SayLong string
	// SayFails is the answer of a call that fails by Fails; "" if the text is not known.
	SayFails string
}

// BadLine is what becomes of a matching line that is not UTF-8.
type BadLine uint8

const (
	Comes     BadLine = iota // the line is reported
	Dropped                  // the line is left out
	FailsCall                // the whole call fails
)

// ErrorPolicy is what an agent does if ripgrep reports an error.
type ErrorPolicy uint8

const (
	IgnoreErrors ErrorPolicy = iota // the agent uses what ripgrep printed
	Refused                         // the call fails
	WithoutRg                       // the agent searches without ripgrep
)

// PathStyle is how an answer writes a path.
type PathStyle uint8

// Plain is the path itself; Slashed has "/" for "\". Quoted is as git prints it, and parsed like Parsed: the path ends
// at the first ":N:".
const (
	Plain PathStyle = iota
	Slashed
	Quoted
	Parsed
)

// Cap is the limit of an answer: Most of a Unit. Most 0 is no limit.
type Cap struct {
	Most int
	Unit string // "matches", "lines", "files"
	// Order is which come first: "newest", or "" for the engine's own order.
	Order string
	// Tick is the precision to which modification times are compared; 0 for that of the system.
	Tick time.Duration
	// Width says in words for the user where a line is cut; "" if nowhere.
	Width string
}

// FileSelector selects the files that an engine searches.
type FileSelector interface {
	// newSelector prepares the selection for one search.
	newSelector(r *run) selector
}

// selector decides for one searched folder which entries are searched. Several goroutines use it.
type selector interface {
	// excludes returns why an entry is not searched, nil if it is. It does not look at the folders that the entry lies
	// in.
	excludes(e *entry) *Reason
}

// Reason says why an answer lacks a file or a line.
type Reason struct {
	Cause Cause
	Text  string // a clause without full stop
	// File, Line (from 1) and Pattern are those of the rule of an ignore file; Pattern is also that of a rule by name.
	// "" and 0 if there is no rule.
	File    string
	Line    int
	Pattern string
}

// Cause is the kind of a Reason, as in reports.
type Cause string

const (
	Ignored  Cause = "ignored"
	Hidden   Cause = "hidden"
	ByName   Cause = "name"
	Link     Cause = "link"
	Nested   Cause = "repository" // in a nested repository
	Binary   Cause = "binary"
	Encoding Cause = "encoding"
	Case     Cause = "case"
	Syntax   Cause = "pattern" // the engine reads the pattern in another way
	Long     Cause = "long"
	Failed   Cause = "failed"
	Unknown  Cause = "unknown"
)
