package preview

import "eyeline/reader/tools"

// Loses reports whether the model does not get all of the file, or not as it is. That a block is a part of it goes
// without saying.
func (r *Reading) Loses() bool {
	if r == nil || r.Out == nil {
		return false
	}
	given := int64(0)
	for _, s := range r.Win.Spans() {
		given += s.End - s.Start
	}
	part := given < r.fileBytes && r.Req.Mode() != tools.ModeBlock
	return part || r.Continues() || r.Kind != "" || r.Stats.Cut > 0 || r.Stats.Replaced > 0
}

// Continues reports whether another call gives more of the file.
func (r *Reading) Continues() bool { return len(r.next) > 0 && r.Req.Mode() != tools.ModeBlock }
