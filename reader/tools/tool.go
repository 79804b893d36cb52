// Package tools turns a tool's arguments into a window and the window into the bytes a model receives, exactly as
// CONTRACTS.md says. It is the only place that formats tool output: emit, batch and the viewer all come here.
package tools

import (
	"context"
	"encoding/json"
	"io"
	"io/fs"

	"eyeline/reader/source"
	"eyeline/reader/window"
)

// Tool is one file-read tool.
type Tool interface {
	// Name is the name used by emit --tool and in batch requests.
	Name() string
	// Title is one line for a person: what the tool is.
	Title() string
	// Schema is the JSON Schema (draft 2020-12) of the tool's arguments.
	Schema() json.RawMessage
	// Params lists the arguments in the schema's order, for flags and the options panel.
	Params() []Param
	// Modes lists the viewer modes that the tool has.
	Modes() []Mode
	// Read applies raw JSON arguments to a file. A refusal of the tool is an *Error; any other error is the
	// program's own (cancelled). The caller closes the Result.
	Read(ctx context.Context, env Env, args []byte) (*Result, error)
}

// Mode is a way of choosing a window.
type Mode uint8

const (
	ModeSlice Mode = iota
	ModeBlock
	ModeBytes
)

// ParamType is the JSON type of an argument.
type ParamType uint8

const (
	TypeString ParamType = iota
	TypeInteger
	TypeBoolean
	TypeChoice
)

// Param describes one argument of a tool.
type Param struct {
	// Path is where the argument stands in the arguments object, such as ["indentation", "max_levels"].
	Path []string
	// Flag is its command-line flag without dashes, such as "max-levels".
	Flag string
	Type ParamType
	// Choices are the values of a TypeChoice.
	Choices []string
	// Default is the value as JSON when the argument is absent; nil when it depends (anchor_line, end_line).
	Default any
	Help    string
	// Modes are the viewer modes in which the argument means something; nil: all.
	Modes    []Mode
	Required bool
	// IsFile marks the argument that names the file.
	IsFile bool
}

// Env is what a tool may use besides its arguments.
type Env struct {
	// Root is the directory that relative paths resolve against and workspace tools are confined to; "" is the
	// working directory.
	Root string
	// MaxFileSize is open_file's limit in bytes; 0 means the default of 1 MiB.
	MaxFileSize int64
	// Explain asks for the reason of each line of a block.
	Explain bool
	// Index, when set, is asked for a line index of the opened file; it returns nil when it has none for it. fi is nil
	// when Stream is read.
	Index func(fi fs.FileInfo) window.Index
	// Stream, when set, is read instead of any path: a spooled standard input. Path checks are skipped, the name
	// stands in messages as given in the arguments.
	Stream source.Bytes
}

// Error is a refusal of a tool: an ordinary result that the model sees. Error() is its exact text.
type Error struct {
	Text string

	changed bool
}

func (e *Error) Error() string { return e.Text }

// Metadata is what sage returns beside its content (CONTRACTS.md §2).
type Metadata struct {
	FilePath   string `json:"file_path"`
	TotalLines int64  `json:"total_lines"`
	LinesRead  int64  `json:"lines_read"`
	StartLine  int64  `json:"start_line"`
	EndLine    int64  `json:"end_line"`
	Truncated  bool   `json:"truncated"`
}

// Stats counts what was written and what the tool altered on the way.
type Stats struct {
	Bytes        int64 // bytes of content written
	Lines        int64 // lines of the file shown, whole or cut
	Cut          int64 // lines cut at the tool's length limit
	CutBytes     int64 // bytes of the file lost by cutting, where it is known without reading on; else -1
	Replaced     int64 // U+FFFD written for invalid UTF-8
	DroppedCR    int64 // '\r' removed before '\n'
	FirstContent int64 // 0-based number of the content line that shows the window's first line; -1 when none does
	NoticeLines  int64 // content lines after the last line shown (blank line and notice)
	FinalNewline bool  // the content ends with '\n'
}

// Result is a read that succeeded. It is written once or more often; every Render gives the same bytes unless the
// file changed meanwhile, which is an error and never a mixture.
type Result struct {
	Tool     string
	Window   window.Window
	Metadata *Metadata // sage only
	// NextArgs are the arguments of the next window ("offset + limit", next_start_byte); nil at the end.
	NextArgs json.RawMessage

	write func(ctx context.Context, w io.Writer) (Stats, error)
	close func() error
}

// Render streams the content to w. Memory does not grow with the window.
func (r *Result) Render(ctx context.Context, w io.Writer) (Stats, error) { return r.write(ctx, w) }

// Close releases the file.
func (r *Result) Close() error {
	if r == nil || r.close == nil {
		return nil
	}
	return r.close()
}
