package opencode

import (
	"archive/zip"
	"bytes"
	"fmt"
	"slices"
	"strings"

	"eyeline/reader/lists"
	"eyeline/reader/tools"
)

// maxOffice is the size of the largest office document that is checked, in bytes.
const maxOffice = 16 << 20

// kiloOffice refuses a damaged office document. What Kilo extracts from an intact one is not imitated.
func kiloOffice(o *tools.File, ext, file string) error {
	good := tools.RefuseOwn("eyeline: the text that Kilo takes out of ." + ext + " files is not imitated")
	if o.Size() > maxOffice {
		return good
	}

	data := o.Head(maxOffice)
	var why string
	if ext == "xlsx" {
		why = spreadsheetFault(data)
	} else {
		why = documentFault(data)
	}

	switch {
	case why == "":
		return good
	case ext == "xlsx":
		return tools.Refuse("Cannot read spreadsheet file: " + file + why)
	}

	return tools.Refuse("Failed to extract text from DOCX file: " + file + "\n" + why)
}

// Signatures in a ZIP file: of a file in it, and of the end of its directory.
const zipBegin, zipEnd = "PK\x03\x04", "PK\x05\x06"

// documentFault returns Kilo's error for what cannot be a document; "" for what may be one.
func documentFault(data []byte) string {
	if !bytes.Contains(data, []byte(zipEnd)) {
		switch {
		case len(data) < len(zipBegin):
			return fmt.Sprintf("End of data reached (data length = %d, asked index = 4). Corrupted zip ?", len(data))
		case bytes.HasPrefix(data, []byte(zipBegin)):
			return "Corrupted zip: can't find end of central directory"
		}

		return "Can't find end of central directory : is this a zip file ? " +
			"If it is, see https://stuk.github.io/jszip/documentation/howto/read_zip.html"
	}

	if hasNone(data, "_rels/.rels", "word/document.xml") {
		return "Could not find main document part. Are you sure this is a valid .docx file?"
	}

	return ""
}

// spreadsheetFault returns Kilo's error for what cannot be a spreadsheet, without its name; "" for what may be one.
func spreadsheetFault(data []byte) string {
	switch {
	case !strings.HasPrefix(string(data), zipBegin):
		return " is not a valid spreadsheet"
	case hasNone(data, "[Content_Types].xml", "META-INF/manifest.xml", "objectdata.xml", "index.xml", "index.xml.gz",
		"Index/Document.iwa", "Index.zip", "content.xml"):
		return ": Unsupported ZIP file"
	}
	return ""
}

// hasNone reports whether an intact ZIP file contains none of some names.
func hasNone(data []byte, names ...string) bool {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return false
	}
	there := lists.Map(z.File, func(f *zip.File) string { return f.Name })
	return !slices.ContainsFunc(names, func(name string) bool { return slices.Contains(there, name) })
}
