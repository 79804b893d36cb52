package formats

// All lists the forms that can be read, in the order in which they are tried.
func All() []*Format {
	return []*Format{
		qwenCode,
		claudeCode,
		codex,
		geminiOld,
		geminiCLI,
		pi,
		copilotCLI,
		kimiCode,
		grokBuild,
		openCode,
		kilo,
		atif,
		cline,
	}
}

// Detect tells the format of a file by its first bytes and its path, nil when it is none that is known.
func Detect(first []byte, path string) *Format {
	h := newHead(path, first)
	for _, f := range All() {
		if f.detect(h) {
			return f
		}
	}
	return nil
}
