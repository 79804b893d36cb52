package reviewforms

import (
	"io"
	"net/url"
	"strings"

	"eyeline/reader/check"
	"eyeline/reader/lists"
	"eyeline/reader/tools"
)

const sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// maxSARIF is how many results GitHub shows of a log.
const maxSARIF = 5000

// Producer says which program writes a SARIF log.
type Producer struct {
	// Version is the program's; "" leaves it out.
	Version string
	// Home is the address of its repository, where its documentation is; "" leaves out what refers to it.
	Home string
}

// driver describes the program and its rules (SARIF 2.1.0, section 3.19).
func (p Producer) driver() object {
	driver := object{"name": "eyeline"}
	if p.Version != "" {
		driver["version"] = p.Version
	}
	if p.Home != "" {
		driver["informationUri"] = p.Home
	}

	var known []object
	for _, rule := range check.Rules() {
		described := object{
			"id": rule.Name, "shortDescription": said(rule.Text),
			"help": said("eyeline check --explain " + rule.Name + " shows an example"),
			// The name is GitHub's. A finding has a level of its own, which may be less.
			"properties": object{"problem.severity": rule.Gravest},
		}
		if p.Home != "" {
			described["helpUri"] = p.Home + "/blob/HEAD/tui/help/check.md"
		}

		known = append(known, described)
	}

	driver["rules"] = known
	return driver
}

// WriteSARIF writes a result as a SARIF 2.1.0 log. A library for it would start with every run of the program; the test
// validates with one what is written here.
func WriteSARIF(w io.Writer, r *check.Result, by Producer) error {
	results := append([]object{}, lists.Map(r.Findings[:min(len(r.Findings), maxSARIF)], sarifResult)...)
	invocation := object{"executionSuccessful": !r.Interrupted}
	if n := r.More + int64(len(r.Findings)-len(results)); n > 0 {
		message := said(moreFindings(n) + ", none of them graver")
		invocation["toolExecutionNotifications"] = []object{{"level": check.LevelNote, "message": message}}
	}

	run := object{
		"tool": object{"driver": by.driver()}, "columnKind": "unicodeCodePoints",
		"results": results, "invocations": []object{invocation},
	}
	log := object{"$schema": sarifSchema, "version": "2.1.0", "runs": []object{run}}
	return tools.WriteJSON(w, log)
}

// said is a message.
func said(s string) object { return object{"text": s} }

// sarifResult is a finding. One of a whole file is at its first line, since GitHub shows none without a place.
func sarifResult(f check.Finding) object {
	region := object{"startLine": max(f.Line, 1)}
	if f.Column > 0 {
		region["startColumn"] = f.Column
	}

	properties := struct {
		Agents []string      `json:"agents"`
		Lost   int64         `json:"lost_bytes,omitempty"`
		Shares []check.Share `json:"shares,omitempty"`
	}{f.Agents, f.LostBytes, f.Shares}
	place := object{"artifactLocation": object{"uri": fileURI(f.Path)}, "region": region}
	return object{
		"ruleId": f.Rule, "level": f.Level, "message": said(f.Brief()),
		"locations": []object{{"physicalLocation": place}},
		// The name is GitHub's for what tells results apart when lines move.
		"partialFingerprints": object{"primaryLocationLineHash": f.Fingerprint},
		"properties":          properties,
	}
}

// fileURI is a path as a URI, relative when the path is.
func fileURI(p string) string {
	u := url.URL{Path: p}
	if strings.HasPrefix(p, "/") {
		u.Scheme = "file"
	}
	return u.String()
}
