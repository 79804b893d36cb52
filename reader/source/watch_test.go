package source

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fsnotify/fsnotify"
)

// fastWatch looks often, so that a test is quick without the system's notifications, too.
var fastWatch = WatchOptions{Fast: 20 * time.Millisecond, Slow: time.Hour}

// ticks waits for a tick after what is done.
func ticks(t *testing.T, w *Watcher, what string, do func() error) {
	t.Helper()
	if !w.polling.Load() {
		drain(w)
	}
	if err := do(); err != nil {
		t.Fatal(what, err)
	}
	select {
	case <-w.C():
	case <-time.After(20 * time.Second):
		t.Fatalf("no tick after: %s (polling %v)", what, w.polling.Load())
	}
}

// drain takes in the ticks of what was done before.
func drain(w *Watcher) {
	for range 50 {
		select {
		case <-w.C():
		case <-time.After(3 * settled):
			return
		}
	}
}

func TestWatch(t *testing.T) {
	for _, poll := range []bool{false, true} {
		dir := t.TempDir()
		path, other := filepath.Join(dir, "log"), filepath.Join(dir, "log.1")
		if err := os.WriteFile(path, []byte("a\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		opt := fastWatch
		opt.Poll = poll
		w := Watch(path, opt)
		if poll {
			ticks(t, w, "nothing", func() error { return nil })
			w.Close()
			continue
		}
		for range 500 {
			if !w.polling.Load() {
				break
			}
			time.Sleep(time.Millisecond)
		}
		if w.polling.Load() {
			w.Close()
			t.Skip("the system sends no notifications here")
		}
		write := func(text string) func() error {
			return func() error { return os.WriteFile(path, []byte(text), 0o644) }
		}
		ticks(t, w, "written", write("a\nb\n"))
		ticks(t, w, "truncated", func() error { return os.Truncate(path, 0) })
		ticks(t, w, "renamed away", func() error { return os.Rename(path, other) })
		ticks(t, w, "made again", write("new\n"))
		ticks(t, w, "written after that", write("new\nnew\n"))
		ticks(t, w, "replaced", func() error { return os.Rename(other, path) })
		ticks(t, w, "removed", func() error { return os.Remove(path) })
		ticks(t, w, "made again", write("again\n"))
		w.Close()
	}
}

// TestWatchIsQuietAboutOthers checks that a busy directory does not make work.
func TestWatchIsQuietAboutOthers(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "log")
	if err := os.WriteFile(path, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	w := Watch(path, fastWatch)
	defer w.Close()
	for range 100 {
		if !w.polling.Load() {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if w.polling.Load() {
		t.Skip("the system sends no notifications here")
	}
	drain(w)
	if err := os.WriteFile(filepath.Join(dir, "other"), []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	select {
	case <-w.C():
		t.Error("a tick for another file")
	case <-time.After(5 * settled):
	}
}

func TestWatchALink(t *testing.T) {
	dir, one, two := t.TempDir(), t.TempDir(), t.TempDir()
	link := filepath.Join(dir, "current")
	for _, d := range []string{one, two} {
		if err := os.WriteFile(filepath.Join(d, "log"), []byte("a\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(one, "log"), link); err != nil {
		t.Skip(err)
	}
	w := Watch(link, fastWatch)
	defer w.Close()
	ticks(t, w, "the target written", func() error { return os.WriteFile(filepath.Join(one, "log"), []byte("b\n"), 0o644) })
	ticks(t, w, "the link pointed elsewhere", func() error {
		next := link + ".new"
		if err := os.Symlink(filepath.Join(two, "log"), next); err != nil {
			return err
		}
		return os.Rename(next, link)
	})
	ticks(t, w, "the new target written", func() error { return os.WriteFile(filepath.Join(two, "log"), []byte("c\n"), 0o644) })
}

// TestWatchADirectoryThatGoes checks that the watching goes on when the directory is made again.
func TestWatchADirectoryThatGoes(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "logs")
	path := filepath.Join(dir, "log")
	make := func() error {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		return os.WriteFile(path, []byte("a\n"), 0o644)
	}
	if err := make(); err != nil {
		t.Fatal(err)
	}
	w := Watch(path, fastWatch)
	defer w.Close()
	ticks(t, w, "the directory removed", func() error { return os.RemoveAll(dir) })
	ticks(t, w, "made again", make)
	ticks(t, w, "written", func() error { return os.WriteFile(path, []byte("b\n"), 0o644) })
}

// listening waits until the system reports changes, and for the ticks of what was before.
func listening(t *testing.T, w *Watcher) {
	t.Helper()
	for range 2000 {
		if !w.polling.Load() {
			drain(w)
			return
		}
		time.Sleep(time.Millisecond)
	}
	w.Close()
	t.Skip("the system sends no notifications here")
}

// TestWatchLinksOfThePath checks that a link anywhere in the path is watched, and where it leads now.
func TestWatchLinksOfThePath(t *testing.T) {
	only := WatchOptions{Fast: time.Hour, Slow: time.Hour} // only notifications are reported
	for _, c := range []struct{ name, link, a, b, path string }{
		{"a linked directory", "current", "a", "b", "current/log"},
		{"a link in the middle", "middle", "a/log", "b/log", "elsewhere/link"},
		{"a link to a linked directory", "current", "a", "b", "elsewhere/far"},
	} {
		dir, err := filepath.EvalSymlinks(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		in := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
		for _, d := range []string{"a", "b", "elsewhere"} {
			if err := errors.Join(os.Mkdir(in(d), 0o755), os.WriteFile(in(d+"/log"), []byte(d), 0o644)); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Symlink(c.a, in(c.link)); err != nil {
			t.Skip(err)
		}
		if err := errors.Join(os.Symlink("../middle", in("elsewhere/link")), os.Symlink(in("current/log"), in("elsewhere/far"))); err != nil {
			t.Fatal(err)
		}
		w := Watch(in(c.path), only)
		listening(t, w)
		ticks(t, w, c.name+" pointed elsewhere", func() error {
			return errors.Join(os.Symlink(c.b, in("next")), os.Rename(in("next"), in(c.link)))
		})
		drain(w)
		ticks(t, w, c.name+": the new file written", func() error { return os.WriteFile(in("b/log"), []byte("new"), 0o644) })
		drain(w)
		if err := os.WriteFile(in("a/log"), []byte("old"), 0o644); err != nil {
			t.Fatal(err)
		}
		select {
		case <-w.C():
			t.Errorf("%s: a tick for the old file", c.name)
		case <-time.After(5 * settled):
		}
		w.Close()
	}
}

// TestWatchADirectoryAboveThatGoes checks that what a watched directory's path names is asked again now and then.
func TestWatchADirectoryAboveThatGoes(t *testing.T) {
	top := filepath.Join(t.TempDir(), "top")
	path := filepath.Join(top, "logs", "log")
	create := func() error {
		return errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, nil, 0o644))
	}
	if err := create(); err != nil {
		t.Fatal(err)
	}
	w := Watch(path, WatchOptions{Fast: 10 * time.Millisecond, Slow: 5 * settled})
	defer w.Close()
	listening(t, w)
	if err := os.Rename(top, top+".1"); err != nil {
		t.Fatal(err)
	}
	for !w.polling.Load() {
		<-w.C()
	}
	if err := create(); err != nil {
		t.Fatal(err)
	}
	for w.polling.Load() {
		<-w.C()
	}
	ticks(t, w, "written", func() error { return os.WriteFile(path, []byte("a"), 0o644) })
}

// TestWatchBeforeTheDirectory checks that a name is watched whose directory comes later.
func TestWatchBeforeTheDirectory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "later", "log")
	w := Watch(path, fastWatch)
	defer w.Close()
	<-w.C()
	if !w.polling.Load() {
		t.Fatal("notifications of what is not there")
	}
	if err := errors.Join(os.Mkdir(filepath.Dir(path), 0o755), os.WriteFile(path, nil, 0o644)); err != nil {
		t.Fatal(err)
	}
	listening(t, w)
	ticks(t, w, "written", func() error { return os.WriteFile(path, []byte("a"), 0o644) })
}

// TestWatchLosesNothing checks that who looks at each tick has seen the last of many changes.
func TestWatchLosesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	if err := os.WriteFile(path, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	w := Watch(path, WatchOptions{Fast: time.Hour, Slow: time.Hour})
	defer w.Close()
	listening(t, w)
	const changes = 300
	for range 3 {
		go func() {
			for i := 1; i <= changes; i++ {
				next := path + ".next"
				_ = os.WriteFile(next, make([]byte, i), 0o644)
				if i%3 == 0 {
					_ = os.Rename(next, path)
				} else {
					_ = os.WriteFile(path, make([]byte, i), 0o644)
				}
			}
		}()
		for size := int64(0); size != changes; {
			select {
			case <-w.C():
			case <-time.After(20 * time.Second):
				t.Fatalf("no tick after %d bytes", size)
			}
			if info, err := os.Stat(path); err == nil {
				size = info.Size()
			}
		}
		drain(w)
		if err := os.Truncate(path, 0); err != nil {
			t.Fatal(err)
		}
		drain(w)
	}
}

func TestWatchOptionsOfNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := Watch("log", WatchOptions{Poll: true})
		defer w.Close()
		before := time.Now()
		for range 8 {
			<-w.C()
		}
		if d := time.Since(before); d != 2*time.Second {
			t.Errorf("8 ticks in %v", d)
		}
	})
}

// TestWatchWithoutNotifications checks that a file is looked at every Fast while there are no notifications, that they
// are asked for less and less often, but taken when they come.
func TestWatchWithoutNotifications(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var asked atomic.Int64
		events := make(chan fsnotify.Event)
		name := fold(filepath.Join(t.TempDir(), "log"))
		opt := WatchOptions{Fast: time.Second, Slow: 10 * time.Second}
		w := watch(name, opt, func(_ string, present *notifier) *notifier {
			if asked.Add(1) < 8 {
				return nil
			}
			if present == nil {
				present = &notifier{events: events, close: func() error { return nil }, path: &resolution{name: name}}
			}
			return present
		})
		begun := time.Now()
		for i := range 40 {
			<-w.C()
			if d := time.Since(begun); d != time.Duration(i+1)*time.Second {
				t.Fatalf("tick %d after %v", i+1, d)
			}
		}
		if n := asked.Load(); n != 7 {
			t.Errorf("asked %d times", n)
		}
		for w.polling.Load() {
			<-w.C()
			synctest.Wait()
		}
		select {
		case <-w.C(): // what was before the notifications
		default:
		}
		for range 10 { // a burst
			events <- fsnotify.Event{Name: name, Op: fsnotify.Write}
			events <- fsnotify.Event{Name: "other", Op: fsnotify.Write}
		}
		from := time.Now()
		<-w.C()
		if d := time.Since(from); d != settled {
			t.Errorf("signalled %v after a burst", d)
		}
		w.Close()
	})
}

