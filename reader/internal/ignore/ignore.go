// Package ignore determines which files ignore files exclude from being read or searched: .gitignore, and files of the
// same form that agents and ripgrep have. Git, ripgrep and the npm package "ignore", which agents in JavaScript use,
// parse them differently; a dialect says whose rules apply.
//
//	dialect.go    the programs, and what a pattern is
//	rules.go      the patterns of a list or a file, and matching a path
//	listed.go     the patterns of a file with their line numbers
//	paths.go      the patterns of git's attributes
//	files.go      reading ignore files, within limits
//	agents.go     how agents combine several files
//	tree.go       how git and ripgrep combine several files
//	git.go, globset.go, npm.go, ugrep.go, gogit.go   parsing a line, and a pattern, as each of them does
//	need.go       a fast check that rules out most patterns
//	work.go       limits of work, for one path or for a run
//	bracket.go, jsregexp.go      classes of git; regular expressions of JavaScript
//	node.go, program.go          a pattern as a tree, and as a program that matches in linear time
//
// Matching takes time proportional to the length of the pattern times that of the path, because all alternatives are
// followed at once, without backtracking. Beyond a limit, which files of many patterns can reach, it is an error.
package ignore
