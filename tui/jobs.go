package tui

import (
	"context"
	"errors"

	tea "github.com/charmbracelet/bubbletea"

	"eyeline/keymap"
	"eyeline/tui/request"
	"eyeline/tui/stamp"
	"eyeline/tui/words"
)

// jobKind is a kind of work that runs in the background for a sheet. At most one job of each kind runs at a time.
type jobKind uint8

const (
	jobOpen      jobKind = iota // opens another file
	jobWrite                    // writes the output to a file
	jobTry                      // asks the tool whether it takes a changed option
	jobNextBlock                // looks for the block beside the current one
	jobPresets                  // reads the file with each preset
	jobSymbols                  // reads the outline of the file
	jobRevisions                // asks git which commits changed the file
	jobLadder                   // reads every block of an anchor
	jobCover                    // looks for the arguments that give the marked lines
	jobLevels                   // counts the levels that the anchor of a block has
	jobBracket                  // looks for the other bracket of a pair
	jobStart                    // waits for a place to arrive: that of the command line, or one gone to
	jobUnpack                   // waits for more of a packed file to be unpacked
	jobSearch
	jobMore // waits for more of a stream to search on in
	jobFilter
	jobCount        // counts the matches of the search
	jobRead         // reads what the model gets
	jobCompare      // reads what another tool gives
	jobDiffer       // compares what the two halves of a comparison give
	jobPage         // loads the page of the file that a key asked for
	jobPrefetch     // loads the lines around the screen before they are asked for, or again
	jobOutputPage   // loads a page of what the model gets
	jobOtherPage    // loads a page of what the other tool of a comparison gives
	jobForm         // shows the bytes in another form
	jobDetect       // looks for the form of what has arrived
	jobTail         // follows the end of the file
	jobRank         // finds which number the match found last has
	jobStyle        // finds how the file is indented
	jobTools        // reads what each tool gives of the file
	jobCalls        // counts the calls that are left
	jobWalk         // makes the calls that read the file on
	jobFirst        // looks for a call that is not refused
	jobLoss         // looks for the next loss
	jobTokens       // counts the tokens of the output
	jobRungTokens   // counts the tokens of a block of the ladder
	jobLanguage     // chooses the language to colour the file in
	jobColour       // colours the lines on the screen
	jobOutputColour // colours the lines of what a tool gives
	jobMarks        // asks git which lines have changed
	jobRepository   // looks whether the repository has changed since
	jobKinds
)

// jobRow says how one kind of job is treated.
type jobRow struct {
	kind jobKind
	// stops: a person can stop it. Esc and Ctrl-C both do so, and nothing else as long as such a job runs: a key that leaves
	// the viewer or closes something must not do so because a job was faster. The footer names the key for these jobs alone.
	stops bool
	// footer is what the last row of the screen says while it runs; "" for nothing.
	footer string
	// progress adds to footer how far it has come; nil when that is not known.
	progress func(*sheet) string
	// holdsKeys reports whether keys typed now are to act on what the job makes of the screen, see typeahead.go; nil for
	// never.
	holdsKeys func(*Model) bool
	// awaited: a person waits for it, so the screen says so when it takes long.
	awaited bool
	// whole: it needs all of a stream, also what is not looked at yet.
	whole bool
	// plain: plain mode waits for its end before it prints.
	plain bool
	// about says which bytes its answer is about; it ends when those are no longer the ones of the time of its start.
	about bytesOf
	// requested: its answer is about the request at its start, and stale when another one has been made.
	requested bool
}

