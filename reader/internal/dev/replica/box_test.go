// Package box runs an agent where it can do little harm: with a home of its own, with a time limit for it and all
// processes that it starts, without a network where the system allows that, and with an eye on what it writes
// elsewhere.
package replica

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// box is the folder of one run of an agent.
type box struct {
	// Dir is the folder; Home and Tmp, below it, are the agent's home and its folder for temporary files.
	Dir, Home, Tmp string
	mark           string
}

// markVariable is in the environment of all that runs in a box, so that what an agent leaves behind can be found.
const markVariable = "EYELINE_REPLICA_RUN"

// makeBox makes a box in dir, which is made and was not there before.
func makeBox(dir string) (*box, error) {
	b := &box{Dir: dir, Home: filepath.Join(dir, "home"), Tmp: filepath.Join(dir, "tmp"), mark: fmt.Sprintf("%d-%d", os.Getpid(), time.Now().UnixNano())}
	for _, d := range []string{b.Dir, b.Home, b.Tmp} {
		if err := os.Mkdir(d, 0o755); err != nil {
			return nil, fmt.Errorf("box: %w", err)
		}
	}
	return b, nil
}

// command is a program that runs in a box.
type command struct {
	Program string
	Args    []string
	Dir     string   // the working directory
	Env     []string // NAME=VALUE, besides what every program in a box gets
}

// limits bound a run.
type limits struct {
	// Idle is how long nothing may happen, Total how long all may take.
	Idle, Total time.Duration
	// Last says when something happened; nil: nothing is known of that, and only Total counts.
	Last func() time.Time
	// Done is closed when the program has done what it is wanted for; it then gets Grace to end by itself.
	Done  <-chan struct{}
	Grace time.Duration
}

// agentRun runs a program until it ends or is ended, and then ends every process that it left behind.
func (b *box) Run(ctx context.Context, c command, l limits) ending {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	cmd := exec.CommandContext(ctx, c.Program, c.Args...)
	cmd.Dir = c.Dir
	cmd.Env = append(b.environment(), c.Env...)
	printed := &kept{}
	cmd.Stdout, cmd.Stderr = printed, printed
	cmd.WaitDelay = 2 * time.Second // for pipes that processes left behind keep open
	ownGroup(cmd)
	cmd.Cancel = func() error { return endGroup(cmd.Process) }
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return ending{How: unstarted, Status: err.Error()}
	}
	over := make(chan struct{})
	go func() {
		l.watch(ctx, began, stop)
		close(over)
	}()
	err := cmd.Wait()
	cause := context.Cause(ctx)
	stop(nil)
	<-over
	_ = endGroup(cmd.Process) // what is left of it; often nothing
	left := b.endLeft()
	e := ending{Took: time.Since(began), Output: printed, Left: left, Status: status(err)}
	switch {
	case isClosed(l.Done):
		e.How = finished
	case errors.Is(cause, errIdle):
		e.How = hung
	case errors.Is(cause, errTotal):
		e.How = overran
	case cause != nil:
		e.How = stopped
	default:
		e.How = exited
	}
	return e
}

var (
	errIdle  = errors.New("nothing happened for too long")
	errTotal = errors.New("it took too long")
	errDone  = errors.New("all is done")
)

// watch cancels a run when a limit is reached.
func (l limits) watch(ctx context.Context, began time.Time, stop context.CancelCauseFunc) {
	tick := time.NewTicker(max(min(l.Idle/10, 500*time.Millisecond), 5*time.Millisecond))
	defer tick.Stop()
	var done time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if done.IsZero() && isClosed(l.Done) {
			done = time.Now()
		}
		switch {
		case !done.IsZero():
			if time.Since(done) > l.Grace {
				stop(errDone)
			}
		case time.Since(began) > l.Total:
			stop(errTotal)
		case l.Last != nil && time.Since(later(l.Last(), began)) > l.Idle:
			stop(errIdle)
		}
	}
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return c != nil
	default:
		return false
	}
}

// status says how a process ended.
func status(err error) string {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return "exit status 0"
	case errors.As(err, &exit):
		return exit.Error()
	}
	return err.Error()
}

// environment is what every program in the box gets: of the environment here, only the way to programs.
func (b *box) environment() []string {
	return []string{
		"PATH=" + os.Getenv("PATH"),
		"HOME=" + b.Home,
		"TMPDIR=" + b.Tmp,
		"XDG_CONFIG_HOME=" + filepath.Join(b.Home, ".config"),
		"XDG_DATA_HOME=" + filepath.Join(b.Home, ".local", "share"),
		"XDG_STATE_HOME=" + filepath.Join(b.Home, ".local", "state"),
		"XDG_CACHE_HOME=" + filepath.Join(b.Home, ".cache"),
		"LANG=C.UTF-8",
		"LC_ALL=C.UTF-8",
		"TERM=dumb",
		"NO_COLOR=1",
		"DO_NOT_TRACK=1",
		"SHELL=/bin/bash",
		markVariable + "=" + b.mark,
	}
}
