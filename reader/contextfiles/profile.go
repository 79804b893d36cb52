// Package contextfiles, which changes without notice, computes what an agent sends of files before it reads any: files
// of instructions when it starts, files that the user mentions, and what the first read below a folder brings. It
// walks, reads, expands imports, cuts and renders; what one agent does is a Profile beside its tool, in
// reader/tools/agents. Nothing here knows an agent by name.
//
//	profile.go    what a profile says
//	registry.go   the list of profiles, and what they look for
//	run.go        makes a Briefing: the parts that are sent, and what is left out
//	walk.go       the folders, and the files in them
//	listing.go    a cache of folder entries
//	load.go       reading one file; its text as pieces of the file
//	filetool.go   what is sent of a file as a tool
//	markdown.go   front matter, comments, code
//	imports.go    @path
//	groups.go     words around some files of a part
//	sections.go   @path that adds a file after the one that imports it
//	setup.go      what a profile sees when it adapts itself to settings
//	jsonc.go      JSON with comments
//	mention.go    @path in a prompt, as the profiles answer it
//	nested.go     what a read brings
//	leftout.go    files that a person would expect to be read
//	lookedfor.go  what was looked for, and where
//	report.go     a Briefing as rows, and as JSON
package contextfiles

import "eyeline/reader/tools"

// Profile describes what one agent gets of files before it reads.
type Profile struct {
	// Tool is the agent's read tool. It names agent and version, counts tokens, and reads mentioned files.
	Tool *tools.Tool
	// Start are the parts that are sent when the agent starts.
	Start []Block
	// Adapt, if not nil, changes a copy of the profile by the settings of the user and the project.
	Adapt func(s *Setup, p *Profile)
	// Tops, if not nil, returns a test for the top of the repository, instead of a ".git" in the folder.
	Tops func(s *Setup) func(dir string) TopKind
	// StartLast: the parts of mentions precede those of Start.
	StartLast bool
	// Mention adds the parts for what the user mentions; nil if a mention stays text.
	Mention func(m *Mention)
	// Nested is what the first read below a folder brings; nil for nothing.
	Nested *Nested
	// Follow is appended to a part of a mention or a read that another one follows directly.
	Follow string
	// NotAbove is a path relative to the home. A walk up from below that folder ends before it. "" for no such folder.
	NotAbove string
	// Aside is a sentence for the user about what is assumed or was not observed.
	Aside string
}

// TopKind is what a folder is to the search for the top of the repository.
type TopKind uint8

// Below continues the search in the parent. NoRepository ends it without a result.
const (
	Below TopKind = iota
	IsTop
	NoRepository
)

// Block describes a part: the texts of files in a wrapper. In its texts {path} is the file's absolute path, {rel} the
// path from the working directory, {top} the path from the top of the repository, {real} that of the file that a link
// leads to, {name} the file's name without extension, {note} Files.Note, {cwd} the working directory, and {text} the
// file's text.
type Block struct {
	Open, Join, Close string
	// OpenHome, if not "", replaces Open if all files are the user's.
	OpenHome string
	Item     string
	From     []Place
	Form     TextRules
	// ReadEscape is Escape for the files and their imports alone, not for the words around them.
	ReadEscape func(text string) string
	// OnceText omits a file with the same text as an earlier one.
	OnceText bool
	// OnceFile omits a file that is the same file as an earlier one of any part.
	OnceFile bool
	// OnceName omits a file with the same wrapper as a later one.
	OnceName bool
	// Order, if not nil, compares files for sorting, by their wrappers up to the text.
	Order func(a, b string) int
	// Escape, if not nil, returns the text and the words around it as the block has them.
	Escape func(text string) string
	// Table, if not nil, writes the list of files that are only named (TextRules.Unless), which ends the part.
	Table func(files []Listed) string
}

// FolderOrder says which folders are searched, and in which order.
type FolderOrder uint8

