// Package coreutils imitates GNU's cat, head, tail, nl, wc, tac, ls, sed and grep, and rg and awk, in a pipeline,
// without running anything: their output byte for byte, their messages about unreadable files, and their exit status.
// Agents' models read files with them. The versions are coreutils 9.1, sed 4.9, grep 3.8, ripgrep 13 and mawk 1.3.4;
// what is not imitated is refused by name.
//
// Each program pushes its output to a callback, and reads its input as a stream. Streams carry pieces, which refer to
// bytes of a file instead of holding them: lines in the middle of a large file are found by the line index, and memory
// does not grow with the file, nor with lines whose content does not matter.
package coreutils
