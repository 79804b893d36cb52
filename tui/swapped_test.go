package tui

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"eyeline/reader/longtest"
	"eyeline/reader/tools"
	"eyeline/reader/tools/toolstest"
	"eyeline/tui/file/document"
	"eyeline/tui/file/toolrequest"
	"eyeline/tui/kit/overlay"
	"eyeline/tui/launch/commandline"
	"eyeline/tui/launch/toolflags"
	"eyeline/tui/settingsfile"
)

// TestNoLeakFromListsSettingsAndOptions starts the viewer with what the command line, the settings and the environment
// can say of what is read, steps through tools and opens the lists, and has files and links swapped meanwhile.
// Confined, no tool gives anything from outside of the root; in secure mode none gives another file than the open one;
// otherwise those that a workspace confines give nothing from outside of it.
func TestNoLeakFromListsSettingsAndOptions(t *testing.T) {
	longtest.SkipUnlessLong(t)
	withEveryTool(t)
	swapped := toolstest.Swap(t)
	t.Chdir(swapped.Root)
	l := &leakSearch{t: t, swapped: swapped, random: rand.New(rand.NewPCG(1, 2)), file: filepath.Join(t.TempDir(), "config.toml")}
	l.answers = map[string]int{}
	for answers := toolstest.Answers(t, 500); l.inside+l.refused < answers; {
		path, o := l.options()
		onDocument(t, func(o Options) (doc *document.Document, err error) {
			for doc == nil && err == nil || errors.Is(err, fs.ErrNotExist) { // a name may be gone for a moment
				doc, err = document.Open(path, document.Options{Root: o.Root})
			}
			return doc, err
		}, 100, 24, func(to *Options) {
			o.Changes.Marks, o.Keys, o.Theme, o.Copying.Clipboard, o.SettingsPath = "never", to.Keys, to.Theme, to.Copying.Clipboard, l.file
			*to = o
		}, l.look)
	}
	t.Logf("%d answers: %v; %d from inside, %d refusals", l.inside+l.refused, l.answers, l.inside, l.refused)
	if l.inside == 0 || l.refused == 0 || len(l.answers) < 8 {
		t.Errorf("nothing was swapped, or a kind was not asked: %v", l.answers)
	}
}

// leakSearch starts viewers at random and looks at what tools give in them.
type leakSearch struct {
	t       *testing.T
	swapped *toolstest.Swapping
	random  *rand.Rand
	file    string // the settings

	how             string         // what says what may be read
	answers         map[string]int // that were looked at, by how and by list
	inside, refused int
}

func (l *leakSearch) oneOf(words ...string) string { return words[l.random.IntN(len(words))] }

// options are the path of a file and what a viewer starts with that is to show it.
func (l *leakSearch) options() (path string, o Options) {
	asked := l.oneOf(l.swapped.Paths...)
	var set, typed []string // the settings, and what is typed
	env := map[string]string{}
	how := []string{"confine in the settings", "--confine", "secure in the settings", "--secure", "LESSSECURE", "root in the settings", "--root"}
	l.how = l.oneOf(how...)
	tool := l.tool()
	switch l.how {
	case "confine in the settings":
		set = append(set, "confine = true", "root = '"+l.swapped.Root+"'")
	case "--confine":
		typed = append(typed, "--confine", "--root", l.oneOf(l.swapped.Root, "."))
	case "secure in the settings":
		set = append(set, "secure = true")
	case "LESSSECURE":
		env["LESSSECURE"] = "1"
	case "root in the settings":
		set = append(set, "root = '"+l.swapped.Root+"'")
	default:
		typed = append(typed, l.how)
		if l.how == "--root" {
			typed = append(typed, l.oneOf(l.swapped.Root, "."))
		}
	}
	path = asked
	if strings.Contains(strings.ToLower(l.how), "secure") {
		path = l.swapped.Still
	}
	command := l.command(tool, l.oneOf(asked, filepath.Join(l.swapped.Root, asked)))
	set = append(set, fmt.Sprintf("[presets.one]\ntool = %q", tool.Name), "mode = '"+toolrequest.FirstMode(tool).String()+"'")
	arguments := []string{fmt.Sprintf("[arguments.%q]", tool.Name)}
	for _, p := range tool.Params {
		if isText(p) {
			set = append(set, fmt.Sprintf("%s = %q", p.Flag, command))
			arguments = append(arguments, fmt.Sprintf("%s = %q", p.Flag, command))
			if l.random.IntN(3) == 0 {
				typed = append(typed, "--"+p.Flag, command)
			}
		}
	}
	typed = append(typed, l.oneOf("--tool="+tool.Name, "--preset=one"))
	if l.random.IntN(2) == 0 {
		set = append(set, arguments...)
	}
	return path, l.resolve(tool, path, set, typed, env)
}

