package jobs

// Kind is a kind of work that runs in the background.
type Kind uint8

// Bytes names bytes of a document.
type Bytes uint8

// The bytes that an answer may be about.
const (
	NoBytes     Bytes = iota
	RawBytes          // those of the file, which the tools read
	textBytes         // those shown as lines: the file's, or what they decode to
	ScreenBytes       // those on the screen: the file's in the hex view, else as textBytes
)

// holding says whether keys wait for a job: those typed while it runs are to act on what it makes of the screen.
type holding uint8

// When keys wait.
const (
	never holding = iota
	Always
	Sometimes // the model knows: holdsBack in tui/typeahead.go
)

// Row says how the jobs of one kind are treated.
type Row struct {
	// Stops: a person can stop it. Esc and Ctrl-C both do so, and nothing else as long as such a job runs: a late Esc
	// must never quit. The footer names the key for these jobs alone.
	Stops bool
	// Footer is what the last row of the screen says while it runs; "" for nothing.
	Footer string
	// Awaited: a person waits for it, so the screen says so when it takes long.
	Awaited bool
	// Whole: it needs all of a stream, also what is not looked at yet.
	Whole bool
	// Plain: plain mode waits for its end before it prints.
	Plain bool
	// About says which bytes its answer is about. It ends when those are no longer the ones of the time of its start.
	About Bytes
	// Holds says whether keys wait for it.
	Holds holding
	// FillsList: it fills a list that is open already, so keys wait for it under that list, too.
	FillsList bool
	// OfTool: it is for the tool that is on, and ends when that is turned off.
	OfTool bool
}

// Row is the kind's row of the table.
func (k Kind) Row() *Row { return &table[k] }

// table has the rows of all kinds; 0 is the index of no kind.
var table = make([]Row, 1)

// kind adds a kind to the table.
func kind(r Row) Kind {
	table = append(table, r)
	return Kind(len(table) - 1)
}

