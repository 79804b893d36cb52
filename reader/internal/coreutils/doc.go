// Package coreutils gives what GNU's cat, head, tail, nl, wc, tac, ls, sed and grep, and rg and awk, write when they
// run in a pipeline, without running anything: byte for byte, with what they say of a file that cannot be read, and
// their exit status. The models of agents read files with them. Coreutils 9.1, sed 4.9, grep 3.8, ripgrep 13 and mawk
// 1.3.4 rule; what of them is not imitated is refused by name.
//
// Each program writes to what takes its output, and asks for its input as a stream. Streams carry pieces, which name
// bytes of a file rather than hold them: lines in the middle of a large file are found by the index of lines, and
// memory does not grow with the file, nor with a line that need not be looked at.
package coreutils
