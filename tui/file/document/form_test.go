package document_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"eyeline/reader/decode"
	"eyeline/reader/source"
	"eyeline/reader/systemtest"
	"eyeline/tui/file/document"
)

func gzipped(t *testing.T, s string) string {
	t.Helper()
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestSpeed) // the race detector makes packing much slower than unpacking
	if err != nil {
		t.Fatal(err)
	}
	_, err = io.WriteString(z, s)
	if err := errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestForms: the form is found with the first bytes, and the text decoded where it has other bytes than the file.
func TestForms(t *testing.T) {
	for name, c := range map[string]struct {
		bytes   string
		form    decode.Format
		decoded bool
		text    string
	}{
		"plain":  {"text\n", decode.Format{}, false, "text\n"},
		"Latin1": {"caf\xe9\n", decode.Format{Encoding: decode.Latin1}, false, "caf\xe9\n"},
		"UTF-16": {"\xff\xfea\x00\n\x00", decode.Format{Encoding: decode.UTF16LE, BOM: true}, true, "a\n"},
		"gzip":   {gzipped(t, "packed\n"), decode.Format{Compression: decode.Gzip}, true, "packed\n"},
	} {
		t.Run(name, func(t *testing.T) {
			d := opened(t, written(t, "f", c.bytes), document.Options{})
			if d.Form() != c.form || d.Found() != c.form || d.Refused() != nil || d.Decoded() != c.decoded {
				t.Fatalf("shown as %+v, found %+v, refused %v, decoded %v", d.Form(), d.Found(), d.Refused(),
					d.Decoded())
			}
			until(t, d, "decoded", d.Shown().Complete)
			if text(t, d.Shown()) != c.text || text(t, d.Raw()) != c.bytes {
				t.Errorf("shown %q, raw %q", text(t, d.Shown()), text(t, d.Raw()))
			}
			if d.Detect() != nil {
				t.Error("a form that is known is looked for again")
			}
		})
	}
}

// TestShow: a document is shown in another form and back, and gives each side that is replaced to be closed.
func TestShow(t *testing.T) {
	file, err := source.OpenFile(written(t, "f", "a\x00b\x00"))
	if err != nil {
		t.Fatal(err)
	}
	d, err := document.New(file, "f", document.Options{}) // which does not look for its form
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	wide := decode.Format{Encoding: decode.UTF16LE}
	first, err := d.Decode(wide)
	if err != nil {
		t.Fatal(err)
	}
	if d.Decoded() || d.Show(wide, first) != nil || !d.Decoded() || d.Shown() != first || d.Form() != wide {
		t.Errorf("shown as %+v, decoded %v", d.Form(), d.Decoded())
	}
	until(t, d, "decoded", d.Shown().Complete)
	if text(t, first) != "ab" {
		t.Errorf("decoded %q", text(t, first))
	}
	second, err := d.Decode(wide)
	if err != nil {
		t.Fatal(err)
	}
	if d.Show(wide, second) != first {
		t.Error("the side that is replaced is not given back")
	}
	first.Free()
	if s, err := d.Decode(decode.Format{}); s != nil || err != nil {
		t.Errorf("text that needs no decoding: side %v, %v", s, err)
	}
	if d.Show(decode.Format{}, nil) != second || d.Decoded() || d.Shown() != d.Raw() {
		t.Error("the raw bytes are not shown")
	}
	second.Free()
	if !closed(first.Done()) || !closed(second.Done()) || closed(d.Done()) {
		t.Error("a closed side is not done, or the document is")
	}
}

