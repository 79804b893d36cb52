package check

import (
	"context"

	"eyeline/reader/nextcalls"
	"eyeline/reader/source"
	"eyeline/reader/tools"
)

// Row is what the default read of a tool gives of one file.
type Row struct {
	// State is whole, partial, cut (lines are), refused or not text.
	State string
	// Lines are the lines of the file that are shown, BytesSent the bytes of the file that are in the content, Bytes
	// those of the file.
	Lines, BytesSent, Bytes int64
	// Calls are the calls that read the whole file, an estimate where Guessed is set. Ends: no call reads on
	// although the file goes on.
	Calls         int64
	Guessed, Ends bool
	// Cut is how many lines are cut. Silent: the model is not told that more follows.
	Cut    int64
	Silent bool
	// Words are a refusal's, or say what the model gets instead of text.
	Words string
}

var stateNames = [...]string{
	stateWhole: "whole", stateCut: "cut", statePartial: "partial", stateNotText: "not text", stateRefused: "refused",
}

// RowOf makes a tool's default read of the file with the bytes b; file is its name as the tool takes it. The error is
// the context's, or that of a file that kept changing.
func RowOf(ctx context.Context, t *tools.Tool, env tools.Env, file string, b source.Bytes) (Row, error) {
	r := read{tool: t, budget: nextcalls.Usual}
	if err := r.file(ctx, env, file, b); err != nil {
		return Row{}, err
	}
	return Row{
		State: stateNames[r.state], Lines: tools.LinesGiven(r.window, r.stats), BytesSent: r.sent, Bytes: b.Size(),
		Calls: r.calls, Guessed: r.guessed, Ends: r.ends,
		Cut: r.stats.Cut, Silent: r.silent, Words: r.words,
	}, nil
}
