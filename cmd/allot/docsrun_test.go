package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// reader is somebody who types the commands of the documentation: on a machine whose folders
// are below root, with an installation that has data.
type reader struct {
	*site
	root string
}

func newReader(t *testing.T) *reader {
	t.Helper()
	r := &reader{site: newSite(t), root: t.TempDir()}
	r.env = []string{"ALLOT_ADDR=127.0.0.1:0", "ALLOT_ADMIN_ADDR=", "ALLOT_DEV=true"} // on SQLite, as the texts say
	self, err := os.Executable()
	require.NoError(t, err)
	source, err := filepath.Abs("../..")
	require.NoError(t, err)
	for _, folder := range []string{"bin", "usr/local/bin", "usr/lib/sysusers.d", "usr/lib/tmpfiles.d", "etc/systemd/system", "etc/allot", "var/lib", "var/backups"} {
		require.NoError(t, os.MkdirAll(filepath.Join(r.root, folder), 0o700))
	}
	for _, name := range []string{"bin/allot", "usr/local/bin/allot"} {
		require.NoError(t, os.WriteFile(filepath.Join(r.root, name), []byte("#!/bin/sh\nALLOT_TEST_AS_PROGRAM=1 exec "+self+" \"$@\"\n"), 0o700))
	}
	require.NoError(t, os.Symlink(filepath.Join(source, "deploy"), filepath.Join(r.root, "deploy")))
	require.NoError(t, os.Symlink(filepath.Join(source, "deploy/compose/several.env.sample"), filepath.Join(r.root, "several.env.sample")))
	require.NoError(t, os.WriteFile(filepath.Join(r.root, "allot_0.1.0_linux_amd64"), []byte("#!/bin/sh\n"), 0o600))
	r.shell(t, 0, "sha256sum allot_0.1.0_linux_amd64 >SHA256SUMS")
	r.shell(t, 0, "allot admin create --new --email first@example.com --data-dir "+r.root+"/var/lib/allot")
	r.shell(t, 0, "allot backup --data-dir "+r.root+"/var/lib/allot --to allot-20301117T023000Z.tar.gz")
	return r
}

// shell runs a line as sh does, some days from now. A server is stopped once it serves.
func (r *reader) shell(t *testing.T, days int, line string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "sh", "-euc", line)
	cmd.Dir = r.root
	cmd.Env = append([]string{"PATH=" + r.root + "/usr/local/bin:" + os.Getenv("PATH"), "HOME=" + r.root, fmt.Sprintf("ALLOT_CLOCK_OFFSET=%dh", 24*days)}, r.env...)
	cmd.Stdin = strings.NewReader(goodPassword + "\n")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	out, in, err := os.Pipe()
	require.NoError(t, err)
	cmd.Stdout, cmd.Stderr = in, in
	require.NoError(t, cmd.Start())
	require.NoError(t, in.Close())
	hung := time.AfterFunc(2*time.Minute, func() { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) })
	defer hung.Stop()
	said, serves := "", false
	for lines := bufio.NewScanner(out); lines.Scan(); {
		said += lines.Text() + "\n"
		if served.MatchString(lines.Text()) {
			serves = true
			require.NoError(t, syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM))
		}
	}
	if err := cmd.Wait(); !serves { // the shell ends by the signal, too
		require.NoError(t, err, "%s:\n%s", line, said)
	}
}

var (
	onSchedule = regexp.MustCompile(`^[\d*]+ [\d*]+ [\d*]+ [\d*]+ [\d*]+  (.*)$`)
	absolute   = regexp.MustCompile(`(^|[ =])(/(?:etc|usr|var)/)`)
	ofGroup    = regexp.MustCompile(`-g \w+ `) // groups are the machine's
)

// follow does what a text says: once, or for nine days what is on a schedule.
func (r *reader) follow(t *testing.T, command string) {
	t.Helper()
	line, days := command, 1
	if m := onSchedule.FindStringSubmatch(command); m != nil {
		line, days = strings.ReplaceAll(m[1], `\%`, "%"), 9
	}
	line = ofGroup.ReplaceAllString(absolute.ReplaceAllString(line, "${1}"+r.root+"${2}"), "")
	line = strings.ReplaceAll(line, "127.0.0.1:9090", "127.0.0.1:0")
	for day := range days {
		r.shell(t, day, line)
	}
}
