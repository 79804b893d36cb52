// Package tui is the interactive viewer: a file, and beside it exactly what a tool would give a model of it.
//
// # How it works
//
// There is one tea.Model, [Model], and only its Update changes anything, in one goroutine at a time. Update does no I/O and no
// work that takes as long as a file is large: that is done by commands, which get copies of what they need and answer with
// messages. View only draws.
//
//	key → overlays → screen → keymap → action → handler            (update.go, overlay.go, filescreen.go, actions.go)
//	key typed before the last has had its effect → held back       (typeahead.go)
//	jobs.Ask → command → answer → dropped if stale → continuation  (package jobs, update.go)
//
// # Packages
//
// What is here knows the Model. What does not is in packages of its own, which never import this one:
//
//	document, find      an open file with its two sides; a search in all its lines or in those that a filter lets through
//	request, capture    what is asked of a tool, and what it wrote
//	differ, coverage    how two outputs differ; which lines of a file an agent was sent
//	recorded            an open transcript: its calls, and its files with what was sent of them
//	page, pane          the lines around a place; a rectangle that shows them and moves
//	cells, highlight    bytes as cells, which is what may reach the terminal; their colours
//	bar, textfield      the rows above and below the panes; a line of text being typed
//	screens             what the Model and what fills the terminal know of each other
//	transcripts         the screens that list transcripts, the files of one and its calls
//	list                a panel of items to choose from
//	draw                rows of tables and of typed texts; which of many rows are shown, and how far a key goes in them
//	jobs                work in the background: at most one job of a kind, whose answer is dropped when it is stale
//	stamp               what the answer of a command of a screen of transcripts is about
//	words, address      numbers for a person; places as a person types them
//	program             runs the Model on a terminal: the first screen, questions to the terminal, suspending, leaving
//	linemode            a session by lines, without a screen
//	terminal, signals   between Bubble Tea and the terminal, with quiet and sgr below it; what ends the program
//	launch, settings    the command line with all flags and commands; the settings file
//	atomicfile          files that are written whole or not at all
//	internal            for tests and measuring: keytest makes keys, vt is a terminal's screen, peers compares pagers
//
// # Where to change what
//
// Every file of this package is named here; a name with a folder is of a package below.
//
//   - What a key does: package keymap has the table; actions.go says what each action does while a tool is on, pageractions.go while none
//     is, lessoptions.go what "-" and a letter do then; filescreen.go takes the keys of the file screen; why an action can do nothing now
//     is in disabled.go. The mouse: mouse.go.
//   - What the program does with a message or a key before any of that: update.go, typeahead.go. What belongs to
//     the program: model.go; to one document: sheet.go; what Esc stops of what runs for it: jobs.go; when one
//     waits for that: waiting.go.
//   - A message on the last row: say and warn in model.go put it there; its text is where they are called. That an open file was
//     truncated, replaced or removed is said in documentchanges.go. Short names for numbers, and for texts made safe: words.go.
//   - What the rows around the panes say: filescreen.go, bars.go and footer.go collect it, package bar draws it. All that is known of the
//     file, in full: facts.go; how many tokens a reading has: tokens.go.
//   - Where things are on the screen: areas.go (the rectangles), arrange.go (how large each pane is), panes.go (their names), view.go (all
//     rows put together), ascii.go (for terminals without other marks), theme.go.
//   - How a line of the file is drawn: filerows.go, with a column each from changemarks.go, why.go and sentline.go; colours.go colours it,
//     hex.go is the hex view. A line of the model pane: modelrows.go, outputcolours.go; which of its lines shows which line of the file:
//     outputs.go, runs.go.
//   - How the rows reach the terminal: package terminal. terminal/output.go says when they are written, also where the terminal is slow;
//     terminal/screen.go which bytes that takes, with terminal/scroll.go for rows that only moved.
//   - Lines that git says have changed: changemarks.go (their marks, the keys from one to the next, what they are compared
//     with). Those that an agent wrote: sent.go has the keys.
//   - What is read, and when: reading.go; the window that follows the cursor: anchor.go; from window to window: windows.go; how large it
//     is: resizing.go; back to a request before: history.go; to the next hole, cut line or other loss: nextloss.go; the list of all
//     calls: walk.go, walkpanel.go. While no tool is on: notool.go.
//   - Tuning: options.go and optionrows.go, ladder.go (every block of an anchor), covering.go (arguments for wanted lines), presets.go,
//     symbols.go, indents.go (what a level is in this file). Which tool: chooser.go, toolrows.go (what each gives of the file),
//     favourites.go (the tools that a person steps through).
//   - The comparison: compare.go with its two halves, compareoptions.go (other options of the same tool), differing.go; where they are on
//     the screen: areas.go.
//   - A document: package document, detect.go and form.go (how it is shown), demand.go, arriving.go and unpacking.go (what is not there
//     yet), watch.go and documentchanges.go (it changes, on the disk or as it comes), tailing.go; opening another: files.go,
//     with paths.go for "~"; a git revision: revision.go, revisions.go.
//   - Places: moving.go, goto.go (what is typed after ":"), marks.go (letters), marked.go (lines to give to something), brackets.go.
//   - What is given away: copying.go (to the clipboard), writing.go (to a file), savestream.go (a stream as it comes), shell.go (to a
//     command), editor.go; on standard output: leaving.go.
//   - Searching: search.go and package find, livesearch.go (while one types), searchon.go (what is still to come), wordsearch.go,
//     styled.go (text with colours of its own), filter.go.
//   - Lists and panels over the screen: overlay.go says what one is. list/list.go is a list that typing narrows, lists.go has it in a
//     panel and says how many rows a page is; menu.go is rows to choose from without typing, with the keys that move the file. Which
//     rows of any list are shown, and how many a key moves in one that is narrowed by typing: draw/scroll.go. What is typed or answered
//     on the last row: prompt.go, question.go. The help: help.go.
//   - Transcripts: package transcripts has the lists: transcripts/choice.go of the transcripts, with transcripts/choicefill.go for what
//     is read for its rows, transcripts/files.go of the files of one, transcripts/timeline.go of its calls. Each has the columns of its
//     rows; selection, keys and mouse of them all are in transcripts/rowlist.go. Package recorded is an open one; what a call gave of the
//     file on the screen is put in words for the model line in recorded/callwords.go, for the list of calls in transcripts/timeline.go.
//     Here, transcripts.go makes the lists and shows what is opened from them; sent.go, sentcall.go and sentline.go are a file of a
//     transcript on the file screen.
//   - A screen of another kind: a package of its own, as transcripts is. Package screens says what it has to have (Screen) and what it
//     may ask of the program (Host). A file here, as transcripts.go, makes it with the host of screen.go, which has the stack; the file
//     screen is filescreen.go. The test in stamp_test.go has to be told of the package, for its messages.
//   - Before there is a screen and after: run.go, firstrun.go (no file), leaving.go, and package program:
//     program/opening.go (until there is something to show), program/onescreen.go (what fits on one screen),
//     program/questions.go (to the terminal). Without a screen: plain.go.
//
// # The first screen
//
// A pager is opened for seconds, so the first screen counts. Of a log, static build, two cores, from the start of the process to the
// last byte of the screen: 3.2 ms, where less takes 1.36 and a Go program that only prints a word 1.14, each the best of 300 in turns
// on a busy machine; the middle one of 200 in a quiet moment took 4.0 ms, 2.6 times that of less. In the same turns the program
// took 4.1 ms before the last round of looking for causes, 679 page faults were 787, and 80 switches between threads 116. The figures
// of each step are the best of 200, those before the first round on a busier machine.
//
//	                                                             before  now
//	the kernel and the Go runtime, to the first package           1.6    1.4 ms
//	initialisation of packages                                    2.2    0.5
//	flags and commands                                            0.5    0.1
//	settings, theme and keys                                      0.7    0.1
//	the file: opening it, its form                                0.2    0.15
//	signals, the terminal's modes, Bubble Tea                     0.5    0.15
//	the page                                                      0.4    0.15
//	drawing                                                       0.5    0.15
//	the kernel and who reads the terminal                                0.3
//
// A page fault takes a microsecond or two and half of the processor time is page faults: what is not touched is not paid for. While
// the machine has other work, each switch to another thread may wait for a processor: what is done by one goroutine is not held up.
// So:
//
//   - A package allocates next to nothing while it is initialised: patterns are compiled, tables built and texts parsed when they are
//     first used. Chroma's lexers would be read at start; package internal/lazylexers puts that off for the program.
//     TestInitialisationIsSmall counts the allocations.
//     What is left is mostly Bubble Tea's, the packers' and the tools' tables, and the standard library's own.
//   - Commands of the command line are made when one is named, the look of the default themes is kept derived (themes/derived.go),
//     the table of keys is resolved when one is pressed, and nothing looks for flags where none is typed.
//   - The Go runtime takes a thread switch or two for each signal that is taken over. That goes on beside the rest, for the four that
//     are sent to end programs; the others wait until the screen is drawn (package signals).
//   - The first page is loaded before anything else is begun (program/opening.go).
//   - What the first screen does not need waits for 10 ms (countAfter): counting lines, git, watching the file, the search for another
//     call after a refusal. Nothing asks the terminal something and waits.
//   - The library sends the terminal's size once more; the screen is not drawn again for that.
//
// Of the program's file in the page cache, the pieces matter: a program that the linker has just written is there as single pages,
// since the linker writes through a mapping, and its first screen comes 0.6 to 1.0 ms later than that of the same file copied,
// unpacked or read from a disk.
//
// Tried, and no gain: to have the kernel fill the heap's pages in one call, stacks that need not grow, one processor until the
// screen is drawn. Tried, and slower: to have it map all of the code (0.3 ms more), that and the tables of functions (0.9), or copy all
// variables (0.6) in one call each (MADV_POPULATE_READ and _WRITE); to run all that the viewer starts with in the goroutine that draws.
//
// BenchmarkStart measures it as ratios to an empty Go program and to less, in turns; tui/internal/dev/peers the same beside other
// pagers. GODEBUG=inittrace=1 lists what packages do at start; perf record -e page-faults -c 1 -d, where they touch memory.
//
// # Words
//
// These words have one meaning in the code and the comments of this package:
//
//   - A document is an open file or stream (package document). It has two sides.
//   - A side is bytes with the index of their lines. The raw side is what the tools read; the shown side is the same, or
//     what the raw bytes decode to when they are packed or in another encoding. Every side has a number that no other side has.
//   - A form is how bytes are shown: packed or not, in which encoding.
//   - A sheet is everything that belongs to one document and ends with it: panes, request, search, filter, colours, jobs
//     (sheet.go). Opening another file makes a new sheet.
//   - A request is a tool with its arguments (package request). A reading is what came of it: the tool's exact output, or
//     its refusal (reading.go).
//   - While no tool is on, the file is paged as text: nothing is read through a tool, there is no cursor, and the place is
//     the top row (notool.go). That is a state of the sheet; its request is then what a tool is turned on with.
//   - The window is the part of the file that a reading gives, as [eyeline/reader/window.Window] describes it. It has
//     nothing to do with the windows of a desktop.
//   - The anchor is the line that a block is built around. The floor is the least indentation, in columns, that a line of the
//     block may have.
//   - A pane is a rectangle that shows a text of any size (package pane). There are the file pane, the model pane, which
//     shows the output of the reading, and the pane of a comparison, which has two halves: the current request and the other.
//   - A page is the lines around the screen that a pane has loaded (package page). A unit is what a page is made of: a
//     line, a piece of a very long line, or a row of bytes in the hex view. A row is one row of cells.
//   - A job is work that runs in the background for a sheet. A table says for each kind of job what Esc does, what the
//     footer says, and whether plain mode waits for it (package jobs).
//   - An answer is stale, and is dropped, when its job was ended, or when the bytes that it is about have been replaced.
//   - A mark is a place with a letter. Marked lines are those that a person has marked to give them to something (marked.go). A change
//     mark says of a line what git says of it (changemarks.go).
//   - A change, by itself, is one that git knows of, or what an agent wrote into a file. That the bytes of an open file are others than
//     before is a change of the document (documentchanges.go).
//   - To follow is said of the window that goes with the cursor. To tail is to stay at the end of a file that grows.
//   - An overlay is something over the screen that takes keys first: a prompt, the help, a list (overlay.go).
//   - A screen is what fills the terminal under the overlays: the file with its panes, or a list of things (package screens;
//     screen.go has the stack of them). A [eyeline/tui/terminal.Screen] is another thing: the cells that a terminal shows.
//   - A transcript is what an agent recorded of a run. An open one is a run (package recorded); a view is what is known of it
//     at one moment. What was sent of the file on a sheet is in the sheet's sent, a [eyeline/tui/recorded.File]: no tool reads
//     that file, and the reading is a recorded call (sent.go).
//   - The model, in messages and in names such as model pane and model line, is the language model that gets the output.
//     [Model] is Bubble Tea's word for the state of a program.
//
// # Memory
//
// A process that shows a log of 1 GiB on 120×40, measured by VmHWM of Linux with a program as it is released on two cores, had at most
// these MiB:
//
//	                         before  now
//	first screen             21.8    18.8
//	lines counted            22.8    19.6
//	absent text looked for   29.0    20.4
//	lines filtered, 600,000  30.3    21.8
//
// It is a little more since, 21.2 after a search. Of the 20.4 these were:
//
//	13.4  the program's own file: 5.6 of code, 3.2 of constants, 4.1 of tables of functions, which the runtime reads to grow and to
//	      scan stacks, and variables. Linux maps 64 KiB around each page that is used; about 3 are looked at again after the start.
//	 2.1  two buffers that files are read through (reader/internal/scratch); before, index, search and count had six in the heap
//	 2.2  the heap: 0.9 in use, the rest garbage, up to 2 (collectAt); before, up to 11, since each buffer let as much garbage grow
//	 0.9  stacks of about 30 goroutines
//	 1.7  what the runtime notes about the heap
//
// What grows with the file is 8 bytes for each 64 KiB in the line index (lineindex), 24 bytes for each MiB in a count, one or two
// bytes for each line that a filter keeps, and never more than 32 MiB of those. TestMemoryStaysFlat of package reader bounds what
// reading takes; tui/internal/dev/peers measures the whole, beside other pagers:
//
//	go run ./tui/internal/dev/peers -pagers "eyeline,less -S" -inputs log-1GiB -n 5
package tui
