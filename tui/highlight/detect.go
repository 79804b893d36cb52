package highlight

import (
	"bytes"
	"strings"
)

// backups are endings that follow a file's own extension.
var backups = []string{"~", ".bak", ".orig", ".old", ".in", ".new", ".rej", ".tmp"}

// detect finds a document's language from its name, else by the interpreter or the XML declaration in its first bytes.
// Its content is not looked at otherwise: chroma's guessing takes long and is often wrong.
func detect(name string, head []byte) language {
	base := name[strings.LastIndexAny(name, `/\`)+1:]
	if l := detectName(base); l != "" {
		return languageOf(l)
	}
	for _, ending := range backups {
		if cut, ok := strings.CutSuffix(base, ending); ok {
			if l := detectName(cut); l != "" {
				return languageOf(l)
			}
		}
	}
	if strings.Contains(strings.TrimPrefix(base, "."), ".") && !bytes.HasPrefix(head, []byte("#!")) {
		return language{} // an extension that says something else
	}
	return languageOf(detectHead(head))
}

func detectName(base string) string {
	lower := strings.ToLower(base)
	if l, ok := byName.find(lower); ok {
		return l
	}
	dot := strings.LastIndexByte(base, '.')
	if dot < 0 {
		return ""
	}
	if base[dot:] == ".C" || base[dot:] == ".H" {
		return "C++"
	}
	if l, ok := byExtension.find(lower[dot+1:]); ok {
		return l
	}
	switch stem, _, _ := strings.Cut(lower, "."); stem {
	case "dockerfile", "containerfile", "makefile": // Dockerfile.arm64
		l, _ := byName.find(stem)
		return l
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
		l, _ := byInterpreter.find(strings.TrimRight(program, "0123456789."))
		return l
	}
	return ""
}
