package tui

import (
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/tui/file/toolpanels"
	"eyeline/tui/kit/jobs"
	"eyeline/tui/kit/overlay"
	"eyeline/tui/kit/screens"
)

// A key acts on what the key before it has led to, also when it is typed before that is on the screen: as long as a job
// runs that will move the cursor, change the request or open something, keys are held back, and are then typed in their
// order. A job that takes longer than keyPatience keeps none back: nobody is to wait for a file that does not answer.

// keyPatience is how long a job may hold back keys.
const keyPatience = 200 * time.Millisecond

// typeAhead are the keys that are held back.
type typeAhead struct {
	keys []tea.KeyMsg
	// early is the number of leading keys that were typed while their file was being opened: unlike other keys, they do
	// not clear the message at the bottom.
	early int
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

// givesOutput reports whether the first key that is held back gives the output away.
func (t *typeAhead) givesOutput(keys *keymap.Map) bool {
	if len(t.keys) == 0 {
		return false
	}
	a, _ := keys.Lookup(keymap.InFile, t.keys[0].String())
	return a == keymap.Copy || a == keymap.Write || a == keymap.LeavePrint
}

// holdsBack reports whether keys wait for the running job of a kind.
func (m *model) holdsBack(k jobs.Kind) bool {
	if k.Row().Holds != jobs.Sometimes {
		return k.Row().Holds == jobs.Always
	}

	switch k {
	case jobs.Filter:
		return m.file.Modes.FilterMoves()
	case jobs.Read:
		return m.file.Modes.ReadMoves() || !m.file.Preview.ReadsAgain && m.typed.givesOutput(m.keys)
	}

	return m.file.Modes.MovesOutput()
}

// overlayIsOver reports whether keys are for an overlay that a job changes nothing of: one that takes all keys.
func (m *model) overlayIsOver(kind jobs.Kind) bool {
	if !m.overlays.Any() || kind.Row().FillsList {
		return false
	}
	_, lets := m.overlays.Top().(overlay.Panel)
	return !lets
}

// holdsKeys reports whether keys are to wait.
func (m *model) holdsKeys() bool {
	oldest := m.file.Text.Jobs.Oldest(func(k jobs.Kind) bool { return m.holdsBack(k) && !m.overlayIsOver(k) })
	if oldest != m.typed.waits { // 0 for none
		m.typed.waits = oldest
		m.typed.since = time.Now()
	}
	return m.typed.waits != 0 && time.Since(m.typed.since) < keyPatience
}

// typeKey takes a key: it is used at once, or held back.
func (m *model) typeKey(msg tea.KeyMsg) tea.Cmd {
	now := m.cannotWait(msg)
	m.typed.keys = append(m.typed.keys, msg)
	return m.typeHeld(now)
}

// cannotWait reports whether a key and those before it are used at once, since it stops what they would wait for.
func (m *model) cannotWait(msg tea.KeyMsg) bool {
	switch a, _ := m.keys.Lookup(m.file.Modes.KeyContext(), msg.String()); a {
	case keymap.Interrupt:
		return true
	case keymap.Cancel, keymap.Quit, keymap.Suspend:
		_, options := overlay.Topmost[*toolpanels.OptionsPanel](m.overlays)
		return len(m.typed.keys) == 0 &&
			!(options && m.file.Text.Jobs.Runs(jobs.TryOption)) // closing them would forget what is tried
	}
	return false
}

// typeHeld uses the keys that are held back, as far as they need not wait or, with now, all of them. It is called after
// each message.
func (m *model) typeHeld(now bool) tea.Cmd {
	var cmds []tea.Cmd
	for len(m.typed.keys) > 0 && (now || !m.holdsKeys()) {
		msg := m.typed.keys[0]
		said := screens.Note{}
		m.typed.keys = slices.Delete(m.typed.keys, 0, 1)
		if m.typed.early > 0 {
			m.typed.early--
			said = m.note
		}

		if m.leaving {
			continue
		}

		cmds = append(cmds, m.oneKey(msg), m.file.Derive()) // the next key scrolls by the height there is then
		if m.note == (screens.Note{}) {
			m.say(said)
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
