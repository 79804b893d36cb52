// Package ignore tells which files the ignore files of a workspace keep from being read or searched: .gitignore, and
// those of the same form that agents and ripgrep have of their own. Git, ripgrep and the npm package "ignore", which
// agents written in JavaScript use, read such files differently: a dialect says who reads.
//
//	dialect.go    who reads patterns, and what one is
//	rules.go      the patterns of a list or a file, and what they say of a path
//	files.go      reading ignore files, within bounds
//	agents.go     how agents put several files together
//	tree.go       how git and ripgrep put several files together
//	git.go, globset.go, npm.go   reading a line, and a pattern, as each of them does
//	need.go      a look at a path that tells most patterns
//	work.go      how much work is done, for one path or for a run
//	bracket.go, jsregexp.go      classes of git; regular expressions of JavaScript
//	node.go, program.go          a pattern as a tree, and as a program that matches in linear time
//
// The time to match is bounded by the length of the pattern times that of the path: all ways through a pattern are
// followed at once, and none is tried again. What takes too long all the same, in files of many patterns, is an error.
package ignore
