//go:build !windows

package reader_test

import (
	"context"
	"fmt"
	"log"

	"eyeline/reader"
)

// Codex CLI reads by a shell, and what one prints on Windows is not known.

// What four agents get of a file, and what they lose.
func Example_agents() {
	file := "../testdata/schemas/sarif-2.1.0.json"
	for _, name := range []string{"claude_code", "codex_exec", "gemini_cli", "copilot_cli"} {
		tool, err := reader.Tool(name)
		if err != nil {
			log.Fatal(err)
		}
		answer, err := reader.Read(context.Background(), name, file, reader.Options{})
		if text, refused := reader.Refusal(err); refused {
			fmt.Println(tool.Agent, "refuses:", text)
			continue
		}
		if err != nil {
			log.Fatal(err)
		}
		lost := answer.Lost
		fmt.Printf("%s loses %d%% of %d bytes", tool.Agent, 100*lost.Bytes/max(answer.Size, 1), answer.Size)
		for _, run := range lost.Runs {
			fmt.Printf(", %d-%d (%s)", run.Start, run.End, run.Why)
		}
		fmt.Printf(", and gets %d tokens\n", answer.Tokens().Count)
	}
	// Output:
	// Claude Code loses 47% of 81526 bytes, 42500-81526 (after), and gets 8817 tokens
	// Codex CLI loses 50% of 81526 bytes, 20000-61526 (between), and gets 10054 tokens
	// Gemini CLI loses 97% of 81526 bytes, 2000-81525 (cut), and gets 550 tokens
	// GitHub Copilot CLI loses 100% of 81526 bytes, 0-81526 (whole), and gets 34 tokens
}
