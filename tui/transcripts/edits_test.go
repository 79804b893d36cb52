package transcripts

import "testing"

// The list of what the model changed says of each change whether it had been sent the lines, what it had not first, and
// opens the file at the call.
func TestEdits(t *testing.T) {
	onFiles(t, 80, 24, sample(t), func(p *program) {
		p.has("edits")
		p.keys("ctrl+x")
		p.has("what the model changed", "had it been sent the lines?", "src/README.md", "1 of ")
		p.keys("enter")
		if len(p.opened) != 1 || p.opened[0].File.Path != "src/README.md" || p.opened[0].File.Call == 0 {
			t.Errorf("opened %+v", p.opened)
		}
		p.keys("ctrl+s")
		if p.note != "in the order of the calls" {
			t.Errorf("it says %q", p.note)
		}
		collected := &p.front().(*editsScreen).edits[0]
		p.keys("x", "x", "x")
		p.has("no change matches")
		if &p.front().(*editsScreen).edits[0] != collected {
			t.Error("the changes are collected again as one types")
		}
		p.keys("esc", "esc")
		p.has("crlf.txt")
	})
}
