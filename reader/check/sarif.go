package check

import (
	"bufio"
	"io"
	"net/url"
	"strings"

	"eyeline/reader/tools"
)

// The parts of SARIF 2.1.0 that a report has. A library for it would hold all results until the end, so memory would
// grow with them, and its dependencies would start with every run; the test validates what is written here with one.
type (
	sarifMessage struct {
		Text string `json:"text"`
	}
	sarifRule struct {
		ID               string       `json:"id"`
		ShortDescription sarifMessage `json:"shortDescription"`
		Help             sarifMessage `json:"help"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version,omitempty"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifRegion struct {
		StartLine   int64 `json:"startLine"`
		StartColumn int64 `json:"startColumn,omitempty"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifPhysical struct {
		ArtifactLocation sarifArtifact `json:"artifactLocation"`
		Region           *sarifRegion  `json:"region,omitempty"`
	}
	sarifLocation struct {
		PhysicalLocation sarifPhysical `json:"physicalLocation"`
	}
	sarifResult struct {
		RuleID              string            `json:"ruleId"`
		Level               string            `json:"level"`
		Message             sarifMessage      `json:"message"`
		Locations           []sarifLocation   `json:"locations"`
		PartialFingerprints map[string]string `json:"partialFingerprints"`
		Properties          map[string]any    `json:"properties"`
	}
	sarifInvocation struct {
		ExecutionSuccessful bool `json:"executionSuccessful"`
	}
)

const sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// sarifReport writes a SARIF 2.1.0 log while the findings come.
type sarifReport struct {
	withoutFiles
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
	driver := sarifDriver{Name: "eyeline", Version: r.version}
	for _, rule := range Rules {
		help := sarifMessage{"eyeline check --explain " + rule.Name + " shows an example"}
		driver.Rules = append(driver.Rules, sarifRule{rule.Name, sarifMessage{rule.Text}, help})
	}
	_, _ = r.w.WriteString(`{"$schema":"` + sarifSchema + `","version":"2.1.0","runs":[{"tool":`)
	_, _ = r.w.Write(tools.Encode(sarifTool{driver})) // Flush says it
	_, _ = r.w.WriteString(`,"columnKind":"unicodeCodePoints","results":[`)
}

// Finding implements Report.
func (r *sarifReport) Finding(f Finding) error {
	r.begin()
	if r.count > 0 {
		_, _ = r.w.WriteString(",")
	}
	r.count++
	at := sarifPhysical{ArtifactLocation: sarifArtifact{fileURI(f.Path)}}
	if f.Line > 0 {
		at.Region = &sarifRegion{f.Line, f.Column}
	}
	properties := map[string]any{"agents": f.Agents}
	for name, n := range map[string]int64{"lost_bytes": f.LostBytes, "calls": f.Calls, "tokens": f.Tokens} {
		if n > 0 {
			properties[name] = n
		}
	}
	_, _ = r.w.WriteString("\n")
	_, err := r.w.Write(tools.Encode(sarifResult{
		RuleID: f.Rule, Level: "warning", Message: sarifMessage{strings.Join(f.Agents, ", ") + ": " + f.Message},
		Locations:           []sarifLocation{{at}},
		PartialFingerprints: map[string]string{"eyeline/v1": f.Fingerprint}, Properties: properties,
	}))
	return err
}

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
	_, _ = r.w.WriteString(`],"invocations":[`)
	_, _ = r.w.Write(tools.Encode(sarifInvocation{!s.Interrupted}))
	_, _ = r.w.WriteString("]}]}\n")
	return r.w.Flush()
}
