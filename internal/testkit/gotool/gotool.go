// Package gotool builds the programs of others that tests run, once in a checkout.
package gotool

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Install returns a program of a Go module, built on the first call in this checkout
// and kept in its .tools. With CI=true a program that cannot be built is a failure,
// else the test is skipped, with what is not tested then.
func Install(tb testing.TB, pkg, version, untested string) string {
	tb.Helper()
	program, err := install(tb, pkg, version)
	if err != nil {
		if os.Getenv("CI") != "true" {
			tb.Skipf("SKIPPED, %s: %v", untested, err)
		}
		tb.Fatalf("%s for tests: %v", path.Base(pkg), err)
	}
	return program
}

func install(tb testing.TB, pkg, version string) (string, error) {
	tb.Helper()
	mod, err := exec.CommandContext(tb.Context(), "go", "env", "GOMOD").Output()
	if err != nil {
		return "", fmt.Errorf("find the checkout: %w", err)
	}
	name := path.Base(pkg)
	tools := filepath.Join(filepath.Dir(strings.TrimSpace(string(mod))), ".tools")
	program := filepath.Join(tools, name+"-"+version)
	if _, err := os.Stat(program); err == nil {
		return program, nil
	}
	if err := os.MkdirAll(tools, 0o755); err != nil {
		return "", err
	}
	// A folder of its own, then a rename: several tests may do this at once.
	folder, err := os.MkdirTemp(tools, name+"-") //nolint:usetesting // a rename needs the same file system
	if err != nil {
		return "", err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	var said bytes.Buffer
	build := exec.CommandContext(tb.Context(), "go", "install", pkg+"@"+version)
	build.Env = append(os.Environ(), "GOBIN="+folder)
	build.Stdout, build.Stderr = &said, &said
	if err := build.Run(); err != nil {
		return "", errors.Join(fmt.Errorf("install %s %s: %w", name, version, err), errors.New(said.String()))
	}
	return program, os.Rename(filepath.Join(folder, name), program)
}

// keeper is a script that runs a program until its standard input closes, which it
// also does when the test is killed.
const keeper = `"$0" "$@" & pid=$!; read -r _; exec 2>/dev/null; kill $pid; wait $pid`

// Command returns a command that runs a program until the test ends, also if the
// test is killed. The caller starts it with Run.
func Command(tb testing.TB, program string, args ...string) *exec.Cmd {
	tb.Helper()
	cmd := exec.CommandContext(tb.Context(), "sh", append([]string{"-c", keeper, program}, args...)...)
	cmd.WaitDelay = 5 * time.Second
	return cmd
}

// Run starts the command, and ends it with the test.
func Run(tb testing.TB, cmd *exec.Cmd) {
	tb.Helper()
	in, err := cmd.StdinPipe()
	if err != nil {
		tb.Fatal(err)
	}
	cmd.Cancel = in.Close // the context ends before the clean-up: let the script end the program
	if err := cmd.Start(); err != nil {
		tb.Fatalf("start %s: %v", cmd.Args[3], err)
	}
	tb.Cleanup(func() {
		_ = in.Close()
		_ = cmd.Wait()
	})
}