// TestWatchAsksAgain checks that a change just before the notifications are asked for again is signalled as soon as any.
func TestWatchAsksAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		events := make(chan fsnotify.Event)
		name := fold(filepath.Join(t.TempDir(), "log"))
		one := &notifier{events: events, close: func() error { return nil }, path: &resolution{name: name}}
		w := watch(name, WatchOptions{Slow: 10 * time.Second}, func(string, *notifier) *notifier { return one })
		time.Sleep(3 * time.Second) // so that the next time is none at which the file is looked at
		events <- fsnotify.Event{Name: name, Op: fsnotify.Create}
		time.Sleep(10*time.Second + settled/2)
		<-w.C()
		events <- fsnotify.Event{Name: name, Op: fsnotify.Write}
		from := time.Now()
		<-w.C()
		if d := time.Since(from); d > settled {
			t.Errorf("signalled after %v", d)
		}
		w.Close()
	})
}

// TestWatchThatHangs checks that a file system that does not answer delays neither the ticks nor Close.
func TestWatchThatHangs(t *testing.T) {
	answer := make(chan struct{})
	w := watch("log", fastWatch, func(string, *notifier) *notifier {
		<-answer
		return nil
	})
	for range 5 {
		<-w.C()
	}
	w.Close()
	close(answer)
}

