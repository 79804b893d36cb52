package reader

import (
	"cmp"
	"context"
	"io/fs"
	"os"
	"syscall"

	"eyeline/reader/agentsearch"
	"eyeline/reader/lists"
	"eyeline/reader/search"
	"eyeline/reader/tools"
)

// BlockOptions say how an indentation block is grown.
type BlockOptions struct {
	Anchor          int64 // the line that it is grown from, 1-based; 0 or less is line 1, as for the tools
	Limit, MaxLines int64 // the smaller is how many lines it has at most; one that is not above 0 is no limit
	MaxLevels       int64 // how many indents it goes out from that of Anchor; 0 or less: as far as there are
	SameLevel       bool  // it does not go out from the indent of Anchor, whatever MaxLevels is
	IncludeSiblings bool  // more than the first line joins at its outermost indent, above and below
	IncludeHeader   bool  // comments at that indent join above Anchor, too
	Explain         bool  // Window.Reasons has for each line why it is in
}

// FindOptions say what a pattern is: a regular expression, or with Literal plain text.
type FindOptions = search.Options

// SearchOptions say how a folder is searched. The zero value asks for a regular expression, of all agents that are
// known, with ripgrep installed.
type SearchOptions struct {
	Agents []string // by the names that "eyeline search --agent" takes; nil: all
	Fixed  bool     // the pattern is plain text
	NoRg   bool     // there is no ripgrep
}

// Searched is what the search of one agent finds in a folder.
type Searched = agentsearch.AgentReport

// Search tells what the searches of agents find in a folder, "" for the working directory: the files with lines that
// can come, and those with matching lines that never come, with the reason. The error is an *UnknownAgentError, or one
// of ctx, of the folder or of the pattern.
func Search(ctx context.Context, dir, pattern string, o SearchOptions) ([]Searched, error) {
	req := agentsearch.Request{
		Env: tools.Env{Root: dir}, Query: agentsearch.Query{Pattern: pattern, Fixed: o.Fixed}, NoRg: o.NoRg,
		Profiles: agentsearch.All(),
	}
	if o.Agents != nil {
		req.Profiles = nil
	}

	for _, name := range o.Agents {
		p, known := agentsearch.Lookup(name)
		if !known {
			return nil, &UnknownAgentError{newUnknown(name, agentsearch.Names())}
		}
		req.Profiles = append(req.Profiles, p)
	}

	info, err := os.Stat(cmp.Or(dir, "."))
	if err == nil && !info.IsDir() {
		err = &fs.PathError{Op: "search", Path: dir, Err: syscall.ENOTDIR}
	}
	if err != nil {
		return nil, err
	}

	found, err := agentsearch.Search(ctx, req)
	if err != nil {
		return nil, err
	}

	return lists.Map(found.Agents, found.Report), nil
}
