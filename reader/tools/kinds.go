package tools

// Kinds says what a tool returns for files that are not ordinary text, if only the path is given.
type Kinds struct {
	Empty Gives `json:"empty"` // an empty file
	Image Gives `json:"image"` // a PNG with the extension .png
	PDF   Gives `json:"pdf"`   // a PDF with the extension .pdf
	// Binary: a file without extension that begins like a Linux executable, with NUL bytes.
	Binary Gives `json:"binary"`
}

// Gives is what a tool returns for a file, in words for the user.
type Gives string

const (
	GivesText    Gives = "text"    // its bytes as text
	GivesNothing Gives = "nothing" // an answer without text
	GivesNotice  Gives = "notice"  // a text about the file instead of its content
	GivesRefusal Gives = "refusal" // an error
	GivesMedia   Gives = "media"   // the file as a picture or document beside the text
	GivesHex     Gives = "hexdump" // its bytes as a hex dump
)
