package main

import (
	"encoding/json"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
	"allot/internal/testkit/mailtest"
	"allot/internal/testkit/redistest"
	"allot/internal/testkit/s3test"
)

// filesIn is what lies in a folder, file by file.
func filesIn(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			files[path] = "" // it is there
			return err
		}
		content, err := os.ReadFile(path)
		files[path] = string(content)
		return err
	}))
	return files
}

// checks runs config check and returns what it found, by setting.
func (s *site) checks(t *testing.T, args ...string) (found map[string][]finding, code int) {
	t.Helper()
	text, code := s.output(t, "", append([]string{"config", "check", "--json"}, args...)...)
	var answer struct {
		OK     bool      `json:"ok"`
		Checks []finding `json:"checks"`
	}
	require.NoError(t, json.Unmarshal([]byte(text), &answer), text)
	require.Equal(t, code == 0, answer.OK)
	found = map[string][]finding{}
	for _, f := range answer.Checks {
		found[f.Setting] = append(found[f.Setting], f)
	}
	return found, code
}

func TestConfigCheck(t *testing.T) {
	t.Parallel()

	t.Run("writes nothing, not even the data folder", func(t *testing.T) {
		t.Parallel()
		s := newSite(t)
		before := filesIn(t, s.dir)
		found, code := s.checks(t, "--data-dir", filepath.Join(s.dir, "deep", "data"))
		require.Zero(t, code, found)
		require.Contains(t, found["ALLOT_DATA_DIR"][0].Text, "the first start makes it")
		_, code = s.checks(t)
		require.Zero(t, code)
		require.Equal(t, before, filesIn(t, s.dir))

		_, code = s.output(t, "", "migrate")
		require.Zero(t, code)
		before = filesIn(t, s.dir)
		found, code = s.checks(t)
		require.Zero(t, code, found)
		require.Equal(t, before, filesIn(t, s.dir))
		require.Contains(t, found["ALLOT_SECRET_KEY"][0].Text, "is that of the database")
	})

	t.Run("beside the server an address in use is as it should be", func(t *testing.T) {
		t.Parallel()
		s := newSite(t)
		p := s.start(t)
		addr := strings.TrimPrefix(p.base, "http://")
		found, code := s.checks(t, "--addr", addr)
		require.Zero(t, code, found)
		require.Equal(t, resultWarning, found["ALLOT_ADDR"][0].Result)
		require.Contains(t, found["ALLOT_DATA_DIR"][0].Text, "running server")
		other := newSite(t)
		found, code = other.checks(t, "--addr", addr)
		require.Equal(t, 1, code)
		require.Contains(t, found["ALLOT_ADDR"][0].Text, "another program")
	})

	t.Run("an address that is set twice is told", func(t *testing.T) {
		t.Parallel()
		l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
		require.NoError(t, err)
		require.NoError(t, l.Close())
		found, code := newSite(t).checks(t, "--addr", l.Addr().String(), "--admin-addr", l.Addr().String())
		require.Equal(t, 1, code)
		require.Equal(t, resultOK, found["ALLOT_ADDR"][0].Result)
		require.Equal(t, resultFailed, found["ALLOT_ADMIN_ADDR"][0].Result)
	})

	t.Run("the mail server is tried and gets no mail", func(t *testing.T) {
		t.Parallel()
		server := mailtest.Start(t, mailtest.WithSTARTTLS(), mailtest.WithAuth("allot", "hunter2"))
		url := server.URL("allot@hotel.example")
		found, code := newSite(t, "ALLOT_SMTP_URL="+url).checks(t)
		require.Zero(t, code, found)
		require.Contains(t, found["ALLOT_SMTP_URL"][0].Text, "nothing was sent")
		require.Empty(t, server.Messages())

		found, code = newSite(t, "ALLOT_SMTP_URL="+strings.Replace(url, "hunter2", "hunter3", 1)).checks(t)
		require.Equal(t, 1, code)
		require.Equal(t, resultFailed, found["ALLOT_SMTP_URL"][0].Result)
		require.NotContains(t, found["ALLOT_SMTP_URL"][0].Text, "hunter3")
	})

	t.Run("the bucket of files and Redis are tried", func(t *testing.T) {
		t.Parallel()
		bucket, redis := s3test.NewBucket(t), redistest.Start(t)
		found, code := newSite(t, append(inBucket(bucket.URL("hotel")), "ALLOT_REDIS_URL="+redis.URL)...).checks(t)
		require.Zero(t, code, found)
		require.Contains(t, found["ALLOT_BLOB_URL"][0].Text, "nothing was stored")
		require.Contains(t, found["ALLOT_REDIS_URL"][0].Text, "answers")
		require.Empty(t, bucket.Names(t))

		found, code = newSite(t, append(inBucket("s3://files?endpoint=http://127.0.0.1:1"), "ALLOT_REDIS_URL=redis://u:hunter2@127.0.0.1:1")...).checks(t)
		require.Equal(t, 1, code)
		for _, setting := range []string{"ALLOT_BLOB_URL", "ALLOT_REDIS_URL"} {
			require.Contains(t, found[setting][0].Text, "cannot be reached")
			require.NotContains(t, found[setting][0].Text, "hunter2")
		}
	})

	t.Run("a database that does not answer is told", func(t *testing.T) {
		t.Parallel()
		s := newSite(t)
		s.env = append(s.env, "ALLOT_DATABASE_URL=postgres://u:hunter2@127.0.0.1:1/none")
		found, code := s.checks(t)
		require.Equal(t, 1, code)
		require.Contains(t, found["ALLOT_DATABASE_URL"][0].Text, "cannot be reached")
		require.NotContains(t, found["ALLOT_DATABASE_URL"][0].Text, "hunter2")
	})
}