// The kinds of work. Of the jobs that run, the first that has words for the footer is named there.
var (
	// Open opens another file.
	Open = kind(Row{Stops: true, Plain: true, Holds: Always, Footer: "opening"})
	// Brief makes what an agent gets before it reads, Follow makes it again until it is something else.
	Brief  = kind(Row{Plain: true, Holds: Always, Awaited: true})
	Follow = kind(Row{})
	// Write writes the output to a file.
	Write = kind(Row{Stops: true, Plain: true, Holds: Always, Footer: "writing"})
	// TryOption asks the tool whether it takes a changed option.
	TryOption = kind(Row{
		OfTool: true, Stops: true, Plain: true, About: RawBytes, Holds: Always, Footer: "trying the option",
	})
	// NextBlock looks for the block beside the current one.
	NextBlock = kind(Row{
		OfTool: true, Stops: true, Plain: true, About: RawBytes, Holds: Always, Footer: "looking for the next block",
	})
	// Presets reads the file with each preset.
	Presets = kind(Row{Stops: true, Plain: true, About: RawBytes, Footer: "reading with the presets"})
	// Symbols reads the outline of the file.
	Symbols = kind(Row{
		Stops: true, Plain: true, About: textBytes, Holds: Always, FillsList: true, Footer: "reading the symbols",
	})
	// Revisions asks git which commits changed the file.
	Revisions = kind(Row{Stops: true, Plain: true, Holds: Always, FillsList: true, Footer: "asking git"})
	// Below lists the files below a folder, for a list that is open.
	Below = kind(Row{Awaited: true})
	// Peek reads the first lines of a file that is selected in a list.
	Peek = kind(Row{})
	// Complete lists the folder of a path that is typed.
	Complete = kind(Row{Stops: true, Holds: Always, FillsList: true, Footer: "listing the folder"})
	// Ladder reads every block of an anchor.
	Ladder = kind(Row{Stops: true, Plain: true, About: RawBytes, Holds: Always, Footer: "reading the blocks"})
	// Cover looks for the arguments that give the marked lines.
	Cover = kind(Row{Stops: true, Plain: true, About: RawBytes, Holds: Always, Footer: "looking for arguments"})
	// Levels counts the levels that the anchor of a block has.
	Levels = kind(Row{OfTool: true, Stops: true, Plain: true, About: RawBytes, Holds: Always})
	// Bracket looks for the other bracket of a pair.
	Bracket = kind(Row{
		Stops: true, Plain: true, About: ScreenBytes, Holds: Always, Footer: "looking for the other bracket",
	})
	// AwaitPlace waits for a place to arrive: that of the command line, or one gone to.
	AwaitPlace = kind(Row{Stops: true, Plain: true, Whole: true, Footer: "waiting for"})
	// Unpack waits for more of a packed file to be unpacked.
	Unpack = kind(Row{Stops: true, Plain: true, About: textBytes, Footer: "unpacking"})
	// Search looks for a match.
	Search = kind(Row{Stops: true, Plain: true, About: ScreenBytes, Holds: Always, Footer: "searching"})
	// AwaitMore waits for more of a stream to search on in.
	AwaitMore = kind(Row{Stops: true, Plain: true, Whole: true, About: ScreenBytes, Footer: "searching what arrives"})
	// Filter looks for the lines that the filter shows.
	Filter = kind(Row{Stops: true, Plain: true, About: textBytes, Holds: Sometimes, Footer: "filtering"})
	// Count counts the matches of the search.
	Count = kind(Row{Stops: true, About: ScreenBytes, Footer: "counting matches"})
	// Read reads what the model gets.
	Read = kind(Row{OfTool: true, Stops: true, Plain: true, Awaited: true, About: RawBytes, Holds: Sometimes})
	// Compare reads what another tool gives.
	Compare = kind(Row{Stops: true, Plain: true, About: RawBytes, Holds: Sometimes, Footer: "comparing"})
	// Differ compares what the two halves of a comparison give.
	Differ = kind(Row{Plain: true, About: RawBytes})
	// Page loads the page of the file that a key asked for.
	Page = kind(Row{Stops: true, Plain: true, Awaited: true, Holds: Always})
	// Prefetch loads the lines around the screen before they are asked for, or again.
	Prefetch = kind(Row{Plain: true})
	// OutputPage loads a page of what the model gets.
	OutputPage = kind(Row{Plain: true, Holds: Sometimes})
	// OtherPage loads a page of what the other tool of a comparison gives.
	OtherPage = kind(Row{Plain: true, Holds: Sometimes})
	// Form shows the bytes in another form.
	Form = kind(Row{Plain: true, Holds: Always})
	// Detect looks for the form of what has arrived.
	Detect = kind(Row{Plain: true, About: RawBytes})
	// Tail follows the end of the file.
	Tail = kind(Row{Stops: true, Whole: true})
	// Rank finds which number the match found last has.
	Rank = kind(Row{About: ScreenBytes})
	// Style finds how the file is indented.
	Style = kind(Row{About: RawBytes})
	// Tools reads what each tool gives of the file.
	Tools = kind(Row{About: RawBytes})
	// Calls counts the calls that are left.
	Calls = kind(Row{OfTool: true, About: RawBytes})
	// Walk makes the calls that read the file on.
	Walk = kind(Row{Stops: true, Plain: true, About: RawBytes, Holds: Always, Footer: "making the calls"})
	// FirstCall looks for a call that is not refused.
	FirstCall = kind(Row{
		OfTool: true, Stops: true, Plain: true, About: RawBytes, Holds: Always, Footer: "looking for a call that works",
	})
	// Loss looks for the next loss.
	Loss = kind(Row{
		OfTool: true, Stops: true, Plain: true, About: RawBytes, Holds: Always, Footer: "looking for what is lost",
	})
	// Tokens counts the tokens of the output.
	Tokens = kind(Row{OfTool: true})
	// Declared looks for the declaration around the anchor of a block.
	Declared = kind(Row{OfTool: true, About: RawBytes})
	// RungTokens counts the tokens of a block of the ladder.
	RungTokens = kind(Row{About: RawBytes})
	// Language chooses the language to colour the file in.
	Language = kind(Row{About: textBytes})
	// Colour colours the lines on the screen.
	Colour = kind(Row{About: textBytes})
	// OutputColour colours the lines of what a tool gives.
	OutputColour = kind(Row{About: RawBytes})
	// Marks asks git which lines have changed.
	Marks = kind(Row{About: RawBytes})
	// Repository looks whether the repository has changed since.
	Repository = kind(Row{About: RawBytes})
)

// The kinds of work of the screens of transcripts: nobody waits for them, and no key stops them.
var (
	// Check reads the files of a repository as agents do.
	Check = kind(Row{})
	// AgentSearch searches a folder as agents do.
	AgentSearch = kind(Row{})
	// SearchOrder brings what such a search found into the order in which it is shown.
	SearchOrder = kind(Row{})
	// Transcripts finds transcripts, or opens one.
	Transcripts = kind(Row{})
	// Recorded waits for what is recorded next.
	Recorded = kind(Row{})
	// Describe describes the rows of a list of transcripts, or of calls, on the screen.
	Describe = kind(Row{})
	// Laid compares the searches of calls with the folder that they searched.
	Laid = kind(Row{})
	// Folders looks into transcripts for their working folder.
	Folders = kind(Row{})
	// Tally counts the calls of a transcript.
	Tally = kind(Row{})
	// Matches looks for the calls that match what is typed.
	Matches = kind(Row{})
)
