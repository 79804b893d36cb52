package window

import "reflect"

// same compares windows; nil reasons and empty ones are the same.
func same(a, b Window) bool {
	if len(a.Reasons) == 0 && len(b.Reasons) == 0 {
		a.Reasons, b.Reasons = nil, nil
	}
	return reflect.DeepEqual(a, b)
}

// clip keeps failure messages readable.
func clip(data []byte) []byte { return data[:min(len(data), 600)] }
