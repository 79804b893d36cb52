package tap

import (
	"net/http/httptest"
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
		"access_token=ab%2Fcd%2Fef": "ab%2Fcd%2Fef ab/cd/ef",
		"api-version=2024-10-21":    "", "x=response": "", "beta=some-feature&alt=text-events": "",
		"session_id=0123456789": "",
	} {
		got := keysOf(httptest.NewRequest("POST", "/v1/x?"+query, nil))
		if strings.Join(slices.Compact(got), " ") != want {
			t.Errorf("%s: %q", query, got)
		}
	}
}
