package tools

// Kinds says what a tool gives for files that are not ordinary text, when the path alone is given.
type Kinds struct {
	Empty  Gives `json:"empty"`  // an empty file
	Image  Gives `json:"image"`  // a picture in PNG with the extension .png
	PDF    Gives `json:"pdf"`    // a PDF with the extension .pdf
	Binary Gives `json:"binary"` // a file without an extension that begins as a program of Linux does, NUL bytes among it
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

// Policy says what a tool takes for arguments besides what its schema describes.
type Policy struct {
	// NumbersAsText: "7" is taken for 7.
	NumbersAsText bool `json:"numbers_as_text"`
	// Array: an array of the values in the schema's order is taken for the object, as Rust's serde does.
	Array bool `json:"array_as_object"`
	// Unknown: an argument that the schema does not know is refused.
	Unknown bool `json:"unknown_refused"`
}

// String says the policy in plain words.
func (p Policy) String() string {
	text := "numbers must be numbers"
	if p.NumbersAsText {
		text = "numbers are also taken as text"
	}
	if p.Array {
		text += "; an array of the values is taken for the object"
	}
	if p.Unknown {
		return text + "; unknown arguments are refused"
	}
	return text + "; unknown arguments are ignored"
}
