package highlight

import "iter"

// language names a language for a person and the chroma lexer for it. The zero language is plain text.
type language struct{ title, lexer string }

// table is keys and their values in turns. It is a list, which unlike a map is made by the compiler: a program that starts
// looks for one key in it.
type table []string

func (t table) find(key string) (string, bool) {
	for i := 0; i < len(t); i += 2 {
		if t[i] == key {
			return t[i+1], true
		}
	}
	return "", false
}

// all iterates over the keys and their values.
func (t table) all() iter.Seq2[string, string] {
	return func(yield func(key, value string) bool) {
		for i := 0; i < len(t) && yield(t[i], t[i+1]); i += 2 {
		}
	}
}

// titles are the names that chroma writes in a way of its own.
var titles = table{
	"dns", "DNS zone",
	"Docker", "Dockerfile",
	"FSharp", "F#",
	"FortranFixed", "Fortran",
	"GAS", "Assembly",
	"NASM", "Assembly",

	"Lean4", "Lean",
	"markdown", "Markdown",
	"properties", "Properties",
	"react", "JSX",
	"reg", "Registry",
	"RPMSpec", "RPM spec",
	"SYSTEMD", "systemd",
	"systemverilog", "SystemVerilog",
	"verilog", "Verilog",
	"VimL", "Vim script",
	"vue", "Vue",
	"Bash", "Shell",
	"Desktop file", "Desktop entry",
	"Go Text Template", "Go template",
	"ObjectPascal", "Pascal",
	"PkgConfig", "pkg-config",
	"ApacheConf", "Apache configuration",
	"PacmanConf", "pacman configuration",
	"Nginx configuration file", "nginx configuration",
	"Protocol Buffer Text Format", "Protocol Buffer text",
	"WebAssembly Text Format", "WebAssembly text",
	"WebGPU Shading Language", "WGSL",
}

func languageOf(lexer string) language {
	if lexer == "" {
		return language{}
	}
	if title, ok := titles.find(lexer); ok {
		return language{title, lexer}
	}
	return language{lexer, lexer}
}

