package highlight

import (
	"bytes"
	"strings"
)

// backups are endings that follow a file's own extension, and the empty one.
var backups = []string{"", "~", ".bak", ".orig", ".old", ".in", ".new", ".rej", ".tmp"}

// detect finds the lexer of a document by its name, else by the interpreter or the XML declaration in its first bytes;
// "" for plain text. Its content is not looked at otherwise: chroma's guessing takes long and is often wrong.
func detect(name string, head []byte) string {
	base := name[strings.LastIndexAny(name, `/\`)+1:]
	for _, ending := range backups {
		if own, ok := strings.CutSuffix(base, ending); ok {
			if l := detectName(own); l != "" {
				return l
			}
		}
	}

	if strings.Contains(strings.TrimPrefix(base, "."), ".") && !bytes.HasPrefix(head, []byte("#!")) {
		return "" // an extension that says something else
	}

	return detectHead(head)
}

func detectName(base string) string {
	lower := strings.ToLower(base)
	if l := byName.find(lower); l != "" {
		return l
	}

	dot := strings.LastIndexByte(base, '.')
	if dot < 0 {
		return ""
	}
	if base[dot:] == ".C" || base[dot:] == ".H" {
		return "C++"
	}
	if l := byExtension.find(lower[dot+1:]); l != "" {
		return l
	}

	switch stem, _, _ := strings.Cut(lower, "."); stem {
	case "dockerfile", "containerfile", "makefile": // Dockerfile.arm64
		return byName.find(stem)
	}

	return ""
}

func detectHead(head []byte) string {
	line, _, _ := bytes.Cut(head[:min(len(head), 256)], []byte("\n"))
	if bytes.HasPrefix(line, []byte("<?xml")) {
		return "XML"
	}
	if bytes.HasPrefix(line, []byte("<?php")) {
		return "PHP"
	}

	command, ok := bytes.CutPrefix(line, []byte("#!"))
	if !ok {
		return ""
	}

	for _, word := range strings.Fields(string(command)) {
		program := strings.ToLower(word[strings.LastIndexByte(word, '/')+1:])
		if program == "env" || strings.HasPrefix(word, "-") || strings.Contains(word, "=") {
			continue // env and its options and variables
		}
		return byInterpreter.find(strings.TrimRight(program, "0123456789."))
	}

	return ""
}
