// Package transcript, which changes without notice, reads what coding agents record of their runs: every tool call, and
// the text that went back to the model. It answers which lines of a file were sent to a model, when, and how they were
// cut.
//
// A call keeps its arguments and its result as places in the recorded file, so that a transcript of any size is read in
// one pass, and a text is decoded only when it is looked at. A malformed line is reported with its number.
//
// A line is trimmed when it is compared without the white space around it. It is distinctive when its text alone tells
// it from others (giventext). A printed line is one that the evaluation of a command proposes, a row one of the
// recorded text, and their matching says which is which (shellrun). An aside is a request or a branch that does not
// belong to the conversation itself (record).
//
// Each of these packages imports only those above it:
//
//	record      what all formats have in common: a run, its calls, the places of their texts, lines and ranges of them
//	patch       changes of files, as diffs and patches have them
//	markdown    histories that are Markdown, as records
//	requests    what Claude Code records of its requests, rebuilt and proven
//	searchtext  the lines of files in what search tools print
//	numberedsearch of which file the numbers are that searches print
//	powershell  commands for PowerShell, as those of a POSIX shell
//	shellrun    what the shell commands of a run printed and changed of files
//	keptoutcome what shell commands came to, kept in little memory
//	cmdoutput   what a model was sent of what a command printed
//	formats     the recorded forms, one a file
//	transcript  finds and opens transcripts; a [Session] says of each call what it read and changed
//	heldlines   what a model could hold of a file, laid against the file as it is
//	giventext   the lines of all texts of a run, by their text alone
//	textparts   lines that stand within those of the texts of a run, or at their seams
//	unknowntext the results of unknown tools, in which lines may stand within other text
//	atpaths     paths that texts mention as "@path"
//	likeness    whether a text may have an earlier state of lines
//	runcost     what the results of a run come to in tokens
//	coverage    which lines of each file were sent: all calls in their order; coverage/budget bounds the work on it
//	editcount   counts the changes of a run by what is to be said of them
//	rerun       makes calls again with the tools that imitate them, and compares
//	fleet       tells of many runs at once, as flat rows
//	runstats    describes calls and runs
//	searches    lays searches against the folder that they searched
package transcript