// jobTable has a row for each kind. Of the jobs that run, the first that has words for the footer is named there.
var jobTable = [jobKinds]jobRow{
	{kind: jobOpen, stops: true, footer: "opening", plain: true, holdsKeys: always},
	{kind: jobWrite, stops: true, footer: "writing", plain: true, holdsKeys: always},
	{kind: jobTry, stops: true, footer: "trying the option", plain: true, about: rawBytes, holdsKeys: always},
	{kind: jobNextBlock, stops: true, footer: "looking for the next block", plain: true, about: rawBytes, requested: true, holdsKeys: always},
	{kind: jobPresets, stops: true, footer: "reading with the presets", plain: true, about: rawBytes},
	{kind: jobSymbols, stops: true, footer: "reading the symbols", plain: true, about: textBytes, holdsKeys: always},
	{kind: jobRevisions, stops: true, footer: "asking git", plain: true, holdsKeys: always},
	{kind: jobLadder, stops: true, footer: "reading the blocks", plain: true, about: rawBytes, holdsKeys: always},
	{kind: jobCover, stops: true, footer: "looking for arguments", plain: true, about: rawBytes, holdsKeys: always},
	{kind: jobLevels, stops: true, plain: true, about: rawBytes, requested: true, holdsKeys: always},
	{kind: jobBracket, stops: true, footer: "looking for the other bracket", plain: true, about: screenBytes, holdsKeys: always},
	{kind: jobStart, stops: true, footer: "waiting for", progress: (*sheet).startProgress, whole: true, plain: true},
	{kind: jobUnpack, stops: true, footer: "unpacking", progress: (*sheet).unpackProgress, plain: true, about: textBytes},
	{kind: jobSearch, stops: true, footer: "searching", progress: (*sheet).searchProgress, plain: true, about: screenBytes, holdsKeys: always},
	{kind: jobMore, stops: true, footer: "searching what arrives", whole: true, plain: true, about: screenBytes},
	{kind: jobFilter, stops: true, footer: "filtering", progress: (*sheet).filterProgress, plain: true, about: textBytes, holdsKeys: (*Model).filterMoves},
	{kind: jobCount, stops: true, footer: "counting matches", progress: (*sheet).countProgress, about: screenBytes},
	{kind: jobRead, stops: true, awaited: true, plain: true, about: rawBytes, holdsKeys: (*Model).readMoves},
	{kind: jobCompare, stops: true, footer: "comparing", plain: true, about: rawBytes, holdsKeys: (*Model).movesOutput},
	{kind: jobDiffer, plain: true, about: rawBytes},
	{kind: jobPage, stops: true, awaited: true, plain: true, holdsKeys: always},
	{kind: jobPrefetch, plain: true},
	{kind: jobOutputPage, plain: true, holdsKeys: (*Model).movesOutput},
	{kind: jobOtherPage, plain: true, holdsKeys: (*Model).movesOutput},
	{kind: jobForm, plain: true, holdsKeys: always},
	{kind: jobDetect, plain: true, about: rawBytes},
	{kind: jobTail, stops: true, whole: true},
	{kind: jobRank, about: screenBytes},
	{kind: jobStyle, about: rawBytes},
	{kind: jobTools, about: rawBytes},
	{kind: jobCalls, about: rawBytes},
	{kind: jobWalk, stops: true, footer: "making the calls", plain: true, about: rawBytes, holdsKeys: always},
	{kind: jobFirst, stops: true, footer: "looking for a call that works", plain: true, about: rawBytes, holdsKeys: always},
	{kind: jobLoss, stops: true, footer: "looking for what is lost", plain: true, about: rawBytes, holdsKeys: always},
	{kind: jobTokens},
	{kind: jobRungTokens, about: rawBytes},
	{kind: jobLanguage, about: textBytes},
	{kind: jobColour, about: textBytes},
	{kind: jobOutputColour, about: rawBytes},
	{kind: jobMarks, about: rawBytes},
	{kind: jobRepository, about: rawBytes},
}

// bytesOf names bytes of a document.
type bytesOf uint8

const (
	noBytes     bytesOf = iota
	rawBytes            // those of the file, which the tools read
	textBytes           // those shown as lines: the file's, or what they decode to
	screenBytes         // those on the screen: the file's in the hex view, else as textBytes
)

// sideOf is the number of the side that has certain bytes now, 0 when there is none.
func (s *sheet) sideOf(b bytesOf) uint64 {
	switch {
	case s.doc == nil || b == noBytes:
		return 0
	case b == rawBytes, b == screenBytes && s.hex:
		return s.doc.Raw().Number()
	}
	return s.doc.Shown().Number()
}

// job is one that runs. The zero value is none.
type job struct {
	stamp stamp.Stamp
	req   request.Request // the request when it was started
	ctx   context.Context
	stop  context.CancelFunc
}

// jobs are the jobs that run for a sheet.
type jobs struct {
	last uint64 // number of the job started last
	now  [jobKinds]job
}

