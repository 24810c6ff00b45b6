package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// What the timer runs: archives with the time in their names, of which the newest stay.
func TestProgram_BackupToFolder(t *testing.T) {
	t.Parallel()
	notOfEngine(t)
	notRaced(t)
	s := newSite(t)
	p := s.start(t)
	token, _ := p.register("anna@poseidon.example")
	folder := filepath.Join(t.TempDir(), "archives")
	require.NoError(t, os.MkdirAll(folder, 0o700))
	foreign := []string{"allot-notes.txt", "allot-20200101T000000Z.tar.gz.part", "other-20200101T000000Z.tar.gz"}
	ours := []string{"allot-20200101T000000Z.tar.gz", "allot-20200102T000000Z.tar.gz", "allot-20200103T000000Z.tar.gz"}
	for _, name := range append(foreign, ours...) {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), nil, 0o600))
	}
	said, code := s.output(t, "", "backup", "--to-dir", folder, "--keep", "2")
	require.Equal(t, 0, code, said)
	require.Contains(t, said, "Deleted allot-20200102T000000Z.tar.gz")
	for _, name := range append(foreign, ours[2]) {
		require.FileExists(t, filepath.Join(folder, name))
	}
	made, err := filepath.Glob(filepath.Join(folder, "allot-2*T*Z.tar.gz"))
	require.NoError(t, err)
	require.Len(t, made, 2, "the new one and the newest of the others")

	other := newSite(t)
	said, code = other.output(t, "", "restore", "--from", made[1])
	require.Equal(t, 0, code, said)
	require.Equal(t, 200, other.start(t).call("GET", "/api/auth/session/", token, nil).status)

	for _, wrong := range [][]string{{}, {"--to", "x", "--to-dir", folder}, {"--to", "x", "--keep", "2"}, {"--to-dir", folder, "--keep", "-1"}} {
		said, code = s.output(t, "", append([]string{"backup"}, wrong...)...)
		require.NotEqual(t, 0, code, said)
	}
}

func TestProgram_Health(t *testing.T) {
	t.Parallel()
	notOfEngine(t)
	notRaced(t)
	s := newSite(t)
	said, code := s.output(t, "", "health")
	require.Equal(t, 1, code)
	require.Contains(t, said, "ALLOT_ADMIN_ADDR")
	p, _ := s.startCommand(t, []string{"ALLOT_ADMIN_ADDR=127.0.0.1:0"}, "serve", operated.MatchString)
	at := p.ops[len("http://"):]
	for _, args := range [][]string{{"health", "--admin-addr", at}, {"health", "--live", "--admin-addr", at}} {
		said, code = s.output(t, "", args...)
		require.Equal(t, 0, code, said)
		require.Contains(t, said, "ok")
	}
	require.Equal(t, 0, p.stop())
	said, code = s.output(t, "", "health", "--admin-addr", at)
	require.Equal(t, 1, code, said)
	require.Contains(t, said, "does not answer")
}
