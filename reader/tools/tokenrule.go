package tools

// TokenRule is how the tokens of a tool's answers are counted where the vocabulary of package tokens is not what its
// agent, or the agent's model, goes by.
type TokenRule struct {
	// Name is the agent's own estimate in words, by which it measures its answers: "bytes / 4". Count makes that
	// estimate of a content by its size in bytes. Either both are set or neither is.
	Name  string
	Count func(bytes int64) int64

	// Model is the family of models whose vocabulary is not public. Their number lies about between Low and High times
	// that of the vocabulary of package tokens, which is what Source, the address of a document, says of it.
	Model     string
	Low, High float64
	Source    string
}
