package shellrun

import (
	"path"
	"slices"
	"strings"

	"eyeline/reader/internal/lazy"
	"eyeline/reader/ospath"
)

// words are the parts of a command that name files of the disk or the run.
func (w *world) words(command, dir string) (names []string) {
	const most = 2000
	const drive = "\x00" // the colon behind the letter of a drive, which parts no words
	isPart := func(r rune) bool { return strings.ContainsRune(" \t\n'\"`()[]{}<>|&;,=:$", r) }
	command = driveColon().ReplaceAllString(command, "${1}"+drive+"${2}")
	for i, word := range strings.FieldsFunc(command, isPart) {
		if i > most {
			break
		}
		if len(word) > 1024 || strings.HasPrefix(word, "-") {
			continue
		}

		name := strings.Replace(word, drive, ":", 1)
		if !path.IsAbs(name) && !ospath.IsOnDrive(name) {
			name = path.Join(dir, name)
		}
		if ospath.IsOnDrive(name) {
			name = strings.ReplaceAll(name, `\`, "/")
		}
		if w.isKnownFile(name) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}

	return names
}

var driveColon = lazy.Regexp(`\b([A-Za-z]):([\\/])`)
