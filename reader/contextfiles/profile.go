// Package contextfiles is what an agent gets of files before it reads any: files of instructions when it starts, files
// that a person mentions, and what the first read below a folder brings. It walks, reads, expands imports, cuts and
// renders; what one agent does stands as a Profile beside its tool, in reader/tools/agents. Nothing here knows an
// agent by name. The package changes without notice.
//
//	profile.go    what a profile says
//	registry.go   the list of profiles, and what they look for
//	run.go        makes a Briefing: the parts that are sent, and what is left out
//	walk.go       the folders, and the files in them
//	load.go       reading one file; its text as pieces of the file
//	markdown.go   front matter, comments, code
//	imports.go    @path
//	groups.go     words around some files of a part
//	sections.go   @path that adds a file behind the one that imports it
//	setup.go      what a profile sees when it adapts itself to settings
//	jsonc.go      JSON with comments
//	mention.go    @path in a prompt, as the profiles answer it
//	nested.go     what a read brings
//	leftout.go    files that a person would expect to be taken
//	report.go     a Briefing as rows, and as JSON
package contextfiles

import "eyeline/reader/tools"

// Profile is what one agent gets of files before it reads.
type Profile struct {
	// Tool is the agent's read tool: it names agent and version, counts tokens, and reads what is mentioned.
	Tool *tools.Tool
	// Start are the parts that are sent when the agent starts.
	Start []Block
	// Adapt, where it is set, changes a copy of the profile by what the settings of the user and the project say.
	Adapt func(s *Setup, p *Profile)
	// Tops, where it is set, tells whether a folder is the top of the repository, in place of a ".git" in it.
	Tops func(s *Setup) func(dir string) TopKind
	// StartLast: what is mentioned comes before the instructions.
	StartLast bool
	// Mention adds the parts of what a person mentions, as typed without "@" and quotes; nil: a mention stays text.
	Mention func(m *Mention)
	// Nested is what the first read below a folder brings; nil: nothing.
	Nested *Nested
	// Follow is added to a part of a mention or of a read that another follows directly.
	Follow string
	// NotAbove is a folder below the home at which a walk up from a folder below it ends, without that folder; "":
	// nothing ends the walk.
	NotAbove string
	// Aside is a sentence for a person about what is assumed, or was not seen.
	Aside string
}

// TopKind says what a folder is on the way up to the top of the repository.
type TopKind uint8

// The kinds. NoRepository ends the search for a repository above a folder, without a result.
const (
	Below TopKind = iota
	IsTop
	NoRepository
)

// Block is a part: the texts of files in a wrapper. In its texts {path} stands for the file's absolute path, {rel} for
// the one from the working directory, {top} for the one from the top of the repository, {real} for that of the file
// that a link leads to, {name} for its name without
// ending, {note} for Files.Note, {cwd} for the working directory, {text} for the file's text.
type Block struct {
	Open, Join, Close string
	// OpenHome, where it is set, is Open where all files are the user's.
	OpenHome string
	Item     string
	From     []Place
	Form     Form
	// ReadEscape is Escape for the files alone, with what they import, and not for the words around them.
	ReadEscape func(text string) string
	// OnceText leaves out a file whose text an earlier one has, OnceFile one that is the same file as an earlier one of
	// any part,
	// OnceName one whose wrapper a later one has.
	OnceText, OnceFile, OnceName bool
	// Order, where it is set, sorts the files by their wrappers up to the text.
	Order func(a, b string) int
	// Escape, where it is set, is how a file's text and what is around it become part of the block.
	Escape func(text string) string
	// Table, where it is set, lists files at the end of the part that are only named (Form.Unless).
	Table func(files []Listed) string
}

// Where is which folders are looked in, in which order.
type Where uint8

// The folders. The top is that of the git repository; without one it is the working directory.
const (
	Cwd        Where = iota // the working directory
	Home                    // the user's home
	TopDown                 // from the top down to the working directory
	Top                     // the top
	Repository              // the top; without a repository none
	TopCwd                  // the top, then the working directory
	TopCwdMid               // the top, the working directory, then those between, from below
	// AboveDown is from one above the top down, without a repository from one above the home, but for the file
	// system's root; in the home only that. Profile.NotAbove ends it.
	AboveDown
	AllDown // from the file system's root down to the working directory
	UpToTop // from the working directory up to the top; without a repository up to the root
	UpToCwd // from the working directory up to the top; without a repository that alone
	// BesideUp is of a nested search, too: the folders from the file's up to the top that the working directory does
	// not lie in.
	BesideUp
	OwnTop // of a nested search: from the top of the file's own repository down to it; without one its folder
	// BelowCwd is of a nested search: the folders between the working directory, or the one of Nested.Roots, and a
	// file, from above.
	BelowCwd
	BelowCwdUp // the same from below
)

// Place is folders and what is looked for in each of them.
type Place struct {
	In Where
	// Dirs, where they are set, are the folders in place of In: absolute paths.
	Dirs []string
	Each []Files
	// Else: only where the place before, and those that it is an Else of, gave no file.
	Else bool
	// Budget is how many bytes of all files of the place are taken together; 0: all. What is beyond is cut off.
	Budget int64
	// Before, where it is set, stands for the block's Join before the first file, if others are before it.
	Before string
	// After ends the part where it has a file of the place, and one of a place without, once.
	After string
	// Sorted: the files come by their paths.
	Sorted bool
	// SharedLast: files that the block before looks for, too, come after the others, in the order that they have there.
	SharedLast bool
	// Group, where it is set, is a wrapper that the files of the places that have it share.
	Group *Group
}

