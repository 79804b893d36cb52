package jsonskim

// Head is a value, whose end may be missing, with its members: for code that looks for many names in it, to tell what a
// file is. [Value.Get] goes through the value for each.
type Head struct {
	Value
	members []member
}

// member is a member of an object by its raw key.
type member struct {
	key   string
	value Value
}

// HeadOf goes through a value once.
func HeadOf(v Value) Head {
	h := Head{Value: v}
	if v.Kind != Object {
		return h
	}

	_ = v.Each(func(key []byte, value Value) error { // those before an error count
		h.members = append(h.members, member{string(key), value})
		return nil
	})
	return h
}

// Get is what [Value.Get] gives.
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
