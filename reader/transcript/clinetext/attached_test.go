package clinetext

import "testing"

// TestAttachedIn: a mentioned file is taken whole, and one that could not be read is none.
func TestAttachedIn(t *testing.T) {
	const text = "look at these\n\n<file_content path=\"a.txt\">\none\ntwo\n</file_content>\n\n" +
		"<file_content path=\"lib/b'`\">\nError fetching content: Failed to access path \"lib/b'`\": ENOENT\n" +
		"</file_content>\n\n<file_content path=\"c.txt\">\n1 | three\n</file_content>"
	all := AttachedIn(text)
	if len(all) != 2 || all[0].Path != "a.txt" || len(all[0].Lines) != 2 || all[1].Path != "c.txt" {
		t.Errorf("%+v", all)
	}
}
