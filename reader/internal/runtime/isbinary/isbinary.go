// Package isbinary tells binary files from texts by their first bytes, in the ways that several agents use.
package isbinary

import (
	"bytes"
	"slices"
)

const (
	// SampleSize is how many bytes at the front of a file ByPackage is given. A character that begins in the first
	// binaryScan may end behind them.
	SampleSize = binaryScan + 3
	binaryScan = 512
)

// bomPrefixes are the marks that make the npm package "isbinaryfile" take a file for text.
var bomPrefixes = []string{"\xEF\xBB\xBF", "\x00\x00\xFE\xFF", "\xFF\xFE\x00\x00", "\x84\x31\x95\x33"}

// ByPackage is how the npm package "isbinaryfile" recognizes a binary file by its first 512 bytes: a NUL, "%PDF-", more
// than a tenth of bytes that are neither printable ASCII nor part of something like UTF-8, or what reads as protocol
// buffers.
func ByPackage(head []byte) bool {
	if len(head) > SampleSize {
		head = head[:SampleSize]
	}

	switch {
	case slices.ContainsFunc(bomPrefixes, func(mark string) bool { return bytes.HasPrefix(head, []byte(mark)) }):
		return false
	case len(head) == 0:
		return false
	case bytes.HasPrefix(head, []byte("%PDF-")):
		return true
	case bytes.HasPrefix(head, []byte("\xFE\xFF")), bytes.HasPrefix(head, []byte("\xFF\xFE")):
		return false
	}

	scan := min(len(head), binaryScan)
	suspicious, tooMany := suspiciousBytes(head, scan)
	return tooMany || suspicious > 1 && protobufLooking(head[:scan])
}

// suspiciousBytes counts those of the first scan bytes that are neither printable ASCII nor part of something like
// UTF-8. tooMany: they are more than a tenth, or one is a NUL, which ends the count.
func suspiciousBytes(head []byte, scan int) (n int, tooMany bool) {
	isTooMany := func() bool { return n*100 > 10*scan }
	for i := 0; i < scan; i++ {
		c := head[i]
		switch {
		case c == 0:
			return n, true
		case c >= 7 && c <= 14 || c >= 32 && c <= 127:
			continue
		}

		if more := followers(c); more > 0 && i+more < len(head) {
			i++ // the byte after the first is skipped even when it does not fit
			if !slices.ContainsFunc(head[i:i+more], func(c byte) bool { return c < 0x80 || c > 0xBF }) {
				i += more - 1
				continue
			}
		}

		n++
		if i >= 32 && isTooMany() {
			return n, true
		}
	}

	return n, isTooMany()
}

// followers is how many bytes follow the first one of a character in UTF-8; 0 for a byte that is no first one.
func followers(first byte) int {
	switch {
	case first >= 0xC0 && first <= 0xDF:
		return 1
	case first >= 0xE0 && first <= 0xEF:
		return 2
	case first >= 0xF0 && first <= 0xF7:
		return 3
	}
	return 0
}

// protobufLooking reports whether p reads as fields of a protocol buffer up to its end, with at least one whole field.
func protobufLooking(p []byte) bool {
	at := 0
	short := false
	varint := func() uint32 {
		v := uint32(0)
		for shift := 0; ; shift += 7 {
			b := byte(0xFF)
			if at == len(p) {
				short = true
			} else {
				b = p[at]
				at++
			}

			v |= uint32(b&0x7F) << (shift % 32)
			if short || b < 0x80 {
				return v
			}

			short = shift == 70 // a varint has ten bytes at most
		}
	}

	skip := func(n int32) {
		if int64(n) > int64(len(p)-at) {
			at = len(p)
			short = true
		} else if n > 0 {
			at += int(n)
		}
	}

	for fields := 0; ; fields++ {
		known := true
		switch varint() & 7 {
		case 0:
			varint()
		case 1:
			skip(8)
		case 2:
			skip(int32(varint()))
		case 5:
			skip(4)
		default:
			known = false
		}

		switch {
		case short:
			return fields > 0
		case !known:
			return false
		}
	}
}

// ByControls reports whether the beginning of a file has a NUL byte, or more than 30 % of other control characters.
func ByControls(head []byte) bool {
	control := 0
	for _, b := range head {
		switch {
		case b == 0:
			return true
		case b < 9 || b > 13 && b < 32:
			control++
		}
	}

	return control*10 > len(head)*3
}
