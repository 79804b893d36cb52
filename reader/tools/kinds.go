package tools

// Kinds says what a tool gives for files that are not ordinary text, when the path alone is given.
type Kinds struct {
	Empty Gives `json:"empty"` // an empty file
	Image Gives `json:"image"` // a picture in PNG with the extension .png
	PDF   Gives `json:"pdf"`   // a PDF with the extension .pdf
	// Binary: a file without an extension that begins as a program of Linux does, with NUL bytes.
	Binary Gives `json:"binary"`
}

// Gives is what a tool gives for a file, in words for a person.
type Gives string

const (
	GivesText    Gives = "text"    // its bytes as those of any text
	GivesNothing Gives = "nothing" // an answer without text
	GivesNotice  Gives = "notice"  // a text about the file in place of its content
	GivesRefusal Gives = "refusal" // an error
	GivesMedia   Gives = "media"   // the file itself, as a picture or a document beside the text
	GivesHex     Gives = "hexdump" // its bytes as digits
)