// byExtension has the lexer of each extension, in lower case and without its dot. Where chroma knows several
// languages for one, there is the one met most often; plain text (txt, log) has no entry.
var byExtension = table{
	"abap", "ABAP", "ada", "Ada", "adb", "Ada", "ads", "Ada", "agda", "Agda", "ahk", "AutoHotkey",
	"als", "Alloy", "apl", "APL", "applescript", "AppleScript", "as", "ActionScript 3", "asm", "NASM", "au3", "AutoIt",
	"avsc", "JSON", "awk", "Awk", "bal", "Ballerina", "bas", "VB.net", "bash", "Bash", "bat", "Batchfile",
	"bats", "Bash", "bib", "BibTeX", "bicep", "Bicep", "bzl", "Python", "c", "C", "c++", "C++", "cabal", "Haskell",
	"capnp", "Cap'n Proto", "cc", "C++", "cfg", "INI", "cjs", "JavaScript", "cl", "Common Lisp", "clj", "Clojure",
	"cljc", "Clojure", "cljs", "Clojure", "cls", "TeX", "cmake", "CMake", "cmd", "Batchfile", "cob", "COBOL",
	"coffee", "CoffeeScript", "conf", "INI", "cpp", "C++", "cppm", "C++", "cr", "Crystal", "cs", "C#",
	"csproj", "XML", "css", "CSS", "csx", "C#", "cts", "TypeScript", "cu", "C++", "cuh", "C++", "cue", "CUE",
	"cxx", "C++", "d", "D", "dart", "Dart", "desktop", "Desktop file", "di", "D", "diff", "Diff",
	"dockerfile", "Docker", "dpr", "ObjectPascal", "dtd", "DTD", "dts", "Devicetree", "dtsi", "Devicetree",
	"ebnf", "EBNF", "ebuild", "Bash", "edn", "Clojure", "eex", "Elixir", "el", "EmacsLisp", "elm", "Elm",
	"erb", "ERB", "erl", "Erlang", "escript", "Erlang", "ex", "Elixir", "exs", "Elixir", "f", "FortranFixed",
	"f03", "Fortran", "f08", "Fortran", "f90", "Fortran", "f95", "Fortran", "feature", "Gherkin", "fish", "Fish",
	"fnl", "Fennel", "frag", "GLSL", "fs", "FSharp", "fsi", "FSharp", "fsproj", "XML", "fsx", "FSharp",
	"gd", "GDScript3", "gemspec", "Ruby", "geojson", "JSON", "gleam", "Gleam", "glsl", "GLSL", "go", "Go",
	"gotmpl", "Go Text Template", "gql", "GraphQL", "gradle", "Groovy", "graphql", "GraphQL",
	"graphqls", "GraphQL", "groovy", "Groovy", "h", "C", "h++", "C++", "ha", "Hare", "hbs", "Handlebars",
	"hcl", "HCL", "hh", "C++", "hlsl", "HLSL", "hpp", "C++", "hrl", "Erlang", "hs", "Haskell", "htm", "HTML",
	"html", "HTML", "hx", "Haxe", "hxx", "C++", "hy", "Hy", "idr", "Idris", "inf", "INI", "ini", "INI",
	"inl", "C++", "ino", "Arduino", "ipp", "C++", "ipynb", "JSON", "janet", "Janet", "java", "Java", "jl", "Julia",
	"js", "JavaScript", "json", "JSON", "json5", "JSON", "jsonc", "JSON", "jsonl", "JSON", "jsonnet", "Jsonnet",
	"jsx", "react", "kdl", "KDL", "ksh", "Bash", "kt", "Kotlin", "kts", "Kotlin", "lean", "Lean4",
	"libsonnet", "Jsonnet", "lisp", "Common Lisp", "ll", "LLVM", "lua", "Lua", "luau", "Luau", "ly", "LilyPond",
	"m", "Objective-C", "mak", "Makefile", "man", "Groff", "markdown", "markdown", "md", "markdown",
	"mdx", "markdown", "metal", "Metal", "mjs", "JavaScript", "mk", "Makefile", "mkd", "markdown", "ml", "OCaml",
	"mli", "OCaml", "mlir", "MLIR", "mll", "OCaml", "mly", "OCaml", "mm", "Objective-C", "mojo", "Mojo",
	"moon", "MoonScript", "mts", "TypeScript", "mzn", "MiniZinc", "nasm", "NASM", "ndjson", "JSON", "nim", "Nim",
	"nimble", "Nim", "nix", "Nix", "nsi", "NSIS", "nu", "Nu", "odin", "Odin", "org", "Org Mode",
	"pas", "ObjectPascal", "patch", "Diff", "pc", "PkgConfig", "php", "PHP", "phtml", "PHP", "pl", "Perl",
	"plist", "XML", "pm", "Perl", "po", "Gettext", "pot", "Gettext", "pp", "Puppet",
	"pro", "Prolog", "prolog", "Prolog", "promql", "PromQL", "properties", "properties", "props", "XML",
	"proto", "Protocol Buffer", "prql", "PRQL", "ps", "PostScript", "ps1", "PowerShell", "psd1", "PowerShell",
	"psm1", "PowerShell", "purs", "Haskell", "py", "Python", "pyi", "Python", "pyw", "Python", "pyx", "Cython",
	"pxd", "Cython", "qml", "QML", "r", "R", "rake", "Ruby", "raku", "Raku", "rb", "Ruby", "re", "ReasonML",
	"reg", "reg", "rego", "Rego", "rkt", "Racket", "rs", "Rust", "rss", "XML", "rst", "reStructuredText",
	"s", "GAS", "sass", "Sass", "sbt", "Scala", "scad", "OpenSCAD", "scala", "Scala", "sc", "Scala",
	"scm", "Scheme", "scss", "SCSS", "sed", "Sed", "service", "SYSTEMD", "sh", "Bash", "sld", "Scheme",
	"sml", "Standard ML", "socket", "SYSTEMD", "sol", "Solidity", "spec", "RPMSpec", "sql", "SQL", "ss", "Scheme",
	"st", "Smalltalk", "star", "Python", "sty", "TeX", "styl", "Stylus", "sv", "systemverilog",
	"svelte", "HTML", "svg", "XML", "svh", "systemverilog", "swift", "Swift", "tcl", "Tcl", "templ", "Templ",
	"tex", "TeX", "textproto", "Protocol Buffer Text Format", "tf", "Terraform", "tfvars", "Terraform",
	"thrift", "Thrift", "timer", "SYSTEMD", "tmpl", "Go Text Template", "toml", "TOML", "tpp", "C++",
	"ts", "TypeScript", "tsx", "TypeScript", "ttl", "Turtle", "twig", "Twig", "txtpb", "Protocol Buffer Text Format",
	"typ", "Typst", "v", "verilog", "vala", "Vala", "vapi", "Vala", "vb", "VB.net", "vbproj", "XML",
	"vcxproj", "XML", "vert", "GLSL", "vhd", "VHDL", "vhdl", "VHDL", "vim", "VimL", "vue", "vue",
	"wast", "WebAssembly Text Format", "wat", "WebAssembly Text Format", "webmanifest", "JSON",
	"wgsl", "WebGPU Shading Language", "wsdl", "XML", "xaml", "XML", "xhtml", "HTML", "xml", "XML", "xsd", "XML",
	"xsl", "XML", "xslt", "XML", "yaml", "YAML", "yang", "YANG", "yml", "YAML", "zig", "Zig", "zon", "Zig",
	"zone", "dns", "zsh", "Bash",
}

