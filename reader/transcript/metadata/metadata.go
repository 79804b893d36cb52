// Package metadata, which changes without notice, tells commands that print names, sizes and the like of files, and no
// text of any.
package metadata

import (
	"path"
	"slices"
	"strings"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/internal/shell"
	"eyeline/reader/lists"
)

// Only reports whether a command line prints names, sizes and the like of files, and certainly no text of any: each of
// its commands tells only such things, prints words of its own, or changes what comes through a pipe from those.
func Only(line string) bool {
	if strings.ContainsAny(line, "<`") { // a file may be what a program reads, or what a word has
		return false
	}
	commands, err := shell.CommandsOf(line)
	if err != nil || len(commands) == 0 {
		return false
	}

	return !slices.ContainsFunc(commands, func(c shell.StatedCommand) bool {
		isDropped := len(c.Words) == 2 && strings.HasPrefix(c.Words[0], ">") && c.Words[1] == "/dev/null"
		return len(c.Words) > 0 && !isDropped && !isOfMetadata(c.Words) && !isFilter(c.Words)
	})
}

// programOf returns the name of the system's program that a command runs, "" for a program in another folder: that may
// have the name alone.
func programOf(words []string) string {
	switch folder, name := path.Split(words[0]); folder {
	case "", "/bin/", "/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/":
		return name
	}
	return ""
}

// isOfMetadata reports whether a command prints nothing of what is in files but what it makes of all of it, such as
// counts, a checksum or the kind of file. words are its name and its arguments.
func isOfMetadata(words []string) bool {
	const programs = "ls stat wc du file test [ [[ basename dirname realpath readlink md5sum sha1sum sha224sum " +
		"sha256sum sha384sum sha512sum b2sum cksum echo printf cd pwd true false"
	name := programOf(words)
	if !lists.HasWord(programs, name) {
		return false
	}

	return !slices.ContainsFunc(words[1:], func(word string) bool { // does it read names from a file, and print these?
		switch {
		case !strings.HasPrefix(word, "-"):
			return false
		case strings.HasSuffix(name, "sum"):
			return strings.Contains(word, "c")
		case name == "file":
			return strings.ContainsAny(word, "fmC")
		}
		return strings.HasPrefix(word, "--files")
	})
}

// filterValues are programs that change what they read, each with the options whose value is the next word.
var filterValues = map[string]string{
	"tr": "", "sort": "-k -t", "uniq": "-f -s -w", "column": "-s -c", "rev": "", "fold": "-w", "nl": "-w -s -b",
	"tac": "", "head": "-n -c", "tail": "-n -c", "cut": "-d -f -c -b", "grep": "", "egrep": "", "fgrep": "",
	"awk": "-F -v", "gawk": "-F -v", "mawk": "-F -v",
}

// awkReads matches what in a script of awk may read a file, or run a program.
var awkReads = lazy.Regexp(`getline|system|ARGV|[|@>]`)

// isFilter reports whether a command changes what it is given through a pipe, and reads no file by itself.
func isFilter(words []string) bool {
	name := programOf(words)
	values, ok := filterValues[name]
	options, operands := argumentsOf(words, values)
	namesFile := func(option string) bool { return strings.HasPrefix(option, "--") }
	if !ok || slices.ContainsFunc(options, namesFile) || slices.Contains(operands, "") {
		return false
	}

	has := func(letters string) bool { return strings.ContainsAny(strings.Join(options, ""), letters) }
	switch name {
	case "tr":
		return true
	case "grep", "egrep", "fgrep":
		return len(operands) == 1 && !has("rRfe")
	case "awk", "gawk", "mawk":
		return len(operands) == 1 && !has("fiE") && !awkReads().MatchString(operands[0])
	}

	return len(operands) == 0
}

// argumentsOf parts the arguments of a program, whose name is the first word, into options and operands. The values of
// some options, which are further words, are left out.
func argumentsOf(words []string, withValue string) (options, operands []string) {
	for i := 1; i < len(words); i++ {
		word := words[i]
		if !strings.HasPrefix(word, "-") || word == "-" {
			operands = append(operands, word)
			continue
		}

		options = append(options, word)
		if lists.HasWord(withValue, word) {
			i++
		}
	}

	return options, operands
}
