package highlight

import (
	"cmp"
	"iter"
	"strings"
)

// table has for each lexer the keys that stand for it, as "LEXER: KEY KEY;". It is no map: that would be made at each
// start.
type table string

// rows are the lexers with their keys.
func (t table) rows() iter.Seq2[string, string] {
	return func(yield func(lexer, keys string) bool) {
		for row := range strings.SplitSeq(string(t), ";") {
			if lexer, keys, ok := strings.Cut(strings.TrimSpace(row), ": "); ok && !yield(lexer, keys) {
				return
			}
		}
	}
}

// find is the lexer of a key; "" for none.
func (t table) find(key string) string {
	for lexer, keys := range t.rows() {
		for k := range strings.SplitSeq(keys, " ") {
			if k == key {
				return lexer
			}
		}
	}
	return ""
}

// titles are the names that chroma writes in a way of its own.
var titles = map[string]string{
	"ApacheConf": "Apache configuration", "Bash": "Shell", "Desktop file": "Desktop entry", "dns": "DNS zone",
	"Docker": "Dockerfile", "FortranFixed": "Fortran", "FSharp": "F#", "GAS": "Assembly",
	"Go Text Template": "Go template", "Lean4": "Lean", "markdown": "Markdown", "NASM": "Assembly",
	"Nginx configuration file": "nginx configuration", "ObjectPascal": "Pascal", "PacmanConf": "pacman configuration",
	"PkgConfig": "pkg-config", "properties": "Properties", "Protocol Buffer Text Format": "Protocol Buffer text",
	"react": "JSX", "reg": "Registry", "RPMSpec": "RPM spec", "SYSTEMD": "systemd", "systemverilog": "SystemVerilog",
	"verilog": "Verilog", "VimL": "Vim script", "vue": "Vue", "WebAssembly Text Format": "WebAssembly text",
	"WebGPU Shading Language": "WGSL",
}

// titleOf is the name of a lexer's language for a person.
func titleOf(lexer string) string { return cmp.Or(titles[lexer], lexer) }

// byExtension has the extensions of each lexer, in lower case and without their dots. Where chroma knows several
// languages for one, it is with the one met most often; plain text (txt, log) has none.
const byExtension table = `
ABAP: abap; ActionScript 3: as; Ada: ada adb ads; Agda: agda; Alloy: als; APL: apl; AppleScript: applescript;
Arduino: ino; AutoHotkey: ahk; AutoIt: au3; Awk: awk; Ballerina: bal; Bash: bash bats ebuild ksh sh zsh;
Batchfile: bat cmd; BibTeX: bib; Bicep: bicep; C: c h; C#: cs csx;
C++: c++ cc cpp cppm cu cuh cxx h++ hh hpp hxx inl ipp tpp; Cap'n Proto: capnp; Clojure: clj cljc cljs edn;
CMake: cmake; COBOL: cob; CoffeeScript: coffee; Common Lisp: cl lisp; Crystal: cr; CSS: css; CUE: cue;
Cython: pyx pxd; D: d di; Dart: dart; Desktop file: desktop; Devicetree: dts dtsi; Diff: diff patch; dns: zone;
Docker: dockerfile; DTD: dtd; EBNF: ebnf; Elixir: eex ex exs; Elm: elm; EmacsLisp: el; ERB: erb;
Erlang: erl escript hrl; Fennel: fnl; Fish: fish; Fortran: f03 f08 f90 f95; FortranFixed: f; FSharp: fs fsi fsx;
GAS: s; GDScript3: gd; Gettext: po pot; Gherkin: feature; Gleam: gleam; GLSL: frag glsl vert; Go: go;
Go Text Template: gotmpl tmpl; GraphQL: gql graphql graphqls; Groff: man; Groovy: gradle groovy; Handlebars: hbs;
Hare: ha; Haskell: cabal hs purs; Haxe: hx; HCL: hcl; HLSL: hlsl; HTML: htm html svelte xhtml; Hy: hy; Idris: idr;
INI: cfg conf inf ini; Janet: janet; Java: java; JavaScript: cjs js mjs;
JSON: avsc geojson ipynb json json5 jsonc jsonl ndjson webmanifest; Jsonnet: jsonnet libsonnet; Julia: jl; KDL: kdl;
Kotlin: kt kts; Lean4: lean; LilyPond: ly; LLVM: ll; Lua: lua; Luau: luau; Makefile: mak mk;
markdown: markdown md mdx mkd; Metal: metal; MiniZinc: mzn; MLIR: mlir; Mojo: mojo; MoonScript: moon;
NASM: asm nasm; Nim: nim nimble; Nix: nix; NSIS: nsi; Nu: nu; Objective-C: m mm; ObjectPascal: dpr pas;
OCaml: ml mli mll mly; Odin: odin; OpenSCAD: scad; Org Mode: org; Perl: pl pm; PHP: php phtml; PkgConfig: pc;
PostScript: ps; PowerShell: ps1 psd1 psm1; Prolog: pro prolog; PromQL: promql; properties: properties;
Protocol Buffer: proto; Protocol Buffer Text Format: textproto txtpb; PRQL: prql; Puppet: pp;
Python: bzl py pyi pyw star; QML: qml; R: r; Racket: rkt; Raku: raku; react: jsx; ReasonML: re; reg: reg;
Rego: rego; reStructuredText: rst; RPMSpec: spec; Ruby: gemspec rake rb; Rust: rs; Sass: sass; Scala: sbt scala sc;
Scheme: scm sld ss; SCSS: scss; Sed: sed; Smalltalk: st; Solidity: sol; SQL: sql; Standard ML: sml; Stylus: styl;
Swift: swift; SYSTEMD: service socket timer; systemverilog: sv svh; Tcl: tcl; Templ: templ; Terraform: tf tfvars;
TeX: cls sty tex; Thrift: thrift; TOML: toml; Turtle: ttl; Twig: twig; TypeScript: cts mts ts tsx; Typst: typ;
Vala: vala vapi; VB.net: bas vb; verilog: v; VHDL: vhd vhdl; VimL: vim; vue: vue; WebAssembly Text Format: wast wat;
WebGPU Shading Language: wgsl; XML: csproj fsproj plist props rss svg vbproj vcxproj wsdl xaml xml xsd xsl xslt;
YAML: yaml yml; YANG: yang; Zig: zig zon;
`

