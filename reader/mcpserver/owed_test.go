package mcpserver_test

import (
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"eyeline/reader/longtest"
	"eyeline/reader/systemtest"
)

// TestRequestsOfAClientThatDoesNotRead: no more of them are read than a few, of any kind and with one ID or many, and
// all that were read are answered when the client reads.
func TestRequestsOfAClientThatDoesNotRead(t *testing.T) {
	t.Parallel()
	longtest.SkipUnlessLong(t)
	for _, method := range []string{
		`"tools/list"`, `"ping"`, `"nothing/such"`,
		`"tools/call","params":{"name":"read_lines","arguments":{"path":"crlf.txt"},"other":1}`, // not plain
		`"tools/call","params":{"name":"read_lines","arguments":{"wrong":"crlf.txt"}}`,
	} {
		for _, ids := range []int{1, 1 << 20} {
			w := greeted(t, folder(t))
			var sent atomic.Int64
			go func() {
				for n := 0; ; n++ {
					line := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%s}`+"\n", n%ids, method)
					if _, err := io.WriteString(w.to, line); err != nil {
						return
					}
					sent.Add(1)
				}
			}()
			before := int64(-1)
			for sent.Load() != before { // until nothing is read any more
				before = sent.Load()
				time.Sleep(200 * time.Millisecond)
			}
			if before > 6000 { // 4,096 calls may be taken, and some 1,000 lines are in a buffer of 64 KiB
				t.Errorf("%s: %d requests of %d IDs are read", method, before, ids)
			}
			for n := range before {
				if got, err := w.out.ReadString('\n'); err != nil || !strings.Contains(got, `"jsonrpc":"2.0"`) {
					t.Fatalf("%s: answer %d: %s, %v", method, n, got, err)
				}
			}
			_ = w.to.Close()
		}
	}
}

// TestManyCallsByTheLibrary: long calls that wait for their turns keep nobody from giving one up.
func TestManyCallsByTheLibrary(t *testing.T) {
	t.Parallel()
	systemtest.SkipOnWindows(t, "a folder that is held open cannot be removed")
	w := greeted(t, withBig(t))
	go func() { _, _ = io.Copy(io.Discard, w.out) }()
	for id := range 200 {
		w.send(strings.Replace(longCall(fmt.Sprint(id), ""), `"params":{`, `"params":{"other":1,`, 1), "")
	}
	s := &site{t: t, server: w.server}
	s.atWork(200)
	w.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`, "")
	s.atWork(199)
}
