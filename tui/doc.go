// Package tui, which changes without notice, is the interactive viewer: a file, and beside it exactly what a tool would
// give a model of it. Where a change goes (a key, a column of the gutter, a setting, a part of the model line) is a
// table in reader/ARCHITECTURE.md.
//
// # How it works
//
// There is one tea.Model, [model], and only its Update changes anything, in one goroutine at a time. Update does no
// I/O and no work that takes as long as a file is large: that is done by commands, which get copies of what they need
// and answer with messages. View only draws.
//
//	key → overlays → screen → keymap → action               (update.go, package overlay, package file)
//	key typed before the last has had its effect → held     (typeahead.go)
//	jobs.Ask → command → answer → dropped if stale → then   (package jobs, update.go)
//	then what the parts have told is handled, and what follows from the state is derived: areas, sizes, what follows
//	the cursor, seams, colours that are missing             (file/derive.go)
//
// # Packages
//
// Here are only the stack of screens, the overlays over them, the message of the last row and the keys that are held
// back. All else is in packages that never import this one, in five groups: the screen of a file with its parts (file),
// the other screens (screens), what all screens are made of (kit), the terminal, and the command line (launch). A group
// imports those below it in this list, and what is said here (TestArrowsPointOneWay of package reader holds it):
//
//   - launch imports no screen; of file, it imports only toolrequest, since a command line says what is asked of a
//     tool.
//   - file imports screens, which the screen of a file opens, options and settingsfile; and terminal/signals, since
//     what is being written to a file has to be in order when a signal ends the program.
//   - of file, screens import only document, tooloutput, linediff and linestates, which know no screen: a transcript
//     has files, too. They import neither options nor settingsfile: the program tells them what they need.
//   - of file, options import only pane and toolrequest, for the types of two settings.
//   - terminal imports kit; and file/document, since terminal/program writes a file that one screen holds.
//   - kit imports none of the others, and is not free of what the program is about: jobs has the table of all kinds of
//     work, since that says which of them a key stops or waits for, and bar the title and the footer of all screens.
//
// A part owns its state: others ask it or tell it, and no package writes the fields of another one's struct, but of a
// value that it makes or has a copy of (a count in reader/internal/dev/house holds that at 0 for all packages of tui).
// A part is given the parts that it needs, in an order without circles. What it does that concerns one above it, it
// reports (textview.Events): the screen of the file gets that after each key and each message, and handles each kind
// in one place.
//
//	file                    the screen of a file: composes the parts below, and has a row for each action
//	file/filelist           opens files, and lists those of a folder and the revisions of one
//	file/document           an open file with its two sides
//	file/textview           a document in a pane: search, filter, letters, marks, git's marks, colours, tailing
//	file/filecolours        the colours of the lines of an output, by the lines of the file
//	file/filepages          the lines around a place
//	file/pane               a rectangle that shows them and moves
//	file/linesearch         a search in all lines of a document or in filtered ones
//	file/layout             which part of the screen shows what
//	file/toolrequest        what is asked of a tool
//	file/tooloutput         what it wrote
//	file/preview            the request, the reading that came of it, moving the window, losses, the model pane
//	file/modelline          the row below the panes: what the model gets of the file
//	file/toolpanels         options, blocks, arguments for marked lines, presets, symbols, calls, tools, comparing
//	file/toollist           what each tool gives of the file: the rows of the list of all tools, and their order
//	file/walksum            what the calls of a walk lose in all of the lines that they give
//	file/toolargument       the arguments of a tool as a person types them
//	file/linediff           how two outputs differ
//	file/blockreasons       why a line is in a block, in a word or two
//	file/linestates         which lines of a file an agent was sent
//	file/sentlines          a file of a transcript: which lines were sent, and by which calls
//	file/lessoptions        the options of less, and what is said of them with a tool on
//	file/export             what leaves the program: clipboard, file, shell, editor
//	screens/transcripts     the screens that list transcripts, the files of one and its calls
//	screens/transcripts/coveragebar  which lines of a file were sent, as a bar
//	screens/transcripts/costs  what the files of a run cost, as a screen
//	screens/recordedrun     an open transcript: its calls, and its files with what was sent of them
//	screens/calldetails     what the call of the selected row gave or changed, below a list
//	screens/checkreport     the report of a check as a screen
//	screens/blockreport     what blocks give of functions, as a screen
//	screens/contextscreen   what agents get before they read as a screen
//	screens/searchscreen    what agents' searches find as a screen, and who finds the lines of a file
//	kit/jobs                work in the background: one job of a kind at most; stale answers are dropped
//	kit/screens             the contract of the program with its screens
//	kit/overlay             what opens over a screen: prompts, the help, lists
//	kit/list                items to choose from, and the cursor of every list
//	kit/rowscreen           what the screens that list rows have in common
//	kit/draw                rows of tables and of typed texts; which of many rows are shown
//	kit/bar                 the rows above and below the panes
//	kit/cells               bytes as cells, which is what may reach the terminal
//	kit/highlight           the colours of cells
//	kit/highlight/lazylexers  puts off the start of the lexers that the colours come of
//	kit/sgr                 looks of text, as sequences of a terminal
//	kit/textfield           a line of text being typed
//	kit/keypress            a key by its name
//	kit/humanize            numbers for a person
//	kit/address             places as a person types them
//	kit/shellword           words of a command that a person copies, quoted for the shell of the system
//	kit/atomicfile          files that are written whole or not at all
//	terminal                between Bubble Tea and the terminal: whole keys in, what differs out
//	terminal/paint          the cells that a terminal shows
//	terminal/noquery        keeps libraries from asking the terminal before it is the program's
//	terminal/program        runs the Model on a terminal: first screen, questions to it, suspending, leaving
//	terminal/plainmode      a session by lines, without a screen
//	terminal/signals        what ends the program from outside
//	launch                  the command line with its commands
//	launch/commandline      the flags of the viewer, which are settings for one start
//	launch/toolflags        flags for the arguments of tools
//	launch/cmdkit           what the commands have in common
//	launch/mcpcmd           the command mcp
//	launch/tapcmd           the command tap
//	launch/transcriptcmd    the command transcript
//	options                 what the viewer starts with, and what keys change of it
//	settingsfile            the file of settings
//	help                    the topics of the manual, and how they look on a terminal and for man
//	internal                for tests: stage drives a part alone
//
// # Files
//
//   - model.go is the Model, and host.go the Model as screens and overlays know it. screen.go has the stack of
//     screens, update.go takes messages and keys, typeahead.go holds keys back, mouse.go finds what the pointer is on.
//   - view.go puts all rows together, with footer.go and, for terminals without other marks, ascii.go. theme.go
//     changes the theme.
//   - run.go is the start, with plain.go for a session by lines and copying.go for no screen; leaving.go is the end.
//   - transcripts.go makes the screens of transcripts.
//
// # Words
//
// These words have one meaning in the code and the comments of this package:
//
//   - A document is an open file or stream (package document). It has two sides.
//   - A side is bytes with the index of their lines. The raw side is what the tools read; the shown side is the same,
//     or what the raw bytes decode to when they are packed or in another encoding. Every side has a number that no
//     other side has.
//   - A form is how bytes are shown: packed or not, in which encoding.
//   - An open document is everything that belongs to one document and ends with it: panes, request, search, filter,
//     colours, jobs (package file). Opening another file makes a new one.
//   - A request is a tool with its arguments (package toolrequest). A reading is what came of it: the tool's exact
//     output, or its refusal (package preview).
//   - While no tool is on, the file is paged as text: nothing is read through a tool, there is no cursor, and the
//     place is the top row. That is a state of the open document; its request is then what a tool is turned on with.
//   - The window is the part of the file that a reading gives, as [eyeline/reader/window.Window] describes it. It has
//     nothing to do with the windows of a desktop.
//   - The anchor is the line that a block is built around. The floor is the least indentation, in columns, that a line
//     of the block may have.
//   - A pane is a rectangle that shows a text of any size (package pane). There are the file pane, the model pane,
//     which shows the output of the reading, and the pane of a comparison, which has two halves: the current request
//     and the other.
//   - A page is the lines around the screen that a pane has loaded (package filepages). A unit is what a page is made
//     of: a line, a piece of a very long line, or a row of bytes in the hex view. A row is one row of cells.
//   - A job is work that runs in the background for an open document. A table says for each kind of job what Esc does,
//     what the footer says, and whether plain mode waits for it (package jobs).
//   - An answer is stale, and is dropped, when its job was ended, or when the bytes that it is about have been
//     replaced.
//   - A mark is a place with a letter. Marked lines are those that a person has marked to give them to something
//     (package textview). A change mark says of a line what git says of it.
//   - A change, by itself, is one that git knows of, or what an agent wrote into a file. That the bytes of an open
//     file are others than before is a change of the document.
//   - To follow is said of the window that goes with the cursor. To tail is to stay at the end of a file that grows.
//   - An overlay is something over the screen that takes keys first: a prompt, the help, a list (package overlay).
//   - A screen is what fills the terminal under the overlays: the file with its panes, or a list of things (package
//     kit/screens). A [eyeline/tui/terminal/paint.Screen] is another thing: the cells that a terminal shows.
//   - To align is to find which lines of two texts are the same ones. To lay a file is to align what was sent of it
//     with the file as it is.
//   - A list's item is retired when what it names is no longer in use, and uncounted when the list's count leaves it
//     out.
//   - A line of the file is bright where it is not dimmed, and barred where the bar of the window stands before it.
//   - A transcript is what an agent recorded of a run. An open one is a run (package recordedrun); a snapshot is what
//     is known of it at one moment. What was sent of an open file is a
//     [eyeline/tui/screens/recordedrun.File]: no tool reads that file, and the reading is a recorded call (package
//     sentlines).
//   - The model, in messages and in names such as model pane and model line, is the language model that gets the
//     output. [model] is Bubble Tea's word for the state of a program.
package tui
