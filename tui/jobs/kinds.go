package jobs

// Kind is a kind of work that runs in the background.
type Kind uint8

// The kinds of work. Of the jobs that run, the first that has words for the footer is named there.
const (
	Open         Kind = iota + 1 // opens another file
	Write                        // writes the output to a file
	TryOption                    // asks the tool whether it takes a changed option
	NextBlock                    // looks for the block beside the current one
	Presets                      // reads the file with each preset
	Symbols                      // reads the outline of the file
	Revisions                    // asks git which commits changed the file
	Ladder                       // reads every block of an anchor
	Cover                        // looks for the arguments that give the marked lines
	Levels                       // counts the levels that the anchor of a block has
	Bracket                      // looks for the other bracket of a pair
	AwaitPlace                   // waits for a place to arrive: that of the command line, or one gone to
	Unpack                       // waits for more of a packed file to be unpacked
	Search                       // looks for a match
	AwaitMore                    // waits for more of a stream to search on in
	Filter                       // looks for the lines that the filter shows
	Count                        // counts the matches of the search
	Read                         // reads what the model gets
	Compare                      // reads what another tool gives
	Differ                       // compares what the two halves of a comparison give
	Page                         // loads the page of the file that a key asked for
	Prefetch                     // loads the lines around the screen before they are asked for, or again
	OutputPage                   // loads a page of what the model gets
	OtherPage                    // loads a page of what the other tool of a comparison gives
	Form                         // shows the bytes in another form
	Detect                       // looks for the form of what has arrived
	Tail                         // follows the end of the file
	Rank                         // finds which number the match found last has
	Style                        // finds how the file is indented
	Tools                        // reads what each tool gives of the file
	Calls                        // counts the calls that are left
	Walk                         // makes the calls that read the file on
	FirstCall                    // looks for a call that is not refused
	Loss                         // looks for the next loss
	Tokens                       // counts the tokens of the output
	RungTokens                   // counts the tokens of a block of the ladder
	Language                     // chooses the language to colour the file in
	Colour                       // colours the lines on the screen
	OutputColour                 // colours the lines of what a tool gives
	Marks                        // asks git which lines have changed
	Repository                   // looks whether the repository has changed since
	kinds
)

// Bytes names bytes of a document.
type Bytes uint8

// The bytes that an answer may be about.
const (
	NoBytes     Bytes = iota
	RawBytes          // those of the file, which the tools read
	textBytes         // those shown as lines: the file's, or what they decode to
	ScreenBytes       // those on the screen: the file's in the hex view, else as TextBytes
)

// holding says whether keys wait for a job: those typed while it runs are to act on what it makes of the screen.
type holding uint8

// When keys wait.
const (
	never holding = iota
	Always
	Sometimes // the owner knows
)

// Row says how the jobs of one kind are treated.
type Row struct {
	// Stops: a person can stop it. Esc and Ctrl-C both do so, and nothing else as long as such a job runs: a late Esc must
	// never quit. The footer names the key for these jobs alone.
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
}

// Row is the kind's row of the table.
func (k Kind) Row() *Row { return &table[k] }

// Kinds are all kinds, in the order of the table.
func Kinds() []Kind {
	var all []Kind
	for k := Open; k < kinds; k++ {
		all = append(all, k)
	}
	return all
}

var table = [kinds]Row{
	Open:         {Stops: true, Plain: true, Holds: Always, Footer: "opening"},
	Write:        {Stops: true, Plain: true, Holds: Always, Footer: "writing"},
	TryOption:    {Stops: true, Plain: true, About: RawBytes, Holds: Always, Footer: "trying the option"},
	NextBlock:    {Stops: true, Plain: true, About: RawBytes, Holds: Always, Footer: "looking for the next block"},
	Presets:      {Stops: true, Plain: true, About: RawBytes, Footer: "reading with the presets"},
	Symbols:      {Stops: true, Plain: true, About: textBytes, Holds: Always, Footer: "reading the symbols"},
	Revisions:    {Stops: true, Plain: true, Holds: Always, Footer: "asking git"},
	Ladder:       {Stops: true, Plain: true, About: RawBytes, Holds: Always, Footer: "reading the blocks"},
	Cover:        {Stops: true, Plain: true, About: RawBytes, Holds: Always, Footer: "looking for arguments"},
	Levels:       {Stops: true, Plain: true, About: RawBytes, Holds: Always},
	Bracket:      {Stops: true, Plain: true, About: ScreenBytes, Holds: Always, Footer: "looking for the other bracket"},
	AwaitPlace:   {Stops: true, Plain: true, Whole: true, Footer: "waiting for"},
	Unpack:       {Stops: true, Plain: true, About: textBytes, Footer: "unpacking"},
	Search:       {Stops: true, Plain: true, About: ScreenBytes, Holds: Always, Footer: "searching"},
	AwaitMore:    {Stops: true, Plain: true, Whole: true, About: ScreenBytes, Footer: "searching what arrives"},
	Filter:       {Stops: true, Plain: true, About: textBytes, Holds: Sometimes, Footer: "filtering"},
	Count:        {Stops: true, About: ScreenBytes, Footer: "counting matches"},
	Read:         {Stops: true, Plain: true, Awaited: true, About: RawBytes, Holds: Sometimes},
	Compare:      {Stops: true, Plain: true, About: RawBytes, Holds: Sometimes, Footer: "comparing"},
	Differ:       {Plain: true, About: RawBytes},
	Page:         {Stops: true, Plain: true, Awaited: true, Holds: Always},
	Prefetch:     {Plain: true},
	OutputPage:   {Plain: true, Holds: Sometimes},
	OtherPage:    {Plain: true, Holds: Sometimes},
	Form:         {Plain: true, Holds: Always},
	Detect:       {Plain: true, About: RawBytes},
	Tail:         {Stops: true, Whole: true},
	Rank:         {About: ScreenBytes},
	Style:        {About: RawBytes},
	Tools:        {About: RawBytes},
	Calls:        {About: RawBytes},
	Walk:         {Stops: true, Plain: true, About: RawBytes, Holds: Always, Footer: "making the calls"},
	FirstCall:    {Stops: true, Plain: true, About: RawBytes, Holds: Always, Footer: "looking for a call that works"},
	Loss:         {Stops: true, Plain: true, About: RawBytes, Holds: Always, Footer: "looking for what is lost"},
	Tokens:       {},
	RungTokens:   {About: RawBytes},
	Language:     {About: textBytes},
	Colour:       {About: textBytes},
	OutputColour: {About: RawBytes},
	Marks:        {About: RawBytes},
	Repository:   {About: RawBytes},
}
