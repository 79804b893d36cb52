package formats

import (
	"strings"

	"eyeline/reader/internal/jsonskim"
	"eyeline/reader/transcript/record"
)

// tokensIn is a number of tokens; 0 where there is none.
func tokensIn(v jsonskim.Value, name string) int64 {
	n, _ := v.Get(name).Int()
	return max(n, 0)
}

// anthropicUsage is what an answer cost as Anthropic's messages say it: tokens of the cache are counted apart.
func anthropicUsage(v jsonskim.Value) record.Usage {
	u := record.Usage{
		Cached: tokensIn(v, "cache_read_input_tokens"), Stored: tokensIn(v, "cache_creation_input_tokens"),
		Output: tokensIn(v, "output_tokens"),
	}
	u.Input = tokensIn(v, "input_tokens") + u.Cached + u.Stored
	return u
}

// openAIUsage is what an answer cost as Codex records it.
func openAIUsage(v jsonskim.Value) record.Usage {
	return record.Usage{
		Input: tokensIn(v, "input_tokens"), Cached: tokensIn(v, "cached_input_tokens"),
		Stored: tokensIn(v, "cache_write_input_tokens"), Output: tokensIn(v, "output_tokens"),
	}
}

// rawText is a value as it is recorded.
func rawText(v jsonskim.Value) string {
	var b strings.Builder
	_ = v.WriteRaw(&b) // what was parsed can be read
	return b.String()
}