// tool is one that is asked: half of the time one that takes a text, such as a command, or one that a root confines
// where only that does.
func (l *leakSearch) tool() *tools.Tool {
	among := slices.Clone(everyTool)
	switch {
	case strings.Contains(l.how, "root"):
		among = slices.DeleteFunc(among, func(t *tools.Tool) bool { return t.Paths != tools.PathConfined || t.Name == "zed" })
	case l.random.IntN(2) == 0:
		among = slices.DeleteFunc(among, func(t *tools.Tool) bool { return !slices.ContainsFunc(t.Params, isText) })
	}
	return among[l.random.IntN(len(among))]
}

// command is a text that has a tool read a file, where it takes commands.
func (l *leakSearch) command(t *tools.Tool, file string) string {
	cat := l.oneOf("cat ", "sed -n 1,9p ", "cat < ") + file
	switch {
	case strings.HasPrefix(t.Name, "swe_agent"):
		return "open " + file
	case strings.HasPrefix(t.Name, "codex_code_mode"):
		return fmt.Sprintf("const r = await tools.exec_command({cmd: %q}); text(r.output);", cat)
	}
	return cat
}

// isText reports whether an argument takes a text.
func isText(p tools.Param) bool { return p.Type == tools.TypeString && p.Flag != "" && !p.IsFile }

// resolve makes options as the program does.
func (l *leakSearch) resolve(tool *tools.Tool, path string, set, typed []string, env map[string]string) Options {
	if err := os.WriteFile(l.file, []byte(strings.Join(set, "\n")+"\n"), 0o600); err != nil {
		l.t.Fatal(err)
	}
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	commandline.Register(flags)
	file, err := settingsfile.Load(l.file)
	if err == nil {
		err = toolflags.Add(flags, tool)
	}
	if err == nil {
		err = flags.Parse(typed)
	}
	if err != nil {
		l.t.Fatalf("%q, %q: %v", set, typed, err)
	}
	o, err := (&commandline.Line{Flags: flags, Paths: []string{path}}).Resolve(file, func(name string) string { return env[name] })
	if err != nil {
		l.t.Fatalf("%q, %q: %v", set, typed, err)
	}
	return o
}

// look looks at what tools give in a viewer: the one that is on and those that follow, and what lists say of all.
func (l *leakSearch) look(s *screen) {
	l.output(s)
	for range 4 {
		s.keys("R")
		l.output(s)
	}
	for range 4 {
		s.keys("t")
		l.output(s)
	}
	keys := map[string]string{"the tools": "L", "the calls": ";", "the presets": "P", "the tools to compare": "C"}
	list := l.oneOf(slices.Sorted(maps.Keys(keys))...)
	s.keys(keys[list])
	panel, open := overlay.Topmost[*overlay.ListPanel](s.m.overlays)
	if !open {
		l.output(s)
		return
	}
	for _, item := range panel.Items {
		if t, ok := tools.Lookup(item.Name); !ok || l.within(s, t) {
			l.answer(s, list, item.Text, strings.HasPrefix(item.Text, "refused"))
		}
	}
}

// within reports whether a tool is to give nothing from outside.
func (*leakSearch) within(s *screen, t *tools.Tool) bool {
	o := s.m.opts
	return o.Confine || o.Secure || t.Paths == tools.PathConfined && t.Name != "zed" // which asks the user
}

// output looks at what the tool gives that is on.
func (l *leakSearch) output(s *screen) {
	r := s.m.file.Preview.Reading
	if r == nil || r.Failed != nil || !l.within(s, s.m.file.Preview.Request.Tool()) {
		return
	}
	var out bytes.Buffer
	if content, _ := s.m.file.Export.Content(); content != nil {
		if err := content(l.t.Context(), &out); err != nil {
			return
		}
	}
	l.answer(s, l.how, out.String()+r.Refused+strings.Join(r.Notes, ""), r.Refused != "")
}

// answer looks at one answer.
func (l *leakSearch) answer(s *screen, kind, text string, refused bool) {
	found := strings.ReplaceAll(text, filepath.Dir(l.swapped.Root), "") // the folder's name has a number of its own
	for _, leak := range []string{"secret", "4,321", "4321"} {
		if strings.Contains(found, leak) {
			l.t.Fatalf("%s, %s of %q: %q\n%s", l.how, kind, s.m.opts.Paths, text, s.text())
		}
	}
	l.answers[kind]++
	if refused {
		l.refused++
	} else {
		l.inside++
	}
}
