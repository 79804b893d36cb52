// Package coreutils gives what GNU's cat, head, tail, nl and wc, and sed with scripts of p, d and q, write when they
// run in a pipeline, without running anything: byte for byte, with what they say of a file that cannot be read, and
// their exit status. Codex's models read files with them (CONTRACT-codex, exec_command). Where the contract says
// nothing, coreutils 9.1 and sed 4.9 rule.
//
// Each program makes a stream of its arguments and the stream before it (programs in run.go). Streams carry pieces,
// which name bytes of a file rather than hold them: lines in the middle of a large file are found by the index of
// lines, and memory does not grow with the file.
package coreutils