// byName has the lexer of files known by their whole name, in lower case.
var byName = table{
	".babelrc", "JSON", ".bash_aliases", "Bash", ".bash_logout", "Bash", ".bash_profile", "Bash", ".bashrc", "Bash",
	".clang-format", "YAML", ".clang-tidy", "YAML", ".editorconfig", "INI", ".env", "Bash", ".envrc", "Bash",
	".eslintrc", "JSON", ".gitconfig", "INI", ".gitmodules", "INI", ".htaccess", "ApacheConf", ".luacheckrc", "Lua",
	".npmrc", "INI", ".prettierrc", "JSON", ".profile", "Bash", ".pylintrc", "INI", ".vimrc", "VimL",
	".zprofile", "Bash", ".zshenv", "Bash", ".zshrc", "Bash",
	"apache2.conf", "ApacheConf", "apkbuild", "Bash", "brewfile", "Ruby", "build.bazel", "Python", "buck", "Python",
	"caddyfile", "Caddyfile", "cargo.lock", "TOML", "cmakelists.txt", "CMake", "composer.lock", "JSON",
	"containerfile", "Docker", "dockerfile", "Docker", "flake.lock", "JSON", "gemfile", "Ruby",
	"gemfile.lock", "Gemfile.lock", "gnumakefile", "Makefile", "guardfile", "Ruby",
	"httpd.conf", "ApacheConf", "jenkinsfile", "Groovy", "justfile", "Makefile", "kakrc", "Kakoune",
	"makefile", "Makefile", "meson.build", "Meson", "meson.options", "Meson", "meson_options.txt", "Meson",
	"module.bazel", "Python", "nginx.conf", "Nginx configuration file", "pacman.conf", "PacmanConf",
	"pdm.lock", "TOML", "pipfile", "TOML", "pipfile.lock", "JSON", "pkgbuild", "Bash", "podfile", "Ruby",
	"poetry.lock", "TOML", "rakefile", "Ruby", "sconscript", "Python", "sconstruct", "Python",
	"snakefile", "Python", "tiltfile", "Python", "uv.lock", "TOML", "vagrantfile", "Ruby", "workspace", "Python",
	"xorg.conf", "Xorg",
}

// byInterpreter has the lexer of what a script's first line names, without a version.
var byInterpreter = table{
	"ash", "Bash", "awk", "Awk", "bash", "Bash", "bun", "TypeScript", "crystal", "Crystal", "dash", "Bash",
	"deno", "TypeScript", "elixir", "Elixir", "escript", "Erlang", "fish", "Fish", "gawk", "Awk",
	"groovy", "Groovy", "guile", "Scheme", "janet", "Janet", "julia", "Julia", "kotlin", "Kotlin", "ksh", "Bash",
	"lua", "Lua", "luajit", "Lua", "make", "Makefile", "mawk", "Awk", "nim", "Nim", "node", "JavaScript",
	"nodejs", "JavaScript", "nu", "Nu", "ocaml", "OCaml", "osascript", "AppleScript", "perl", "Perl", "php", "PHP",
	"pwsh", "PowerShell", "pypy", "Python", "python", "Python", "racket", "Racket", "raku", "Raku",
	"rscript", "R", "ruby", "Ruby", "runghc", "Haskell", "runhaskell", "Haskell", "scala", "Scala", "sed", "Sed",
	"sh", "Bash", "swift", "Swift", "tclsh", "Tcl", "ts-node", "TypeScript", "tsx", "TypeScript",
	"uv", "Python", "wish", "Tcl", "zsh", "Bash",
}
