package coreutils

// program describes an imitated program.
type program struct {
	// run runs the program and returns its exit status.
	run func(c *Call, o options) int
	// plain are the letters of options without value, valued of those with one, and long maps long options to letters.
	plain, valued string
	long          map[string]byte
	// before, if not nil, converts obsolete forms of arguments.
	before   func(args []string) []string
	context  bool // -NUMBER is option C
	proposes bool // it is known in a [System] alone
	// changes runs a call that changes files in a [System]; taken is false for any other call.
	changes  func(c *Call) (status int, taken bool)
	colors   []string // arguments that do not color the output of a pipeline
	messages wording
}

// wording has the messages for operands that cannot be opened, or read because they are directories. The texts are
// formats with five arguments: the name, the name quoted if necessary, the name quoted, the reason, and the program's
// name.
type wording struct {
	unopened, unread string // unread "" is unopened
	stdin            string // name of the standard input; "" is "-"
	status           int
	unreadStatus     int  // 0 is status
	fatal            bool // the program ends if it cannot open a file
	late             bool // the program complains after writing the operand's header
}

// Long options by letter.
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

// programs are the imitated programs by name.
var programs map[string]program

func init() {
	plainly := wording{unopened: "%[5]s: %[2]s: %[4]s", status: 1}
	ends := program{
		run: headOrTail, plain: "qv", valued: "nc", before: oldCount("-"),
		long: map[string]byte{"lines": 'n', "bytes": 'c', "quiet": 'q', "silent": 'q', "verbose": 'v'},
		messages: wording{
			unopened: "%[5]s: cannot open %[3]s for reading: %[4]s", unread: "%[5]s: error reading %[3]s: %[4]s",
			stdin: "standard input", status: 1, late: true,
		},
	}

	tail := ends
	tail.before = oldCount("-+")

	searches := program{
		run: grep, plain: "nivclLowxEFGHhqsaPrR&$", valued: "eABCm+-%", long: grepOptions, context: true,
		colors:   []string{"--color", "--color=never", "--color=auto", "--colour", "--colour=never", "--colour=auto"},
		messages: wording{unopened: "grep: %[1]s: %[4]s", status: 2},
	}

	script := program{run: runAwk, valued: "Fv", messages: wording{
		unopened: "%[5]s: cannot open %[2]s (%[4]s)", unread: "%[5]s: read error (%[4]s)", status: 2, fatal: true,
	}}
	programs = map[string]program{
		"head": ends, "tail": tail, "grep": searches, "egrep": searches, "fgrep": searches,
		"awk": script, "gawk": script, "mawk": script,
		"rg": {
			run: grep, plain: "nivclowxFHIqaNSsP.!", valued: "eABCmgtT#", long: grepOptions,
			colors:   []string{"--color=never", "--color=auto"},
			messages: wording{unopened: "%[1]s: %[4]s (os error 2)", status: 2},
		},
		"cat": {run: cat, plain: "nbsAEeTtvu", messages: plainly, long: catOptions},
		"nl":  {run: nl, plain: "p", valued: "bhfwsvin", messages: plainly, long: nlOptions},
		"wc": {
			run: wc, plain: wcLetters,
			messages: wording{unopened: "wc: %[2]s: %[4]s", stdin: "'standard input'", status: 1},
			long:     map[string]byte{"lines": 'l', "words": 'w', "chars": 'm', "bytes": 'c', "max-line-length": 'L'},
		},
		"tac": {run: tac, messages: wording{
			unopened: "tac: failed to open %[3]s for reading: %[4]s",
			unread:   "tac: %[1]s: read error: Invalid argument",
			stdin:    "standard input", status: 1,
		}},
		"sed": {
			run: sed, changes: sedInPlace, plain: "nEru", valued: "e",
			long: map[string]byte{"quiet": 'n', "silent": 'n', "expression": 'e', "regexp-extended": 'E'},
			messages: wording{
				unopened: "sed: can't read %[1]s: %[4]s", unread: "sed: read error on %[1]s: %[4]s",
				stdin: "stdin", status: 2, unreadStatus: 4,
			},
		},
		"perl": {
			run: perl, proposes: true, before: perlArgs, plain: "pnwl0I", valued: "e",
			messages: wording{unopened: "%[5]s: %[2]s: %[4]s", status: 2},
		},
		"ls": {run: ls, plain: "1aAdFp", long: map[string]byte{
			"all": 'a', "almost-all": 'A', "directory": 'd', "classify": 'F',
		}},
	}
}
