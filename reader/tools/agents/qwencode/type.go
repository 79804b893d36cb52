package qwencode

import (
	"bytes"
	"path"
	"strings"

	"eyeline/reader/internal/runtime/isbinary"
	"eyeline/reader/internal/runtime/node"
	"eyeline/reader/internal/textfile"
	"eyeline/reader/internal/wordset"
	"eyeline/reader/tools/agents/geminicli"
)

// The extensions and names by which Qwen Code sorts a file: those that the npm package "mime" has as images, sounds,
// films and texts, and its own lists.
const (
	audioExtensions = "adts aac adp amr au snd mid midi kar rmi mxmf m4a mp4a m4b mpga mp2 mp2a mp3 m2a m3a oga ogg spx opus s3m sil wav weba xm flac"
	videoExtensions = "3gp 3gpp 3g2 h261 h263 h264 m4s jpgv mj2 mjp2 m2t m2ts mp4 mp4v mpg4 mpeg mpg mpe m1v m2v ogv qt mov webm m4v mkv avi"
	mimeTexts       = "atom atomcat atomdeleted atomsvc dwd held rsat aml xcs ccxml cdfx cpl mpd mpp davmount dbk xdssc ecma emma emotionml fdt geojson " +
		"gml gpx ink inkml its json map jsonml jsonld lgr lostxml mads webmanifest mrcx mathml mpf mscml metalink meta4 mets maei musd mods cjs " +
		"opf omdoc relo xer pls provx pskcxml rdf owl rif rl rld rs rapd sls rusd rsd rss sbml senmlx sensmlx shf smi smil srx grxml sru ssdl " +
		"ssml swidtag tei teicorpus tfi toml ttml rsheet td vxml wif wsdl wspolicy xaml xav xca xdf xel xns xenc xhtml xht xlf xml xsl xsd rng " +
		"xop xpl xslt xspf mxml xhvml xvml xvm yin gltf stpx x3d x3dz appcache manifest ics ifb coffee litcoffee css csv html htm shtml jade js " +
		"mjs jsx less md markdown mml mdx n3 txt text conf def list log in ini rtx sgml sgm shex slim slm spdx stylus styl tsv t tr roff man me " +
		"ms ttl uri uris urls vcard vtt wgsl yaml yml"
	binaryExtensions = "bin exe dll so dylib class jar war zip tar gz bz2 rar 7z doc docx xls xlsx ppt pptx odt ods odp pyc pyo obj o a lib wasm"
	sourceExtensions = "c cc cpp cxx h hh hpp hxx inl tpp py pyi pyw pyx rs go gradle groovy java kt kts sc scala cs fs fsi fsx vb m mm swift cljc cljs " +
		"clj edn erl ex exs hrl hs lhs ml mli astro jsx svelte vue bash dart fish lua php pl pm ps1 r rb sh zsh cr nim sol zig gql graphql proto " +
		"sql thrift adoc bib org rst tex cfg cmake conf containerfile dockerfile hcl ini mk nomad properties tf tfvars toml"
	textNames = "Dockerfile Containerfile Makefile GNUmakefile Jenkinsfile Vagrantfile Rakefile Gemfile Procfile BUILD WORKSPACE CMakeLists.txt go.mod " +
		"go.sum go.work Cargo.lock Pipfile Pipfile.lock poetry.lock package-lock.json yarn.lock pnpm-lock.yaml requirements.txt .gitignore " +
		".gitattributes .dockerignore .npmignore .editorconfig .env .bashrc .zshrc .profile LICENSE COPYING AUTHORS CHANGELOG README NOTICE"
)

// kindOf sorts a file by its name, and by its first bytes where the name is not enough.
func kindOf(file string, head []byte, size int64) string {
	ext := node.Extension(file)
	switch {
	case wordset.Has("ts mts cts tsx", ext):
		return "text"
	case ext == "svg":
		return "svg"
	case ext == "ipynb":
		return "notebook"
	case wordset.Has("gif jpg jpeg jpe png webp", ext):
		return imageKind(ext, head, size)
	case wordset.Has(geminicli.Images, ext):
		return "image"
	case wordset.Has(audioExtensions, ext):
		return "audio"
	case wordset.Has(videoExtensions, ext):
		return "video"
	case ext == "pdf":
		return "pdf"
	case wordset.Has(mimeTexts, ext):
		return "text"
	case wordset.Has(binaryExtensions, ext):
		return "binary"
	case wordset.Has(sourceExtensions, ext), wordset.Has(textNames, path.Base(file)):
		return "text"
	case isBinary(head[:min(len(head), 4096)]):
		return "binary"
	}
	return "text"
}

// imageKind decides about a file that is called a picture: it is one, or text, or other bytes.
func imageKind(ext string, head []byte, size int64) string {
	if size == 0 || size > 100<<20 {
		return "image"
	}
	switch found := magic(head); {
	case found == "png", found == "jpg", found == "webp", found == "gif" && ext == "gif":
		return "image"
	case found != "":
		return "binary"
	}
	if _, mark := textfile.BOM(head, true); len(head) < 3 || mark == 0 && !isTextual(head) {
		return "binary"
	}
	return "text"
}

// magic recognizes a kind of file by its first bytes; "" for none.
func magic(head []byte) string {
	begins := func(magic string) bool { return bytes.HasPrefix(head, []byte(magic)) }
	switch {
	case begins("%PDF-"):
		return "pdf"
	case begins("PK\x03\x04"):
		return "zip"
	case begins("\x1F\x8B"):
		return "gz"
	case begins("Rar!\x1A\x07") && len(head) >= 7:
		return "rar"
	case begins("\x89PNG") && len(head) >= 8:
		return "png"
	case begins("\xFF\xD8\xFF"):
		return "jpg"
	case begins("GIF8"):
		return "gif"
	case begins("RIFF") && len(head) >= 12 && string(head[8:12]) == "WEBP":
		return "webp"
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

// isBinary reports whether bytes look like no text: a NUL among them, or more than three in ten that do not print.
func isBinary(head []byte) bool {
	if _, mark := textfile.BOM(head, true); mark > 0 || len(head) == 0 {
		return false
	}
	return isbinary.ByControls(head)
}
