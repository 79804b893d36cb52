package mentions

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"eyeline/reader/internal/jsonskim"
)

// records are lines as agents and their kin write them.
var records = []string{
	`{"type":"user","uuid":"1f","n":[1,-2.5,0,{}],"content":"a \"b\" {c} \\","more":{"x":null,"y":[true,false,[]]}}`,
	`{"type": "assistant", "content": [{"type": "text", "text": "}\n{\"a\":1}\t[\u00e9\\\\\""}], "empty": ""}`,
	`{"a":{"b":{"c":"d"}},"list":["x","y",["z"]],"t":1.25,"key with \" in it":"` + string(bytes.Repeat([]byte("long "), 30)) + `"}`,
	`{"$set":{"lastUpdated":"2026-11-21T15:00:48.674Z"}}`, `{}`, `[1,"x"]`, `"text"`, `12`, `{"e":1e9,"s" : [ 1 ]}`, ``, `  `,
}

// TestMalformedLines: what is told of a line at little cost is what the parser tells of it, for records that were cut at
// either end, written over with zeros in part, followed by others in their line, or which lack or repeat some bytes of
// their structure; also beside the shapes of those before.
func TestMalformedLines(t *testing.T) {
	random := rand.New(rand.NewPCG(29, 11))
	pick := func() string { return records[random.IntN(len(records))] }
	bad := 0
	var shapes jsonskim.Shapes
	for range 200_000 {
		line := []byte(pick())
		at := random.IntN(len(line) + 1)
		switch random.IntN(8) {
		case 0:
			line = line[:at]
		case 1:
			line = line[at:]
		case 2:
			clear(line[at:min(len(line), at+1+random.IntN(9))])
		case 3:
			line = append(line[:at:at], pick()...)
		case 4:
			line = append(line, pick()...)
		case 5:
			line = append(line[:at:at], line[min(len(line), at+1+random.IntN(5)):]...)
			if at > 0 && bytes.HasSuffix(bytes.TrimRight(line[:at], "u0e9"), []byte(`\`)) {
				continue // the escapes of a text are not looked at
			}
		case 6:
			line = append(line[:at:at], `{}[]",: 0-.`[random.IntN(11)])
			line = append(line, pick()...)
		}
		v, err := jsonskim.FromBytes(line).Value(0, int64(len(line)))
		want := !errors.Is(err, io.EOF) && (err != nil || v.Kind != jsonskim.Object)
		if want {
			bad++
		}
		piece := slices.Concat([]byte("\n"), line, []byte("\n"))
		for by, got := range map[string]bool{
			"itself": isMalformed(line), "shapes": hasMalformed(piece, []int{0, len(piece) - 1}, &shapes),
		} {
			if got != want {
				t.Fatalf("%q: malformed %t by %s, %t by the parser", line, got, by, want)
			}
		}
	}
	if bad < 50_000 {
		t.Errorf("only %d lines are malformed", bad)
	}
}

// TestScanFindsMalformedLines: a malformed line is told wherever its ends are in the pieces that are read, once it has
// an end of its own; a mark at the start of the file is none.
func TestScanFindsMalformedLines(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.jsonl")
	write := func(text []byte) {
		t.Helper()
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	line := []byte(`{"text":"` + string(bytes.Repeat([]byte("x"), 999)) + `"}` + "\n")
	whole := bytes.Repeat(line, 3*block/len(line))
	half := []byte(`{"text":"half`)
	expect := func(what string, s *Scan, want bool) {
		t.Helper()
		if _, err := s.Advance(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := s.IsMalformed(); got != want {
			t.Errorf("%s: malformed %t", what, got)
		}
	}
	for _, at := range []int{0, 1, block / len(line), block/len(line) + 1, 2 * block / len(line), 3*block/len(line) - 1} {
		off := at * len(line)
		write(append(append(append([]byte("\ufeff"), whole[:off]...), "{\"text\":\"cut\n"...), whole[off:]...))
		expect("a line that is cut", New(path), true)
	}
	long := bytes.Repeat([]byte("x"), 2*block)
	write(append(append(append([]byte(`{"a":"`), long...), "\"\n"...), line...))
	expect("a long line", New(path), true)
	write(append(append([]byte("\ufeff"), whole...), half...))
	s := New(path)
	expect("one that is being written", s, false)
	write(append(append(append([]byte("\ufeff"), whole...), half...), "\"}\n"...))
	expect("its end", s, false)
	write(append(append(append([]byte("\ufeff"), whole...), half...), "\"}\n{\n"...))
	expect("a line after it", s, true)
	write(line)
	expect("another file", s, false)
	for _, other := range []string{`[{"a":1}]`, `0`, `"text"`, `null`, ` [ ]`} {
		write(append(append(whole[:len(line)*2:len(line)*2], other...), '\n'))
		expect("a line that is no object: "+other, New(path), true)
	}
}
