package tap

import (
	"net/http"
	"testing"

	"eyeline/reader/transcript/bodies"
)

// TestAddressesAreEqual: the model is asked for what the agent asked for, also where it is not well formed.
func TestAddressesAreEqual(t *testing.T) {
	var got string
	p, _, _ := tapped(t, func(_ http.ResponseWriter, r *http.Request) { got = r.RequestURI })
	defer func() { _ = p.Close() }()
	for _, rest := range []string{
		"/v1/x?a=1;b=2", "/v1/x?a=%zz&b=%", "/v1/x?a=1&a=2&&=", "/v1/x?", "/a%2Fb/%C3%A9?c=d%20e+f", "", "/", "?a=b",
	} {
		if status, _, _, err := ask(t, p.URL()+rest, question); err != nil || status != http.StatusOK || got != "/base"+rest {
			t.Errorf("%q is %q: %d, %v", rest, got, status, err)
		}
	}
}

// TestAddressesThatLose: an address with a part that could not be passed on is refused.
func TestAddressesThatLose(t *testing.T) {
	for _, upstream := range []string{
		"http://user:pass@localhost/v1", "http://localhost/v1?key=x", "http://localhost/?", "http://localhost/#x",
	} {
		if _, err := New(upstream, &kept{}, bodies.Header{}); err == nil {
			t.Error(upstream, "is taken")
		}
	}
}
