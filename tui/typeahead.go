package tui

import (
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/tui/jobs"
	"eyeline/tui/screens"
)

// A key acts on what the key before it has led to, also when it is typed before that is on the screen: as long as a job
// runs that will move the cursor, change the request or open something, keys are held back, and are then typed in their
// order. A job that takes longer than keyPatience keeps none back: nobody is to wait for a file that does not answer.

// keyPatience is how long a job may hold back keys.
const keyPatience = 200 * time.Millisecond

// typeAhead are the keys that are held back.
type typeAhead struct {
	keys  []tea.KeyMsg
	early int       // how many of the first were typed before there was anything to act on: they take no message away
	waits uint64    // the number of the job that they wait for, or would; 0 for none
	since time.Time // when it was first seen to run
	timed bool      // a patientMsg is to come
}

// before puts keys before those that are held back: they were typed for what was only being opened then.
func (t *typeAhead) before(keys []tea.KeyMsg) {
	t.keys = append(slices.Clone(keys), t.keys...)
	t.early = len(keys)
}

// patientMsg says that keys have waited for keyPatience.
type patientMsg struct{}

// filterMoves reports whether the cursor will go to the first line that the filter lets through.
func (m *Model) filterMoves() bool {
	return m.filter.filter != nil && !m.filter.arrived && !m.filter.left
}

// readMoves reports whether a key may be about what is being read: the cursor will go there, or the keys move it. Where the
// window follows the cursor, moving on does not wait for it, and nothing waits for what is read again as it grows.
func (m *Model) readMoves() bool {
	return !m.readAgain && (m.readThen == thenShowWindow || m.ahead != 0 || !m.req.Follows() || m.movesOutput() || m.typed.givesOutput(m.keys))
}

// givesOutput reports whether the first key that is held back gives the output away.
func (t *typeAhead) givesOutput(keys *keymap.Map) bool {
	if len(t.keys) == 0 {
		return false
	}
	a, _ := keys.Lookup(keymap.InFile, t.keys[0].String())
	return a == keymap.Copy || a == keymap.Write || a == keymap.LeavePrint
}

// movesOutput reports whether the keys move what a tool gives.
func (m *Model) movesOutput() bool { return m.active() == &m.output }

// heldBy is the number of the oldest job that holds keys back; 0 for none.
func (m *Model) heldBy() uint64 {
	return m.jobs.Oldest(func(k jobs.Kind) bool { return m.holdsBack(k) && !m.overlayIsOver(k) })
}

// holdsBack reports whether keys wait for the running job of a kind.
func (m *Model) holdsBack(k jobs.Kind) bool {
	if k.Row().Holds != jobs.Sometimes {
		return k.Row().Holds == jobs.Always
	}
	switch k {
	case jobs.Filter:
		return m.filterMoves()
	case jobs.Read:
		return m.readMoves()
	}
	return m.movesOutput()
}

// overlayIsOver reports whether keys are for an overlay that a job changes nothing of: one that takes all keys. Only
// symbols and revisions come into a list that is open already.
func (m *Model) overlayIsOver(kind jobs.Kind) bool {
	if len(m.overlays) == 0 || kind == jobs.Symbols || kind == jobs.Revisions {
		return false
	}
	_, lets := m.overlays[len(m.overlays)-1].(panel)
	return !lets
}

// holdsKeys reports whether keys are to wait.
func (m *Model) holdsKeys() bool {
	if x := m.heldBy(); x != m.typed.waits {
		m.typed.waits, m.typed.since = x, time.Now()
	}
	return m.typed.waits != 0 && time.Since(m.typed.since) < keyPatience
}

// typeKey takes a key: it is used at once, or held back.
func (m *Model) typeKey(msg tea.KeyMsg) tea.Cmd {
	now := m.cannotWait(msg)
	m.typed.keys = append(m.typed.keys, msg)
	return m.typeHeld(now)
}

// cannotWait reports whether a key and those before it are used at once, since it stops what they would wait for.
func (m *Model) cannotWait(msg tea.KeyMsg) bool {
	switch a, _ := m.keys.Lookup(m.keyContext(), msg.String()); a {
	case keymap.Interrupt:
		return true
	case keymap.Cancel, keymap.Quit, keymap.Suspend:
		_, options := overlayOf[*optionsPanel](m)
		return len(m.typed.keys) == 0 && !(options && m.jobs.Runs(jobs.TryOption)) // closing them would forget what is tried
	}
	return false
}

// typeHeld uses the keys that are held back, as far as they need not wait or, with now, all of them. It is called after each
// message.
func (m *Model) typeHeld(now bool) tea.Cmd {
	var cmds []tea.Cmd
	for len(m.typed.keys) > 0 && (now || !m.holdsKeys()) {
		msg, said := m.typed.keys[0], screens.Note{}
		m.typed.keys = slices.Delete(m.typed.keys, 0, 1)
		if m.typed.early > 0 {
			m.typed.early--
			said = m.note
		}
		if m.leaving {
			continue
		}
		cmds = append(cmds, m.oneKey(msg), m.arrangeChanged()) // the next key scrolls by the height there is then
		if m.note == (screens.Note{}) {
			m.note = said
		}
	}
	if m.holdsKeys() && len(m.typed.keys) > 0 && !m.typed.timed {
		m.typed.timed = true
		rest := time.Until(m.typed.since.Add(keyPatience))
		cmds = append(cmds, func() tea.Msg {
			time.Sleep(rest)
			return patientMsg{}
		})
	}
	return tea.Batch(cmds...)
}
