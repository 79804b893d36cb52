package replica

import (
	"encoding/json"
	"reflect"
	"testing"
)

// Tools may be in the input, and in namespaces.
func TestOfferedInTheInput(t *testing.T) {
	var r object
	const body = `{"input":[{"type":"additional_tools","tools":[{"type":"namespace","name":"functions","tools":[{"type":"custom","name":"exec"}]}]}],"tools":[{"type":"web_search"}]}`
	if err := json.Unmarshal([]byte(body), &r); err != nil {
		t.Fatal(err)
	}
	got := responsesService.offered(r)
	for _, name := range []string{"exec", "functions", "web_search"} {
		if got[name] == nil {
			t.Errorf("%s is missing in %v", name, got)
		}
	}
}

// TestResults reads results of other forms than a text.
func TestResults(t *testing.T) {
	messages := func(block string) *result {
		var r object
		if err := json.Unmarshal([]byte(`{"messages":[{"role":"user","content":[`+block+`]}]}`), &r); err != nil {
			t.Fatal(err)
		}
		return messagesService.result(r, "c1")
	}
	inGemini := func(parts string) *result {
		var r object
		if err := json.Unmarshal([]byte(`{"contents":[{"parts":[`+parts+`]}]}`), &r); err != nil {
			t.Fatal(err)
		}
		return resultGemini(r, "c1")
	}
	for name, c := range map[string]struct{ got, want *result }{
		"error":       {messages(`{"type":"tool_result","tool_use_id":"c1","is_error":true,"content":"no"}`), &result{Text: "no", Failed: true}},
		"parts":       {messages(`{"type":"tool_result","tool_use_id":"c1","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}`), &result{Text: "ab"}},
		"picture":     {messages(`{"type":"tool_result","tool_use_id":"c1","content":[{"type":"image","source":{}}]}`), &result{Media: true}},
		"another":     {messages(`{"type":"tool_result","tool_use_id":"c2","content":"no"}`), nil},
		"no result":   {messages(`{"type":"text","text":"x"}`), nil},
		"gemini":      {inGemini(`{"functionResponse":{"response":{"error":"no"}}},{"inlineData":{}}`), &result{Text: "no", Failed: true, Media: true}},
		"gemini name": {inGemini(`{"functionResponse":{"id":"call_0007","response":{"output":"x"}}}`), nil},
	} {
		if !reflect.DeepEqual(c.got, c.want) {
			t.Errorf("%s: %+v, want %+v", name, c.got, c.want)
		}
	}
}
