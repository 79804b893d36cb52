package opencode

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"eyeline/reader/internal/runtime/js"
	"eyeline/reader/internal/runtime/node"
	"eyeline/reader/tools"
)

// directory returns the names in a directory.
func (c readCall) directory() (*tools.Result, error) {
	files := c.env.Files()
	var names []string
	err := files.EachEntry(c.path, func(e fs.DirEntry) bool {
		name := e.Name()
		isDir := e.IsDir()
		if e.Type()&fs.ModeSymlink != 0 {
			fi, err := files.Stat(c.path + "/" + name)
			isDir = err == nil && fi.IsDir()
		}

		if isDir {
			name += "/"
		}

		names = append(names, name)
		return true
	})
	if err != nil {
		if errors.Is(err, fs.ErrPermission) {
			return nil, tools.Refuse(
				"Filesystem operation failed: readDirectoryEntries: " + node.Error(err, "scandir", c.path),
			)
		}
		return nil, c.env.Wording(c.path).Of(confined(c.env, err))
	}

	slices.SortStableFunc(names, js.LocaleCompare)
	total := int64(len(names))
	first := min(c.a.offset-1, total)
	shown := names[first : first+min(c.a.limit, total-first)]
	footer := fmt.Sprintf("(%d entries)", total)
	var args json.RawMessage
	if next := first + int64(len(shown)); next < total {
		footer = fmt.Sprintf("(Showing %d of %d entries. Use 'offset' parameter to read beyond entry %d)",
			len(shown), total, c.a.offset+int64(len(shown)))
		args = tools.Set(c.args, "offset", next+1)
	}

	return (&tools.Result{NextArgs: args}).Text(
		nil,
		"<path>"+c.shown+"</path>\n<type>directory</type>\n<entries>\n"+strings.Join(shown, "\n")+"\n\n"+footer+
			"\n</entries>",
	), nil
}
