package tools

// Policy says which arguments a tool accepts beyond its schema; the tool's Run obeys it. The zero value is strict,
// except that unknown arguments are ignored.
type Policy struct {
	// NumbersAsText: "7" counts as 7.
	NumbersAsText bool `json:"numbers_as_text"`
	// Array: an array of the values in the schema's order counts as the object, as in Rust's serde.
	Array bool `json:"array_as_object"`
	// Unknown: an argument that is not in the schema is refused.
	Unknown bool `json:"unknown_refused"`
}

// String describes the policy for the user.
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
