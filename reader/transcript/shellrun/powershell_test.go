package shellrun

import "testing"

// TestPowerShell: what Get-Content prints is of its file, in the letters that the file has; what says that it failed is
// not, and the properties of an object are no files of the folder.
func TestPowerShell(t *testing.T) {
	const failed = "Get-Content : Cannot find path\r\n    + CategoryInfo          : ObjectNotFound\r\n"
	for _, c := range []struct{ line, output, want string }{
		{"Get-Content -Raw 'sub\\far.log'", "gravel\r\nlumber\r\n", "/w/sub/far.log 1:gravel\r 2:lumber\r"},
		{"Get-Content far.log | Select-Object -Skip 4 -First 2", "gravel\r\nlumber\r\n", "/w/far.log 5:gravel\r 6:lumber\r"},
		{"Get-Content far.log", "alpha\r\nb\u00c3\u00a9ta\r\n", "/w/far.log 1:alpha\r 2:b\u00e9ta\r…"},
		{"Get-Content far.log", failed, ""},
		{"Get-Command cat | Format-List *", "Name : cat\r\n", ""},
	} {
		command := Command{Line: c.line, Dir: "/w", Output: c.output, Answered: true}
		o := Run(t.Context(), tree(t, some), NewModel(), command)
		if got := described(o.Reads); got != c.want {
			t.Errorf("%s:\n got %q\nwant %q", c.line, got, c.want)
		}
	}
}
