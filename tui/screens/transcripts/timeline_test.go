package transcripts

import (
	"testing"

	"eyeline/tui/kit/keypress"
)

// TestTimelineIsLeftWhileItIsRead: what was being read or looked for when the list of calls was left is there when it
// is shown again, and so is what has been recorded meanwhile.
func TestTimelineIsLeftWhileItIsRead(t *testing.T) {
	lines, o := followedLines(t, 30)
	onFiles(t, 100, 40, o, func(p *program) {
		p.send(keypress.Of("ctrl+t")) // and what it reads is still to come
		p.keys("ctrl+t")
		recordedAs(t, o, lines)
		p.Later()
		p.keys("ctrl+t")
		if n := len(p.front().(*timelineScreen).infos); n != 18 {
			t.Errorf("%d calls of 18 are described:\n%s", n, p.text())
		}
	})
	onFiles(t, 100, 40, sample(t), func(p *program) {
		p.keys("ctrl+t")
		for _, name := range []string{"b", "a", "s", "h", "ctrl+t"} {
			p.send(keypress.Of(name))
		}
		p.Settle()
		p.keys("ctrl+t")
		p.has("calls: bash", "1 of 1 ")
	})
}
