package outline

import (
	"bytes"
	"context"
	"path"
	"slices"
	"strings"

	"eyeline/reader/lists"
	"eyeline/reader/source"
)

// language is a language, by its file names.
type language struct {
	name       string
	extensions string // without dots
	names      string // whole file names
	shebangs   string
	rules      rules
	// parse parses a whole file that is not too large; it returns false, and has added nothing, if the rules are to be
	// used.
	parse func(context.Context, source.Bytes, *Outline) (bool, error)
	// before returns the symbols before the first error of a text that parse rejects; nil if the language has no
	// parser.
	before func(text []byte) []Symbol
}

var (
	slashes = []string{"//"}
	stars   = [2]string{"/*", "*/"}
	braces  = []string{"}", ")", "]"}
)

var languages = []language{
	{name: "Go", extensions: "go", parse: readGo, before: beforeGo, rules: rules{
		comment: slashes, blockComment: stars, text: []string{"`"}, closes: braces, passes: preprocessor,
		declares: (&keywords{procedures: "func", others: "type const var"}).declares,
	}},
	{name: "Python", extensions: "py pyi pyw", shebangs: "python", rules: rules{
		comment: []string{"#"}, text: []string{`"""`, `'''`}, closes: []string{")", "]", "}"}, brackets: true,
		declares: (&keywords{
			modifiers: "async", holders: "class", procedures: "def",
		}).declares,
	}},
	{name: "TypeScript", extensions: "ts tsx mts cts", rules: scriptRules},
	{name: "JavaScript", extensions: "js jsx mjs cjs", shebangs: "node deno bun", rules: scriptRules},
	{name: "Rust", extensions: "rs", rules: rules{
		comment: slashes, blockComment: stars, closes: braces, continues: where,
		declares: (&keywords{
			modifiers:  "pub unsafe async extern default const",
			holders:    "struct enum union trait impl mod",
			procedures: "fn macro_rules", others: "type static",
		}).declares,
	}},
	{name: "Java", extensions: "java", rules: rules{
		comment: slashes, blockComment: stars, text: []string{`"""`}, closes: braces,
		declares: javaWords.declares, head: javaHead,
	}},
	{name: "C", extensions: "c h", rules: cRules},
	{name: "C++", extensions: "cc cpp cxx hpp hh hxx inl ipp cu", rules: cRules},
	{name: "C#", extensions: "cs", rules: rules{
		comment: slashes, blockComment: stars, closes: braces, verbatim: `@"`, text: []string{`"""`},
		passes: preprocessor, continues: csContinues,
		declares: (&keywords{
			modifiers: csModifiers, holders: "class interface enum struct record namespace", bare: csMethod,
		}).declares,
	}},
	{name: "Kotlin", extensions: "kt kts", rules: rules{
		comment: slashes, blockComment: stars, text: []string{`"""`}, closes: braces, continues: where,
		declares: (&keywords{
			modifiers: "public protected private internal open abstract final sealed data inline suspend " +
				"override companion enum annotation operator",
			holders: "class interface object", procedures: "fun",
		}).declares,
	}},
	{name: "Swift", extensions: "swift", rules: rules{
		comment: slashes, blockComment: stars, text: []string{`"""`}, closes: braces, continues: where,
		declares: (&keywords{
			modifiers: "public private fileprivate internal open final static override mutating",
			holders:   "class struct enum protocol extension actor", procedures: "func init deinit",
		}).declares,
	}},
	{name: "PHP", extensions: "php", shebangs: "php", rules: rules{
		comment: []string{"//", "#"}, blockComment: stars, closes: braces, heredoc: phpHeredoc,
		declares: (&keywords{
			modifiers: "public private protected static final abstract readonly",
			holders:   "class interface trait enum namespace", procedures: "function",
		}).declares,
	}},
	{name: "Ruby", extensions: "rb rake gemspec", names: "Rakefile Gemfile", shebangs: "ruby", rules: rules{
		comment: []string{"#"}, closes: []string{"end"}, declares: rubyDeclares, heredoc: rubyHeredoc,
	}},
	{name: "Lua", extensions: "lua", shebangs: "lua", rules: rules{
		comment: []string{"--"}, closes: []string{"end"}, declares: luaDeclares,
	}},
	{
		name: "Shell", extensions: "sh bash zsh ksh", names: ".bashrc .zshrc .profile",
		shebangs: "sh bash zsh ksh dash",
		rules: rules{
			comment: []string{"#"}, closes: []string{"}", ")"}, declares: shellDeclares, heredoc: shellHeredoc,
		},
	},
	{name: "Markdown", extensions: "md markdown mdx", rules: rules{reader: newHeadings}},
	{name: "JSON", extensions: "json jsonc json5 webmanifest", rules: rules{reader: newJSONKeys}},
	{name: "YAML", extensions: "yaml yml", rules: rules{
		comment: []string{"#"}, declares: yamlDeclares,
		passes: func(code string) bool { return code == "---" || code == "..." },
		continues: func(code string) bool {
			return strings.HasPrefix(code, "-") || strings.HasPrefix(code, "]") || strings.HasPrefix(code, "}")
		},
	}},
	{name: "TOML", extensions: "toml", names: "Cargo.lock Pipfile", rules: rules{reader: newTables}},
}

var scriptRules = rules{
	comment: slashes, blockComment: stars, text: []string{"`"}, closes: braces, declares: scriptDeclares,
	head: scriptHead, regexps: true,
}

var cRules = rules{
	comment: slashes, blockComment: stars, closes: braces, passes: preprocessor, declares: cDeclares, typeLine: cType,
}

// languageOf returns the language by a file's name, or by the first line of a script; nil if it is not known.
func languageOf(name string, head []byte) *language {
	base := path.Base(strings.ReplaceAll(name, `\`, "/"))
	ext := strings.ToLower(strings.TrimPrefix(path.Ext(base), "."))
	script := ""
	if first, _, _ := bytes.Cut(head, []byte{'\n'}); bytes.HasPrefix(first, []byte("#!")) {
		parts := strings.FieldsFunc(string(first[2:]), func(r rune) bool { return strings.ContainsRune("/ \r", r) })
		for _, f := range parts {
			if f != "env" && !strings.HasPrefix(f, "-") {
				script = strings.TrimRight(f, "0123456789.")
			}
		}
	}

	for _, is := range []func(language) bool{
		func(l language) bool { return lists.HasWord(l.names, base) },
		func(l language) bool { return lists.HasWord(l.extensions, ext) },
		func(l language) bool { return lists.HasWord(l.shebangs, script) },
	} {
		if i := slices.IndexFunc(languages, is); i >= 0 {
			return &languages[i]
		}
	}

	return nil
}
