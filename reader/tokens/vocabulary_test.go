package tokens

import (
	"bytes"
	"flag"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/tiktoken-go/tokenizer/codec"
)

var update = flag.Bool("update", false, "make the packed table of tokens again")

// TestTable holds the packed table against package codec's; go test ./reader/tokens -run Table -update makes it.
func TestTable(t *testing.T) {
	theirs := codec.NewO200kBase()
	var table []byte
	tokens := 0
	for ; ; tokens++ {
		token, err := theirs.Decode([]uint{uint(tokens)})
		if err != nil {
			break
		}
		table = append(append(table, byte(len(token))), token...)
		if len(token) > 255 {
			t.Fatalf("token %d has %d bytes", tokens, len(token))
		}
	}
	if *update {
		w, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile("o200k.zst", w.EncodeAll(table, nil), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	r, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if is, err := r.DecodeAll(packed, nil); err != nil || !bytes.Equal(is, table) || tokens != len(o200k().ranks) {
		t.Errorf("%d bytes of %d tokens, want %d of %d; %v", len(is), len(o200k().ranks), len(table), tokens, err)
	}
}

// TestCountAgainstCodec counts made-up texts, and some that are long runs of one kind, as package codec does.
func TestCountAgainstCodec(t *testing.T) {
	theirs := codec.NewO200kBase()
	texts := []string{
		"", "a", "package main\n\nfunc main() {}\n", strings.Repeat("a", 5000), strings.Repeat("ab=/", 3000), "äöü 漢字 \U0001F600\u200d",
		"\xff\xfe broken \xc3", strings.Repeat(" ", 3000), "12345678901234567890", "don't WE'LL x'S",
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		var b strings.Builder
		for range r.IntN(40) {
			b.WriteString([]string{"the", "Func", "x", "é", "_", "\n", " ", "0", "ß", "字", "\t", "'", "qzxj", string(rune(r.IntN(0x3000)))}[r.IntN(14)])
		}
		texts = append(texts, b.String())
	}
	for _, text := range texts {
		want, failed := theirs.Count(text)
		if got, err := o200k().count(text); got != want || (err == nil) != (failed == nil) {
			t.Errorf("%.60q: %d, %v; want %d, %v", text, got, err, want, failed)
		}
	}
}

func BenchmarkCount(b *testing.B) {
	text, err := os.ReadFile("tokens.go")
	if err != nil {
		b.Fatal(err)
	}
	theirs := codec.NewO200kBase()
	b.Run("ours", func(b *testing.B) {
		for b.Loop() {
			_, _ = o200k().count(string(text))
		}
	})
	b.Run("codec's", func(b *testing.B) {
		for b.Loop() {
			_, _ = theirs.Count(string(text))
		}
	})
}