// TestRefusedForm: where packed bytes cannot be unpacked they are shown as they are, with the reason.
func TestRefusedForm(t *testing.T) {
	path := written(t, "f.gz", gzipped(t, "packed\n"))
	systemtest.NoTemporaryFolder(t)
	t.Setenv("TMP", filepath.Join(t.TempDir(), "missing"))
	d := opened(t, path, document.Options{})
	if d.Refused() == nil || d.Decoded() || d.Form() != (decode.Format{}) || d.Found().Compression != decode.Gzip {
		t.Errorf("refused: %v, shown as %+v, found %+v", d.Refused(), d.Form(), d.Found())
	}
	if _, err := d.Decode(d.Found()); err == nil {
		t.Error("decoded without a file to spool to")
	}
}

// TestDetectionOfAStream: the form is looked for once enough has arrived, and is not taken for known too early.
func TestDetectionOfAStream(t *testing.T) {
	from, to := io.Pipe()
	src, err := source.Spool("-", from, source.SpoolOptions{})
	if err != nil {
		t.Fatal(err)
	}
	d := document.FromInput(src, document.Options{})
	t.Cleanup(d.Close)
	write := func(s string) {
		size := d.Raw().Size() + int64(len(s))
		if _, err := io.WriteString(to, s); err != nil {
			t.Fatal(err)
		}
		until(t, d, "arrived", func() bool { return d.Raw().Size() == size })
	}
	if d.Name() != "standard input" || d.Path() != "" || !d.IsStream() || d.Info() != nil {
		t.Errorf("name %q, path %q, stream %v, info %v", d.Name(), d.Path(), d.IsStream(), d.Info())
	}
	write("short")
	if d.Detect() != nil || d.AllToDetect() {
		t.Error("the form is looked for in five bytes")
	}
	write(strings.Repeat("x", 100))
	look := d.Detect()
	if look == nil {
		t.Fatal("the form is not looked for in 105 bytes")
	}
	if x := look(); x.Known || x.Side != nil {
		t.Errorf("what is to come could change %+v", x)
	}
	write("\xe9")
	_ = to.Close()
	until(t, d, "complete", d.Raw().Complete)
	if !d.AllToDetect() {
		t.Error("more is to come of a stream that has ended")
	}
	x := d.Detect()()
	if latin := (decode.Format{Encoding: decode.Latin1}); !x.Known || x.Form != latin || d.Adopt(x) != nil ||
		d.Form() != latin ||
		d.Found() != latin {
		t.Errorf("found %+v, shown as %+v", x, d.Form())
	}
	x.Free() // there is no side
}

