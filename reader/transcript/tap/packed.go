package tap

import (
	"bytes"
	"compress/zlib"
	"errors"
	"io"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// errPacking is of a way of packing that is not known.
var errPacking = errors.New("packed in a way that is not known")

// maxWindow bounds the memory that what is packed may ask for.
const maxWindow = 64 << 20

// unpacking reads what is packed in the way that a header Content-Encoding names; it may name one way alone.
func unpacking(encoding string, in io.Reader) (io.Reader, error) {
	switch strings.ToLower(strings.TrimSpace(encoding)) {
	case "", "identity":
		return in, nil
	case "gzip", "x-gzip":
		return gzip.NewReader(in)
	case "deflate":
		return zlib.NewReader(in)
	case "br":
		return brotli.NewReader(in), nil
	case "zstd":
		return zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow),
			zstd.WithDecoderLowmem(true))
	}

	return nil, errPacking
}

// unpacked is a body without its packing; it is not ok where it is packed otherwise than its header says, or longer
// than is kept.
func unpacked(encoding string, body []byte) (text []byte, ok bool) {
	in, err := unpacking(encoding, bytes.NewReader(body))
	if err != nil {
		return nil, false
	}
	if in, isOpen := in.(*zstd.Decoder); isOpen {
		defer in.Close()
	}

	text, err = io.ReadAll(io.LimitReader(in, maxBody+1))
	if err != nil || len(text) > maxBody {
		return nil, false
	}

	return text, true
}
