// Package transcript reads what coding agents record of their runs: every tool call, and the text that went back to the
// model. It answers which lines of a file were sent to a model, when, and how they were cut.
//
// A format is one small file here: it turns records into calls. A call keeps its arguments and its result as places in
// the recorded file, so that a transcript of any size is read in one pass, and a text is decoded only when it is looked
// at. All of these formats are unstable: a record of an unknown type is skipped and counted, a malformed line is
// reported with its number, and nothing is lost of the rest.
//
// A [Replay] takes the calls in their order and keeps of every file what the model could hold of it; laid against the files
// as they are, that is the [Coverage]. It can be kept up while a run is being recorded.
//
// "Sent" means that a text was in a tool's result in the transcript, and nothing more: what was compacted or pruned later
// is not always recorded.
package transcript
