package record

import (
	"cmp"
	"hash/maphash"
	"slices"
	"time"
	"unique"

	"eyeline/reader/internal/jsonskim"
)

// Index finds the calls of a run by their identifiers while its files are read.
type Index struct {
	Run *Run
	// Main is the path of the run's main file.
	Main string

	sameID bool
	ids    map[uint64]*Call // by the hashes of their identifiers
	seed   maphash.Seed
	shared any
	// repeated are the results that may be recorded twice, in the order of their texts in Run.Said.
	repeated []repeatedResult
}

// repeatedResult is a result of a call that has another one of the same length.
type repeatedResult struct {
	said  int   // 0-based index into Run.Said of the text that the result was kept as
	later Place // the result that came after it
}

// Shared is what the decoders of all files of the run have in common; the first one that asks makes it.
func (x *Index) Shared(first func() any) any {
	if x.shared == nil {
		x.shared = first()
	}
	return x.shared
}

// NewIndex is an index of a run without calls. With sameID an identifier that comes again is the same call; else, once
// answered, another one.
func NewIndex(run *Run, main string, sameID bool) *Index {
	run.tips = map[int]int32{}
	return &Index{Run: run, Main: main, sameID: sameID, ids: map[uint64]*Call{}, seed: maphash.MakeSeed()}
}

// Builder takes what a format finds in one file of a run.
type Builder struct {
	*Index
	file  int   // index of the file that is read
	agent int   // index of the sub-agent that the records belong to, -1 for the main agent
	aside int32 // 1-based index into Run.Branches of the branch of the records, see SideConversation; 0 for none
	// setting is the one of the calls that come; nil where nothing is known of it.
	setting *setting
	// counted is the answer that Count was told of last.
	counted struct {
		answer string
		Usage
	}
}

// SetFolder says in which folder the calls that come are made; "" where the record does not say it.
func (b *Builder) SetFolder(dir string) {
	was := b.settingNow()
	if dir != was.dir {
		b.setting = &setting{dir: unique.Make(dir).Value(), model: was.model}
	}
}

// SetModel says which model makes the calls that come, by its name. A record that names none leaves the last one.
func (b *Builder) SetModel(name jsonskim.Value) {
	was := b.settingNow()
	if text := name.Text(200); text != "" && text != was.model {
		b.setting = &setting{dir: was.dir, model: unique.Make(text).Value()}
	}
}

// settingNow is the setting of the calls that come.
func (b *Builder) settingNow() setting {
	if b.setting == nil {
		return setting{}
	}
	return *b.setting
}

// Builder takes what is found in a file, by its index, of the main agent.
func (x *Index) Builder(file int) *Builder { return &Builder{Index: x, file: file, agent: -1} }

// Sub adds a sub-agent, and takes what is found of it in the same file.
func (b *Builder) Sub(a Agent) *Builder {
	if b.Run.full(len(b.Run.Agents), maxAgents) {
		return b
	}
	b.Run.Agents = append(b.Run.Agents, a)
	return &Builder{Index: b.Index, file: b.file, agent: len(b.Run.Agents) - 1}
}

// IsSub reports whether the records belong to a sub-agent.
func (b *Builder) IsSub() bool { return b.agent >= 0 }

// SideConversation takes what is found in the same file of a conversation that leaves the one of the main agent after
// the call of an order, to answer a question or to sum up: it was sent all that came before, and the main agent nothing
// of it.
func (b *Builder) SideConversation(at time.Time, after int32) *Builder {
	aside := &Builder{Index: b.Index, file: b.file, agent: -1}
	if branch := b.Run.leave(-1, at, after); branch > 0 {
		aside.aside = branch
		b.Run.Branches[branch-1].Aside = true
	}
	return aside
}

// branch is the one that the records are of, as in Call.
func (b *Builder) branch() int32 {
	if b.aside > 0 {
		return b.aside
	}
	return b.Run.tips[b.agent]
}

