package tui

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"eyeline/keymap"
	"eyeline/reader/transcript"
	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/transcripttest"
	"eyeline/themes"
	"eyeline/tui/file/document"
	"eyeline/tui/file/layout"
	"eyeline/tui/screens/recordedrun"
	"eyeline/tui/screens/transcripts"
)

// unpackedTranscript is a recorded run of Claude Code, in a folder of its own.
func unpackedTranscript(t *testing.T) string {
	t.Helper()
	return transcripttest.Sample(t, transcripttest.Claude)
}

// workspaceAfter is a copy of the folder that the recorded run has left behind.
func workspaceAfter(t *testing.T) string {
	t.Helper()
	return transcripttest.Workspace(t, "workspace-after")
}

// onTranscript runs a test of the screens of a transcript.
func onTranscript(t *testing.T, width, height int, o Transcript, test func(*screen)) {
	t.Helper()
	onDocument(t, func(Options) (*document.Document, error) { return nil, nil }, width, height, func(opts *Options) {
		opts.Instead.Transcript = &o
		opts.Panes = "both"
	}, test)
}

// recordedFile shows a file of the recorded run over the file that key scripts begin with.
func recordedFile(s *screen, keys ...string) {
	s.m.file.Panes.ShowPanes(layout.Both)
	h := host{s.m}
	services := s.m.transcriptServices(workspaceAfter(s.t), false)
	services.FilesFirst = true
	s.run(h.Enter(transcripts.NewFiles(h, services, unpackedTranscript(s.t))))
	s.settle()
	s.keys(keys...)
}

func init() {
	time.Local = time.UTC // times are shown as they are here
	log := []string{"type:log.txt", "enter"}
	for action, script := range map[keymap.Action]func(s *screen){
		keymap.NextCall: func(s *screen) {
			recordedFile(s, log...)
			s.has("call 6 (1 of 2)", "gave L1–L2,197", "▌▸   1 █│ ", "\n1 ")
			s.keys("}")
			s.has("call 7 (2 of 2)", "gave L3,590–L3,600", "▌▸3590 █│ ", "\n3590 ")
			s.keys("}")
			s.has("this is the last call of this file")
		},
		keymap.PrevCall: func(s *screen) {
			recordedFile(s, append(log, "}", "{")...)
			s.has("call 6 (1 of 2)")
			s.keys("{")
			s.has("this is the first call of this file")
		},
		keymap.NextUnsent: func(s *screen) {
			recordedFile(s, append(log, "]")...)
			s.has(" ▸2198 ·│ ")
			if !s.m.file.Text.Filter.Elsewhere {
				s.t.Error("a filter that still runs may move the cursor from there")
			}
			s.keys("]")
			s.has("no further line is not sent")
		},
		keymap.PrevUnsent: func(s *screen) {
			recordedFile(s, append(log, "G", "[")...)
			s.has(" ▸2198 ·│ ")
			s.keys("[")
			s.has("no line before this one is not sent")
		},
		keymap.NextCut: func(s *screen) {
			recordedFile(s, append(log, "j")...)
			s.has("marks: █ sent ▌ this call │ q back  [ ] next unsent  { } calls") // no hint of what is not there
			s.keys("c")
			s.has("no line of this file is cut")
		},
		keymap.PrevCut: func(s *screen) {
			recordedFile(s, append(log, "C")...)
			s.has("no line of this file is cut")
		},
		keymap.NextWritten: func(s *screen) {
			recordedFile(s, append(log, ".")...)
			s.has("no line of this file is written by the model or changed since")
		},
		keymap.PrevWritten: func(s *screen) {
			recordedFile(s, append(log, ",")...)
			s.has("no line of this file is written by the model or changed since")
		},
		keymap.AllCalls: func(s *screen) {
			recordedFile(s, append(log, "}", "L")...)
			s.has("calls of log.txt: ", "▸    7 ", "log.txt L3,590–L3,600", "18 calls")
			s.keys("esc")
			s.has("files: ")
		},
		keymap.Timeline: func(s *screen) {
			recordedFile(s, "ctrl+t")
			s.has("▸    1 ", "src/inventory.py L20–L34", "refused", "src/missing.go", "what call 1 gave")
			s.keys("end")
			s.has("changed src/README.md L3")
			s.keys("ctrl+t")
			s.has("files: ", "src/inventory.py")
		},
		keymap.Edits: func(s *screen) {
			recordedFile(s, "ctrl+x")
			s.has("what the model changed", "▸ src/README.md", "1 of 2 edits blind")
			s.keys("esc")
			s.has("files: ", "src/inventory.py")
		},
		keymap.Requests: func(s *screen) {
			recordedFile(s, "ctrl+r")
			s.has("what the model was sent", "17 requests")
			s.keys("ctrl+r")
			s.has("files: ", "src/inventory.py")
		},
		keymap.Costs: func(s *screen) {
			recordedFile(s, "alt+o")
			s.has("cost: tokens of results", "▸ log.txt", "sent again")
			s.keys("esc")
			s.has("files: ", "src/inventory.py")
		},
		keymap.SortRows: func(s *screen) {
			recordedFile(s, "home")
			s.has("the worst first", "▸ src/README.md")
			s.keys("ctrl+s", "home")
			s.has("by path", "▸ crlf.txt")
			s.keys("ctrl+s", "home")
			s.has("the last call first", "▸ src/README.md")
			s.keys("ctrl+s", "home")
			s.has("what is missing first", "▸ log.txt")
			s.keys("ctrl+s")
			s.has("the worst first")
		},
		keymap.AllFolders: func(s *screen) {
			h := host{s.m}
			services := s.m.transcriptServices("", false)
			s.run(h.Enter(transcripts.NewChoice(h, services, transcript.Homes{
				Home: s.t.TempDir(), Getenv: func(string) string { return "" },
			}, "/somewhere", false)))
			s.settle()
			s.has("no recorded run of /somewhere was found")
			s.keys("alt+a")
			s.has("all folders", "no recorded run was found")
		},
		keymap.RecordHelp: func(s *screen) {
			recordedFile(s, "f1")
			s.has("all calls in their order")
			s.keys("?")
			s.has("In a transcript", "next call of this file")
			s.keys("q")
			s.has("files: ")
		},
	} {
		if script != nil {
			scripts[action] = script
		}
	}
}

