package tools

import (
	"context"
	"io"
	"path/filepath"
	"strings"
)

// AddedText is what a read adds besides the file: files of instructions that apply to it.
type AddedText struct {
	// Files are absolute paths.
	Files []string
	Text  string
	// Apart: it is a message after the answer, instead of the answer's end.
	Apart bool
}

// bring adds what Tool.AddedTexts returns for the file of the read.
func (r *Result) bring(ctx context.Context, env Env) {
	if r.Tool.AddedTexts == nil || env.Bare || env.Stream != nil || r.Kind != "" {
		return
	}

	file, _ := FileOf(r.Tool, env.args)
	if file == "" {
		return
	}

	for _, b := range r.Tool.AddedTexts(ctx, env, filepath.Clean(env.Abs(file))) {
		if b.Apart {
			r.Notes = append(r.Notes, b.Text)
		} else {
			r.append(b.Text)
		}
		r.Remark("the read also brings " + strings.Join(b.Files, ", "))
	}
}

// append adds a text at the end of the content, which shows nothing of the file.
func (r *Result) append(text string) {
	before := r.write
	r.write = func(ctx context.Context, w io.Writer) (Stats, error) {
		stats, err := before(ctx, w)
		if err != nil {
			return stats, err
		}

		stats.Bytes += int64(len(text))
		stats.NoticeLines += int64(strings.Count(text, "\n"))
		stats.FinalNewline = strings.HasSuffix(text, "\n")
		_, err = io.WriteString(w, text)
		return stats, err
	}
}
