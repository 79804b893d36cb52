package text

// Arriving reports whether more of a stream is to come.
func (t *Text) Arriving() bool {
	return t.doc != nil && t.doc.IsStream() && !t.doc.Raw().Complete()
}
