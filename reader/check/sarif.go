package check

import (
	"io"
	"net/url"
	"strings"

	"eyeline/reader/each"
	"eyeline/reader/tools"
)

const sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// mostSARIF is how many results GitHub shows of a log.
const mostSARIF = 5000

// object is a JSON object.
type object = map[string]any

// WriteSARIF writes a result as a SARIF 2.1.0 log; version is the program's. A library for it would start with every
// run of the program; the test validates with one what is written here.
func WriteSARIF(w io.Writer, r *Result, version string) error {
	driver := object{"name": "eyeline", "version": version}
	if version == "" {
		delete(driver, "version")
	}
	var known []object
	for _, rule := range rules {
		help := said("eyeline check --explain " + rule.name + " shows an example")
		known = append(known, object{"id": rule.name, "shortDescription": said(rule.text), "help": help})
	}
	driver["rules"] = known
	results := append([]object{}, each.Of(r.Findings[:min(len(r.Findings), mostSARIF)], sarifResult)...)
	invocation := object{"executionSuccessful": !r.Interrupted}
	if n := r.More + int64(len(r.Findings)-len(results)); n > 0 {
		message := said(counting(n, "more finding") + ", none of them graver")
		invocation["toolExecutionNotifications"] = []object{{"level": LevelNote, "message": message}}
	}
	run := object{
		"tool": object{"driver": driver}, "columnKind": "unicodeCodePoints",
		"results": results, "invocations": []object{invocation},
	}
	log := object{"$schema": sarifSchema, "version": "2.1.0", "runs": []object{run}}
	_, err := w.Write(append(encode(log), '\n'))
	return err
}

// said is a message.
func said(s string) object { return object{"text": s} }

// sarifResult is a finding. One of a whole file is at its first line, since GitHub shows none without a place.
func sarifResult(f Finding) object {
	region := object{"startLine": max(f.Line, 1)}
	if f.Column > 0 {
		region["startColumn"] = f.Column
	}
	properties := struct {
		Agents []string `json:"agents"`
		Lost   int64    `json:"lost_bytes,omitempty"`
		Shares []Share  `json:"shares,omitempty"`
	}{f.Agents, f.LostBytes, f.Shares}
	place := object{"artifactLocation": object{"uri": fileURI(f.Path)}, "region": region}
	return object{
		"ruleId": f.Rule, "level": f.Level, "message": said(f.OfTools()),
		"locations": []object{{"physicalLocation": place}},
		// The name is GitHub's for what tells results apart when lines move.
		"partialFingerprints": object{"primaryLocationLineHash": f.Fingerprint},
		"properties":          properties,
	}
}

// encode is a value as JSON that a terminal can show.
func encode(v any) []byte { return tools.Visible(tools.Encode(v)) }

// fileURI is a path as a URI, relative when the path is.
func fileURI(p string) string {
	u := url.URL{Path: p}
	if strings.HasPrefix(p, "/") {
		u.Scheme = "file"
	}
	return u.String()
}
