package reader_test

import (
	"context"
	"errors"
	"testing"

	"eyeline/reader"
)

// TestCost: the tokens of the calls come to those of the run, what was sent again is a part of them, and the model's own
// count is there where the record has it.
func TestCost(t *testing.T) {
	const path = "../testdata/transcripts/claude_code/session-default.jsonl.gz"
	cost, err := reader.Cost(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	sum, again := int64(0), int64(0)
	for _, c := range cost.Calls {
		sum, again = sum+c.Tokens, again+c.Again
	}
	if sum == 0 || sum != cost.Results || again == 0 || again != cost.Again || len(cost.Files) == 0 || cost.Vocabulary == "" {
		t.Errorf("%d and %d tokens of calls, %+v", sum, again, cost)
	}
	if cost.Model == nil || cost.Model.By != "record" || cost.Model.Answers != 17 {
		t.Errorf("%+v", cost.Model)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := reader.Cost(ended, path); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that has ended: %v", err)
	}
	if _, err := reader.Cost(t.Context(), "cost_test.go"); err == nil {
		t.Error("a file of Go costs something")
	}
}
