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

// sarifReport writes a SARIF 2.1.0 log while the findings come. A library for it would hold all results until the end,
// so memory would grow with them, and its dependencies would start with every run; the test validates what is written
// here with one.
type sarifReport struct {
	w       *bufio.Writer
	version string
	count   int
}

// NewSARIF writes a report as a SARIF 2.1.0 log; version is the program's.
func NewSARIF(w io.Writer, version string) Report {
	return &sarifReport{w: bufio.NewWriterSize(w, 64<<10), version: version}
}

func (r *sarifReport) begin() {
	if r.count > 0 {
		return
	}
	fmt.Fprintf(r.w, `{"$schema":%q,"version":"2.1.0","runs":[{"tool":{"driver":{"name":"eyeline",`, sarifSchema)
	if r.version != "" {
		fmt.Fprintf(r.w, `"version":%s,`, tools.Encode(r.version))
	}
	var list []string
	for _, rule := range rules {
		help := "eyeline check --explain " + rule.name + " shows an example"
		list = append(list, fmt.Sprintf(`{"id":%s,"shortDescription":{"text":%s},"help":{"text":%s}}`,
			tools.Encode(rule.name), tools.Encode(rule.text), tools.Encode(help)))
	}
	fmt.Fprintf(r.w, `"rules":[%s]}},"columnKind":"unicodeCodePoints","results":[`, strings.Join(list, ","))
}

// Finding implements Report.
func (r *sarifReport) Finding(f Finding) error {
	r.begin()
	if r.count++; r.count > 1 {
		_, _ = r.w.WriteString(",")
	}
	region := ""
	if f.Line > 0 {
		region = fmt.Sprintf(`,"region":{"startLine":%d`, f.Line)
		if f.Column > 0 {
			region += fmt.Sprintf(`,"startColumn":%d`, f.Column)
		}
		region += "}"
	}
	properties := map[string]any{"agents": f.Agents}
	for name, n := range map[string]int64{"lost_bytes": f.LostBytes, "calls": f.Calls, "tokens": f.Tokens} {
		if n > 0 {
			properties[name] = n
		}
	}
	_, err := fmt.Fprintf(r.w, "\n"+`{"ruleId":%s,"level":"warning","message":{"text":%s},`+
		`"locations":[{"physicalLocation":{"artifactLocation":{"uri":%s}%s}}],`+
		`"partialFingerprints":{"eyeline/v1":%s},"properties":%s}`,
		encode(f.Rule), encode(strings.Join(f.Agents, ", ")+": "+f.Message), encode(fileURI(f.Path)),
		region, encode(f.Fingerprint), encode(properties))
	return err
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

// End implements Report.
func (r *sarifReport) End(s Summary) error {
	r.begin()
	fmt.Fprintf(r.w, `],"invocations":[{"executionSuccessful":%t}]}]}`+"\n", !s.Interrupted)
	return r.w.Flush()
}
