package export

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"
	"unicode/utf16"

	"eyeline/tui/kit/cells"
	"eyeline/tui/kit/humanize"
	"eyeline/tui/kit/screens"
)

// What is copied goes to the program that fills the person's clipboard, where there is one. Else the terminal gets it
// (OSC 52), which may have that switched off and does not say so.

const (
	// terminalRoom is the largest text, in bytes, that is sent to a terminal: terminals drop or cut longer sequences,
	// most of them without a word (xterm at 1 MB of base64, tmux and others at about as much).
	terminalRoom = 740_000
	// programRoom is the largest text, in bytes, that a program gets: it is made in memory.
	programRoom = 64 << 20
	// copyPatience is how long a program may take, and copyDelay how long what it has started may then still keep from
	// reading the text.
	copyPatience = 5 * time.Second
	copyDelay    = 500 * time.Millisecond
)

// copier is a program that reads a text and puts it into a clipboard.
type copier struct {
	system   string // it is there on this system only; "" for any
	variable string // and where this is set
	command  []string
}

// copiers are those that are known, the best first.
var copiers = []copier{
	{"", "TMUX", []string{"tmux", "load-buffer", "-w", "-"}},
	{"darwin", "", []string{"pbcopy"}},
	{"windows", "", []string{"clip.exe"}},
	{"linux", "WSL_DISTRO_NAME", []string{"clip.exe"}},
	{"", "WAYLAND_DISPLAY", []string{"wl-copy"}},
	{"", "DISPLAY", []string{"xclip", "-selection", "clipboard"}},
	{"", "DISPLAY", []string{"xsel", "--clipboard", "--input"}},
	{"", "TERMUX_VERSION", []string{"termux-clipboard-set"}},
}

// copyCommand is the command that takes what is copied; nil: the terminal takes it. setting is "auto", a command, or
// "terminal". On a machine that is reached by SSH only what leads back to the person counts.
func copyCommand(setting, system string, env func(string) string, find func(string) (string, error)) []string {
	switch setting {
	case "", "terminal":
		return nil
	case "auto": // chosen below
	default:
		return strings.Fields(setting)
	}

	for _, c := range copiers {
		if c.system != "" && (c.system != system || env("SSH_CONNECTION") != "") ||
			c.variable != "" && env(c.variable) == "" {
			continue
		}
		if _, err := find(c.command[0]); err == nil {
			return c.command
		}
	}

	return nil
}

// copying puts a text into the clipboard and says how that went: what was copied, and what is known of it. A program
// that was not asked for by name and fails leaves it to the terminal. write is the key that writes a file.
func (g *Exporter) copying(text, what, write string) screens.Note {
	setting := g.opts.Copying.With
	room := terminalRoom
	put := g.opts.Copying.Clipboard
	if g.opts.Secure {
		setting = "terminal"
	}

	var err error
	if command := copyCommand(setting, runtime.GOOS, os.Getenv, exec.LookPath); command != nil {
		if len(text) > programRoom {
			return screens.Note{Text: tooLong(programRoom, write), Bad: true}
		}
		if err = copyBy(command, text, copyPatience); err == nil {
			return screens.Note{Text: "copied by " + command[0] + ": " + what}
		}
		if setting != "auto" {
			put = nil
			room = programRoom
		}
	}

	switch {
	case len(text) > room:
		return screens.Note{Text: tooLong(int64(room), write), Bad: true}
	case put == nil:
		err = cmp.Or(err, errors.New("this terminal has no clipboard"))
	default:
		if err = put(text); err == nil {
			return screens.Note{Text: "sent to the terminal: " + what + "; if it takes OSC 52"}
		}
	}

	return screens.Note{Text: "cannot copy: " + cells.Sanitize(err.Error()), Bad: true}
}

// copyBy has a command take a text within some time. Some go on in the background, to serve what they took.
func copyBy(command []string, text string, patience time.Duration) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.WaitDelay = copyDelay
	in := []byte(text)
	if command[0] == "clip.exe" { // it knows no UTF-8
		in, _ = binary.Append(nil, binary.LittleEndian, utf16.Encode([]rune(text)))
	}

	cmd.Stdin = bytes.NewReader(in)
	err := cmd.Run()
	switch {
	case ctx.Err() != nil:
		err = fmt.Errorf("it did not end within %g seconds", patience.Seconds())
	case errors.Is(err, exec.ErrWaitDelay):
		err = errors.New("it ended before all was taken")
	}

	if err != nil {
		return fmt.Errorf("%s: %w", command[0], err)
	}

	return nil
}

// tooLong says that a text is longer than what can be copied, in bytes.
func tooLong(most int64, write string) string {
	return fmt.Sprintf("too much to copy: more than %s; %s writes it to a file", humanize.Size(most), write)
}