// byName has the files known by their whole name, in lower case.
const byName table = `
ApacheConf: .htaccess apache2.conf httpd.conf;
Bash: .bash_aliases .bash_logout .bash_profile .bashrc .env .envrc .profile .zprofile .zshenv .zshrc apkbuild pkgbuild;
Caddyfile: caddyfile; CMake: cmakelists.txt; Docker: containerfile dockerfile; Gemfile.lock: gemfile.lock;
Groovy: jenkinsfile; INI: .editorconfig .gitconfig .gitmodules .npmrc .pylintrc;
JSON: .babelrc .eslintrc .prettierrc composer.lock flake.lock pipfile.lock; Kakoune: kakrc; Lua: .luacheckrc;
Makefile: gnumakefile justfile makefile; Meson: meson.build meson.options meson_options.txt;
Nginx configuration file: nginx.conf; PacmanConf: pacman.conf;
Python: build.bazel buck module.bazel sconscript sconstruct snakefile tiltfile workspace;
Ruby: brewfile gemfile guardfile podfile rakefile vagrantfile;
TOML: cargo.lock pdm.lock pipfile poetry.lock uv.lock; VimL: .vimrc; Xorg: xorg.conf;
YAML: .clang-format .clang-tidy;
`

// byInterpreter has what a script's first line names, without a version.
const byInterpreter table = `
AppleScript: osascript; Awk: awk gawk mawk; Bash: ash bash dash ksh sh zsh; Crystal: crystal; Elixir: elixir;
Erlang: escript; Fish: fish; Groovy: groovy; Haskell: runghc runhaskell; Janet: janet; JavaScript: node nodejs;
Julia: julia; Kotlin: kotlin; Lua: lua luajit; Makefile: make; Nim: nim; Nu: nu; OCaml: ocaml; Perl: perl; PHP: php;
PowerShell: pwsh; Python: pypy python uv; R: rscript; Racket: racket; Raku: raku; Ruby: ruby; Scala: scala;
Scheme: guile; Sed: sed; Swift: swift; Tcl: tclsh wish; TypeScript: bun deno ts-node tsx;
`