func TestTranscriptScreens(t *testing.T) {
	t.Parallel()
	path, root := unpackedTranscript(t), workspaceAfter(t)
	if err := os.Remove(filepath.Join(root, "log.txt")); err != nil {
		t.Fatal(err)
	}
	for _, size := range [][2]int{{40, 8}, {80, 24}, {160, 30}} {
		onTranscript(t, size[0], size[1], Transcript{Path: path, Root: root}, func(s *screen) {
			name := "transcript-" + map[int]string{40: "40x8", 80: "80x24", 160: "160x30"}[size[0]]
			var b strings.Builder
			show := func(what string, keys ...string) {
				s.keys(keys...)
				b.WriteString("== " + what + "\n" + s.text())
			}
			show("edits")
			show("files", "ctrl+x")
			show("requests", "alt+r")
			show("a request", "down", "enter")
			show("cost", "alt+r", "alt+r", "alt+o")
			show("narrowed", "alt+o", "type:src/ re")
			show("file", "enter")
			show("next call, an edit", "}")
			show("back", "q")
			show("gone", "esc", "type:log", "enter", "}")
			show("calls of the file", "L")
			show("timeline", "backspace")
			show("result without a file", "type:bash", "enter")
			s.keys("q", "esc", "esc", "esc", "esc")
			if !s.quit {
				t.Error("the screens cannot be left")
			}
			s.golden(name, b.String())
		})
	}
}

// TestOnlyTheSelectionHasABackground: in the list of a transcript's calls as in every list.
func TestOnlyTheSelectionHasABackground(t *testing.T) {
	t.Parallel()
	path, root := unpackedTranscript(t), workspaceAfter(t)
	for _, base := range []string{themes.DefaultDark, themes.DefaultLight} {
		theme, err := themes.New(base, themes.TrueColor)
		if err != nil {
			t.Fatal(err)
		}
		onTranscript(t, 160, 12, Transcript{Path: path, Root: root}, func(s *screen) {
			s.m.theme = theme
			s.keys("ctrl+t")
			s.has("call", "time")
			rows := strings.Split(s.m.View(), "\n")
			for _, row := range rows[2 : len(rows)-2] {
				if strings.Contains(row, "48;2;") && !strings.Contains(row, "▸") {
					t.Errorf("%s: %q has a background", base, row)
				}
				if strings.Contains(row, "▸") && strings.Count(row, "48;2;") < 5 {
					t.Errorf("%s: not all columns of %q are selected", base, row)
				}
			}
		})
	}
}