// Place keeps where a value is. A missing value and null have no place.
func (b *Builder) Place(v jsonskim.Value, as TextForm) Place {
	if v.Kind == jsonskim.Missing || v.Kind == jsonskim.Null {
		return Place{}
	}
	return Place{Off: v.Off, Len: v.Len(), File: int32(b.file), As: as}
}

// PlaceObject keeps where an object is, or a text that contains one.
func (b *Builder) PlaceObject(v jsonskim.Value) Place {
	if v.Kind == jsonskim.String {
		return b.Place(v, AsText)
	}
	return b.Place(v, AsJSON)
}

// Call adds a call, or completes one of the present branch that was recorded before under the same identifier, unless
// [Builder.isAnother] says that it is another one. It returns the call.
func (b *Builder) Call(id jsonskim.Value, at time.Time, name, args jsonskim.Value) *Call {
	return b.CallNamed(id, at, name.Text(100), args)
}

// CallNamed is Call for a tool whose name is known otherwise.
func (b *Builder) CallNamed(id jsonskim.Value, at time.Time, tool string, args jsonskim.Value) *Call {
	b.SeenAt(at)
	key := b.key(id)
	if c := b.ids[key]; c != nil && b.isCurrent(c) && !b.isAnother(c, tool, args) {
		b.Completes(c, args)
		return c
	}

	c := &Call{
		Number: b.Run.Len() + 1,
		Order:  int32(len(b.Run.made)) + 1,
		Branch: b.branch(),
		Time:   at,
		Tool:   unique.Make(tool).Value(),
		Kind:   kindOf(tool, args),
		Agent:  b.agent,
		Args:   b.PlaceObject(args),

		setting: b.setting,
	}
	if b.Run.full(b.Run.Len(), maxCalls) {
		return c
	}

	b.Run.calls = append(b.Run.calls, c)
	b.Run.made = append(b.Run.made, c)
	if key != 0 {
		b.ids[key] = c
	}

	return c
}

// isCurrent reports whether a call is in the conversation as it is now, and on no branch of it that was left.
func (b *Builder) isCurrent(c *Call) bool {
	return b.Run.isAncestor(b.branch(), b.Run.orders(), c.Branch, c.Order)
}

// isAnother reports whether a call is another one than c, which has the same identifier: its tool differs or, unless a
// call is recorded again as it goes on, c has its result, or other arguments. Some providers give identifiers that come
// again, and a call that was interrupted has no result.
func (b *Builder) isAnother(c *Call, tool string, args jsonskim.Value) bool {
	if c.Tool != tool && c.Tool != "" && tool != "" {
		return true
	}
	if b.sameID || c.Answered() {
		return !b.sameID
	}

	isBare := c.Args.Len <= emptyArgs || c.Args.As == AsText && c.Args.Len <= int64(len(`"null"`))
	if isBare || isEmpty(args) || int(c.Args.File) != b.file {
		return false
	}
	return args.Len() != c.Args.Len || !args.IsAt(c.Args.Off)
}

// emptyArgs is the size in bytes of arguments that are an object without members, or a text without characters.
const emptyArgs = 2

// isEmpty reports whether arguments say nothing: they are not there, or null, or have no members, perhaps as a text.
func isEmpty(args jsonskim.Value) bool {
	return args.Kind == jsonskim.Null || args.Len() <= emptyArgs || args.Is("{}") || args.Is("null")
}

// Completes says of a call what its arguments are, if they are recorded.
func (b *Builder) Completes(c *Call, args jsonskim.Value) {
	place := b.PlaceObject(args)
	if place.As != Nothing && (!isEmpty(args) || c.Args.As == Nothing) {
		c.Args = place
	}
}

// ownRare is what few calls have, to write to it.
func (c *Call) ownRare() *rare {
	if c.rare == nil {
		c.rare = &rare{}
	}
	return c.rare
}

// MadeBy says of a call which tool made its read, and where the arguments of that tool are.
func (b *Builder) MadeBy(c *Call, tool string, args Place) {
	rare := c.ownRare()
	rare.by = tool
	rare.byArgs = args
}

// GivesPart says of a call that it reads a part of a file, see [Call.IsPart].
func (b *Builder) GivesPart(c *Call) {
	c.Kind = ReadFile
	c.ownRare().isPart = true
}