// The folders. The top is that of the git repository; outside of one it is the working directory.
const (
	Cwd        FolderOrder = iota // the working directory
	Home                          // the user's home
	TopDown                       // from the top down to the working directory
	Top                           // the top
	Repository                    // the top; none outside of a repository
	TopCwd                        // the top, then the working directory
	TopCwdMid                     // the top, the working directory, then the folders between, upwards
	// AboveDown is from the parent of the top down; outside of a repository from the parent of the home, without the
	// file system's root. In the home it is the home alone. Profile.NotAbove ends it.
	AboveDown
	AllDown // from the file system's root down to the working directory
	UpToTop // from the working directory up to the top; outside of a repository up to the root
	UpToCwd // from the working directory up to the top; outside of a repository that alone
	// The following are for nested searches.
	//
	// BesideUp are the folders from the file's upwards, as long as they are below the top and the working directory is
	// not in them.
	BesideUp
	OwnTop // from the top of the file's own repository down to it; without one its folder
	// BelowCwd are the folders between the working directory, or the one of Nested.Roots, and a file, downwards.
	BelowCwd
	BelowCwdUp // the same, upwards
)

// Place is a list of folders, and what is looked for in each of them.
type Place struct {
	In FolderOrder
	// Dirs, if not nil, are absolute paths of folders that replace In.
	Dirs []string
	Each []Files
	// Else: the place is searched only if the place before, and those that it is an Else of, had no file.
	Else bool
	// Budget is how many bytes the files of the place may have together; the rest is cut. 0 for no limit.
	Budget int64
	// Before, if not "", replaces the block's Join before the first file of the place.
	Before string
	// After ends the part, once, if it has files of this place and of one without After.
	After string
	// Sorted: the files are sorted by path.
	Sorted bool
	// SharedLast: files that the previous block has, too, come last, in its order.
	SharedLast bool
	// Group, if not nil, is a wrapper around the files of all places with the same pointer.
	Group *Group
}

// Group has words around some files of a part. Join separates them from the next group.
type Group struct {
	Open, Close, Join string
	// Together: the words are omitted if the part has no other group.
	Together bool
}

// Files describes what is looked for in a folder.
type Files struct {
	// Names are paths below the folder: the first one that exists is read. If the last element is a pattern such as
	// *.md, all matching files of that folder are read; ** includes the folders below.
	Names []string
	Note  string
	// Name, if not "", is {name} instead of the file's own name, unless the front matter has one.
	Name string
	// Item and Form, if set, replace those of the block.
	Item string
	Form *TextRules
	// Fold: the case of letters in names is ignored.
	Fold bool
	// Each: all names that exist are read, and not only the first one.
	Each bool
	// NoLinks: of the files that match a pattern, symbolic links are not read.
	NoLinks bool
	// NoLinkedFolders: symbolic links to folders are not followed while the files of a pattern are looked for.
	NoLinkedFolders bool
	// Sorted: the files of a pattern are sorted by path, instead of being read in the file system's order.
	Sorted bool
	// noHidden: hidden files and folders are passed over.
	noHidden bool
	// Real: a pattern's files and folders have their real paths, each once. Targets of links must be below the working
	// directory, except for the user's files.
	Real bool
	// HidesLater: a name that exists, even as a folder, hides those after it, and places that are Else.
	HidesLater bool
	// NotBlank: a file of white space counts as missing.
	NotBlank bool
	// RepeatSent: a file is read even if it was sent before.
	RepeatSent bool
	// SkipSymlinks: a symbolic link is not read.
	SkipSymlinks bool
	// SkipLinksOutsideRepo: a file is not read if its real path is outside of the repository.
	SkipLinksOutsideRepo bool
	// SkipUserFiles: a file is not read if it is also a user's file of the profile.
	SkipUserFiles bool
	// OnceBase: a file is omitted if an earlier one of the place has the same base name.
	OnceBase bool
	// Unless: nothing is read if a file of one of these names, in any folder of the place, gives text.
	Unless []string
	// UnlessInAncestors: Unless is checked in the file's own folder, and in every folder from the file system's root
	// down to the working directory.
	UnlessInAncestors bool
	// Match is a key of the front matter. Of what a read brings, only files are included that have under it a pattern
	// for the file that is read. The patterns are those of .gitignore, relative to the folder in which Names is looked
	// for; with Globs they match the whole path from the top.
	Match string
	Globs bool
	// OrNone: a file without the key is included, too. Patterns, if not nil, returns the patterns for the values.
	OrNone   bool
	Patterns func(values []string) []string
}

