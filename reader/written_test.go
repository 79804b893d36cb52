package reader_test

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"eyeline/reader/systemtest"
)

// writtenTests names the tests of each statement of the help page about written files. A statement is a row of a table
// or a sentence, and is known by what it begins with.
var writtenTests = map[string]string{
	"Every file that Eyeline writes":  "reader TestWhoWritesFiles, reader TestWhatIsSaidOfWrittenFiles",
	"What is read is never written":   "tui/file/export TestWhatIsReadIsNotReplaced",
	"These files are made or changed": "tui/launch TestWhatCommandsStartAndWrite, reader TestWhoWritesFiles",
	"| the output or marked lines":    "tui TestRightsOfWrittenFiles",
	"| the stream, as it comes":       "tui TestRightsOfWrittenFiles, tui TestSaveStream",
	"| favourites, presets": "tui TestRightsOfWrittenFiles, tui TestTheListKeepsFavourites, " +
		"tui/settingsfile TestSavePreset, " +
		"tui/settingsfile TestSavingKeepsLinksModesAndBrokenFiles",
	"| what is piped, unpacked": "tui TestTemporaryFilesHaveNoNames, tui TestEmitLeavesNothing, " +
		"tui/file/tooloutput TestAnOutputThatIsCutShort",
	"| a record of calls":          "tui/kit/atomicfile TestJournal, tui/launch TestWhatCommandsStartAndWrite",
	"| the requests of an agent":   "reader/transcript/tap TestNoKeyIsWritten, tui/kit/atomicfile TestJournal",
	"| an example":                 "reader/check TestExamplesAreOfTheirOwner, reader/check TestExplain",
	"A file with a name is":        "tui/kit/atomicfile TestHowAFileIsWritten, tui/kit/atomicfile TestFailureLeavesTheOldFile",
	"A file that is replaced":      "tui/kit/atomicfile TestNewAndReplaced, tui/kit/atomicfile TestTheListOfRightsStays",
	"Where the group or the list":  "tui/kit/atomicfile TestRightsDoNotGrow",
	"Set-user-ID and set-group-ID": "tui/kit/atomicfile TestWhatIsNotKept",
	"| `Esc`":                      "tui TestSaveStream, tui/file/export TestWhatIsStoppedIsNotWritten",
	"| `q`, `E`":                   "tui TestLeavingWhileWriting",
	"| a signal, a closed terminal": "tui TestLeavingWhileWriting, tui/kit/atomicfile TestAbandon, " +
		"tui/file/export TestTheEndIsSaidBeforeASignalEnds, " +
		"tui/file/export TestADiskThatDoesNotAnswer",
	"| kill -9, a crash": "tui TestKilledViewers, tui/kit/atomicfile TestKilledWriters, tui/kit/atomicfile TestOrphans, " +
		"tui/kit/atomicfile TestWithoutLinks",
	"| a full disk, a limit": "tui TestFullDisk, tui/kit/atomicfile TestFullDisk, " +
		"reader/source TestAFullDiskEndsAStream, " +
		"tui TestAnswersWithoutRoom",
	"| the file system has no": "tui/kit/atomicfile TestWithoutLocks",
	"| the folder is renamed":  "tui/kit/atomicfile TestAFolderThatMoves",
	"| a file of the name": "tui/kit/atomicfile TestANameThatAppears, tui TestLeavingWhileWriting, " +
		"tui TestAStoppedSaveBesideAnother",
	"| two write the same file": "tui/kit/atomicfile TestManyWriters, tui/kit/atomicfile TestKilledWriters",
	"| two save settings":       "tui/settingsfile TestManySavers, tui/settingsfile TestAFolderThatStaysLocked",
	"| the file that lines":     "tui TestMarkedLinesOfAFileThatChanges",
	"| a stream was cut":        "tui TestACutStream, tui TestPrintingACutStream",
	"A record is appended to":   "tui/kit/atomicfile TestJournal",
	"A link, a pipe, a file of": "tui/kit/atomicfile TestJournalFollowsNoLink, tui/kit/atomicfile TestJournalOfAPipe, " +
		"tui/kit/atomicfile TestJournalOfAnotherUser, tui/kit/atomicfile TestOneJournal, " +
		"tui/kit/atomicfile TestJournalOfOthers",
	"Each call is recorded whole": "reader/mcpserver TestRecord, reader/mcpserver TestRecordThatFails",
	"Where it cannot be, as on a": "reader/mcpserver TestRecordThatFails, tui/kit/atomicfile TestFullJournal, " +
		"tui/kit/atomicfile TestJournalThatIsReplaced",
	"The half of a call that kill": "tui/kit/atomicfile TestJournal",
	"Where nothing may be changed": "tui TestSecureKeys, tui TestSecureReadsNoOtherFile",
	"[SECURITY.md]":                "reader TestPromises",
}

// TestWhatIsSaidOfWrittenFiles: each statement of the help page has its tests, which there are, and each row of the
// table above has its statement.
func TestWhatIsSaidOfWrittenFiles(t *testing.T) {
	systemtest.OfSources(t)
	text, err := os.ReadFile(filepath.Join("..", "tui", "help", "written.md"))
	if err != nil {
		t.Fatal(err)
	}
	asked := map[string]bool{}
	for _, said := range statements(string(text)) {
		known := slices.DeleteFunc(slices.Collect(maps.Keys(writtenTests)), func(begins string) bool {
			return !strings.HasPrefix(said, begins)
		})
		if len(known) != 1 {
			t.Errorf("%d rows of tests are of %q", len(known), said)
			continue
		}
		if asked[known[0]] {
			t.Errorf("two statements begin with %q", known[0])
		}
		asked[known[0]] = true
	}
	for begins, tests := range writtenTests {
		if !asked[begins] {
			t.Errorf("nothing that is said begins with %q", begins)
		}
		for test := range strings.SplitSeq(tests, ", ") {
			folder, name, _ := strings.Cut(test, " ")
			if !hasTest(t, folder, name) {
				t.Errorf("%s: there is no test %s", begins, test)
			}
		}
	}
}

// statements are the sentences of a page and the rows of its tables, without titles and what a table begins with.
func statements(page string) (all []string) {
	for block := range strings.SplitSeq(strings.TrimSpace(page), "\n\n") {
		switch {
		case strings.HasPrefix(block, "# "), strings.HasPrefix(block, "See also: "):
		case strings.HasPrefix(block, "| "):
			rows := strings.Split(block, "\n")
			all = append(all, rows[2:]...)
		default:
			sentence := regexp.MustCompile("(?:[^.]|[.][^ ])+[.]?( |$)")
			all = append(all, sentence.FindAllString(strings.ReplaceAll(block, "\n", " "), -1)...)
		}
	}
	return all
}
