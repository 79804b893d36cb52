package reader_test

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"eyeline/reader"
	"eyeline/reader/agentsearch"
	"eyeline/reader/search"
	"eyeline/reader/tokens"
	"eyeline/reader/tools"
	"eyeline/reader/transcript/coverage"
	"eyeline/reader/transcript/record"
	"eyeline/reader/window"
)

// handled are the types that a user of the package gets or gives, and whose fields "go doc" does not find here.
var handled = []struct {
	name string
	of   any
}{
	{"record.Ranges", record.Ranges{}},
	{"BlockOptions", reader.BlockOptions{}},
	{"FindOptions", reader.FindOptions{}},
	{"search.Match", search.Match{}},
	{"window.Window", window.Window{}},
	{"window.Run", window.Run{}},
	{"tools.Stats", tools.Stats{}},
	{"tokens.Estimate", tokens.Estimate{}},
	{"Searched", reader.Searched{}},
	{"agentsearch.FileReport", agentsearch.FileReport{}},
	{"RunCost", reader.RunCost{}},
	{"Request", reader.Request{}},
	{"Call", reader.Call{}},
	{"record.Read", record.Read{}},
}

// TestEditIsDocumentedHere: an edit has each field and method of a change as its own, so that "go doc" finds it.
func TestEditIsDocumentedHere(t *testing.T) {
	edit, change := reflect.TypeFor[reader.Edit](), reflect.TypeFor[*coverage.Change]()
	for _, f := range reflect.VisibleFields(change.Elem()) {
		if _, has := edit.FieldByName(f.Name); f.IsExported() && !has {
			t.Errorf("an edit has no %s", f.Name)
		}
	}
	for i := range change.NumMethod() {
		if m := change.Method(i); m.IsExported() {
			if _, has := edit.MethodByName(m.Name); !has {
				t.Errorf("an edit has no %s", m.Name)
			}
		}
	}
}

// TestHandledTypes: the comment of the package has the fields and methods of these types as they are.
func TestHandledTypes(t *testing.T) {
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	var want strings.Builder
	for _, h := range handled {
		words := append([]string{h.name + ":"}, members(reflect.TypeOf(h.of))...)
		line := "//\t"
		for _, word := range words {
			if len(line)+len(word) > 110 {
				want.WriteString(strings.TrimSuffix(line, " ") + "\n")
				line = "//\t    "
			}
			line += word + " "
		}
		want.WriteString(strings.TrimSuffix(line, " ") + "\n")
	}
	if !strings.Contains(string(text), want.String()) {
		t.Errorf("doc.go lacks these lines:\n%s", want.String())
	}
}

// members are the exported fields of a type, also of what it embeds, with their types, and its methods.
func members(of reflect.Type) (words []string) {
	if of.Kind() == reflect.Struct {
		for _, f := range reflect.VisibleFields(of) {
			if f.IsExported() && !f.Anonymous {
				words = append(words, f.Name+" "+f.Type.String()+";")
			}
		}
	}
	to := reflect.PointerTo(of)
	for i := range to.NumMethod() {
		m := to.Method(i)
		said := strings.TrimPrefix(m.Type.String(), "func("+to.String())
		words = append(words, m.Name+"("+strings.TrimPrefix(strings.TrimPrefix(said, ","), " ")+";")
	}
	if n := len(words); n > 0 {
		words[n-1] = strings.TrimSuffix(words[n-1], ";")
	}
	return words
}