// StartsAgent says of a call which sub-agent it started, by its identity; "" where the record has none.
func (b *Builder) StartsAgent(c *Call, id string) {
	if id != "" {
		c.ownRare().starts = id
	}
}

// Before says of a call that changes a file what the file was before it, as the agent copied it; read gives "" where
// that cannot be read any more.
func (b *Builder) Before(c *Call, read func() string) { c.ownRare().before = read }

// GoesOn says of a call that it gave more of the output of an earlier one.
func (b *Builder) GoesOn(c, first *Call) { c.continues = first }

// Attach adds a file that the agent gave without a call of the model's, as a call of a tool with arguments at a place.
func (b *Builder) Attach(at time.Time, tool string, args Place) *Call {
	c := b.CallNamed(jsonskim.Value{}, at, tool, jsonskim.Value{})
	c.Kind = Attachment
	c.Args = args
	return c
}

// Begins says of the run its identifier, and whether its record may have only some of what the agents were sent.
func (b *Builder) Begins(id string, isLacking bool) {
	b.Run.ID = id
	b.Run.Lacking = isLacking
}

// WorksIn says in which folder the agent works; the first that is not "" holds.
func (b *Builder) WorksIn(dir string) { b.Run.Dir = cmp.Or(b.Run.Dir, dir) }

// Find returns the call of an identifier, or nil.
func (b *Builder) Find(id jsonskim.Value) *Call { return b.ids[b.key(id)] }

// AddID gives a call another identifier, by which [Index.Lookup] finds it unless two calls have it.
func (b *Builder) AddID(c *Call, id jsonskim.Value) {
	key := b.key(id)
	if other, used := b.ids[key]; used && other != c {
		c = nil
	}
	if key != 0 {
		b.ids[key] = c
	}
}

// Answer gives a call its result, see [Builder.Gives]. When no such call was recorded, it returns a new call that is
// not in the run.
func (b *Builder) Answer(id jsonskim.Value, at time.Time, result Place) *Call {
	b.SeenAt(at)
	c := b.Find(id)
	if c == nil {
		c = &Call{}
		b.uncalled(result)
	}
	b.Gives(c, result)
	return c
}

// Gives says of a call what its result is, unless that has no place. Of several results of a call the last one is its
// result, and each before it is kept as a text that the model was told, see [Index.DropRepeated].
func (b *Builder) Gives(c *Call, result Place) {
	if result.As == Nothing {
		return
	}

	if c.Answered() {
		kept := len(b.Run.Said)
		b.Say(c.Result, false)
		if len(b.Run.Said) > kept && c.Result.Len == result.Len {
			b.repeated = append(b.repeated, repeatedResult{kept, result})
		}
	}

	c.Result = result
	if c.Number > 0 && !b.isCurrent(c) { // it came after the person went back, and the model was sent it then
		b.Say(result, false)
	}
}

// DropRepeated leaves out the results that were kept as texts though the same result came again, as isSame tells of
// their places. It comes before anything refers to the texts that were found since the last time.
func (x *Index) DropRepeated(isSame func(a, b Place) bool) {
	if len(x.repeated) == 0 {
		return
	}

	said := x.Run.Said
	first := x.repeated[0].said
	kept := said[:first]
	rest := x.repeated
	for i := first; i < len(said); i++ {
		if len(rest) > 0 && rest[0].said == i {
			later := rest[0].later
			rest = rest[1:]
			if isSame(said[i].Text, later) {
				continue
			}
		}

		kept = append(kept, said[i])
	}

	x.Run.Said = kept
	x.repeated = nil
}

// uncalled keeps a result whose call the record does not have. It is a text that the model was sent all the same.
func (b *Builder) uncalled(result Place) {
	b.Say(result, false)
	if result.As == Nothing || b.Run.full(len(b.Run.Uncalled), maxSaid) {
		return
	}
	b.Run.Uncalled = append(b.Run.Uncalled, SaidText{
		Text: result, Agent: b.agent, Branch: b.branch(), After: b.Run.orders(),
	})
}

