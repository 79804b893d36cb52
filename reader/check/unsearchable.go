package check

import "eyeline/reader/source"

// addUnsearchable adds the agents of whose searches none finds anything in a file.
func (j *job) addUnsearchable(b source.Bytes) error {
	if !j.tracked {
		return nil
	}

	all, err := j.searches.File(j.rel, j.below(), j.text, b)
	f := Finding{Rule: Unsearchable, Path: j.shown}
	for _, s := range all {
		f.parts = append(f.parts, part{tool: s.Agent, words: s.Words, cause: s.Cause, todo: s.Todo, grave: true})
	}
	if f.parts != nil {
		j.found = append(j.found, f)
	}

	return err
}
