package reviewforms

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"eyeline/reader/check"
	"eyeline/reader/lists"
)

// The elements of a JUnit report, as CI systems read it. They have the attributes that the schema of Jenkins allows and
// no others, since a plugin of it refuses the report else: it has none for a file or a line.
type (
	junitSuite struct {
		XMLName  xml.Name    `xml:"testsuite"`
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"` // none; the attribute is required
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Name    string       `xml:"name,attr"`
		Class   string       `xml:"classname,attr"`
		Failure *junitReason `xml:"failure"`
		Skipped string       `xml:"skipped,omitempty"` // why; some schemas allow no attribute here
	}
	junitReason struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Details string `xml:",chardata"` // where it is, and all tools, of which Message may leave out some
	}
)

// WriteJUnit writes a result as a report of JUnit: a failed test for each finding and each file that could not be read,
// a skipped one for each other file that was left out, and one that passes where nothing failed, since a report
// without a test that ran is taken for one that failed.
func WriteJUnit(w io.Writer, r *check.Result) error {
	suite := junitSuite{Name: "eyeline check", Cases: lists.Map(r.Findings, junitFinding)}
	if r.Interrupted {
		suite.Cases = append(suite.Cases, junitFailed("the whole check", "it was interrupted"))
	}
	for _, s := range r.Skipped {
		if s.IsUnread {
			suite.Cases = append(suite.Cases, junitFailed("left out "+check.Clean(s.Path), check.Clean(s.Why)))
		}
	}

	suite.Failures = len(suite.Cases)
	if suite.Failures == 0 {
		suite.Cases = []junitCase{{Name: "no findings", Class: "eyeline"}}
	}
	for _, s := range r.Skipped {
		if !s.IsUnread {
			suite.Cases = append(suite.Cases, junitCase{
				Name: "left out " + check.Clean(s.Path), Class: "eyeline", Skipped: check.Clean(s.Why),
			})
		}
	}

	suite.Tests = len(suite.Cases)
	text, err := xml.MarshalIndent(suite, "", "  ")
	if err != nil {
		return err
	}

	_, err = io.WriteString(w, xml.Header+string(text)+"\n")
	return err
}

// junitFailed is a failed test for what could not be checked.
func junitFailed(name, why string) junitCase {
	return junitCase{Name: name, Class: "eyeline", Failure: &junitReason{Message: why, Type: "left out"}}
}

func junitFinding(f check.Finding) junitCase {
	place := check.Clean(f.Path)
	if f.Line > 0 {
		place += fmt.Sprintf(":%d", f.Line)
	}

	return junitCase{
		Name: f.Rule + " " + check.Clean(f.Path), Class: "eyeline." + f.Rule,
		Failure: &junitReason{
			Message: check.Clean(f.Brief()), Type: f.Level,
			Details: place + "\n" + check.Clean(strings.Join(f.Agents, ", ")),
		},
	}
}
