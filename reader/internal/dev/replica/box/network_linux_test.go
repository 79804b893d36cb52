package box

import (
	"os"
	"os/exec"
)

// inNamespace runs this program in the role "outside" in a network namespace.
func inNamespace() (string, error) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "BOX_TEST_ROLE=outside", insideVariable+"=1")
	cmd.SysProcAttr = namespace()
	out, err := cmd.CombinedOutput()
	return string(out), err
}
