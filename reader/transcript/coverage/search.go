package coverage

// Search is a search of a run, laid against the folder that it searched as it is now, which has not changed since.
type Search struct {
	Call     int      `json:"call"`           // its number
	Tool     string   `json:"tool"`           // as recorded
	Pattern  string   `json:"pattern"`        // that was searched for, or of the names that were
	Folder   string   `json:"folder"`         // that was searched, as recorded
	Matching int      `json:"matching_files"` // files that match, and that git does not ignore
	Named    int      `json:"named_files"`    // those of them that the answer names
	Unsure   int      `json:"unsure_files"`   // those of which it is not known whether it names them as matching
	Never    []string `json:"never_named"`    // the first 100 of those that it does not name
	// why it is not laid: then nothing of what is above is known
	NotKnown string `json:"not_known,omitempty"`
}
