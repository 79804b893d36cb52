package document

import (
	"io/fs"
	"os"

	"eyeline/reader/access"
	"eyeline/reader/tools"
	"eyeline/reader/window"
)

// Argument is what the file argument of a tool says.
func (d *Document) Argument(tool *tools.Tool) string {
	switch {
	case d.path == "" && tool.Paths == tools.PathAbsolute:
		return "/dev/stdin"
	case d.path == "":
		return "stdin"
	}
	return tools.Env{System: d.options.System}.ArgumentPath(tool, d.root, d.path)
}

// Only is the file or stream of this document, as the only one that a tool may open; the folder that tools read in is
// shown.
func (d *Document) Only() *access.SingleFile {
	if d.stream {
		return access.NewSingleFile("", nil, d.root)
	}
	return access.NewSingleFile(d.path, d.info, d.root)
}

// Env is what a tool may use for a read of this document: its root, its bytes where they are no file's, and the index
// of its lines as of the last refresh, as long as it is one of the bytes that the tool reads. What is returned may be
// used by any goroutine.
func (d *Document) Env(explain bool, settings map[string]int64) tools.Env {
	env := tools.Env{Root: d.root, System: d.options.System, Settings: settings, Explain: explain}
	lines := d.raw.lines
	info := d.info
	snap := d.raw.snap
	stream := d.stream
	if stream {
		env.Stream = d.raw.Bytes()
	}

	env.Index = func(fi fs.FileInfo) window.Index {
		// An index of other bytes than the tool reads would point at other lines.
		if !stream && (info == nil || fi == nil || lines.Generation() != snap.Generation ||
			!os.SameFile(info, fi) || fi.Size() != snap.Size || !fi.ModTime().Equal(snap.ModTime)) {
			return nil
		}
		return lines
	}

	return env
}
