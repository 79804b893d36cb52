package pipelines

import "strings"

// Quote is a text as one word of a POSIX shell.
func Quote(s string) string {
	const safe = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+:@%,-"
	if s != "" && strings.Trim(s, safe) == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// Operand is a file's path as an operand of a command: no option, whatever its name.
func Operand(file string) string {
	if strings.HasPrefix(file, "-") {
		file = "./" + file
	}
	return Quote(file)
}