// AnswerUnrecorded says of a call that its result is not recorded: it is over, and nothing of it is known.
func (b *Builder) AnswerUnrecorded(c *Call) {
	if !c.Answered() {
		c.Result = Place{Off: c.Args.Off, File: int32(b.file), As: AsBlocks}
	}
}

// AnswerBlocks gives a call a result that is a text or a list of blocks.
func (b *Builder) AnswerBlocks(id jsonskim.Value, at time.Time, content jsonskim.Value) *Call {
	c := b.Answer(id, at, b.Place(content, AsBlocks))
	c.Media = HasMedia(content)
	return c
}

// Part adds a record of something that a call did by itself.
func (b *Builder) Part(c *Call, v jsonskim.Value) {
	if b.Run.full(len(b.Run.parts[c]), maxCalls) {
		return
	}
	if b.Run.parts == nil {
		b.Run.parts = map[*Call][]Place{}
	}
	b.Run.parts[c] = append(b.Run.parts[c], b.Place(v, AsJSON))
}

// key stands for an identifier of a call, 0 for none. Identifiers are unique within an agent's file only.
func (b *Builder) key(id jsonskim.Value) uint64 { return b.keyOf(b.agent, id.Text(256)) }

func (x *Index) keyOf(agent int, id string) uint64 {
	if id == "" {
		return 0
	}
	type named struct {
		agent int
		id    string
	}
	return max(maphash.Comparable(x.seed, named{agent, id}), 1)
}

// OrderOf is the order of the call of an agent, by its index as in Call, that has an identifier; 0 for none.
func (x *Index) OrderOf(agent int, id string) int32 {
	if c := x.ids[x.keyOf(agent, id)]; c != nil && id != "" {
		return c.Order
	}
	return 0
}

// Agent is the agent whose records are taken, as in Call.
func (b *Builder) Agent() int { return b.agent }

// Lookup returns the call of an identifier, of whichever agent, or nil.
func (x *Index) Lookup(id string) *Call {
	for agent := range len(x.Run.Agents) + 1 {
		if c := x.ids[x.keyOf(agent-1, id)]; c != nil {
			return c
		}
	}
	return nil
}

// Compaction adds a compaction after the calls so far.
func (b *Builder) Compaction(at time.Time) {
	b.SeenAt(at)
	if b.Run.full(len(b.Run.Compactions), maxCalls) {
		return
	}
	made := b.Run.orders()
	b.Run.Compactions = append(b.Run.Compactions, Compaction{
		Time: at, After: b.Run.Len(), Agent: b.agent, Branch: b.branch(), Made: made, Drops: made,
	})
}

// CompactionTo is Compaction of an agent that kept what came after a call, by its order: the calls up to it were
// dropped.
func (b *Builder) CompactionTo(at time.Time, drops int32) {
	n := len(b.Run.Compactions)
	b.Compaction(at)
	if len(b.Run.Compactions) > n {
		b.Run.Compactions[n].Drops = min(drops, b.Run.Compactions[n].Made)
	}
}

// CompactionKeeping is Compaction of an agent that recorded which calls its conversation has from now on. Those before
// the first of them were dropped; without such a call, or where they were dropped before, it does nothing.
func (b *Builder) CompactionKeeping(at time.Time, kept map[*Call]struct{}) {
	drops := int32(0)
	for _, c := range b.Run.made {
		if c.Agent != b.agent {
			continue
		}
		if _, ok := kept[c]; ok {
			break
		}

		drops = c.Order
	}

	isDropped := func(one Compaction) bool { return one.Agent == b.agent && one.Drops >= drops }
	if drops > 0 && !slices.ContainsFunc(b.Run.Compactions, isDropped) {
		b.CompactionTo(at, drops)
	}
}

// Rewind says that the conversation goes on from an earlier place: from after the call of an order, 0 for the
// beginning, in the branch of its agent's conversation that this call is in. What comes is in a branch of its own.
func (b *Builder) Rewind(at time.Time, after int32) {
	b.SeenAt(at)
	b.RewindOf(b.agent, at, after)
}

