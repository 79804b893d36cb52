package reader_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"eyeline/reader/longtest"
)

// TestPackageFiles makes what archives and packages have beside the program: a page for each topic, completions, and a
// licence for each module that is built in.
func TestPackageFiles(t *testing.T) {
	longtest.SkipUnlessLong(t)
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("bash is needed")
	}
	dir := filepath.Join(t.TempDir(), "files")
	cmd := exec.Command("bash", "../.ci/package-files", dir)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	read := func(name string) string {
		t.Helper()
		text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil || len(text) == 0 {
			t.Errorf("%s: %d bytes, %v", name, len(text), err)
		}
		return string(text)
	}
	notices := read("NOTICES")
	for _, module := range []string{
		"github.com/charmbracelet/bubbletea v", "mvdan.cc/sh/v3 v", "Go, whose library",
	} {
		if !strings.Contains(notices, "== "+module) {
			t.Errorf("NOTICES lacks %s", module)
		}
	}
	if !strings.HasPrefix(read("man/eyeline.1"), ".TH EYELINE 1 ") || !strings.HasPrefix(read("man/eyeline-emit.1"), `.TH EYELINE\-EMIT 1 `) ||
		!strings.HasPrefix(read("man/eyeline-json.7"), `.TH EYELINE\-JSON 7 `) {
		t.Error("the manual pages are none")
	}
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if !strings.Contains(read("completions/eyeline."+shell), "eyeline") {
			t.Errorf("no completion for %s", shell)
		}
	}
	// What the release tool packs is made here, or part of the repository.
	config, err := os.ReadFile("../.goreleaser.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range strings.Split(string(config), "{src: ")[1:] {
		name, _, _ := strings.Cut(part, ",")
		from := filepath.Join("..", name)
		if below, made := strings.CutPrefix(name, "dist-files/"); made {
			from = filepath.Join(dir, below)
		}
		if found, err := filepath.Glob(from); err != nil || len(found) == 0 {
			t.Errorf("%s is packed, and is nowhere", name)
		}
	}
}

// TestDebianPackage packs what .goreleaser.yaml lists, with the tool that goreleaser packs by, and unpacks it.
func TestDebianPackage(t *testing.T) {
	for _, tool := range []string{"bash", "nfpm", "dpkg-deb"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is needed", tool)
		}
	}
	dir := t.TempDir()
	run := func(name string, args ...string) {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s %q: %v\n%s", name, args, err, out)
		}
	}
	run("bash", "../.ci/package-files", filepath.Join(dir, "dist-files"))
	run("go", "build", "-o", filepath.Join(dir, "eyeline"), "..")
	config, err := os.ReadFile("../.goreleaser.yaml")
	if err != nil {
		t.Fatal(err)
	}
	_, contents, _ := strings.Cut(string(config), "    contents:\n")
	contents, _, found := strings.Cut(contents, "checksum:")
	if !found {
		t.Fatal("the contents are not found")
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	contents = strings.NewReplacer("src: dist-files", "src: "+dir+"/dist-files", "src: ", "src: "+root+"/").Replace(contents)
	nfpm := "name: eyeline\narch: amd64\nversion: 1.0.0\nmaintainer: nobody <nobody@example.com>\ncontents:\n      - {src: " + dir +
		"/eyeline, dst: /usr/bin/eyeline}\n" + contents
	if err := os.WriteFile(filepath.Join(dir, "nfpm.yaml"), []byte(nfpm), 0o600); err != nil {
		t.Fatal(err)
	}
	run("nfpm", "package", "-f", filepath.Join(dir, "nfpm.yaml"), "-p", "deb", "-t", filepath.Join(dir, "eyeline.deb"))
	run("dpkg-deb", "-x", filepath.Join(dir, "eyeline.deb"), filepath.Join(dir, "root"))
	run(filepath.Join(dir, "root", "usr", "bin", "eyeline"), "version")
	for _, name := range []string{
		"doc/eyeline/copyright", "doc/eyeline/NOTICES", "man/man1/eyeline.1", "man/man1/eyeline-check.1", "man/man7/eyeline-json.7",
		"bash-completion/completions/eyeline", "zsh/vendor-completions/_eyeline", "fish/vendor_completions.d/eyeline.fish",
	} {
		if info, err := os.Stat(filepath.Join(dir, "root", "usr", "share", filepath.FromSlash(name))); err != nil || info.Size() == 0 {
			t.Errorf("%s is not in the package: %v", name, err)
		}
	}
}
