// Package transcripts, which changes without notice, has the screens that list what agents recorded of their runs: the
// transcripts of the agents' usual places, to choose one from; the files of one, with what was sent of each; and all
// its calls, in their order.
//
// They know nothing of the program but its [screens.Host] and the [Services] that they are made with, and hand out what
// a person opens as a value, an [Item].
package transcripts

import (
	tea "github.com/charmbracelet/bubbletea"

	"eyeline/tui/file/document"
	"eyeline/tui/kit/screens"
	"eyeline/tui/screens/recordedrun"
)

// Services are what the screens need of the program besides the host, and how they are set.
type Services struct {
	// Root is the folder that the files of a transcript are in; "" is its recorded working folder.
	Root string
	// Wire is where the agent wrote its requests; "" for nowhere.
	Wire string
	// Follow: what is recorded from now on is shown, too.
	Follow bool
	// FilesFirst: what the model changed is not shown before all files.
	FilesFirst bool
	// Limit bounds what is kept of a text that is opened, in bytes; 0: no limit.
	Limit int64
	// Open shows what was opened in front of the lists.
	Open func(Item) tea.Cmd
	// Grown tells what is now known of a transcript that is followed, and what was known before.
	Grown func(was, now *recordedrun.Snapshot) tea.Cmd
}

// Item is a file of a transcript, or the result of a call, that a person has opened. Who gets it closes the document.
type Item struct {
	Doc  *document.Document
	File *recordedrun.File
	// Typed are keys that were typed while it was being opened: they are for it.
	Typed []tea.KeyMsg
}

// CallList is a screen that shows all calls of a transcript, or leads to them.
type CallList interface {
	screens.Screen
	// ShowCall shows the calls that concern the file at a path, "" for all calls, with one selected by its number, from
	// 1. By 0, the one selected before is.
	ShowCall(number int, path string) tea.Cmd
}

// Free closes what is no longer wanted.
func (o Item) Free() { o.Doc.Free() }
