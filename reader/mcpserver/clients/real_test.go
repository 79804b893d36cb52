package clients_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"eyeline/reader/mcpserver/clients"
)

// rows is a text of n lines, of which each says its number.
func rows(n int, rest string) string {
	lines := make([]string, n)
	for i := range lines {
		lines[i] = fmt.Sprintf("line %05d%s", i, rest)
	}
	return strings.Join(lines, "\n")
}

// sentResults are what the server that is made to be cut gives, by the cases that its tool "give" takes.
func sentResults() map[string]clients.Result {
	const rich = `{"b":[1,2.5,{"c":"<&> é ` + "\u2028" + ` \"q\""}],"a":null}`
	wide := rows(3000, " é"+strings.Repeat("x", 40))
	texts := func(texts ...string) clients.Result { return clients.Result{Texts: texts} }
	structured := func(structured string, texts ...string) clients.Result {
		return clients.Result{Texts: texts, Structured: structured}
	}
	all := map[string]clients.Result{
		"20k":          texts(counted(20_000)),
		"60k":          texts(counted(60_000)),
		"lines5000":    texts(strings.TrimSuffix(strings.Repeat("line\n", 5000), "\n")),
		"numbered1000": texts(rows(1000, "")),
		"numbered1001": texts(rows(1001, "")),
		"numbered5000": texts(rows(5000, "")),
		"xlines5000":   texts(strings.TrimSuffix(strings.Repeat("x\n", 5000), "\n")),
		"d900":         texts(rows(900, " é"+strings.Repeat("x", 40))),
		"d3000":        texts(wide),
		"two":          texts("FIRST", "SECOND"),
		"nl":           texts("FIRST\n", "SECOND\n"),
		"empty":        texts(),
		"emptytext":    texts(""),
		"emptymid":     texts("A", "", "B"),
		"longsecond":   texts("A", counted(26_000), "B"),
		"threek":       texts(counted(11_000), counted(11_000), counted(11_000)),
		"most60k":      {Texts: []string{counted(60_000)}, Most: 500_000},
		"clg8001":      texts("a" + strings.Repeat("😀", 6000)),

		"structured":     structured(`{"a":1}`, "THE TEXT"),
		"samestruct":     structured(`{"a":1}`, `{"a":1}`),
		"prettystruct":   structured(`{"a":1}`, "{\n  \"a\": 1\n}"),
		"richstruct":     structured(rich, "T"),
		"emptystruct":    structured(`{"a":1}`),
		"big20490struct": structured(`{"a":"12345"}`, counted(20_470)),
	}
	for _, n := range []int{20_480, 20_481, 25_000, 25_001} {
		all[fmt.Sprintf("c%d", n)] = texts(counted(n))
	}
	for _, n := range []int{7961, 7962, 17_928, 17_929, 17_930} {
		all[fmt.Sprintf("cl%d", n)] = texts(counted(n))
	}
	for _, n := range []int{10_240, 10_241, 25_001} {
		all[fmt.Sprintf("e%d", n)] = texts(strings.Repeat("é", n))
	}
	for _, n := range []int{5120, 5121, 12_500, 12_501, 30_000} {
		all[fmt.Sprintf("g%d", n)] = texts(strings.Repeat("😀", n))
	}

	for name, r := range map[string]clients.Result{
		"err30k":    texts(counted(30_000)),
		"errlines":  texts("a \"q\"\nb <é>"),
		"errtwo":    texts("FIRST", "SECOND"),
		"errstruct": structured(`{"a":1}`, "THE TEXT"),
		"errempty":  texts(),
	} {
		r.Failed, r.Tool, r.Args = true, "give", json.RawMessage(`{"case":"`+name+`"}`)
		all[name] = r
	}
	return all
}

