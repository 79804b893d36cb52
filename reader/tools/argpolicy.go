package tools

// Policy says what a tool accepts as arguments besides what its schema describes; the tool's Run obeys it. The zero
// value is strict, except that unknown arguments are ignored.
type Policy struct {
	// NumbersAsText: "7" is taken for 7.
	NumbersAsText bool `json:"numbers_as_text"`
	// Array: an array of the values in the schema's order is taken for the object, as Rust's serde does.
	Array bool `json:"array_as_object"`
	// Unknown: an argument that the schema does not have is refused.
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
