package rerun

// Verdict says what came of a comparison.
type Verdict string

const (
	Same        Verdict = "same"
	Differs     Verdict = "differs"
	Gone        Verdict = "gone"         // the file is no longer there
	Outside     Verdict = "outside"      // the call names a file outside the working folder, which is not opened
	NotImitated Verdict = "not imitated" // the tool here does not imitate the call
	NotText     Verdict = "not text"
	NotKept     Verdict = "not kept" // the record has another text than the model was sent
	NotAnswered Verdict = "not answered"
	TooLong     Verdict = "too long"
)

// Verdicts lists all verdicts.
func Verdicts() []Verdict {
	return []Verdict{Same, Differs, Gone, Outside, NotImitated, NotText, NotKept, NotAnswered, TooLong}
}
