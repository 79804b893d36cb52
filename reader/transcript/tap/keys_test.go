package tap

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestKeysIn: the value of a variable of a key is one with slashes, too, but no file and no sentence is.
func TestKeysIn(t *testing.T) {
	file := filepath.ToSlash(filepath.Join(t.TempDir(), "application-key.pem"))
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for variable, want := range map[string]bool{
		"AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY": true,
		"AWS_SESSION_TOKEN=/wJalrXUtnFEMIK7MDENG+bPxRfiCY==":             true,
		"app_password=0123456789abcdef":                                  true,
		"SOME_KEY=short":                                                 false,
		"SIGNING_KEY=" + file:                                            false,
		`SIGNING_KEY=C:\keys\application.pem`:                            false,
		`DATABASE_PASSWORD=pass\word"0123456789`:                         true,
		"FOREIGN_KEY=ask the person for it":                              false,
		"PATH_OF_KEYS=0123456789abcdef":                                  false,
	} {
		if got := len(keysIn([]string{variable})) > 0; got != want {
			t.Errorf("%s is a key: %v", variable, got)
		}
	}
}

// TestKeysInAddresses: of an address those parameters alone are keys whose names say so, also in one that is not well
// formed.
func TestKeysInAddresses(t *testing.T) {
	const key = "sk-secret-key"
	for query, want := range map[string]string{
		"key=" + key: key, "a=%zz;API-Key=" + key: key, "sig=" + key: key, "pass=" + key + "&b=c": key,
		"access_token=ab%2Fcd%2Fef": `ab%2Fcd%2Fef ab/cd/ef`,
		"api-version=2024-10-21":    "", "x=response": "", "beta=some-feature&alt=text-events": "",
		"session_id=0123456789": "",
	} {
		got := keysOf(httptest.NewRequest("POST", "/v1/x?"+query, nil))
		if strings.Join(slices.Compact(got), " ") != want {
			t.Errorf("%s: %q", query, got)
		}
	}
}

// TestKeysByShape: what looks like a key of a service is one under any name, in a header, an address and a body; what
// was said to the model stays.
func TestKeysByShape(t *testing.T) {
	const letters = "0123456789abcdefABCDEF"
	for _, key := range []string{
		"sk-ant-api03-" + letters, "sk-proj-" + letters + "_-x", "xai-" + letters, "AIzaSy" + letters + letters[:10],
		"ghp_" + letters, "github_pat_" + letters, "gsk_" + letters, "hf_" + letters, "glpat-" + letters,
		"AKIA0123456789ABCDEF", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0." + letters, "ya29." + letters,
	} {
		p, _, record := tapped(t, func(http.ResponseWriter, *http.Request) {})
		ask1 := func(path, body string, header ...string) {
			t.Helper()
			if _, _, _, err := ask(t, p.URL()+path, body, header...); err != nil {
				t.Fatal(err)
			}
		}
		said := `{"model":"m","metadata":{"who":"%s"},"messages":[{"role":"user","content":"it is KEY"}]}`
		ask1("/v1/x?q="+url.QueryEscape(key), strings.ReplaceAll(question, "hi", key))
		ask1("/v1/"+key+"/x", question)
		ask1("/v1/x", question, "X-Odd", "Value "+key)
		ask1("/v1/x", fmt.Sprintf(strings.ReplaceAll(said, "KEY", key), key))
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(record.String(), key) {
			t.Errorf("%s is in the record: %s", key, record)
		}
	}
}