// Secrets in files work like those in variables.
func TestProgram_SecretFiles(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	key := filepath.Join(t.TempDir(), "key")
	require.NoError(t, os.WriteFile(key, []byte(strings.Repeat("ab", 32)+"\n"), 0o600))
	s.env = append(s.env, "ALLOT_SECRET_KEY_FILE="+key)
	if dbtest.Engine() == db.Postgres {
		url := filepath.Join(t.TempDir(), "url")
		for i, pair := range s.env {
			if value, ok := strings.CutPrefix(pair, "ALLOT_DATABASE_URL="); ok {
				require.NoError(t, os.WriteFile(url, []byte(value+"\n"), 0o600))
				s.env[i] = "ALLOT_DATABASE_URL_FILE=" + url
			}
		}
	}
	p := s.start(t)
	p.register("anna@poseidon.example")
	require.Zero(t, p.stop())
	require.NotContains(t, p.logged(), "warning")
	require.NoFileExists(t, filepath.Join(s.dir, "secret.key"), "the key is that of the file")

	text, code := s.with("ALLOT_SECRET_KEY="+strings.Repeat("cd", 32)).output(t, "", "serve")
	require.Equal(t, 1, code)
	require.Contains(t, text, "ALLOT_SECRET_KEY_FILE: is set, and so is ALLOT_SECRET_KEY")
	require.NoError(t, os.Remove(key))
	for _, command := range []string{"serve", "backup --to x", "admin list", "config check"} {
		text, code := s.output(t, "", strings.Fields(command)...)
		require.Equal(t, 1, code, command)
		require.Contains(t, text, "there is no file "+key, command)
	}
	_, code = s.output(t, "", "version")
	require.Zero(t, code, "it needs no secret")
}

// Request lines in JSON are as collectors of logs read them.
func TestProgram_LogsJSON(t *testing.T) {
	t.Parallel()
	s := newSite(t, "ALLOT_LOG_FORMAT=json", "ALLOT_DATABSE_URL=x") // a warning is the first line
	p, printed := s.startCommand(t, nil, "serve", served.MatchString)
	require.Contains(t, p.logged(), `"setting":"ALLOT_DATABSE_URL"`)
	for line := range strings.Lines(printed) {
		require.True(t, json.Valid([]byte(line)), line)
	}
	require.Equal(t, "ok\n", p.call("GET", "/healthz", "", nil).raw)
	require.Zero(t, p.stop())
	requests := 0
	for line := range strings.Lines(p.logged()) {
		var l struct {
			Time, Level, Msg, Route string
			Duration                *float64 `json:"duration_ms"`
		}
		require.NoError(t, json.Unmarshal([]byte(line), &l), line)
		require.Contains(t, []string{"info", "warn", "error"}, l.Level)
		if l.Msg == "request" && l.Route == "/healthz" {
			requests++
			require.Positive(t, *l.Duration)
			require.Less(t, *l.Duration, 60_000.0)
		}
	}
	require.Equal(t, 1, requests)
}

func TestPayments_AreSaid(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		env  []string
		said string
	}{
		"off without a key":              {nil, "off: staff grant plans"},
		"the sandbox where it is wanted": {[]string{"ALLOT_PAYMENTS=sandbox"}, "test cards buy every plan"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, tt.env...)
			found, code := s.checks(t)
			require.Zero(t, code, found)
			require.Contains(t, found["ALLOT_PAYMENTS"][0].Text, tt.said)
			_, printed := s.startCommand(t, nil, "serve", func(line string) bool { return strings.HasPrefix(line, "Payments: ") })
			require.Contains(t, printed, tt.said)
		})
	}

	t.Run("a server without a key sells nothing for a test card", func(t *testing.T) {
		t.Parallel()
		s := newScript(t, newSite(t).start(t))
		token, _ := s.register("anna@poseidon.example")
		require.Equal(t, "payments_off", s.ok(409, post, "/api/payments/stripe/attach-method/", token, object{"payment_method": "pm_card_visa"}).body["code"])
	})
}