// TestGoingToALineOfAFileThatIsGone goes by the numbers that the file had.
func TestGoingToALineOfAFileThatIsGone(t *testing.T) {
	t.Parallel()
	o := Transcript{Path: unpackedTranscript(t), Root: workspaceAfter(t)}
	if err := os.Remove(filepath.Join(o.Root, "log.txt")); err != nil {
		t.Fatal(err)
	}
	onTranscript(t, 80, 24, o, func(s *screen) {
		s.keys("ctrl+x", "type:log", "enter", "3", "5", "9", "2", "G")
		s.has("▸3592 █│ ")
		s.keys("1", "0", "0", "G")
		s.has("▸ 100 █│ ")
		s.keys(":", "type:3000", "enter")
		s.has(" ▸     ·│ -- lines 2198-3589 were not sent --")
	})
}

// TestFollowedTranscript appends to a transcript while it is shown, replaces it and truncates it.
func TestFollowedTranscript(t *testing.T) {
	t.Parallel()
	full, err := os.ReadFile(unpackedTranscript(t))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(full), "\n")
	named := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, "README.md") }) + 1
	path := written(t, "followed.jsonl", strings.Join(lines[:20], ""))
	put := func(text string, how int) {
		f, err := os.OpenFile(path, os.O_WRONLY|how, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteString(text); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	onTranscript(t, 80, 24, Transcript{Path: path, Root: workspaceAfter(t), Follow: true}, func(s *screen) {
		s.has("following")
		before := s.text()
		put(lines[20][:len(lines[20])/2], os.O_APPEND) // the agent is writing
		s.later()
		if now := s.text(); now != before {
			t.Errorf("half a line changed the screen:\n%s\nbefore:\n%s", now, before)
		}
		put(lines[20][len(lines[20])/2:]+strings.Join(lines[21:named], ""), os.O_APPEND)
		s.later()
		s.has("log.txt")
		s.keys("type:readme", "enter")
		s.has("src/README.md")
		put(strings.Join(lines[named:], ""), os.O_APPEND)
		s.later()
		s.has("call 18 (4 of 4)", "▌▸   3 █│ ")
		s.keys("q", "esc")
		put(strings.Join(lines[:20], ""), os.O_TRUNC)
		s.later()
		s.has("the transcript was replaced: read again from its beginning")
		s.lacks("README")
		put("", os.O_TRUNC)
		s.later()
		s.has("cannot read the transcript again: ")
		put(string(full), os.O_TRUNC)
		s.later()
		s.has("18 calls")
	})
}

// TestTheHelpNamesTheMarksThatAreThere: the list of actions says what the marks mean where there are marks, of those
// alone.
func TestTheHelpNamesTheMarksThatAreThere(t *testing.T) {
	t.Parallel()
	o := Transcript{Path: unpackedTranscript(t), Root: workspaceAfter(t)}
	onTranscript(t, 80, 24, o, func(s *screen) {
		s.keys("?")
		s.has("── actions ──")
		s.lacks("marks:")
		s.keys("esc", "enter", "?")
		s.has("── actions · marks: · not sent ──")
	})
}

// TestAChangeOpensWithWhatWasSentBeforeIt: the gutter of a file that is opened from one of its changes shows what the
// model had been sent by then; from the list of files what it had been sent in the end.
func TestAChangeOpensWithWhatWasSentBeforeIt(t *testing.T) {
	t.Parallel()
	o := Transcript{Path: unpackedTranscript(t), Root: workspaceAfter(t)}
	onTranscript(t, 100, 24, o, func(s *screen) {
		s.keys("enter")
		s.has("28 not sent · 0% sent · before call 13", "call 13", "3 ·│", "marks: · not sent + this call │ q back  [ ]")
		s.keys("j") // what the marks mean stays
		s.has("marks: · not sent + this call │ q back  [ ]")
		s.keys("k")
		s.keys("}")
		s.has("before call 14", "▌    1 ·│", "▌▸   3 w│", "· not sent w written ▌ this call")
		s.keys("{", "q", "ctrl+x", "type:README", "enter")
		s.has("not sent · 21% sent", "     1 █│", "+▸   3 █│")
	})
}

// TestAFileOfACallSaysThatItIsAtTheRunsEnd: a file that is opened from the list of calls shows what was sent of it in
// the end, not before that call, and says so.
func TestAFileOfACallSaysThatItIsAtTheRunsEnd(t *testing.T) {
	t.Parallel()
	o := Transcript{Path: unpackedTranscript(t), Root: workspaceAfter(t)}
	onTranscript(t, 100, 24, o, func(s *screen) {
		s.keys("ctrl+t")
		s.has("▸   13 1 line blind")
		s.keys("enter")
		s.has("src/README.md", "21% sent · at the run's end")
	})
}

// TestReadingATranscriptAgain: R in a file of a transcript reads what was recorded since, and the requests beside it.
func TestReadingATranscriptAgain(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	transcripttest.Write(t, filepath.Join(root, "a.go"), []byte("one\ntwo\nthree\n"))
	read := func(n int, lines ...string) string {
		return transcripttest.ClaudeRead(n, root, filepath.Join(root, "a.go"), n, lines...)
	}
	request := func(result string) string {
		return transcripttest.JSON(transcripttest.Object{"model": "m", "messages": []transcripttest.Object{{
			"role": "user", "content": []transcripttest.Object{{"type": "tool_result", "tool_use_id": "1", "content": result}},
		}}})
	}
	path := written(t, "run.jsonl", read(1, "one"))
	wire := written(t, "1.request.json", request("1\tone"))
	onTranscript(t, 100, 16, Transcript{Path: path, Wire: wire}, func(s *screen) {
		s.keys("enter")
		s.has("▌▸   1 █│ one", "1   one")
		transcripttest.Write(t, wire, []byte(request("1\tuno")))
		s.keys("R")
		s.has("1   uno")
		transcripttest.Write(t, path, []byte(read(1, "one")+read(2, "two")))
		s.keys("R")
		s.has("call 2 (2 of 2)")
		if err := os.Remove(wire); err != nil {
			t.Fatal(err)
		}
		s.keys("R")
		s.has("cannot read the transcript again: ")
	})
}

// TestTheNewestCallIsFollowed: also where the screen, whose call was read again meanwhile, knows of it before the list
// of files does.
func TestTheNewestCallIsFollowed(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	path := filepath.Join(root, "a.go")
	transcripttest.Write(t, path, []byte("one\ntwo\n"))
	run := transcripttest.ClaudeRead(1, root, path, 1, "one") + transcripttest.ClaudeRead(2, root, path, 2, "two")
	onTranscript(t, 100, 16, Transcript{Path: written(t, "run.jsonl", run)}, func(s *screen) {
		s.keys("enter", "{")
		sent := s.m.file.Preview.RecordedFile
		view := func(calls ...int32) *recordedrun.Snapshot {
			return &recordedrun.Snapshot{Coverage: &coverage.Coverage{Files: []coverage.File{{Path: sent.Path, Calls: calls}}}}
		}
		if sent.Call != 1 || len(sent.Coverage.Calls) != 2 {
			t.Fatalf("call %d of %v", sent.Call, sent.Coverage.Calls)
		}
		if s.m.file.FollowSent(view(1), view(1, 2)); sent.Call != 2 {
			t.Errorf("call %d is shown", sent.Call)
		}
	})
}

// TestReadAgainKeepsAFault: that the file was read again does not take the place of what failed beside it.
func TestReadAgainKeepsAFault(t *testing.T) {
	t.Parallel()
	onScreen(t, sample(t), 80, 24, nil, func(s *screen) {
		again := s.m.file.Files.RefreshSource()
		host{s.m}.Warn("a fault")
		s.run(again)
		s.settle()
		s.has("a fault")
		s.lacks("read again")
	})
}

// TestARecordedChangeLooksLikeOne: what was removed and what was added have a look of their own, the changed words
// another one, and the lines around them are dim; without colours, too, but for the dim ones.
func TestARecordedChangeLooksLikeOne(t *testing.T) {
	t.Parallel()
	for _, profile := range []themes.Profile{themes.None, themes.ANSI16, themes.TrueColor} {
		onTranscript(t, 100, 30, Transcript{Path: unpackedTranscript(t), Root: workspaceAfter(t)}, func(s *screen) {
			s.m.theme, _ = themes.New(themes.DefaultDark, profile)
			s.keys("enter")
			s.has("-A small *stock list*", "+A tiny *stock list*", "what the call changed")
			style := s.m.theme.Style
			for text, look := range map[string][2]themes.Role{
				"small": {themes.Lost, themes.LostWords}, "tiny": {themes.Added, themes.AddedWords},
				"# Juniper": {themes.Dim, themes.Dim},
			} {
				found := false
				for _, row := range strings.Split(s.m.View(), "\n")[15:] {
					// A number of the same look may stand before the text.
					if strings.Contains(row, style(look[1])+text) || look[0] == look[1] && strings.Contains(row, text) {
						found = strings.Contains(row, style(look[0]))
					}
				}
				if !found {
					t.Errorf("profile %v: %s has not the look of %v in\n%s", profile, text, look, s.m.View())
				}
			}
		})
	}
}