// Group is words around some files of a part, and between them and those of the next group.
type Group struct {
	Open, Close, Join string
	// Together: the words are left out where the part has no other group.
	Together bool
}

// Files is what is looked for in a folder.
type Files struct {
	// Names are paths below the folder; the first that is there is taken. One whose last element is *.md takes all of
	// its folder, one with ** also those of the folders below.
	Names []string
	Note  string
	// Name, where it is set, is what {name} stands for in place of the file's own, where its front matter has none.
	Name string
	// Item and Form stand for those of the block.
	Item string
	Form *Form
	// Fold: upper and lower case are the same. Each: all names that are there are taken. NoLinks: of a folder that
	// is taken whole, links are not; NoLinkedFolders: links to folders are not.
	// Sorted: its files come by their paths, not as the file system lists them.
	Fold, Each, NoLinks, NoLinkedFolders, Sorted bool
	noHidden                                     bool // files and folders whose names begin with "." are passed over
	// Real: files and folders that are links are taken under their real paths, each once, and only where those are
	// below the working directory; for the user's files they may be anywhere.
	Real bool
	// Hides: a name that is there, as a folder too, hides those after it, and the places that are Else.
	Hides bool
	// NotBlank: a file of white space is passed over for the next name.
	NotBlank bool
	// Again: a file is taken that was sent before. NoLink: a file that is a link is not taken. Within: nor one that
	// leads out of the repository. NotUsers: nor one that the user's files of the profile have.
	Again, NoLink, Within, NotUsers bool
	// OnceBase: a file is not taken where an earlier one of the place has the same name in another folder.
	OnceBase bool
	// Unless: nothing is taken where a file of one of these names gives text, in any folder of the place.
	Unless []string
	// Near: that goes for the same folder, and for those from the file system's root down to the working directory.
	Near bool
	// Match: of what a read brings, only files are taken whose front matter has a pattern for the file under this
	// key: as in a .gitignore, from the folder in which Names is looked for, or where Globs is set for the whole path
	// from the top.
	Match string
	Globs bool
	// OrNone: a file without the key is taken, too. Patterns, where it is set, are the patterns that values stand for.
	OrNone   bool
	Patterns func(values []string) []string
}

// Trim is which white space at the ends of a text is not sent.
type Trim uint8

const (
	TrimNone Trim = iota
	TrimEnds
	TrimEnd
	TrimLine // one line end at each end
)

// Form is how a file becomes text.
type Form struct {
	Trim Trim
	// KeepBOM: a byte-order mark is sent.
	KeepBOM bool
	// KeepBlank: a file of nothing but white space is sent.
	KeepBlank bool
	// NoEmpty: a file without any byte, or with nothing but a byte-order mark, is not sent.
	NoEmpty bool
	// DropBad: bytes that are not UTF-8 are not sent; otherwise each is U+FFFD.
	DropBad bool
	// Refuse, where it is set, says by the keys of the front matter why a file is left out; "": it is not.
	Refuse func(keys map[string][]string) string
	// UTF8: a file that is not UTF-8 is left out.
	UTF8 bool
	// Most is the size in bytes of the largest file that is taken; 0: any.
	Most int64
	// FrontMatter is taken off, and Comments are taken out. Front, where it is set, reads the front matter: it
	// returns its length, 0 without front matter, and its keys with their values.
	FrontMatter bool
	Front       func(text []byte) (n int, keys map[string][]string)
	Comments    Comments
	// Unless: a file whose front matter has one of these keys is left out, but, unless All is set, where that is for
	// all files; where the block has a Table, it is only named in that.
	Unless []string
	All    bool
	// Imports are nil where @path stays text.
	Imports *Imports
}

// Comments are the HTML comments that are taken out.
type Comments uint8

const (
	NoComments Comments = iota
	// BlockComments begin blocks of HTML, as the library marked has them. Where any is taken out, all lines end with
	// "\n" alone.
	BlockComments
	// EveryComment: and "<!--" without an end; "\r\n" is always "\n".
	EveryComment
)

// Listed is a file that is only named, with the values of its front matter.
type Listed struct {
	Path, Rel string
	Keys      map[string][]string
}

// Nested is what the first read below a folder brings. Each file comes once in a session.
type Nested struct {
	Block
	// InAnswer: it ends the answer of the read; otherwise it is messages after that.
	InAnswer bool
	// Apart: each file is a part of its own.
	Apart bool
	// Aside, where it is set, is a message of another role after that. It has the files of earlier reads again.
	Aside *Block
	// SkipRead: a file that was read is not sent, but the files that it imports are.
	SkipRead bool
	// Missing: a read of a file that is not there brings it too.
	Missing bool
	// Below is the folder below which the files are that bring it; Roots, where it is set, are more such folders.
	Below Where
	Roots []string
	// Given: a read that the agent's tool refuses brings nothing.
	Given bool
	// Anywhere: files outside of that bring it, too.
	Anywhere bool
	// Forget: what a mention brings, a read brings again.
	Forget bool
	// ByReal: the folders are those of the file's real path; ByRealFolder: of the real path of its
	// folder. Itself: a read of a file of instructions brings that, too.
	ByReal, ByRealFolder, Itself bool
}

// In is a place with what is looked for in each of its folders.
func In(folders Where, each ...Files) Place { return Place{In: folders, Each: each} }

// FirstOf takes the first of some names that is there, AllOf all that are.
func FirstOf(names ...string) Files { return Files{Names: names} }
func AllOf(names ...string) Files   { return Files{Names: names, Each: true} }