// Trim says which white space at the ends of a text is removed.
type Trim uint8

const (
	TrimNone Trim = iota
	TrimEnds
	TrimEnd
	TrimLine // one line end at each end
)

// TextRules describes how a file becomes text.
type TextRules struct {
	Trim Trim
	// KeepBOM: a byte order mark is sent.
	KeepBOM bool
	// KeepBlank: a file of white space is sent.
	KeepBlank bool
	// NoEmpty: a file without any byte but a byte order mark is not sent.
	NoEmpty bool
	// DropBad: invalid UTF-8 is dropped; otherwise each such byte becomes U+FFFD.
	DropBad bool
	// Refuse, if not nil, returns by the front matter why a file is left out; "" if it is not.
	Refuse func(keys map[string][]string) string
	// UTF8: a file that is not UTF-8 is left out.
	UTF8 bool
	// Most is the size in bytes of the largest file that is read; 0 for no limit.
	Most int64
	// FrontMatter: it is removed, as Comments are. Front, if not nil, parses it: it returns the length in bytes, 0
	// without front matter, and the values by key.
	FrontMatter bool
	Front       func(text []byte) (n int, keys map[string][]string)
	Comments    Comments
	// Unless: a file whose front matter has one of these keys is left out, or only named if the block has a Table.
	// Without All, a value that stands for all files does not count.
	Unless []string
	All    bool
	// Imports is nil if @path stays text.
	Imports *Imports
}

// Comments says which HTML comments are removed.
type Comments uint8

const (
	NoComments Comments = iota
	// BlockComments are those that begin a block of HTML, as the library marked has it. If any is removed, all lines
	// end with "\n".
	BlockComments
	// EveryComment includes "<!--" without an end. "\r\n" becomes "\n" in any case.
	EveryComment
)

// Listed is a file that is only named, with its front matter.
type Listed struct {
	Path, Rel string
	Keys      map[string][]string
}

// Nested describes what the first read below a folder brings: each file once in a session.
type Nested struct {
	Block
	// InAnswer: it ends the answer of the read; otherwise it follows as messages.
	InAnswer bool
	// Apart: each file is a part of its own.
	Apart bool
	// Aside, if not nil, is a message of another role that follows. It repeats the files of earlier reads.
	Aside *Block
	// SkipRead: the file that was read is not sent, but its imports are.
	SkipRead bool
	// Missing: a read of a file that does not exist brings it, too.
	Missing bool
	// Below is the folder below which a read file must lie; Roots are more such folders.
	Below FolderOrder
	Roots []string
	// Given: a read that the agent's tool refuses brings nothing.
	Given bool
	// Anywhere: files outside of these folders bring it, too.
	Anywhere bool
	// Forget: a read brings again what a mention brought.
	Forget bool
	// ByReal: the folders are those of the file's real path.
	ByReal bool
	// ByRealFolder: the folders are those of the real path of the file's folder.
	ByRealFolder bool
	// Itself: a read of a file of instructions brings that file, too.
	Itself bool
}

// PlaceIn returns a place with what is looked for in each of its folders.
func PlaceIn(folders FolderOrder, each ...Files) Place { return Place{In: folders, Each: each} }

// FirstOf reads the first of the names that exists, AllOf all that exist.
func FirstOf(names ...string) Files { return Files{Names: names} }
func AllOf(names ...string) Files   { return Files{Names: names, Each: true} }
