package tools

// Kinds says what a tool returns for files that are not ordinary text, if only the path is given.
type Kinds struct {
	Empty AnswerKind `json:"empty"` // an empty file
	Image AnswerKind `json:"image"` // a PNG with the extension .png
	PDF   AnswerKind `json:"pdf"`   // a PDF with the extension .pdf
	// Binary: a file without extension that begins like a Linux executable, with NUL bytes.
	Binary AnswerKind `json:"binary"`
}

// AnswerKind is what a tool returns for a file, in words for the user.
type AnswerKind string

const (
	GivesText    AnswerKind = "text"    // its bytes as text
	GivesNothing AnswerKind = "nothing" // an answer without text
	GivesNotice  AnswerKind = "notice"  // a text about the file instead of its content
	GivesRefusal AnswerKind = "refusal" // an error
	GivesMedia   AnswerKind = "media"   // the file as a picture or document beside the text
	GivesHex     AnswerKind = "hexdump" // its bytes as a hex dump
)
