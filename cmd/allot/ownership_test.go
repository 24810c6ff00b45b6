package main

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/audit"
	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
)

// Every command that opens the database refuses one that a newer program made.
func TestProgram_NewerDatabase(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	text, code := s.output(t, "", "migrate")
	require.Zero(t, code, text)
	d := s.database(t)
	_, err := d.SQL().ExecContext(t.Context(), "INSERT INTO goose_db_version (version_id, is_applied) VALUES (90001, true)")
	require.NoError(t, err)
	require.NoError(t, d.Close())
	commands := []string{"serve", "migrate", "admin create --email staff@allot.example", "config check"}
	if dbtest.Engine() == db.SQLite {
		commands = append(commands, "demo", "backup --to "+filepath.Join(t.TempDir(), "x.tar.gz"))
	}
	for _, command := range commands {
		text, code := s.output(t, goodPassword, strings.Fields(command)...)
		require.Equal(t, 1, code, "%s: %s", command, text)
		require.Contains(t, text, "newer than this program", command)
		require.Contains(t, text, "90001", command)
	}
}

// A copy of the data folder does not run beside its original, whose jobs it would
// take for abandoned ones.
func TestProgram_CopiedFolder(t *testing.T) {
	t.Parallel()
	if dbtest.Engine() != db.Postgres {
		t.Skip("a copy of a folder with SQLite has a database of its own")
	}
	s := newSite(t)
	p := s.start(t)
	token, _ := p.register("anna@poseidon.example")
	second := &site{dir: filepath.Join(t.TempDir(), "copy"), env: s.env}
	require.NoError(t, os.CopyFS(second.dir, os.DirFS(s.dir)))
	require.NoError(t, os.Chmod(filepath.Join(second.dir, "secret.key"), 0o600))

	text, code := second.output(t, "", "serve")
	require.Equal(t, 1, code)
	require.Contains(t, text, "another process runs as node")
	require.Contains(t, text, "node.id")
	require.Equal(t, http.StatusOK, p.check(token), "the first one is not disturbed")

	text, code = s.output(t, goodPassword, "admin", "create", "--email", "staff@allot.example")
	require.Zero(t, code, "commands work beside the server: %s", text)

	for range 3 { // a killed node is followed at once in its own folder
		p.kill()
		began := time.Now()
		p = s.start(t)
		require.Less(t, time.Since(began), 12*time.Second, "it waited for its own lease")
	}
	require.NoError(t, os.Remove(filepath.Join(second.dir, "node.id")))
	require.Equal(t, http.StatusOK, second.start(t).check(token), "without the id it is a node of its own")
	require.Zero(t, p.stop())
	require.Zero(t, s.start(t).stop(), "a stop gives the id back")
}

// A process that another one has followed stops, instead of working beside it.
func TestProgram_LostLease(t *testing.T) {
	t.Parallel()
	if dbtest.Engine() != db.Postgres {
		t.Skip("leases are PostgreSQL's")
	}
	s := newSite(t)
	p := s.start(t)
	_, err := s.database(t).SQL().ExecContext(t.Context(), "UPDATE node_leases SET holder = 'another', expires_at = now() + interval '1 hour'")
	require.NoError(t, err)
	_ = p.cmd.Wait()
	require.Equal(t, 1, p.cmd.ProcessState.ExitCode())
	require.Contains(t, p.logged(), "another process runs as node")
}

func TestProgram_Key(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	require.Zero(t, s.start(t).stop())
	keyFile := filepath.Join(s.dir, "secret.key")
	key, err := os.ReadFile(keyFile)
	require.NoError(t, err)
	require.NoError(t, os.Remove(keyFile))
	for _, command := range []string{"serve", "config check"} {
		text, code := s.output(t, "", strings.Fields(command)...)
		require.Equal(t, 1, code, command)
		require.Contains(t, text, "the key is missing", command)
		require.Contains(t, text, "ALLOT_SECRET_KEY", command)
		require.NoFileExists(t, keyFile, "it is not replaced")

		text, code = s.with("ALLOT_SECRET_KEY="+strings.Repeat("ab", 32)).output(t, "", strings.Fields(command)...)
		require.Equal(t, 1, code, command)
		require.Contains(t, text, "not the one that sealed", command)
	}
	require.Zero(t, s.with("ALLOT_SECRET_KEY="+strings.TrimSpace(string(key))).start(t).stop())
	require.NoError(t, os.WriteFile(keyFile, key, 0o600))
	require.Zero(t, s.start(t).stop())
}