// RewindOf is Rewind of the conversation of an agent, as in Call.
func (b *Builder) RewindOf(agent int, at time.Time, after int32) {
	branch := b.Run.leave(agent, at, after)
	if branch == 0 { // nothing was left
		return
	}
	if agent != b.agent || b.aside == 0 {
		b.Run.tips[agent] = branch
		return
	}

	b.aside = branch
	b.Run.Branches[branch-1].Aside = true
}

// leave adds a branch of the conversation of an agent, which leaves it after the call of an order; 0 where there are
// too many.
func (r *Run) leave(agent int, at time.Time, after int32) int32 {
	if r.full(len(r.Branches), maxCalls) {
		return 0
	}
	from := int32(0)
	if c := r.ordered(after); c != nil && c.Agent == agent {
		from = c.Branch
	}
	r.Branches = append(r.Branches, Branch{Time: at, Agent: agent, From: from, After: after})
	return int32(len(r.Branches))
}

// LastOrder is the order of the last call of the agent so far, 0 for none: of what the builder takes, a conversation
// aside or the agent's own.
func (b *Builder) LastOrder() int32 {
	for _, c := range slices.Backward(b.Run.made) {
		isAside := c.Branch > 0 && b.Run.Branches[c.Branch-1].Aside
		if c.Agent == b.agent && (!isAside || c.Branch == b.aside) {
			return c.Order
		}
	}
	return 0
}

// Say keeps a text that is no call's: what was said to the model, or, with own, what the model said.
func (b *Builder) Say(text Place, own bool) {
	if text.As == Nothing || b.Run.full(len(b.Run.Said), maxSaid) {
		return
	}
	b.Run.Said = append(b.Run.Said, SaidText{
		Text: text, Agent: b.agent, Branch: b.branch(), After: b.Run.orders(), Own: own,
	})
}

// Instruct is Say of a text that the agent itself said to the model.
func (b *Builder) Instruct(text Place) {
	n := len(b.Run.Said)
	b.Say(text, false)
	if len(b.Run.Said) > n {
		b.Run.Said[n].System = true
	}
}

// Unknown counts a record of a type that is not known. What it says may have been sent to the model.
func (b *Builder) Unknown(v jsonskim.Value) {
	b.Run.Unknown++
	b.SayAll(v)
}

// SayAll keeps all of a record, or of a part of one, as a text that is no call's: it is not known what of it the model
// was sent.
func (b *Builder) SayAll(v jsonskim.Value) { b.Instruct(b.Place(v, AsJSON)) }

// SayAfter is Say of a text that was said to an agent, as in Call, or by it, after the call of an order. It returns the
// index of the text, -1 where it is not kept.
func (b *Builder) SayAfter(text Place, own bool, agent int, after int32) int {
	if text.As == Nothing || b.Run.full(len(b.Run.Said), maxSaid) {
		return -1
	}
	b.Run.Said = append(b.Run.Said, SaidText{
		Text: text, Agent: agent, Branch: b.Run.tips[agent], After: after, Own: own,
	})
	return len(b.Run.Said) - 1
}

// Orders is the order of the last call so far, of whichever agent; 0 for none.
func (b *Builder) Orders() int32 { return b.Run.orders() }

// Prune notes that the result of a call was dropped from the context; nil is no call.
func (b *Builder) Prune(c *Call) {
	if c != nil && !c.Pruned {
		c.Pruned = true
		b.Run.Pruned++
	}
}

// Count takes what the record says that an answer cost. The same answer may be told of in several records one after the
// other: the last one counts. "" is the identifier of an answer that is told of once.
func (b *Builder) Count(answer string, u Usage) {
	if answer != "" && answer == b.counted.answer {
		b.Run.Counted.add(b.counted.Usage, -1)
	}
	b.Run.Counted.add(u, 1)
	b.counted.answer = answer
	b.counted.Usage = u
}

// BeginsWithin notes that the record begins within a conversation whose earlier records are not there.
func (b *Builder) BeginsWithin() { b.Run.Headless = true }