// TestRealResults holds the rules to what the models of the clients really got: the number of its characters and the
// beginning of its SHA-256, with FILE and SERVER for the names that differ, and U+FFFD for half a pair.
func TestRealResults(t *testing.T) {
	sent := sentResults()
	for _, real := range []struct {
		client, result string
		size           int
		sum            string
	}{
		{"Qwen Code", "20k", 20000, "bb1a25a48002"},
		{"Qwen Code", "60k", 5396, "778561499c78"},
		{"Qwen Code", "lines5000", 5394, "bd93d9942f6b"},
		{"Qwen Code", "two", 12, "24a26ac093dd"},
		{"Qwen Code", "structured", 8, "b3e3c1080eae"},
		{"Qwen Code", "err30k", 30248, "4f2eaf43f67d"},
		{"Qwen Code", "numbered5000", 11394, "cbf9d7fbbb9d"},
		{"Qwen Code", "numbered1000", 10999, "55c60579a55d"},
		{"Qwen Code", "numbered1001", 11394, "be1bd8ae2e15"},
		{"Qwen Code", "c25000", 25000, "b0b27044620e"},
		{"Qwen Code", "c25001", 5396, "778561499c78"},
		{"Qwen Code", "e25001", 5396, "9461b1c80186"},
		{"Qwen Code", "g12500", 12500, "8d83fe233f04"},
		{"Qwen Code", "g12501", 2898, "7a749666369a"},
		{"Qwen Code", "d900", 25357, "ae03a14dde8a"},
		{"Qwen Code", "d3000", 25357, "6567a5e6a948"},
		{"Qwen Code", "longsecond", 5400, "d791672d96d9"},
		{"Qwen Code", "errlines", 264, "230d9afa2d4a"},
		{"Qwen Code", "errtwo", 285, "0d2ab8602b17"},
		{"Qwen Code", "errstruct", 287, "e7b77eed10ac"},
		{"Qwen Code", "nl", 14, "14930363242b"},
		{"Qwen Code", "empty", 25, "ab196ee8feb7"},
		{"Qwen Code", "emptytext", 0, "e3b0c44298fc"},
		{"Qwen Code", "emptymid", 4, "13c8c841fb53"},
		{"Qwen Code", "xlines5000", 2394, "4778bc002d4f"},
		{"Qwen Code", "most60k", 5396, "778561499c78"},
		{"Copilot CLI", "20k", 20000, "bb1a25a48002"},
		{"Copilot CLI", "60k", 768, "a7c3c3a42369"},
		{"Copilot CLI", "lines5000", 768, "f8a5384419c4"},
		{"Copilot CLI", "two", 11, "5aaf9c153b3d"},
		{"Copilot CLI", "structured", 17, "eedc986f7625"},
		{"Copilot CLI", "xlines5000", 9999, "49f744b8c4a7"},
		{"Copilot CLI", "c20480", 20480, "54ac983103cf"},
		{"Copilot CLI", "c20481", 768, "693ba068b785"},
		{"Copilot CLI", "e10240", 10240, "77d43842f059"},
		{"Copilot CLI", "e10241", 768, "1bb167d64ce9"},
		{"Copilot CLI", "g5120", 5120, "fcef165692ef"},
		{"Copilot CLI", "g5121", 518, "58201e54882f"},
		{"Copilot CLI", "samestruct", 7, "015abd7f5cc5"},
		{"Copilot CLI", "prettystruct", 21, "c73da8e17341"},
		{"Copilot CLI", "richstruct", 47, "13b231729c6d"},
		{"Copilot CLI", "errstruct", 38, "c89a38efd172"},
		{"Copilot CLI", "emptystruct", 7, "015abd7f5cc5"},
		{"Copilot CLI", "errempty", 42, "a8852f6f0419"},
		{"Copilot CLI", "emptymid", 2, "38164fbd1760"},
		{"Copilot CLI", "big20490struct", 768, "693ba068b785"},
		{"Copilot CLI", "threek", 768, "3884b7de515d"},
		{"Copilot CLI", "nl", 13, "bd635a533e90"},
		{"Continue CLI", "two", 64, "4f22bcfe37f5"},
		{"Continue CLI", "errlines", 41, "641c10efd0ca"},
		{"Continue CLI", "richstruct", 28, "c087b5bd9b4d"},
		{"Continue CLI", "emptymid", 81, "6e7de179f68c"},
		{"Continue CLI", "longsecond", 26081, "66f1fd8b6548"},
		{"Cline CLI", "20k", 7999, "8937337d4427"},
		{"Cline CLI", "60k", 7999, "768ae0c320bc"},
		{"Cline CLI", "lines5000", 7999, "e22e8ffe7f04"},
		{"Cline CLI", "numbered1000", 8000, "e8d433885636"},
		{"Cline CLI", "d900", 7999, "062aec02b0c6"},
		{"Cline CLI", "two", 76, "89be2c47fdf7"},
		{"Cline CLI", "richstruct", 105, "c1e90a9b4a29"},
		{"Cline CLI", "samestruct", 76, "4278d81d1b80"},
		{"Cline CLI", "emptystruct", 42, "5b6c4eac32ec"},
		{"Cline CLI", "longsecond", 7999, "6e1787d2b442"},
		{"Cline CLI", "cl7961", 8000, "7a28096ad232"},
		{"Cline CLI", "cl7962", 8000, "4af9530e6aab"},
		{"Cline CLI", "cl17928", 8000, "272c6ccef726"},
		{"Cline CLI", "cl17929", 7999, "4a8a66cce7b4"},
		{"Cline CLI", "cl17930", 7999, "625f9c4144d2"},
		{"Cline CLI", "clg8001", 4036, "6f22a781933d"},
		{"Cline CLI", "g30000", 4036, "b9a0adc1b561"},
	} {
		for _, client := range clients.All() {
			if client.Name != real.client {
				continue
			}
			r, ok := sent[real.result]
			if !ok {
				t.Errorf("no result is called %s", real.result)
			}
			got := client.Result(r)
			sum := sha256.Sum256([]byte(got))
			if n := len([]rune(got)); n != real.size || !strings.HasPrefix(hex.EncodeToString(sum[:]), real.sum) {
				t.Errorf("%s, %s: %d characters, not %d, %.500q", client.Name, real.result, n, real.size, got)
			}
		}
	}
}

// TestWithoutInstructions: these clients give their models nothing of a server's instructions, and descriptions whole.
func TestWithoutInstructions(t *testing.T) {
	found := 0
	for _, client := range clients.All() {
		switch client.Name {
		case "Qwen Code", "Copilot CLI", "Continue CLI", "Cline CLI":
			found++
			if client.Instructions != nil || client.Description(counted(60_000)) != counted(60_000) {
				t.Error(client.Name)
			}
		}
	}
	if found != 4 {
		t.Errorf("%d clients", found)
	}
}
