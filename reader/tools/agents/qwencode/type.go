package qwencode

import (
	"bytes"
	"strings"

	"eyeline/reader/internal/runtime/isbinary"
	"eyeline/reader/internal/runtime/node"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/lists"
	"eyeline/reader/ospath"
	"eyeline/reader/tools/agents/geminicli"
)

// The extensions and names by which Qwen Code classifies a file: those that the npm package "mime" has as images,
// audio, video and text, and its own lists.
const (
	audioExtensions = "adts aac adp amr au snd mid midi kar rmi mxmf m4a mp4a m4b mpga mp2 mp2a mp3 m2a m3a oga ogg " +
		"spx opus s3m sil wav weba xm flac"
	videoExtensions = "3gp 3gpp 3g2 h261 h263 h264 m4s jpgv mj2 mjp2 m2t m2ts mp4 mp4v mpg4 mpeg mpg mpe m1v m2v ogv " +
		"qt mov webm m4v mkv avi"
	mimeTexts = "atom atomcat atomdeleted atomsvc dwd held rsat aml xcs ccxml cdfx cpl mpd mpp davmount dbk xdssc " +
		"ecma emma emotionml fdt geojson gml gpx ink inkml its json map jsonml jsonld lgr lostxml mads webmanifest " +
		"mrcx mathml mpf mscml metalink meta4 mets maei musd mods cjs opf omdoc relo xer pls provx pskcxml rdf owl " +
		"rif rl rld rs rapd sls rusd rsd rss sbml senmlx sensmlx shf smi smil srx grxml sru ssdl ssml swidtag tei " +
		"teicorpus tfi toml ttml rsheet td vxml wif wsdl wspolicy xaml xav xca xdf xel xns xenc xhtml xht xlf xml " +
		"xsl xsd rng xop xpl xslt xspf mxml xhvml xvml xvm yin gltf stpx x3d x3dz appcache manifest ics ifb coffee " +
		"litcoffee css csv html htm shtml jade js mjs jsx less md markdown mml mdx n3 txt text conf def list log in " +
		"ini rtx sgml sgm shex slim slm spdx stylus styl tsv t tr roff man me ms ttl uri uris urls vcard vtt wgsl " +
		"yaml yml"
	binaryExtensions = "bin exe dll so dylib class jar war zip tar gz bz2 rar 7z doc docx xls xlsx ppt pptx odt ods " +
		"odp pyc pyo obj o a lib wasm"
	sourceExtensions = "c cc cpp cxx h hh hpp hxx inl tpp py pyi pyw pyx rs go gradle groovy java kt kts sc scala cs " +
		"fs fsi fsx vb m mm swift cljc cljs clj edn erl ex exs hrl hs lhs ml mli astro jsx svelte vue bash dart fish " +
		"lua php pl pm ps1 r rb sh zsh cr nim sol zig gql graphql proto sql thrift adoc bib org rst tex cfg cmake " +
		"conf containerfile dockerfile hcl ini mk nomad properties tf tfvars toml"
	textNames = "Dockerfile Containerfile Makefile GNUmakefile Jenkinsfile Vagrantfile Rakefile Gemfile Procfile " +
		"BUILD WORKSPACE CMakeLists.txt go.mod go.sum go.work Cargo.lock Pipfile Pipfile.lock poetry.lock " +
		"package-lock.json yarn.lock pnpm-lock.yaml requirements.txt .gitignore .gitattributes .dockerignore " +
		".npmignore .editorconfig .env .bashrc .zshrc .profile LICENSE COPYING AUTHORS CHANGELOG README NOTICE"
)

// kinds are the kinds of files by extension; the first match counts.
var kinds = []struct{ kind, extensions string }{
	{"text", "ts mts cts tsx"},
	{"svg", "svg"},
	{"notebook", "ipynb"},
	{"picture", "gif jpg jpeg jpe png webp"},
	{"image", geminicli.Images},
	{"audio", audioExtensions},
	{"video", videoExtensions},
	{"pdf", "pdf"},
	{"text", mimeTexts},
	{"binary", binaryExtensions},
	{"text", sourceExtensions},
}

// kindOf classifies a file by its name, and if necessary by its first bytes.
func kindOf(name string, head []byte, size int64) string {
	ext := node.Extension(ospath.POSIX, name)
	for _, k := range kinds {
		if lists.HasWord(k.extensions, ext) && k.kind == "picture" {
			return imageKind(ext, head, size)
		} else if lists.HasWord(k.extensions, ext) {
			return k.kind
		}
	}

	head = head[:min(len(head), 4096)]
	_, mark := textfile.BOM(head, true)
	if mark == 0 && !lists.HasWord(textNames, name) &&
		isbinary.ByControls(head) {
		return "binary"
	}

	return "text"
}

// imageKind classifies a file named like a picture: it is one, or text, or other bytes.
func imageKind(ext string, head []byte, size int64) string {
	if size == 0 || size > 100<<20 {
		return "image"
	}
	found := magic(head)
	switch {
	case found == "png", found == "jpg", found == "webp", found == "gif" && ext == "gif":
		return "image"
	case found != "":
		return "binary"
	}

	_, mark := textfile.BOM(head, true)
	if len(head) < 3 || mark == 0 && !isTextual(head) {
		return "binary"
	}
	return "text"
}

// magics are signatures of kinds of files, in which a dot is any byte.
var magics = []struct{ kind, begin string }{
	{"pdf", "%PDF-"},
	{"zip", "PK\x03\x04"},
	{"gz", "\x1F\x8B"},
	{"rar", "Rar!\x1A\x07."},
	{"png", "\x89PNG...."},
	{"jpg", "\xFF\xD8\xFF"},
	{"gif", "GIF8"},
	{"webp", "RIFF....WEBP"},
}

// magic returns the kind of a file by its first bytes; "" if no signature matches.
func magic(head []byte) string {
	for _, m := range magics {
		i := 0
		for i < min(len(m.begin), len(head)) && (m.begin[i] == '.' || m.begin[i] == head[i]) {
			i++
		}
		if i == len(m.begin) {
			return m.kind
		}
	}

	return ""
}

// isTextual reports whether bytes look like text: without NUL, and at most two of them not UTF-8.
func isTextual(head []byte) bool {
	if bytes.IndexByte(head, 0) >= 0 {
		return false
	}
	return strings.Count(string([]rune(string(head))), "\uFFFD") <= 2
}
