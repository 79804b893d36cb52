package tokens

import (
	"bytes"
	"encoding/binary"
	"flag"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/tiktoken-go/tokenizer/codec"
)

var update = flag.Bool("update", false, "make the packed table of tokens again")

// TestTable holds the table against package codec's tokens; go test ./reader/tokens -run Table -update makes it.
func TestTable(t *testing.T) {
	theirs := codec.NewO200kBase()
	var tokens []string
	lists := make([][]byte, buckets)
	for rank := 0; ; rank++ {
		token, err := theirs.Decode([]uint{uint(rank)})
		if err != nil {
			break
		}
		tokens = append(tokens, token)
		list := &lists[bucketOf(token)]
		*list = append(append(*list, byte(len(token)), byte(rank), byte(rank>>8), byte(rank>>16)), token...)
		if len(token) > 255 || rank >= 1<<24 {
			t.Fatalf("token %d has %d bytes", rank, len(token))
		}
	}
	var made []byte
	begin := 4 * (buckets + 1)
	for _, list := range append([][]byte{nil}, lists...) {
		begin += len(list)
		made = binary.LittleEndian.AppendUint32(made, uint32(begin))
	}
	made = append(made, bytes.Join(lists, nil)...)
	if *update {
		if err := os.WriteFile("o200k.table", made, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(table, made) {
		t.Fatalf("the table has %d bytes, want %d, or differs", len(table), len(made))
	}
	for want, token := range tokens {
		if rank, ok := rankOf(token); !ok || rank != want {
			t.Errorf("%q has rank %d, %v; want %d", token, rank, ok, want)
		}
	}
	if rank, ok := rankOf("no token at all"); ok {
		t.Errorf("what is no token has rank %d", rank)
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
		if failed != nil {
			want = len(text)
		}
		if got := OfText(text); got != int64(want) {
			t.Errorf("%.60q: %d, want %d, %v", text, got, want, failed)
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
			_ = OfText(string(text))
		}
	})
	b.Run("codec's", func(b *testing.B) {
		for b.Loop() {
			_, _ = theirs.Count(string(text))
		}
	})
}
