// Package gotool installs servers that tests need and that are written in Go.
package gotool

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
)

// Install returns the program of a package, built in the checkout's .tools on the
// first call.
func Install(ctx context.Context, pkg, version string) (string, error) {
	mod, err := exec.CommandContext(ctx, "go", "env", "GOMOD").Output()
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
	folder, err := os.MkdirTemp(tools, name+"-")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	var said bytes.Buffer
	build := exec.CommandContext(ctx, "go", "install", pkg+"@"+version)
	build.Env = append(os.Environ(), "GOBIN="+folder)
	build.Stdout, build.Stderr = &said, &said
	if err := build.Run(); err != nil {
		return "", errors.Join(fmt.Errorf("install %s %s: %w", name, version, err), errors.New(said.String()))
	}
	return program, os.Rename(filepath.Join(folder, name), program)
}
