// Package reader says what a coding agent's file-read tool would give its model, exactly, and what recorded runs gave.
//
// Other programs need this package: [Read] and [Walk] make reads, [Tool] says what a tool takes and gives, [Search]
// what the searches of agents find, [Transcripts], [Calls], [Edits], [Requests] and [Cost] what runs recorded.
// [Lines] and [Block] choose windows of any bytes, [Find] gives matches. All of it may be used by several
// goroutines at the same time; a sequence, a [tools.Session] apart, serves the goroutine that goes through it.
// Options that are left zero ask for nothing. Before version 1 it may change with a line in CHANGELOG.md; what a
// tool gives changes with the agent that it imitates, and then the older version stays as NAME@VERSION.
//
// The packages below are the viewer's. They can be used by themselves, for texts larger than memory, and change
// without notice; those below internal are nobody else's. One read goes through these:
//
//	tools       the arguments' JSON is checked as the tool checks it, and the file opened as the tool may open it
//	source      the file's bytes by offset: a regular file by pread, a stream spooled while it arrives
//	lineindex   lines to byte offsets, for files of any size, counted in the background
//	window      which lines or bytes the read returns: a slice, an indentation block, a byte window
//	outline     the symbols of a file too large to return whole
//	tools       the window written as the tool writes it, as a stream
//	contextfiles what an agent gets of files before it reads any: instructions, mentions, what a read brings
//	emit        the same for requests: one, or a batch, answered as content or as JSON
//
// The tools are in tools/agents, a folder for each agent. What the languages and libraries do that agents are written
// in is below internal/runtime: js (values and texts of JavaScript), node (paths and errors of Node.js), python,
// isbinary.
//
// Package transcript reads what agents record of their runs: the calls of their tools, and what went back to the model.
//
// Package search finds and counts matches and filters lines, at the speed of memory; package each makes lists of the
// elements of others. Nothing here imports the screen.
//
// Line numbers are 1-based, byte offsets 0-based, both int64. A line ends at '\n' and at nothing else. Memory does not
// grow with the file, with a line, or with what a read returns.
package reader