// TestDetectionNotAdopted: a side that nobody wants any more is closed.
func TestDetectionNotAdopted(t *testing.T) {
	file, err := source.OpenFile(written(t, "f.gz", gzipped(t, "packed\n")))
	if err != nil {
		t.Fatal(err)
	}
	d, err := document.New(file, "f.gz", document.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	x := d.Detect()()
	if !x.Known || x.Side == nil || closed(x.Side.Done()) {
		t.Fatalf("found %+v", x)
	}
	if x.Free(); !closed(x.Side.Done()) || d.Decoded() {
		t.Error("its side is open")
	}
}

// TestUnpackedAsFarAsAskedFor: packed bytes are unpacked a bit past what is read, until the rest is needed; counting
// the lines does not need it.
func TestUnpackedAsFarAsAskedFor(t *testing.T) {
	const ahead = 1 << 20
	random := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	for b.Len() < 8*ahead {
		fmt.Fprintf(&b, "%016x\n", random.Uint64())
	}
	all := b.String()
	d := opened(t, written(t, "f.gz", gzipped(t, all)), document.Options{UnpackAhead: ahead})
	s := d.Shown()
	s.Count()()
	until(t, d, "paused", s.Paused)
	if !s.Unpacks() || !s.Partly() || s.Size() < ahead || s.Size() > 2*ahead {
		t.Errorf("%d bytes are unpacked, partly %v", s.Size(), s.Partly())
	}
	if part, unpacks := d.Unpacked(); !unpacks || part <= 0 || part >= 1 {
		t.Errorf("unpacked: %v, %v", part, unpacks)
	}
	before := s.Size()
	if _, err := s.Bytes().ReadAt(make([]byte, 1), before-1); err != nil {
		t.Fatal(err)
	}
	until(t, d, "further", func() bool { return s.Size() > before && s.Paused() })
	s.Rest(true)
	until(t, d, "all", s.Complete)
	if part, _ := d.Unpacked(); s.Partly() || s.Paused() || part != 1 || s.Size() != int64(len(all)) {
		t.Errorf("%d bytes of %d are unpacked, %v of the file", s.Size(), len(all), part)
	}
	if _, unpacks := opened(t, written(t, "f", "plain"), document.Options{}).Unpacked(); unpacks {
		t.Error("plain text is unpacked")
	}
}

// TestDamagedAndTooLong: what cannot be unpacked further ends with the reason.
func TestDamagedAndTooLong(t *testing.T) {
	var b strings.Builder
	for i := range 5000 {
		b.WriteString(strings.Repeat("x", i%71) + string(rune('a'+i%26)) + "\n")
	}
	packed := gzipped(t, b.String())
	cut := opened(t, written(t, "cut.gz", packed[:len(packed)/2]), document.Options{})
	until(t, cut, "ended", cut.Shown().Complete)
	if cut.Shown().Err() == nil || !strings.HasPrefix(b.String(), text(t, cut.Shown())) {
		t.Errorf("of damaged data: %v", cut.Shown().Err())
	}
	long := opened(t, written(t, "long.gz", packed), document.Options{Limit: 100})
	until(t, long, "ended", long.Shown().Complete)
	if !errors.Is(long.Shown().Err(), source.ErrSpoolLimit) || long.Shown().Size() != 100 {
		t.Errorf("%d bytes, %v", long.Shown().Size(), long.Shown().Err())
	}
}

// TestReader reads a stream to its end while it arrives, and ends with its context.
func TestReader(t *testing.T) {
	from, to := io.Pipe()
	src, err := source.Spool("-", from, source.SpoolOptions{})
	if err != nil {
		t.Fatal(err)
	}
	d := document.FromStream(src, "made", document.Options{})
	t.Cleanup(d.Close)
	go func() {
		for _, s := range []string{"one ", "two ", "three"} {
			_, _ = io.WriteString(to, s)
		}
		_ = to.Close()
	}()
	if all, err := io.ReadAll(d.Raw().Reader(t.Context())); err != nil || string(all) != "one two three" {
		t.Errorf("%q, %v", all, err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := io.ReadAll(d.Raw().Reader(ctx)); !errors.Is(err, context.Canceled) {
		t.Errorf("after its context has ended: %v", err)
	}
	if d.Refresh(); d.Name() != "made" || d.Path() != "" || d.Root() != "" || !d.IsStream() || d.Decoded() {
		t.Errorf("name %q, path %q, root %q, stream %v", d.Name(), d.Path(), d.Root(), d.IsStream())
	}
	if env := d.Env(false, nil); env.Stream == nil || env.Index(nil) == nil {
		t.Error("a tool does not get the bytes of a stream")
	}
}

// TestACutIsSaidOnce: of a stream that breaks within what is packed.
func TestACutIsSaidOnce(t *testing.T) {
	packed := gzipped(t, strings.Repeat("packed words and more of them\n", 1000))
	broken := io.MultiReader(strings.NewReader(packed[:len(packed)/2]), iotest.ErrReader(errors.New("disk full")))
	src, err := source.Spool("-", broken, source.SpoolOptions{})
	if err != nil {
		t.Fatal(err)
	}
	d := document.FromInput(src, document.Options{})
	t.Cleanup(d.Close)
	until(t, d, "complete", d.Raw().Complete)
	d.DetectNow()
	until(t, d, "unpacked", d.Shown().Complete)
	if cut := d.Shown().Cut(); !d.Decoded() || cut == nil || cut.Error() != "this is not all of it: disk full" {
		t.Errorf("decoded: %v, %v", d.Decoded(), cut)
	}
}