func TestProgram_PrivateFiles(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	require.Zero(t, s.start(t).stop())
	require.NoError(t, os.Chmod(s.dir, 0o755))
	if dbtest.Engine() == db.SQLite {
		require.NoError(t, os.Chmod(filepath.Join(s.dir, "allot.db"), 0o644)) // as an earlier version made it
	}
	p := s.start(t)
	p.register("anna@poseidon.example")
	s.welcomed(t, 1)
	require.NoError(t, filepath.WalkDir(s.dir, func(path string, e os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		require.NoError(t, err)
		require.Zero(t, info.Mode().Perm()&0o077, "%s has mode %v", path, info.Mode())
		return nil
	}))
}

// Two databases, one after the other, keep their letters in one folder.
func TestProgram_TwoDatabasesOneFolder(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.start(t)
	p.register("anna@poseidon.example")
	s.welcomed(t, 1)
	require.Zero(t, p.stop())
	if dbtest.Engine() == db.SQLite {
		require.NoError(t, os.Remove(filepath.Join(s.dir, "allot.db")))
	} else {
		url, _ := dbtest.Location(t)
		s = s.with("ALLOT_DATABASE_URL=" + url)
	}
	p = s.start(t)
	p.register("bob@poseidon.example")
	s.welcomed(t, 2)
	require.Zero(t, p.stop())
}

// Audit entries older than the setting go, by a job that runs again after a
// restart; younger ones stay, and with 0 all do.
func TestProgram_AuditRetention(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	text, code := s.output(t, "", "migrate")
	require.Zero(t, code, text)
	old := func(action string, days int) {
		t.Helper()
		d := s.database(t)
		at := time.Now().AddDate(0, 0, -days)
		require.NoError(t, d.InTx(t.Context(), func(ctx context.Context) error {
			return audit.New(d, func() time.Time { return at }).Record(ctx, audit.Change{OwnerID: 1, UserID: 1, Action: action, ObjectType: "room", ObjectID: 1})
		}))
		require.NoError(t, d.Close())
	}
	kept := func() (actions []string) {
		t.Helper()
		d := s.database(t)
		require.NoError(t, d.From(t.Context()).NewRaw("SELECT action FROM audit_entries ORDER BY id").Scan(t.Context(), &actions))
		require.NoError(t, d.Close())
		return actions
	}
	// done runs the program until it has looked for old entries once more.
	runs := 0
	done := func(env ...string) {
		t.Helper()
		p := s.start(t, env...)
		runs++
		d := s.database(t)
		require.Eventually(t, func() bool {
			var n int
			err := d.From(t.Context()).NewRaw("SELECT count(*) FROM river_job WHERE kind = 'audit_purge' AND state = 'completed'").Scan(t.Context(), &n)
			return err == nil && n >= runs
		}, time.Minute, 50*time.Millisecond)
		require.NoError(t, d.Close())
		require.Zero(t, p.stop())
	}
	old("ancient", 4000)
	old("old", 402)
	old("young", 398)
	done("ALLOT_AUDIT_RETENTION=0")
	require.Equal(t, []string{"ancient", "old", "young"}, kept())
	done("ALLOT_DEV=true", "ALLOT_CLOCK_OFFSET=2h")
	require.Equal(t, []string{"young"}, kept(), "the default is 400 days")
	done("ALLOT_DEV=true", "ALLOT_CLOCK_OFFSET=4h", "ALLOT_AUDIT_RETENTION=30")
	require.Empty(t, kept())
}
