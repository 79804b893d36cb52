// Package tools, which changes without notice, is the framework for coding agents' file-read tools: what a tool is, how
// its arguments are parsed, how it decodes, splits, numbers and cuts lines, and how a window of a file becomes the
// bytes that a model receives. The tools themselves are in package agents; nothing here knows one of them by name.
//
// # A read
//
// Tool.Read calls the tool's Run with the raw arguments. Run parses them, opens the file with ReadPath or ReadFile,
// finds the lines (File.Scan, File.Lines, or a selector of package window) and returns a Result. The content is not
// kept in memory: each Result.Render writes it to a Sink.
//
// # Where things are
//
//	tool.go, registry.go            a tool, the list of all, and the names similar to one that is not in it
//	param.go, windowparams.go       its arguments, and which of them move and resize its window
//	line.go, caps.go, argpolicy.go  what a tool states about itself: the form of a line, limits, what it gives for
//	                                files that are no text; strictness
//	args.go, setarg.go,             JSON arguments: reading them, setting one, making them of values and back
//	buildargs.go
//	env.go, shared.go               where a tool reads, one file for many reads
//	file.go, charset.go             opening a file, reading it again if it changes meanwhile; guessing its characters
//	refuse.go                       refusals, and their words
//	system.go                       paths as the agent's system has them, and the files of this one that they name
//	reading.go, textline.go         reading a file step by step; its lines one after the other, with their text
//	chosen.go                       the lines that an answer has, and why they end
//	result.go, altered.go,          an answer, and what is counted while it is written;
//	addedtext.go, whole.go          what it adds besides the file, and a file that is given whole
//	sink.go, writelines.go          writing it: text of any kind, lines in a LineFormat
//	parsecontent.go                 reading an answer back
//
// A Policy says that a tool takes "7" for 7, and its Run goes by that. Which texts count as a number, and the words for
// those that do not, are each agent's own, where its arguments are read (args.go in its folder, or tool.go). Agents
// that use Pydantic have that from Model.Integer of package runtime/python, those in JavaScript mostly from ToNumber of
// runtime/js. args.go reads arguments that are taken strictly.
//
// # The packages below
//
//	textfile          the bytes of a file as lines of text: decoding, line ends, finding lines by number
//	agents            the tools, a folder for each agent
//	param, paths      arguments, and paths, of several tools
//	media, notebook   pictures and PDFs; Jupyter notebooks
//	readback          answers without line numbers, read back
//	shell, coreutils  the command lines and programs that Codex's models read with
//	datauri           pictures and PDFs in a text, which Grok Build takes out
//	ignore            .gitignore and the ignore files of agents
//	runtime, serdejson  what the languages and libraries do that agents are written in; JSON as Rust's serde reads it
//	toolstest         made-up tools, and helpers, for tests
package tools
