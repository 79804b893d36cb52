package cells

import "testing"

func TestLatin1(t *testing.T) {
	l := Layout([]byte("caf\xe9 \xa0\xad\x80\xc3\xa9\tx"), Drawing{LineEnd: true, Latin1: true, TabWidth: 4})
	if got := string(l.Render(nil, 0, l.Width(), Style{})); got != "café  <AD><80>Ã©    x" {
		t.Errorf("%q", got)
	}
}