// TestKeysInBodies: a member beside the messages whose name speaks of a key is one, wherever it stands, also behind the
// scheme of a header and in an address, but not the key of a cache, a number, a sentence, or what a message and the
// schema or the description of a tool has.
func TestKeysInBodies(t *testing.T) {
	const key = "0123456789abcdefghij"
	for body, want := range map[string]string{
		`"api_key":"` + key + `"`:                              key,
		`"options":{"deep":[{"Token":"` + key + `"}]}`:         key,
		`"password":"with/slash/0123456789"`:                   `with/slash/0123456789`,
		`"prompt_cache_key":"` + key + `"`:                     "",
		`"max_tokens":12345678901234567890`:                    "",
		`"api_key":"a sentence about what a key is"`:           "",
		`"a":"sk-` + key + `","system":"sk-` + key + `others"`: "sk-" + key,

		`"tools":[{"api_key":"` + key + `","name":"a"}]`:                                      key,
		`"tools":[{"input_schema":{"api_key":"` + key + `"},"description":"sk-` + key + `"}]`: "",
		`"tools":[{"function":{"parameters":{"default":"sk-` + key + `"}}}]`:                  "",
		`"tools":[{"functionDeclarations":[{"response":{"token":"` + key + `"}}]}]`:           "",
		`"tools":[{"headers":{"Authorization":"Bearer ` + key + `"}}]`:                        key,
		`"tools":[{"authorization":"` + key + `"}]`:                                           key,
		`"tools":[{"headers":[{"name":"X-Api-Key","value":"` + key + `"}]}]`:                  key,
		`"metadata":{"authorization":"Bearer ` + key + `"}`:                                   key,
		`"metadata":{"cookie":"a=b; c=` + key + `"}`:                                          key + " c=" + key,
		`"metadata":{"password":"shortpw12345","tokenizer":"cl100k_base"}`:                    "shortpw12345",
		`"m":[{"headers":{"Authorization":"Bearer ` + key + `"}}]`:                            key,
		`"m":[{"url":"https://h.example/sse?token=` + key + `&a=b"}]`:                         key,
		`"m":[{"url":"https://user:p%40ssword1@h.example/a@b"}]`:                              "p%40ssword1 p@ssword1",
		`"m":[{"url":"https://` + key + `@h.example","name":"https://h.example/a@b?c=d"}]`:    key,
		`"m":[{"url":"https://h.example/#access_token=` + key + `","key":"it is here"}]`:      key,
	} {
		got := keysInBody([]byte(`{"model":"m",` + body + `,"messages":[{"role":"user","content":"token"}]}`))
		slices.Sort(got)
		if strings.Join(slices.Compact(got), " ") != want {
			t.Errorf("%s: %q", body, got)
		}
	}
}

// TestPasswords: a password in a header is in Base64, and kept out in plain, too.
func TestPasswords(t *testing.T) {
	r := httptest.NewRequest("POST", "/v1/x", nil)
	r.SetBasicAuth("somebody", "a-password")
	got := keysOf(r)
	_, packed, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	for _, want := range []string{"a-password", "somebody:a-password", packed} {
		if !slices.Contains(got, want) {
			t.Errorf("%q has no %s", got, want)
		}
	}
}

// TestKeysInEveryForm: no key of the environment or of a header is in the record in any way in which JSON writes it, also
// where the record had it before the key was known.
func TestKeysInEveryForm(t *testing.T) {
	quoted := `pass"word\quoted-12345`
	t.Setenv("SOME_PASSWORD", quoted)
	const header = `abcdEF12/xy+Z9=0123`
	p, _, record := tapped(t, func(http.ResponseWriter, *http.Request) {})
	said := `{"model":"m","messages":[{"role":"user","content":"one p\u0061ss\"word\\quoted-12345 two ` +
		`abcd\u00454612\/xy\u002bZ9=0123 three \"p\\u0061ss\\\"word\\\\quoted-12345\" four"}]}`
	said = strings.ReplaceAll(said, `\u00454612`, `\u0045F12`)
	for _, more := range [][]string{nil, {"Authorization", "Bearer " + header}} {
		if _, _, _, err := ask(t, p.URL()+"/v1/x", said, more...); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}

	left := record.String()
	for _, part := range []string{"quoted-12345", "word", "Z9=", "F12", "u0061", "u002b"} {
		if strings.Contains(left, part) {
			t.Errorf("%s is in the record: %s", part, left)
		}
	}
	for _, part := range []string{"one [key] two ***", "* three", "four"} {
		if !strings.Contains(left, part) {
			t.Errorf("%s is not in the record: %s", part, left)
		}
	}
}
