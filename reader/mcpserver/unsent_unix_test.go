//go:build unix

package mcpserver_test

import (
	"bytes"
	"context"
	"io"
	"testing"
	"time"

	"eyeline/reader/longtest"
	"eyeline/reader/mcpserver"
)

// received counts answers that have a whole page, and all bytes. It closes all when the pages that are wanted have
// come.
type received struct {
	pages, want, bytes int
	all                chan struct{}
}

func (r *received) Write(p []byte) (int, error) {
	r.bytes += len(p)
	if bytes.Contains(p, []byte("L900: a line")) {
		if r.pages++; r.pages == r.want {
			close(r.all)
		}
	}
	return len(p), nil
}

// TestALongConnection: a client gets answers of three times the size that may be unsent at once, in each version of the
// protocol.
func TestALongConnection(t *testing.T) {
	t.Parallel()
	longtest.SkipUnlessLong(t)
	const n = 1500
	root := folder(t)
	for _, version := range versions {
		t.Run(version, func(t *testing.T) {
			s, err := mcpserver.New(mcpserver.Options{Root: root, Page: batchPage})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			const call = `{"name":"read_lines","arguments":{"path":"sub/b.txt","lines":1500},"_meta":{`
			in := callsOf(call+metaOf(version)+`}}`, n)
			if version == newest {
				in.rest = nil
			}
			ctx, stop := context.WithTimeout(context.Background(), 5*time.Minute)
			defer stop()
			got := received{want: n, all: make(chan struct{})}
			answered := looking(func() {
				select {
				case <-got.all:
				case <-ctx.Done():
				}
			})
			if err := s.RunOn(ctx, io.MultiReader(in, answered), &got); err != nil || ctx.Err() != nil {
				t.Errorf("%d answers of %d: %v, %v", got.pages, n, err, ctx.Err())
			}
			if left := mcpserver.Unsent(s); left != 0 {
				t.Errorf("%d bytes are unsent at the end", left)
			}
			t.Logf("%d MiB", got.bytes>>20)
		})
	}
}
