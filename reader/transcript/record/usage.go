package record

import (
	"strings"

	"eyeline/reader/internal/jsonskim"
)

// tokensIn is a number of tokens; 0 where the record has no such number.
func tokensIn(v jsonskim.Value, name string) int64 {
	n, _ := v.Get(name).Int()
	return max(n, 0)
}

// AnthropicUsage is what an answer cost as Anthropic's messages say it: tokens of the cache are counted apart.
func AnthropicUsage(v jsonskim.Value) Usage {
	u := Usage{
		Cached: tokensIn(v, "cache_read_input_tokens"), Stored: tokensIn(v, "cache_creation_input_tokens"),
		Output: tokensIn(v, "output_tokens"),
	}
	u.Input = tokensIn(v, "input_tokens") + u.Cached + u.Stored
	return u
}

// OpenAIUsage is what an answer cost as Codex records it.
func OpenAIUsage(v jsonskim.Value) Usage {
	return Usage{
		Input: tokensIn(v, "input_tokens"), Cached: tokensIn(v, "cached_input_tokens"),
		Stored: tokensIn(v, "cache_write_input_tokens"), Output: tokensIn(v, "output_tokens"),
	}
}

// CountTo is Count of an answer that is known by the sum of all answers so far, which the record has beside it.
func (b *Builder) CountTo(sum jsonskim.Value, u Usage) {
	var text strings.Builder
	_ = sum.WriteRaw(&text) // what was parsed can be read
	b.Count(text.String(), u)
}
