package transcripttest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"eyeline/reader/transcript/bodies"
)

// RequestsDir is the working folder that [Conversation] names.
const RequestsDir = "/w"

// Conversation is the bodies of five requests of an agent in [RequestsDir]: lines 1 to 2 and 3 to 4 of a.txt are read,
// then the person goes back to before the second read, and lines 4 to 5 are read. Line n is "line number n".
func Conversation() []string {
	said := Object{"role": "user", "content": "working directory: " + RequestsDir + "\nread it"}
	read := func(id string, from int) []Object {
		use := Object{
			"type": "tool_use", "id": id, "name": "Read",
			"input": Object{"file_path": RequestsDir + "/a.txt", "offset": from, "limit": 2},
		}
		text := fmt.Sprintf("%d\tline number %d\n%d\tline number %d", from, from, from+1, from+1)
		result := Object{"type": "tool_result", "tool_use_id": id, "content": text}
		return []Object{{"role": "assistant", "content": []Object{use}}, {"role": "user", "content": []Object{result}}}
	}

	first := append([]Object{said}, read("r1", 1)...)
	second := append(first[:3:3], read("r2", 3)...)
	back := append(first[:3:3], Object{"role": "user", "content": "go back, and read the end"})
	third := append(back[:4:4], read("r3", 4)...)
	var all []string
	for _, messages := range [][]Object{{said}, first, second, back, third} {
		all = append(all, strings.TrimSpace(JSON(Object{
			"model": "m", "system": "You are Claude Code, Anthropic's official CLI for Claude.", "messages": messages,
			"tools": []Object{{"name": "Read", "input_schema": Object{}}, {"name": "Edit", "input_schema": Object{}}},
		})))
	}

	return all
}

// Requests is the record of requests by their bodies, each with an answer that counts 10 tokens more than the one
// before it.
func Requests(t testing.TB, all ...string) string {
	t.Helper()
	var r bodies.Recorder
	at := time.Date(2026, 11, 29, 10, 0, 0, 0, time.UTC)
	text := string(r.Header(bodies.Header{Started: at}))

	for i, body := range all {
		at = at.Add(time.Second)
		record, n := r.Request(bodies.Request{Time: at, Body: []byte(body)})
		usage := &bodies.Usage{Input: int64(100 + 10*i), Cached: int64(10 * i), Output: 7}
		text += string(record) + string(r.Response(bodies.Response{N: n, Time: at, Status: 200, Usage: usage}))
	}

	return text
}