// start begins a job in the place of one of the same kind. It returns the context of its command and the stamp of the
// messages that the command sends; the last of them must be answered with end.
func (s *sheet) start(kind jobKind) (context.Context, stamp.Stamp) {
	s.jobs.end(kind)
	s.jobs.last++
	ctx, stop := context.WithCancel(context.Background())
	x := stamp.Stamp{Sheet: s.number, Side: s.sideOf(jobTable[kind].about), Request: s.jobs.last}
	s.jobs.now[kind] = job{stamp: x, req: s.req, ctx: ctx, stop: stop}
	return ctx, x
}

// end stops a job of a kind, or takes it off the list when it is over.
func (j *jobs) end(kind jobKind) {
	if j.runs(kind) {
		j.now[kind].stop()
		j.now[kind] = job{}
	}
}

// runs reports whether a job of a kind runs.
func (j *jobs) runs(kind jobKind) bool { return j.now[kind].stop != nil }

// find returns the kind of the running job with a number.
func (j *jobs) find(request uint64) (jobKind, bool) {
	for kind := range j.now {
		if j.now[kind].stamp.Request == request {
			return jobKind(kind), true
		}
	}
	return 0, false
}

// any reports whether a job runs whose row of the table is as asked for.
func (j *jobs) any(is func(*jobRow) bool) bool {
	for kind := range j.now {
		if j.runs(jobKind(kind)) && is(&jobTable[kind]) {
			return true
		}
	}
	return false
}

// endStale ends the jobs whose answers are about bytes that are no longer those on the screen.
func (s *sheet) endStale() {
	for kind := range s.jobs.now {
		if s.jobs.runs(jobKind(kind)) && s.jobs.now[kind].stamp.Side != s.sideOf(jobTable[kind].about) {
			s.jobs.end(jobKind(kind))
		}
	}
}

// endAll ends every job.
func (s *sheet) endAll() {
	s.interrupted()
	for kind := range s.jobs.now {
		s.jobs.end(jobKind(kind))
	}
}

// interrupted ends the jobs that Esc and Ctrl-C stop, with what waits for them; false when there is none.
func (s *sheet) interrupted() bool {
	some := false
	if s.jobs.runs(jobPage) {
		s.file.Stop()
		some = true
	}
	for kind := range s.jobs.now {
		if s.jobs.runs(jobKind(kind)) && jobTable[kind].stops {
			s.jobs.end(jobKind(kind))
			some = true
		}
	}
	s.wanted, s.ahead = nil, 0
	return some
}

// working is what the footer says of the jobs that run, "" for nothing, and whether a person can stop that.
func (s *sheet) working() (text string, stops bool) {
	for kind := range s.jobs.now {
		if row := &jobTable[kind]; row.footer != "" && s.jobs.runs(jobKind(kind)) {
			if row.progress == nil {
				return row.footer + "…", row.stops
			}
			return row.footer + row.progress(s) + "…", row.stops
		}
	}
	return "", false
}

// percent is how far a job has come, as the footer shows it; "" when that is not known.
func percent(done, all int64) string {
	if all <= 0 {
		return ""
	}
	return " " + words.Percent(done, all)
}

// escape undoes one thing each time: it forgets the count, else stops what runs, else closes what is open.
func (m *Model) escape(_ int64, counted bool) tea.Cmd {
	switch {
	case counted: // the count is gone
	case m.interrupted():
		m.showFolderAgain()
		m.say("stopped")
	case m.marking.on:
		m.unmark()
	case m.beside != nil:
		return m.leaveComparison()
	case m.search.highlighting():
		m.search.hide()
		m.invalidateRows()
	case m.filter.filter != nil:
		return m.showAll()
	case m.tailPaused:
		m.tailPaused = false
		m.say("no longer following")
	case len(m.screens) > 1:
		return m.leaveScreen()
	}
	return nil
}

// interrupt is Ctrl-C: it stops what runs, then quits.
func (m *Model) interrupt() tea.Cmd {
	if m.interrupted() {
		m.showFolderAgain()
		m.say("stopped; " + m.keyName(keymap.Interrupt) + " again quits")
		return nil
	}
	return m.quit()
}

func stopped(err error) bool { return errors.Is(err, context.Canceled) }