func TestResolve(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	in := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	if err := errors.Join(os.MkdirAll(in("a/deep"), 0o755), os.WriteFile(in("a/file"), nil, 0o644)); err != nil {
		t.Fatal(err)
	}
	for link, target := range map[string]string{
		"l": "a", "up": "a/deep/../file", "self": "self", "round": "round2", "round2": "round", "gone": "a/gone", "abs": in("l"), "dots": ".//a/./file", "a/deep/back": "../../l/deep",
	} {
		if err := os.Symlink(target, in(link)); err != nil {
			t.Skip(err)
		}
	}
	for _, c := range []struct{ path, name, links, dirs string }{
		{"a/file", "a/file", "", "a"},
		{"a/none", "a/none", "", "a"},
		{"l/file", "a/file", "l", ". a"},
		{"up", "a/file", "up", ". a"},
		{"dots", "a/file", "dots", ". a"},
		{"gone", "a/gone", "gone", ". a"},
		{"abs/file", "a/file", "abs l", ". a"},
		{"a/deep/back/back/../file", "a/file", "a/deep/back l", "a/deep . a"},
		{"none/file", "", "", ""},
		{"self", "", "", ""},
		{"round/file", "", "", ""},
	} {
		w, err := resolve(dir + string(filepath.Separator) + filepath.FromSlash(c.path))
		if err != nil {
			if c.name != "" {
				t.Errorf("%s: %v", c.path, err)
			}
			continue
		}
		var links, dirs []string
		for l := range w.links {
			links = append(links, l)
		}
		slices.Sort(links)
		for _, d := range w.dirs {
			dirs = append(dirs, d.path)
		}
		want := func(names string) (paths []string) {
			for _, n := range strings.Fields(names) {
				paths = append(paths, in(n))
			}
			return paths
		}
		if w.name != fold(in(c.name)) || fold(strings.Join(links, " ")) != fold(strings.Join(want(c.links), " ")) || !slices.Equal(dirs, want(c.dirs)) {
			t.Errorf("%s: %s by %v in %v", c.path, w.name, links, dirs)
		}
		if real, err := filepath.EvalSymlinks(in(c.path)); err == nil && !strings.Contains(c.path, "..") && fold(real) != w.name {
			t.Errorf("%s: %s, the system says %s", c.path, w.name, real)
		}
	}
}

func TestWatchCloseLeavesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	before := runtime.NumGoroutine()
	for i := range 40 {
		w := Watch(path, fastWatch)
		if i%2 == 0 {
			listening(t, w)
		}
		w.Close()
		w.Close()
	}
	for range 200 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}
