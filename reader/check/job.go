package check

import (
	"errors"
	"strings"
	"syscall"

	"eyeline/reader/access"
	"eyeline/reader/check/tokensample"
	"eyeline/reader/check/unsearchable"
	"eyeline/reader/source"
)

// job is a file to check, and what comes of it. The lister makes the request, a worker fills the rest, and closes done;
// the collector reads all of it after that.
type job struct {
	request
	omitted omission
	content
	outcome
	done chan struct{}
}

// request is what is asked of a file.
type request struct {
	target
	rel    string // slash-separated, relative to the place's root
	shown  string // as a report names it
	marked string // why only hidden characters and instructions are looked for in it, by .gitattributes
	sample bool   // its tokens are sampled
	// tracked: by git, or there is no git.
	tracked  bool
	searches *unsearchable.Tree // nil: what they find is not looked for
}

// omission is why a file is not checked; the zero value where it is.
type omission struct {
	why    string
	unread bool // its content is not known: the system does not let it be read, or it kept changing
	missed bool // it could not be read, although it is of a kind that is
}

// content is what was read of a file.
type content struct {
	size    int64 // in bytes
	lines   int64
	text    bool   // it is text, and no program or picture
	aside   string // why it has no findings though it may have losses; "" where it has
	sampled tokensample.Sample
	reads   []read // what each tool gives
}

// outcome is what was found in a file.
type outcome struct {
	found    []Finding
	finished bool
	failed   error // ends the run
}

// newJob returns the job for the file at rel, relative to the target.
func (t target) newJob(rel string) *job {
	return &job{request: request{target: t, rel: rel, shown: t.place.show(rel)}, done: make(chan struct{})}
}

// omissionFor returns the omission of a file for an error of the system or another reason. A file that is removed
// meanwhile has no content that is not known.
func omissionFor(why error) omission {
	_, system := errors.AsType[syscall.Errno](why)
	missed := !access.IsNowhere(why)
	return omission{source.WithoutPath(why).Error(), missed && (system || errors.Is(why, errChanging)), missed}
}

// name is the file's path.
func (j *job) name() string { return j.place.abs(j.rel) }

// below is the file's path below the folder that is checked. Of a file that is named it is the path in its tree: who
// names what a commit changed does not ask for what comes from elsewhere.
func (j *job) below() string {
	if j.rel == j.under {
		return j.rel
	}
	return strings.TrimPrefix(j.rel, j.under+"/")
}

// takesAllRules reports whether all rules are for the file.
func (j *job) takesAllRules() bool { return j.text && j.aside == "" }
