package clients

import "fmt"

// clineMostUnits is how many UTF-16 code units of a result Cline CLI gives its model.
const clineMostUnits = 8000

var clineCLI = Client{
	Name: "Cline CLI", Version: "3.0.65",
	Note: "instructions are not given; a result is given as JSON, of which the middle is cut out: " +
		"CLINE_MESSAGE_BUILDER_MAX_TOOL_RESULT_CHARS sets another length",
	Description: whole,
	Result: func(r Result) string {
		text := wholeResult(r)
		size := units(text)
		if size <= clineMostUnits {
			return text
		}
		// It counts what it leaves out before it knows how long its mark is, and does not count again.
		left := size - 2*clineHalf(size-clineMostUnits)
		half := clineHalf(left)
		return firstUnits(text, half) + clineMark(left) + lastUnits(text, half)
	},
}

// clineHalf is how many code units stay on each side of a mark that says that left are left out.
func clineHalf(left int) int { return (clineMostUnits - len(clineMark(left))) / 2 }

func clineMark(left int) string { return fmt.Sprintf("\n\n...[truncated %d chars]...\n\n", left) }
