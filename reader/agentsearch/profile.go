// Package agentsearch tells what the search tools of coding agents find in a folder: which files and lines that match
// can come, which never can, and why. It walks the folder once, whatever the number of agents, and finds the lines that
// match; what one agent's search leaves out stands as a Profile beside its other tools, in reader/tools/agents. Nothing
// here knows an agent by name. The package changes without notice.
//
//	profile.go   what a profile says
//	registry.go  the list of profiles
//	scan.go      the lines of a file that match, and what the file is
//	blocks.go    where ripgrep stops at a NUL
//	walk.go      the walk over the folder
//	folder.go    a folder with its ignore files
//	ripgrep.go, git.go, ugrep.go, listing.go, gowalk.go   which files each engine looks at
//	filter.go    what an agent leaves out of an engine's answer
//	reading.go   which of a file's lines each engine gives
//	judge.go     what comes of a file for one agent
//	run.go       a search for several agents
//	report.go    its result as JSON
//	emit.go      the exact text of an agent's answer
//	reach.go     the files in which no search finds anything
package agentsearch

import (
	"time"

	"eyeline/reader/agentsearch/pattern"
)

// Profile is how one agent searches by its default arguments.
type Profile struct {
	Name    string // by which it is asked for
	Agent   string
	Version string
	Tool    string // as the model knows it
	// Rg is the search with ripgrep.
	Rg *Method
	// NoRg are those without it: the first whose When holds.
	NoRg []*Method
	// Aside is a sentence for a person about what is assumed.
	Aside string
}

// When is in which folders a method is used.
type When uint8

// The folders: all, or those that lie in a git repository.
const (
	Always When = iota
	InGit
)

// Method is one way of searching.
type Method struct {
	By   string // the engine, in words
	When When
	// Fails is the answer where there is no engine; then nothing else of the method counts.
	Fails string
	// Look is which files the engine looks at, Then what is taken out of its answer.
	Look Look
	Then []Filter
	// Syntax is the language of patterns; Fold: upper and lower case are the same.
	Syntax pattern.Syntax
	Fold   bool
	Read   Read
	// BadLine is what becomes of a matching line that is not UTF-8.
	BadLine BadLine
	// BadPath: a path that is not UTF-8 is treated like such a line.
	BadPath bool
	// MostRecord is how many bytes a match may have as a record of ripgrep's JSON, or the call fails; 0: any.
	MostRecord int
	// FirstOnly: of a file the first match comes, and those of the two lines after it.
	FirstOnly bool
	// OnTrouble is what happens where ripgrep ends with another status than 0 or 1.
	OnTrouble Trouble
	// IfNone is the search that runs where this one finds nothing; nil: none.
	IfNone *Method
	// FollowsLinks: what a symbolic link to a file leads to is searched.
	FollowsLinks bool
	// Named is how the answer names a file.
	Named Named
	// BreakLines: a line with U+2028 or U+2029, or a CR before its match, is lost.
	BreakLines bool
	// DropLong: a line of more bytes leaves neither file nor number; 0: any line comes.
	DropLong int
	Cap      Cap
	// Sorted is the order in which the engine gives the files.
	Sorted Sorting
	// Stop is after how many matches the engine stops, in that order, before Cap counts; 0: it does not.
	Stop int
	// Say writes the answer; nil: how it is written is not known. The error may be an *Unsettled.
	Say func(*Found) (string, error)
	// NeedsText: Say needs the lines of the files.
	NeedsText bool
	// TellsBinary: the answer also has what the engine says of a binary file that matches, which Say does not write.
	TellsBinary bool
	// Counts: Say needs the number of the files that are searched.
	Counts bool
	// SayBad, SayLong and SayFails are the answers of calls that fail by a line that is not UTF-8, by one that is too
	// long, and since there is no engine; "" is not known.
	SayBad, SayLong, SayFails string
}

// BadLine is what becomes of a matching line that is not UTF-8.
type BadLine uint8

// What becomes of it: it comes, it is dropped, or it fails the whole call.
const (
	Comes BadLine = iota
	Dropped
	FailsCall
)

// Trouble is what an agent does when ripgrep says that something went wrong.
type Trouble uint8

// What it does: it takes what came, fails, or searches without ripgrep.
const (
	Borne Trouble = iota
	Refused
	WithoutRg
)

// Named is how an answer names a file.
type Named uint8

// The ways: as it is called, with "/" for "\", or as git prints it, which is then parsed at its first ":N:".
const (
	Plain Named = iota
	Slashed
	Quoted
	Parsed
)

// Cap is how much of all matches an answer holds. Most 0: all.
type Cap struct {
	Most int
	Unit string // "matches", "lines", "files"
	// Order is which come first: "" is any, since the engine's threads write as they come.
	Order string
	// Tick is how exactly the times of changes are compared; 0: as the system has them.
	Tick time.Duration
	// Width is where a line is cut, in the words of a person; "": nowhere.
	Width string
}

// Look says which files an engine looks at.
type Look interface {
	// open gets ready for a search.
	open(r *run) looker
}

// looker is a Look in a folder.
type looker interface {
	// why says why an entry of a folder is not looked at, whatever is said of the folder; nil: it is.
	why(e *entry) *Reason
}

// Reason is why a file, or a line of it, does not come.
type Reason struct {
	Cause Cause
	Text  string // a sentence without a full stop
	// File, Line and Pattern are those of the rule of an ignore file; "" and 0 without one.
	File    string
	Line    int
	Pattern string
}

// Cause is the kind of a reason.
type Cause string

// The kinds.
const (
	Ignored  Cause = "ignored"
	Hidden   Cause = "hidden"
	ByName   Cause = "name"
	Link     Cause = "link"
	Nested   Cause = "repository" // one of its own
	Binary   Cause = "binary"
	Encoding Cause = "encoding"
	Case     Cause = "case"
	Syntax   Cause = "pattern" // another language of patterns
	Long     Cause = "long"
	Failed   Cause = "failed"
	Unknown  Cause = "unknown"
)
