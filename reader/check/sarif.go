package check

import (
	"bufio"
	"fmt"
	"io"
	"net/url"
	"strings"

	"eyeline/reader/tools"
)

const sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// mostSARIF is how many results GitHub shows of a log.
const mostSARIF = 5000

// WriteSARIF writes a result as a SARIF 2.1.0 log; version is the program's. A library for it would start with every
// run of the program; the test validates with one what is written here.
func WriteSARIF(w io.Writer, r *Result, version string) error {
	b := bufio.NewWriterSize(w, 64<<10)
	fmt.Fprintf(b, `{"$schema":%q,"version":"2.1.0","runs":[{"tool":{"driver":{"name":"eyeline",`, sarifSchema)
	if version != "" {
		fmt.Fprintf(b, `"version":%s,`, tools.Encode(version))
	}
	var list []string
	for _, rule := range rules {
		help := "eyeline check --explain " + rule.name + " shows an example"
		list = append(list, fmt.Sprintf(`{"id":%s,"shortDescription":{"text":%s},"help":{"text":%s}}`,
			tools.Encode(rule.name), tools.Encode(rule.text), tools.Encode(help)))
	}
	fmt.Fprintf(b, `"rules":[%s]}},"columnKind":"unicodeCodePoints","results":[`, strings.Join(list, ","))
	shown := r.Findings[:min(len(r.Findings), mostSARIF)]
	for i, f := range shown {
		if i > 0 {
			fmt.Fprint(b, ",")
		}
		sarifResult(b, f)
	}
	said := ""
	if n := r.More + int64(len(r.Findings)-len(shown)); n > 0 {
		said = fmt.Sprintf(`,"toolExecutionNotifications":[{"level":"note","message":{"text":%s}}]`,
			tools.Encode(counting(n, "more finding")+", none of them graver"))
	}
	fmt.Fprintf(b, `],"invocations":[{"executionSuccessful":%t%s}]}]}`+"\n", !r.Interrupted, said)
	return b.Flush()
}

// sarifResult writes a finding. One of a whole file is at its first line, since GitHub shows none without a place.
func sarifResult(w io.Writer, f Finding) {
	region := map[string]int64{"startLine": max(f.Line, 1)}
	if f.Column > 0 {
		region["startColumn"] = f.Column
	}
	properties := map[string]any{"agents": f.Agents}
	if f.LostBytes > 0 {
		properties["lost_bytes"] = f.LostBytes
	}
	if f.Shares != nil {
		properties["shares"] = f.Shares
	}
	place := map[string]any{"artifactLocation": map[string]string{"uri": fileURI(f.Path)}, "region": region}
	fmt.Fprintf(w, "\n%s", encode(map[string]any{
		"ruleId": f.Rule, "level": f.Level,
		"message":   map[string]string{"text": strings.Join(f.Agents, ", ") + ": " + f.Message},
		"locations": []any{map[string]any{"physicalLocation": place}},
		// The name is GitHub's for what tells results apart when lines move.
		"partialFingerprints": map[string]string{"primaryLocationLineHash": f.Fingerprint},
		"properties":          properties,
	}))
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
