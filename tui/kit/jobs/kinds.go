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
	// About says which bytes its answer is about. The job ends once these have been replaced since it was started.
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

// newKind adds a row to the table and returns its kind. It is called for package variables only.
func newKind(r Row) Kind {
	table = append(table, r)
	return Kind(len(table) - 1)
}

// The kinds of work. Of the jobs that run, the first that has words for the footer is named there.
var (
	// Open opens another file.
	Open = newKind(Row{Stops: true, Plain: true, Holds: Always, Footer: "opening"})
	// Brief makes what an agent gets before it reads, Follow makes it again until it is something else.
	Brief  = newKind(Row{Plain: true, Holds: Always, Awaited: true})
	Follow = newKind(Row{})
	// Write writes the output to a file.
	Write = newKind(Row{Stops: true, Plain: true, Holds: Always, Footer: "writing"})
	// TryOption asks the tool whether it takes a changed option.
	TryOption = newKind(Row{
		OfTool: true, Stops: true, Plain: true, About: RawBytes, Holds: Always, Footer: "trying the option",
	})
	// NextBlock looks for the block beside the current one.
	NextBlock = newKind(Row{
		OfTool: true, Stops: true, Plain: true, About: RawBytes, Holds: Always, Footer: "looking for the next block",
	})
	// Presets reads the file with each preset.
	Presets = newKind(Row{Stops: true, Plain: true, About: RawBytes, Footer: "reading with the presets"})
	// Symbols reads the outline of the file.
	Symbols = newKind(Row{
		Stops: true, Plain: true, About: textBytes, Holds: Always, FillsList: true, Footer: "reading the symbols",
	})
	// Revisions asks git which commits changed the file.
	Revisions = newKind(Row{Stops: true, Plain: true, Holds: Always, FillsList: true, Footer: "asking git"})
	// Below lists the files below a folder, for a list that is open.
	Below = newKind(Row{Awaited: true})
	// Peek reads the first lines of a file that is selected in a list.
	Peek = newKind(Row{})
	// Complete lists the folder of a path that is typed.
	Complete = newKind(Row{Stops: true, Holds: Always, FillsList: true, Footer: "listing the folder"})
	// Ladder reads every block of an anchor.
	Ladder = newKind(Row{Stops: true, Plain: true, About: RawBytes, Holds: Always, Footer: "reading the blocks"})
	// Cover looks for the arguments that give the marked lines.
	Cover = newKind(Row{Stops: true, Plain: true, About: RawBytes, Holds: Always, Footer: "looking for arguments"})
	// Levels counts the levels that the anchor of a block has.
	Levels = newKind(Row{OfTool: true, Stops: true, Plain: true, About: RawBytes, Holds: Always})
	// Bracket looks for the other bracket of a pair.
	Bracket = newKind(Row{
		Stops: true, Plain: true, About: ScreenBytes, Holds: Always, Footer: "looking for the other bracket",
	})
	// AwaitPlace waits for a place to arrive: that of the command line, or one gone to.
	AwaitPlace = newKind(Row{Stops: true, Plain: true, Whole: true, Footer: "waiting for"})
	// Unpack waits for more of a packed file to be unpacked.
	Unpack = newKind(Row{Stops: true, Plain: true, About: textBytes, Footer: "unpacking"})
	// Search looks for a match.
	Search = newKind(Row{Stops: true, Plain: true, About: ScreenBytes, Holds: Always, Footer: "searching"})
	// AwaitMore waits for more of a stream to search on in.
	AwaitMore = newKind(Row{
		Stops: true, Plain: true, Whole: true, About: ScreenBytes, Footer: "searching what arrives",
	})
	// Filter looks for the lines that the filter shows.
	Filter = newKind(Row{Stops: true, Plain: true, About: textBytes, Holds: Sometimes, Footer: "filtering"})
	// Count counts the matches of the search.
	Count = newKind(Row{Stops: true, About: ScreenBytes, Footer: "counting matches"})
	// Read reads what the model gets.
	Read = newKind(Row{OfTool: true, Stops: true, Plain: true, Awaited: true, About: RawBytes, Holds: Sometimes})
	// Compare reads what another tool gives.
	Compare = newKind(Row{Stops: true, Plain: true, About: RawBytes, Holds: Sometimes, Footer: "comparing"})
	// Differ compares what the two halves of a comparison give.
	Differ = newKind(Row{Plain: true, About: RawBytes})
	// Page loads the page of the file that a key asked for.
	Page = newKind(Row{Stops: true, Plain: true, Awaited: true, Holds: Always})
	// Prefetch loads the lines around the screen before they are asked for, or again.
	Prefetch = newKind(Row{Plain: true})
	// OutputPage loads a page of what the model gets.
	OutputPage = newKind(Row{Plain: true, Holds: Sometimes})
	// OtherPage loads a page of what the other tool of a comparison gives.
	OtherPage = newKind(Row{Plain: true, Holds: Sometimes})
	// Form shows the bytes in another form.
	Form = newKind(Row{Plain: true, Holds: Always})
	// Detect looks for the form of what has arrived.
	Detect = newKind(Row{Plain: true, About: RawBytes})
	// Tail follows the end of the file.
	Tail = newKind(Row{Stops: true, Whole: true})
	// Rank finds which number the match found last has.
	Rank = newKind(Row{About: ScreenBytes})
	// Style finds how the file is indented.
	Style = newKind(Row{About: RawBytes})
	// Tools reads what each tool gives of the file.
	Tools = newKind(Row{About: RawBytes})
	// Calls counts the calls that are left.
	Calls = newKind(Row{OfTool: true, About: RawBytes})
	// Walk makes the calls that read the file on.
	Walk = newKind(Row{Stops: true, Plain: true, About: RawBytes, Holds: Always, Footer: "making the calls"})
	// FirstCall looks for a call that is not refused.
	FirstCall = newKind(Row{
		OfTool: true, Stops: true, Plain: true, About: RawBytes, Holds: Always, Footer: "looking for a call that works",
	})
	// Loss looks for the next loss.
	Loss = newKind(Row{
		OfTool: true, Stops: true, Plain: true, About: RawBytes, Holds: Always, Footer: "looking for what is lost",
	})
	// Tokens counts the tokens of the output.
	Tokens = newKind(Row{OfTool: true})
	// Declared looks for the declaration around the anchor of a block.
	Declared = newKind(Row{OfTool: true, About: RawBytes})
	// RungTokens counts the tokens of a block of the ladder.
	RungTokens = newKind(Row{About: RawBytes})
	// Language chooses the language to colour the file in.
	Language = newKind(Row{About: textBytes})
	// Colour colours the lines on the screen.
	Colour = newKind(Row{About: textBytes})
	// OutputColour colours the lines of what a tool gives.
	OutputColour = newKind(Row{About: RawBytes})
	// Marks asks git which lines have changed.
	Marks = newKind(Row{About: RawBytes})
	// Repository looks whether the repository has changed since.
	Repository = newKind(Row{About: RawBytes})
)

// The kinds of work of the screens of transcripts: nobody waits for them, and no key stops them.
var (
	// Check reads the files of a repository as agents do.
	Check = newKind(Row{})
	// AgentSearch searches a folder as agents do.
	AgentSearch = newKind(Row{})
	// SearchOrder brings what such a search found into the order in which it is shown.
	SearchOrder = newKind(Row{})
	// Transcripts finds transcripts, or opens one.
	Transcripts = newKind(Row{})
	// Recorded waits for what is recorded next.
	Recorded = newKind(Row{})
	// Describe describes the rows of a list of transcripts, or of calls, on the screen.
	Describe = newKind(Row{})
	// CallText reads the beginning of what the selected call of a list gave or changed.
	CallText = newKind(Row{})
	// Laid compares the searches of calls with the folder that they searched.
	Laid = newKind(Row{})
	// Folders looks into transcripts for their working folder.
	Folders = newKind(Row{})
	// Tally counts the calls of a transcript.
	Tally = newKind(Row{})
	// Matches looks for the calls that match what is typed.
	Matches = newKind(Row{})
)
