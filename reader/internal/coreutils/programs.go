package coreutils

// program is a program that is imitated.
type program struct {
	// run writes what the program does, and returns its exit status.
	run func(c *Call, o options) int
	// plain and valued are the letters of its options, valued those with a value, and long its long options, each with
	// the letter that it stands for.
	plain, valued string
	long          map[string]byte
	// before makes arguments in older forms such as getopt takes; nil: it has none.
	before   func(args []string) []string
	context  bool // a number is the value of its option C
	proposes bool // it runs in a [System] alone
	// changes runs a call that changes files in a [System]; taken is false where it is no such call.
	changes func(c *Call) (status int, taken bool)
	colors  []string // arguments that ask for no colors, or for some on a terminal
	says    wording
}

// wording is how a program complains of an operand that it cannot open, or cannot read: a directory. The texts are
// formats of the name, the name in quotes if it needs some, in quotes, why, and the program's own name.
type wording struct {
	unopened, unread string // unread is as unopened where it is ""
	stdin            string // the name of the standard input; "-" where it is ""
	status           int
	unreadStatus     int  // status where it is 0
	fatal            bool // it ends when it cannot open a file
	late             bool // it complains after it has written something of the operand
}

// Long options by the letters that they stand for.
var (
	catOptions = map[string]byte{
		"number": 'n', "number-nonblank": 'b', "squeeze-blank": 's', "show-all": 'A', "show-ends": 'E',
		"show-tabs": 'T', "show-nonprinting": 'v',
	}
	nlOptions = map[string]byte{
		"body-numbering": 'b', "header-numbering": 'h', "footer-numbering": 'f', "number-width": 'w',
		"number-separator": 's', "starting-line-number": 'v', "line-increment": 'i', "number-format": 'n',
		"no-renumber": 'p',
	}
)

// programs are the programs that are imitated, by their names.
var programs map[string]program

func init() {
	plainly := wording{unopened: "%[5]s: %[2]s: %[4]s", status: 1}
	ends := program{
		run: headOrTail, plain: "qv", valued: "nc", before: oldCount("-"),
		long: map[string]byte{"lines": 'n', "bytes": 'c', "quiet": 'q', "silent": 'q', "verbose": 'v'},
		says: wording{
			unopened: "%[5]s: cannot open %[3]s for reading: %[4]s", unread: "%[5]s: error reading %[3]s: %[4]s",
			stdin: "standard input", status: 1, late: true,
		},
	}

	tail := ends
	tail.before = oldCount("-+")

	searches := program{
		run: grep, plain: "nivclLowxEFGHhqsaPrR&$", valued: "eABCm+-%", long: grepOptions, context: true,
		colors: []string{"--color", "--color=never", "--color=auto", "--colour", "--colour=never", "--colour=auto"},
		says:   wording{unopened: "grep: %[1]s: %[4]s", status: 2},
	}

	script := program{run: runAwk, valued: "Fv", says: wording{
		unopened: "%[5]s: cannot open %[2]s (%[4]s)", unread: "%[5]s: read error (%[4]s)", status: 2, fatal: true,
	}}
	programs = map[string]program{
		"head": ends, "tail": tail, "grep": searches, "egrep": searches, "fgrep": searches,
		"awk": script, "gawk": script, "mawk": script,
		"rg": {
			run: grep, plain: "nivclowxFHIqaNSsP.!", valued: "eABCmgtT#", long: grepOptions,
			colors: []string{"--color=never", "--color=auto"},
			says:   wording{unopened: "%[1]s: %[4]s (os error 2)", status: 2},
		},
		"cat": {run: cat, plain: "nbsAEeTtvu", says: plainly, long: catOptions},
		"nl":  {run: nl, plain: "p", valued: "bhfwsvin", says: plainly, long: nlOptions},
		"wc": {
			run: wc, plain: wcLetters,
			says: wording{unopened: "wc: %[2]s: %[4]s", stdin: "'standard input'", status: 1},
			long: map[string]byte{"lines": 'l', "words": 'w', "chars": 'm', "bytes": 'c', "max-line-length": 'L'},
		},
		"tac": {run: tac, says: wording{
			unopened: "tac: failed to open %[3]s for reading: %[4]s",
			unread:   "tac: %[1]s: read error: Invalid argument",
			stdin:    "standard input", status: 1,
		}},
		"sed": {
			run: sed, changes: sedInPlace, plain: "nEru", valued: "e",
			long: map[string]byte{"quiet": 'n', "silent": 'n', "expression": 'e', "regexp-extended": 'E'},
			says: wording{
				unopened: "sed: can't read %[1]s: %[4]s", unread: "sed: read error on %[1]s: %[4]s",
				stdin: "stdin", status: 2, unreadStatus: 4,
			},
		},
		"perl": {
			run: perl, proposes: true, before: perlArgs, plain: "pnwl0I", valued: "e",
			says: wording{unopened: "%[5]s: %[2]s: %[4]s", status: 2},
		},
		"ls": {run: ls, plain: "1aAdFp", long: map[string]byte{
			"all": 'a', "almost-all": 'A', "directory": 'd', "classify": 'F',
		}},
	}
}
