// Package terminal is the layer between Bubble Tea and the terminal: it mends what Bubble Tea v1 does to a terminal
// that is slow, silent or far away, and knows what a terminal can show.
//
//   - Package quiet keeps the program from waiting for an answer while it starts.
//   - [Input] hands on only whole key and mouse sequences and swallows late answers to queries.
//   - [Output] draws the screen at once instead of Bubble Tea's repaints by the clock.
//   - [Screen] finds the few bytes that make what a terminal shows another screen.
//
// # Where things are
//
//	input_*.go, sequence.go, paste.go  what is typed: whole keys and pastes, apart from the terminal's answers
//	output.go                          when a frame is written, by whom, and what is left out where the terminal is slow
//	screen.go, scroll.go               which rows have to be painted, and which have only moved
//	stroke.go, taken.go, looks.go      the cells of a row that differ, in strokes; rows taken apart; the looks of cells
//	order.go, pen.go, register.go      in which order strokes are painted, the ways between them, what the terminal has saved
//	reopen_*.go, tty_*.go, raw_*.go,   the terminal as the system has it: opened again or for the first time, what it makes of a
//	drain_*.go                         line feed, and whether it has got all
//	profile.go, clipboard.go           its colours; a text for its clipboard
//	terminal.go                        what it is asked, and what brings it back from all that was switched on
//
// # How a screen is drawn
//
// Rows that only moved are moved by margins and a line feed, or a reverse one. (The Linux console has no SU and SD.) Of the
// other rows the cells that differ are gathered in strokes: text in one look on one row. An order of the strokes is sought in
// which the changes of the look and the moves of the cursor between them are few bytes. Margins, look and place stay as they
// are from one frame to the next.
//
// One place and look is saved in the terminal (DECSC) where scrolling goes on: two bytes bring it back, instead of about
// forty for a place and two colours of 24 bits. It is used where a terminal shows such colours, and keeps a saved place of
// its own for the alternate screen.
//
// What is erased or scrolled in is so only while the terminal's own background is on, since terminals differ in what it
// becomes otherwise. After a character in the last column, and after one whose width terminals may not agree on, the cursor's
// column counts as not known. A frame below one kibibyte is no synchronised update: a terminal reads it whole before it
// shows any of it.
//
// # What a scrolled line takes
//
// These are the bytes of one line scrolled in a log of 1 GiB at 120×40, in 24-bit colour and with line numbers, with the cursor carried
// along at the top edge. less -SN takes 139 for it, without colours and without a cursor.
//
//	                                                   before   now
//	synchronised update, begin and end                     16     -
//	margins, scroll, margins off                           13     1   margins stay; a line feed
//	new row: the way to it and inside it                   11     6   to the saved place (2), to the number (4)
//	new row: number, text, and blanks before them         118   117
//	new row: number, line and mark in their colours        59     8   one colour, which is saved; its background (5) and it (3) end
//	cursor line: the way to it                              6     6   through the saved place
//	cursor line: its colours                               60     -   those that are saved
//	cursor line: its text                                  86    16   its gutter; the text is scrolled with the other rows
//	                                                      369   154
//
// go test ./tui -v -run AScrolledLine counts them again, and go run ./tui/internal/dev/peers -inputs log-1GiB beside other pagers.
//
// # From a key to the screen
//
// A key that scrolls by a line took 0.21 ms between the read that brought it and the end of the write, as medians of 400 keys
// on a loaded machine with two cores: 0.033 until it reached Update, of which most was that Bubble Tea waits in a system call
// of its own, so that the runtime had to wake another thread for its loop; 0.015 in Update; 0.086 for the rows of the screen; 0.005
// until the goroutine that draws had them; 0.034 for what changed; 0.014 in the write. Hence:
//
//   - A key that comes by itself is handled and drawn by the goroutine that reads it (OnKey of Input), on the thread that the key woke.
//     Where it went to Bubble Tea's loop, strace showed the runtime wake a second thread to look for work.
//   - That goroutine waits for an epoll that becomes readable only when something was typed. The runtime's poller asks for input and for
//     room to write, always both, so with the terminal itself it woke one or two threads each time the terminal had read a frame. In
//     poll(2) the goroutine lost its processor after ten milliseconds, and perf sched showed the runtime wake its monitor thread when the
//     key came, which then took the processor away from the key's goroutine once, since it counted the wait as running.
//   - The terminal is read and written by raw system calls, which do not wait. One that the runtime knows of wakes the monitor.
//   - The frame is drawn without another goroutine as long as the terminal takes it, from rows of parts that are kept.
//   - Then the thread waits for a quarter of a millisecond, or until the next key (Input.Quiet). Another of the kernel's hands on what was
//     written, mostly on the processor that wrote it, and it waited for what follows a key there: a key was seen a fifth sooner when
//     the viewer let go of the processor. To yield it did that as well, but behind what computes it cost a key 3 ms now and then.
//   - After that the rows that the same key would bring next are drawn (Ahead of package pane), so that a held key finds them.
//
// So strace shows one thread and five system calls for a key: epoll_pwait, read, write, ppoll, and the read that finds nothing more. When
// work goes on after a key, such as colours that are computed, the monitor is woken after all ([Input.Working]).
//
// What is computed for a key, from Update to the bytes for the terminal, takes 14 µs and makes 16 allocations in 4 kB in a log at
// 120×40, and as much in coloured Go source, whose colours are computed meanwhile; on a loaded machine 21 and 43 µs, where once it took
// 80 with 141 allocations in 14 kB, and 161. That is with warm caches. A key that comes alone finds them cold: stepped through
// with ptrace it was 155,000 instructions up to the write, on 1,700 cache lines of code, and took 50 to 130 µs; by now it is 70,000 on
// 1,400. That, not the waking of threads, is what less has ahead.
//
//   - A row that was drawn is kept with its line, also when another page of lines is loaded around the screen. The title, the model line
//     and the footer are kept with what they say (bar.Kept).
//   - Colours are asked for half a screen before lines come onto it, and only the lines whose colours differ are drawn again, so that
//     a key makes one frame. What was read for them serves the next lines too.
//   - Beside the file, the model pane goes to its line without a page being loaded, and rows of two panes that moved together are the same
//     strings.
//   - [Screen] takes apart only the beginnings of rows whose ends are the same, keeps the rows that it took apart last, hashes none that
//     is the same string, and looks no further for a scroll than a better one can be. What is worth saving in the terminal is sought
//     among three places; all of them took a millisecond.
//
// go test ./tui -run xxx -bench ScrolledLine measures what is done for a key without the threads.
package terminal
