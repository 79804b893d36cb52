package coverage

// Search is a search of a run, laid against the folder that it searched as it is now, which has not changed since.
type Search struct {
	Call     int      `json:"call"`           // its number
	Tool     string   `json:"tool"`           // as recorded
	Pattern  string   `json:"pattern"`        // that was searched for, or of the names that were
	Folder   string   `json:"folder"`         // that was searched, as recorded
	Matching int      `json:"matching_files"` // files that match, and that git does not ignore
	Named    int      `json:"named_files"`    // matching files that the answer names
	Unsure   int      `json:"unsure_files"`   // matching files for which it is not known whether the answer names them
	Never    []string `json:"never_named"`    // the first 100 matching files that the answer does not name
	// why the answer is not compared with the files: nothing above is known then
	NotKnown string `json:"not_known,omitempty"`
}
