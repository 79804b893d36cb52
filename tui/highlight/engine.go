package highlight

import (
	"fmt"
	"reflect"
	"slices"
	"sync"
	"time"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
)

const (
	resumeState = "eyeline:resume" // sets the lexer to a checkpoint; no chroma state has a colon in its name
	frontState  = "eyeline:front"  // YAML before Markdown
	pageState   = "eyeline:page"   // HTML around PHP
	rootState   = "root"
)

// chroma takes a pattern that is stopped by its time limit for one that does not match. Tests of what is coloured raise
// both: a loaded machine takes long for anything.
var (
	// patternTimeout bounds one pattern at one place, as chroma does in nested lexers. The clock for it is not exact:
	// where the machine is busy it may be late by some tenths of a second, and patterns are stopped too soon.
	patternTimeout = 250 * time.Millisecond
	// stallTime is how long a token may take before a pattern may have been stopped. It is less than patternTimeout by
	// what the clock may be late.
	stallTime = 100 * time.Millisecond
)

// BeforeLexers is called once, before chroma's lexers are first used. A program that puts off their initialisation sets
// it before it calls anything here.
var BeforeLexers = func() {}

// registry is chroma's table of lexers.
var registry = sync.OnceValue(func() *chroma.LexerRegistry {
	BeforeLexers()
	return lexers.GlobalLexerRegistry
})

// engine tokenises one language. Where it can, it does so from any checkpoint on.
//
// chroma has no call for that. But its rules can be had, and given to a new lexer; an emitter is handed the lexer's
// state, and a mutator may set it. So each rule's emitter is wrapped in one that lets the run know where its match is
// and what the state is after it (a checkpoint), and an additional state has one rule, which matches nothing and
// sets text, position and stack: the last two to those of a checkpoint.
type engine struct {
	// resumable is the lexer with wrapped rules; nil when the language's lexer is not made of rules alone, but of two
	// lexers, say. Then whole is used, from the start of a text.
	resumable *chroma.RegexLexer
	whole     chroma.Lexer
	// start is the stack at the start of a file, guess the one to try elsewhere, base the state that chroma falls
	// back to at an error.
	start, guess []string
	base         string

	mu  sync.Mutex // held by the run
	run *run
}

// engines has what makes the engine of a lexer, once, by the lexer's name.
var engines sync.Map

// engineFor returns the engine of the chroma lexer called name, compiled on first use (a few milliseconds).
func engineFor(name string) (*engine, error) {
	once, _ := engines.LoadOrStore(name, sync.OnceValues(func() (*engine, error) { return newEngine(name) }))
	return once.(func() (*engine, error))()
}

func newEngine(name string) (*engine, error) {
	reg := registry()
	l := reg.Get(name)
	if l == nil {
		return nil, fmt.Errorf("no lexer %q", name)
	}
	e := &engine{whole: l, base: rootState, start: []string{rootState}, guess: []string{rootState}}
	plain, ok := unwrap(l)
	if !ok {
		return e, nil
	}
	raw, err := plain.Rules()
	if err != nil {
		return nil, err
	}
	rules := raw.Clone()
	for _, state := range rules {
		for i, rule := range state {
			if rule.Type != nil {
				state[i].Type = &tap{engine: e, inner: rule.Type}
			}
		}
	}
	e.adapt(plain.Config().Name, rules)
	rules[resumeState] = []chroma.Rule{{Type: chroma.EmitterFunc(resumed), Mutator: &resume{engine: e}}}
	config := *plain.Config()
	e.resumable, err = chroma.NewLexer(&config, func() chroma.Rules { return rules })
	if err != nil {
		return nil, err
	}
	e.resumable.SetRegistry(reg)
	return e, nil
}

// adapt adds the states that stand for what chroma does for some languages outside the rules.
func (e *engine) adapt(name string, rules chroma.Rules) {
	switch name {
	case "markdown":
		rules[frontState] = []chroma.Rule{
			{Pattern: `---\n(?:.*\n)*?---\n`, Type: &tap{engine: e, inner: chroma.Using("YAML")}, Mutator: chroma.Pop(1)},
			chroma.Default(chroma.Pop(1)),
		}
		e.start = []string{rootState, frontState}
	case "PHP":
		rules[pageState] = []chroma.Rule{
			{Pattern: `<\?(?:php)?`, Type: &tap{engine: e, inner: chroma.CommentPreproc}, Mutator: chroma.Push(rootState)},
			{Pattern: `(?:[^<]|<(?!\?))+`, Type: &tap{engine: e, inner: chroma.Using("HTML")}},
		}
		e.start, e.guess, e.base = []string{pageState}, []string{pageState, rootState}, pageState
	}
}

// unwrap returns the lexer that l is, or that it embeds and mostly leaves the work to (chroma's Markdown).
func unwrap(l chroma.Lexer) (*chroma.RegexLexer, bool) {
	if r, ok := l.(*chroma.RegexLexer); ok {
		return r, true
	}
	v := reflect.Indirect(reflect.ValueOf(l))
	if v.Kind() != reflect.Struct || v.NumField() != 1 || !v.Type().Field(0).Anonymous || !v.Field(0).CanInterface() {
		return nil, false
	}
	inner, ok := v.Field(0).Interface().(*chroma.RegexLexer)
	return inner, ok
}

// tokenise begins r, which keeps e.mu locked until it is done.
func (e *engine) tokenise(r *run) (chroma.Iterator, error) {
	if e.resumable == nil {
		return e.whole.Tokenise(&chroma.TokeniseOptions{State: rootState}, r.text.body)
	}
	e.run = r
	r.options = &chroma.TokeniseOptions{State: resumeState}
	return e.resumable.Tokenise(r.options, "\n") // instead of a text that would be taken apart each time: see resume
}

// resumed emits a token without text in the place of what the resumeState matches: chroma looks at the length of its
// text once for each token, and it is another text from then on.
func resumed([]string, *chroma.LexerState) chroma.Iterator {
	return chroma.Literator(chroma.Token{Type: chroma.Text})
}

// tap is a rule's emitter that lets the run know of a match before it emits.
type tap struct {
	engine *engine
	inner  chroma.Emitter
}

func (t *tap) Emit(groups []string, state *chroma.LexerState) chroma.Iterator {
	// Lexers nested in this one are other states of the same rules.
	if r := t.engine.run; r != nil && r.state == state {
		r.matched(len(groups[0]), state)
	}
	return t.inner.Emit(groups, state)
}

// resume is the mutator of the resumeState's rule. When the lexer is compiled it puts a plain mutator in its own
// place, so that it is not asked again, and bounds the time of every pattern.
type resume struct{ engine *engine }

func (m *resume) Mutate(state *chroma.LexerState) error {
	r := m.engine.run
	r.state = state
	r.options.State = m.engine.base
	state.Text = r.text.runes
	state.Pos = r.from
	state.Stack = slices.Clone(r.stack)
	return nil
}

func (m *resume) MutateLexer(rules chroma.CompiledRules, state string, rule int) error {
	boundPatterns(rules)
	rules[state][rule].Mutator = chroma.MutatorFunc(m.Mutate)
	return nil
}

func boundPatterns(rules chroma.CompiledRules) {
	for _, list := range rules {
		for _, r := range list {
			if r.Regexp != nil {
				r.Regexp.MatchTimeout = patternTimeout
			}
		}
	}
}
