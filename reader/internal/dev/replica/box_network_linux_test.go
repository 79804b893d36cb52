package replica

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// insideVariable says to a program that it is the copy of itself that has no network.
const insideVariable = "EYELINE_REPLICA_INSIDE"

// inside runs this test alone again, with the same flags, in a network namespace of its own, and returns with again set
// whether it passed. In that copy again is false: the loopback interface is up there, and nothing else is.
// errNoNamespace says that the system does not allow it.
func inside(ctx context.Context) (passed, again bool, err error) {
	if os.Getenv(insideVariable) != "" {
		if err := os.Unsetenv(insideVariable); err != nil {
			return false, false, err
		}
		return false, false, loopback()
	}
	self, err := os.Executable()
	if err != nil {
		return false, false, err
	}
	cmd := exec.CommandContext(ctx, self, append(os.Args[1:], "-test.run=^TestReplica$")...)
	cmd.Env = append(os.Environ(), insideVariable+"=1")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.SysProcAttr = namespace()
	if err := cmd.Start(); err != nil {
		return false, false, fmt.Errorf("%w: %w", errNoNamespace, err)
	}
	err = cmd.Wait()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return false, true, nil
	}
	return true, true, err
}

// namespace asks for a network namespace; whoever is not root gets it in a user namespace in which the user stays the
// same.
func namespace() *syscall.SysProcAttr {
	attr := &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNET}
	if os.Geteuid() != 0 {
		attr.Cloneflags |= syscall.CLONE_NEWUSER
		attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getuid(), HostID: os.Getuid(), Size: 1}}
		attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getgid(), HostID: os.Getgid(), Size: 1}}
		attr.AmbientCaps = []uintptr{unix.CAP_NET_ADMIN}
	}
	return attr
}

// loopback switches the loopback interface on, and gives up the right to do so.
func loopback() error {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("box: %w", err)
	}
	defer func() { _ = unix.Close(fd) }()
	req, err := unix.NewIfreq("lo")
	if err != nil {
		return fmt.Errorf("box: %w", err)
	}
	req.SetUint16(unix.IFF_UP | unix.IFF_RUNNING)
	if err := unix.IoctlIfreq(fd, unix.SIOCSIFFLAGS, req); err != nil {
		return fmt.Errorf("box: the loopback interface: %w", err)
	}
	_ = unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) // older systems have none
	return nil
}

// inNamespace runs this program in the role "outside" in a network namespace.
func inNamespace() (string, error) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "BOX_TEST_ROLE=outside", insideVariable+"=1")
	cmd.SysProcAttr = namespace()
	out, err := cmd.CombinedOutput()
	return string(out), err
}
