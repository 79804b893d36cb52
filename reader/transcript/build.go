package transcript

import (
	"hash/maphash"
	"time"

	"eyeline/reader/internal/skim"
)

// builder collects what a format finds in one file of a session.
type builder struct {
	s     *Session
	file  int // index of the file that is read
	agent int // index of the sub-agent that the records belong to, -1 for the main agent
}

var seed = maphash.MakeSeed()

// place keeps where a value is. A missing value and null have no place.
func (b *builder) place(v skim.Value, as As) Place {
	if v.Kind == skim.Missing || v.Kind == skim.Null {
		return Place{}
	}
	return Place{Off: v.Off, Len: v.Len(), File: int32(b.file), As: as}
}

// args keeps the arguments of a call: an object, or a text that contains one.
func (b *builder) args(v skim.Value) Place {
	if v.Kind == skim.String {
		return b.place(v, AsText)
	}
	return b.place(v, AsJSON)
}

// call adds a call, or completes one that was recorded before under the same identifier. It returns the call.
func (b *builder) call(id skim.Value, at time.Time, tool string, args skim.Value) *Call {
	b.seen(at)
	key := b.key(id)
	if i, ok := b.s.ids[key]; ok && key != 0 && (b.s.format.sameID || !b.s.calls.at(i).Answered()) {
		c := b.s.calls.at(i)
		if place := b.args(args); place.As != Nothing {
			c.Args = place
		}
		return c
	}
	c := b.s.calls.add(Call{
		Number: b.s.Len() + 1,
		Time:   at,
		Tool:   b.intern(tool),
		Kind:   kindOf(tool, args),
		Agent:  b.agent,
		Args:   b.args(args),
	})
	if key != 0 {
		b.s.ids[key] = b.s.Len() - 1
	}
	return c
}

// kindOf is what a tool does to files.
func kindOf(tool string, args skim.Value) Kind {
	if !isEditor(tool) {
		return kindOfName(tool)
	}
	if args.Get("command").Is("view") {
		return ReadFile
	}
	return Change
}

// find returns the call of an identifier, or nil.
func (b *builder) find(id skim.Value) *Call {
	if i, ok := b.s.ids[b.key(id)]; ok {
		return b.s.calls.at(i)
	}
	return nil
}

// answer gives a call its result. It returns nil when no such call was recorded.
func (b *builder) answer(id skim.Value, at time.Time, result Place) *Call {
	b.seen(at)
	key := b.key(id)
	i, ok := b.s.ids[key]
	if !ok {
		return nil
	}
	c := b.s.calls.at(i)
	if result.As != Nothing {
		c.Result = result
	}
	if b.s.format.forget {
		delete(b.s.ids, key)
	}
	return c
}

// key stands for an identifier of a call, 0 for none. Identifiers are unique within an agent's file only.
func (b *builder) key(id skim.Value) uint64 {
	text := id.Text(256)
	if text == "" {
		return 0
	}
	var h maphash.Hash
	h.SetSeed(seed)
	_, _ = h.WriteString(text)
	_ = h.WriteByte(byte(b.agent))
	_ = h.WriteByte(byte(b.agent >> 8))
	return max(h.Sum64(), 1)
}

func (b *builder) intern(name string) string {
	if known, ok := b.s.names[name]; ok {
		return known
	}
	b.s.names[name] = name
	return name
}

func (b *builder) compaction(at time.Time) {
	b.seen(at)
	b.s.Compactions = append(b.s.Compactions, Compaction{Time: at, After: b.s.Len(), Agent: b.agent})
}

// seen widens the time of the run.
func (b *builder) seen(at time.Time) {
	if at.IsZero() {
		return
	}
	if b.s.Started.IsZero() || at.Before(b.s.Started) {
		b.s.Started = at
	}
	if at.After(b.s.Ended) {
		b.s.Ended = at
	}
}

// set fills a field of the header that is still empty.
func set(field *string, v skim.Value) {
	if *field == "" && v.Kind == skim.String {
		*field = v.Text(4096)
	}
}
