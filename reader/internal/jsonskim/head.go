package jsonskim

// Head is a value, possibly truncated, with its members, for looking up many names in the beginning of a file.
// [Value.Get] scans the value each time.
type Head struct {
	Value
	members []member
}

// member is a member of an object by its raw key.
type member struct {
	key   string
	value Value
}

// HeadOf scans a value once.
func HeadOf(v Value) Head {
	h := Head{Value: v}
	if v.Kind != Object {
		return h
	}

	_ = v.Each(func(key []byte, value Value) error { // members before an error count
		h.members = append(h.members, member{string(key), value})
		return nil
	})
	return h
}

// Get is [Value.Get].
func (h Head) Get(path ...string) Value {
	if len(path) == 0 {
		return h.Value
	}
	for _, m := range h.members {
		if m.key == path[0] {
			return m.value.Get(path[1:]...)
		}
	}
	return Value{}
}
