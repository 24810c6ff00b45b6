package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
)

func TestCommands(t *testing.T) {
	t.Parallel()

	t.Run("a wrong flag is explained", func(t *testing.T) {
		t.Parallel()
		text, code := newSite(t).output(t, "", "serve", "--adr", ":1")
		require.Equal(t, 2, code)
		require.Contains(t, text, "--adr")
	})

	t.Run("config check tells every problem at once", func(t *testing.T) {
		t.Parallel()
		s := newSite(t)
		s.env = []string{
			"ALLOT_ADDR=nowhere", "ALLOT_BASE_URL=ftp://x", "ALLOT_SECRET_KEY=much-too-little", "ALLOT_SMTP_URL=http://mail", "ALLOT_ROLES=cook",
			"ALLOT_CLOCK_OFFSET=1h", "ALLOT_TRUSTED_PROXIES=everybody", "ALLOT_DATABASE_URL=mysql://x", "ALLOT_LOG_LEVEL=loud", "ALLOT_BLOB_URL=s3://b",
		}
		text, code := s.output(t, "", "config", "check")
		require.Equal(t, 1, code)
		for _, pair := range s.env {
			name, _, _ := strings.Cut(pair, "=")
			require.Contains(t, text, name)
		}
		require.NotContains(t, text, "much-too-little", "a secret is not repeated")
	})

	t.Run("config check warns of a variable that nobody reads, and is content otherwise", func(t *testing.T) {
		t.Parallel()
		s := newSite(t, "ALLOT_DATABSE_URL=postgres://typo")
		text, code := s.output(t, "", "config", "check")
		require.Zero(t, code, text)
		require.Contains(t, text, "ALLOT_DATABSE_URL")
		require.Contains(t, text, "fine")
	})

	t.Run("admin create reads the password from standard input and refuses a weak one", func(t *testing.T) {
		t.Parallel()
		s := newSite(t)
		text, code := s.output(t, "", "admin", "create", "--email", "staff@allot.example", "--password", goodPassword)
		require.Equal(t, 2, code, "every user of the machine could read it")
		require.Contains(t, text, "--password-file")
		require.NotContains(t, text, goodPassword)
		text, code = s.output(t, goodPassword+"\nanother one\n", "admin", "create", "--new", "--email", "staff@allot.example")
		require.Equal(t, 1, code)
		require.Contains(t, text, "not the same")
		text, code = s.output(t, "password123\n", "admin", "create", "--new", "--email", "staff@allot.example")
		require.Equal(t, 1, code)
		require.Contains(t, text, "password must")
		text, code = s.output(t, goodPassword+"\n", "admin", "create", "--email", "staff@allot.example")
		require.Zero(t, code, text)
		require.Contains(t, text, "data folder is "+s.dir)
		file := filepath.Join(t.TempDir(), "password")
		require.NoError(t, os.WriteFile(file, []byte(goodPassword+"\n"), 0o600))
		text, code = s.output(t, "", "admin", "create", "--email", "staff@allot.example", "--password-file", file)
		require.Equal(t, 1, code)
		require.Contains(t, text, "already")
		p := s.start(t)
		require.Equal(t, http.StatusOK, p.login("staff@allot.example").status)
	})

	t.Run("commands that look after users make no new database unasked", func(t *testing.T) {
		t.Parallel()
		s := newEmptySite(t)
		elsewhere := filepath.Join(s.dir, "not-here")
		for _, args := range [][]string{
			{"admin", "create", "--email", "staff@allot.example"},
			{"admin", "reset-password", "--email", "staff@allot.example"},
			{"admin", "plan", "--email", "staff@allot.example", "--plan", "gold"},
		} {
			text, code := s.output(t, goodPassword, append(args, "--data-dir", elsewhere)...)
			require.Equal(t, 1, code, text)
			require.Regexp(t, "there is no (SQLite|PostgreSQL) database .* yet: .*--data-dir", text)
			require.NoDirExists(t, elsewhere)
		}
		text, code := s.output(t, goodPassword, "admin", "create", "--new", "--email", "staff@allot.example", "--data-dir", elsewhere)
		require.Zero(t, code, text)
		require.Regexp(t, "Written to the (SQLite|PostgreSQL) database ", text)
		require.Contains(t, text, "the data folder is "+elsewhere)
		require.NotContains(t, text, "password")
	})

	t.Run("admin list shows the staff, also while the server runs", func(t *testing.T) {
		t.Parallel()
		s := newSite(t)
		if dbtest.Engine() == db.SQLite {
			text, code := s.output(t, "", "admin", "list")
			require.Equal(t, 1, code)
			require.Contains(t, text, "no database yet: allot migrate makes it")
		}
		text, code := s.output(t, goodPassword, "admin", "create", "--new", "--email", "staff@allot.example")
		require.Zero(t, code, text)
		text, code = s.output(t, "", "admin", "list")
		require.Zero(t, code, text)
		require.Regexp(t, `(?m)^staff@allot\.example +- +2\d{3}-\d\d-\d\d \d\d:\d\d UTC +never$`, text)
		p := s.start(t)
		require.Equal(t, http.StatusOK, p.login("staff@allot.example").status)
		p.register("anna@poseidon.example")
		text, code = s.output(t, "", "admin", "list", "--json")
		require.Zero(t, code, text)
		var list []staffMember
		require.NoError(t, json.Unmarshal([]byte(text), &list))
		require.Len(t, list, 1, "customers are no staff")
		require.Equal(t, "staff@allot.example", list[0].Email)
		require.Equal(t, http.StatusOK, p.call(http.MethodGet, "/healthz", "", nil).status)
	})

	t.Run("admin reset-password ends the sessions of the user", func(t *testing.T) {
		t.Parallel()
		s := newSite(t)
		_, code := s.output(t, goodPassword, "admin", "create", "--new", "--email", "staff@allot.example")
		require.Zero(t, code)
		p := s.start(t)
		token := p.login("staff@allot.example").token()
		require.Zero(t, p.stop())
		text, code := s.output(t, "amber lantern meadow", "admin", "reset-password", "--email", "nobody@allot.example")
		require.Equal(t, 1, code)
		require.Contains(t, text, "there is no user nobody@allot.example")
		text, code = s.output(t, "amber lantern meadow\namber lantern meadow\n", "admin", "reset-password", "--email", "staff@allot.example")
		require.Zero(t, code, text)
		p = s.start(t)
		require.Equal(t, http.StatusUnauthorized, p.check(token))
		require.Equal(t, http.StatusUnauthorized, p.login("staff@allot.example").status)
		a := p.call(http.MethodPost, "/api/auth/login/", "", object{"email": "staff@allot.example", "password": "amber lantern meadow"})
		require.Equal(t, http.StatusOK, a.status, a.raw)
	})

	t.Run("admin plan grants an account a plan and says why it does not", func(t *testing.T) {
		t.Parallel()
		s := newSite(t)
		p := s.start(t)
		token, _ := p.register("anna@poseidon.example")
		if dbtest.Engine() == db.SQLite {
			text, code := s.output(t, "", "admin", "plan", "--email", "anna@poseidon.example", "--plan", "gold")
			require.Equal(t, 1, code)
			require.Contains(t, text, "in use", "SQLite has one process; staff use the API meanwhile")
		}
		require.Zero(t, p.stop())
		for args, problem := range map[string]string{
			"--plan gold --email nobody@poseidon.example":                  "not the manager of an account",
			"--plan bronze --email anna@poseidon.example":                  "plan must be one of free, silver",
			"--plan gold --until soon --email anna@poseidon.example":       "--until must be a real date",
			"--plan gold --until 2001-01-01 --email anna@poseidon.example": "until must not be before today",
		} {
			text, code := s.output(t, "", append([]string{"admin", "plan"}, strings.Fields(args)...)...)
			require.Equal(t, 1, code, args)
			require.Contains(t, text, problem)
		}
		text, code := s.output(t, "", "admin", "plan", "--email", "Anna@poseidon.example", "--plan", "gold", "--until", "2999-12-31")
		require.Zero(t, code, text)
		require.Contains(t, text, "has the plan Gold until 2999-12-31")
		require.Contains(t, s.start(t).call(http.MethodGet, "/api/auth/session/", token, nil).raw, `"category":"gold"`)
	})

	t.Run("openapi prints the document and migrate tells the version", func(t *testing.T) {
		t.Parallel()
		s := newSite(t)
		text, code := s.output(t, "", "openapi")
		require.Zero(t, code)
		require.True(t, json.Valid([]byte(text)))
		text, code = s.output(t, "", "migrate")
		require.Zero(t, code, text)
		require.Contains(t, text, "up to date")
		text, code = s.output(t, "", "version")
		require.Zero(t, code)
		require.Regexp(t, `^allot \d+\.\d+\.\d+ \(.*go1.*\)\n$`, text)
	})
}

func TestServe(t *testing.T) {
	t.Parallel()

	t.Run("a second server on one data folder refuses with a clear message", func(t *testing.T) {
		t.Parallel()
		s := newSite(t)
		p := s.start(t)
		text, code := s.output(t, "", "serve")
		require.Equal(t, 1, code)
		require.Contains(t, text, s.dir)
		require.Contains(t, text, "in use")
		require.Equal(t, http.StatusOK, p.call(http.MethodGet, "/healthz", "", nil).status, "the first one is not disturbed")
		p.kill()
		s.start(t) // a killed server leaves no lock behind
	})

	t.Run("health, readiness and metrics", func(t *testing.T) {
		t.Parallel()
		s := newSite(t)
		s.env = append(s.env, "ALLOT_ADMIN_ADDR=127.0.0.1:0")
		p := s.start(t)
		require.Equal(t, "ok\n", p.call(http.MethodGet, "/healthz", "", nil).raw)
		require.Equal(t, "database: ok\nqueue: ok\nstorage: ok\n", p.call(http.MethodGet, "/readyz", "", nil).raw)
		require.Equal(t, http.StatusNotFound, p.call(http.MethodGet, "/metrics", "", nil).status, "metrics are not public")
	})

	t.Run("a stop finishes what is in flight", func(t *testing.T) {
		t.Parallel()
		p := newSite(t).start(t)
		answers := make(chan answer, 8)
		for i := range cap(answers) { // hashing keeps these busy for a moment
			go func() {
				answers <- p.call(http.MethodPost, "/api/auth/register/", "", registration(string(rune('a'+i))+"nna@poseidon.example"))
			}()
		}
		require.Eventually(t, func() bool { return strings.Contains(p.logged(), "msg=request") }, 10*time.Second, time.Millisecond)
		require.Zero(t, p.stop())
		for range cap(answers) {
			a := <-answers
			if a.status != 0 { // one that came too late was not accepted at all
				require.Equal(t, http.StatusCreated, a.status, a.raw)
			}
		}
	})

	t.Run("the key file is private and made once", func(t *testing.T) {
		t.Parallel()
		s := newSite(t)
		p := s.start(t)
		key, err := os.ReadFile(filepath.Join(s.dir, "secret.key"))
		require.NoError(t, err)
		info, err := os.Stat(filepath.Join(s.dir, "secret.key"))
		require.NoError(t, err)
		require.EqualValues(t, 0o600, info.Mode().Perm())
		require.Zero(t, p.stop())
		require.Zero(t, s.start(t).stop())
		again, err := os.ReadFile(filepath.Join(s.dir, "secret.key"))
		require.NoError(t, err)
		require.True(t, bytes.Equal(key, again))
	})
}

func TestBackup(t *testing.T) {
	t.Parallel()
	if dbtest.Engine() != db.SQLite {
		text, code := newSite(t).output(t, "", "backup", "--to", "x.tar.gz")
		require.Equal(t, 1, code)
		require.Contains(t, text, "pg_dump")
		return
	}
	s := newSite(t)
	p := s.start(t)
	token, _ := p.register("anna@poseidon.example")
	archive := filepath.Join(t.TempDir(), "allot.tar.gz")
	text, code := s.output(t, "", "backup", "--to", archive)
	require.Zero(t, code, text)
	require.Contains(t, text, archive)
	_, code = s.output(t, "", "backup", "--to", archive)
	require.Equal(t, 1, code, "an archive is not replaced by accident")
	p.register("late@poseidon.example")

	text, code = s.output(t, "", "restore", "--from", archive)
	require.Equal(t, 1, code, "not over a folder in use: "+text)
	require.Zero(t, p.stop())

	other := newSite(t)
	text, code = other.output(t, "", "restore", "--from", archive)
	require.Zero(t, code, text)
	p = other.start(t)
	require.Equal(t, http.StatusOK, p.check(token), "sessions come along")
	require.Equal(t, http.StatusUnauthorized, p.login("late@poseidon.example").status, "what came later does not")
	require.Equal(t, http.StatusOK, p.login("anna@poseidon.example").status)
}

func TestDemo(t *testing.T) {
	t.Parallel()
	if dbtest.Engine() != db.SQLite {
		t.Skip("the demo runs on the embedded default")
	}

	t.Run("the public password is not offered to the network", func(t *testing.T) {
		t.Parallel()
		text, code := newSite(t).output(t, "", "demo", "--addr", "0.0.0.0:0")
		require.Equal(t, 1, code)
		require.Contains(t, text, "--password")
	})

	t.Run("the printed log-ins and curl lines work as printed, also after a restart", func(t *testing.T) {
		t.Parallel()
		if _, err := exec.LookPath("curl"); err != nil {
			require.NotEqual(t, "true", os.Getenv("CI"), "curl is missing")
			t.Skip("SKIPPED: curl is missing")
		}
		s := newSite(t, "ALLOT_REGISTRATION=closed", "ALLOT_CONFIRM_EMAIL=on") // the demo is there all the same
		for range 2 {
			p, printed := s.startCommand(t, nil, "demo", func(line string) bool { return strings.HasPrefix(line, "Stop with") })
			_, lines, _ := strings.Cut(printed, "Try it in another terminal:")
			lines, _, _ = strings.Cut(lines, "Stop with")
			require.Equal(t, 21, strings.Count(lines, "curl "))
			here := t.TempDir()
			try := exec.CommandContext(t.Context(), "bash", "-eu", "-c", lines)
			try.Dir = here
			out, err := try.CombinedOutput()
			require.NoError(t, err, "%s", out)
			require.Contains(t, string(out), `"company_name":"Hotel Poseidon"`)
			require.Contains(t, string(out), `"status":"published"`)
			require.Contains(t, string(out), `"official_name":"Hotel Poseidon"`)
			for _, name := range []string{"fact-sheet.pdf", "calendar.pdf"} {
				sheet, err := os.ReadFile(filepath.Join(here, name))
				require.NoError(t, err)
				require.True(t, bytes.HasPrefix(sheet, []byte("%PDF-")), "%.200s", sheet)
			}
			require.Contains(t, string(out), "logged out")
			require.Contains(t, string(out), `"next_cursor":`, "the partner API")
			require.Contains(t, string(out), "<ledgers><ledger>")
			require.Contains(t, string(out), `"hits_ok":1`)
			require.Contains(t, string(out), `"user_company":"Hotel Poseidon","partner_company":"Baltic Sun"`, "a proposal waits")
			require.Contains(t, string(out), `"hotel":"HER10234"`, "the operator's codes")
			require.Contains(t, string(out), "Doppelzimmer Meerblick")
			require.Contains(t, string(out), "Unser Familienliebling")
			require.Contains(t, string(out), "Junior Suite Sea Front", "not mapped yet")
			require.Contains(t, string(out), `"kind":"standalone"`, "calendars of every kind")
			require.Contains(t, string(out), `"calendar_id":1,"kind":"master"`, "the grid")
			require.Contains(t, string(out), `"name":"Nordlicht Reisen","kind":"connected"`, "what the operator sees")
			require.Contains(t, string(out), "Wandergruppe Krause", "the rooming list")

			logins := regexp.MustCompile(`(?m)^  (\S+@\S+) `).FindAllStringSubmatch(printed, -1)
			require.Len(t, logins, 18)
			for _, l := range logins {
				a := p.call(http.MethodPost, "/api/auth/login/", "", object{"email": l[1], "password": demoPassword})
				require.Equal(t, http.StatusOK, a.status, a.raw)
				require.Contains(t, a.raw, `"email_confirmed":true`)
			}
			require.Zero(t, p.stop())
		}
	})

	t.Run("reset starts anew, and refuses a folder that is not ours", func(t *testing.T) {
		t.Parallel()
		s := newSite(t)
		require.NoError(t, os.WriteFile(filepath.Join(s.dir, "holiday.jpg"), nil, 0o600))
		text, code := s.output(t, "", "demo", "--reset")
		require.Equal(t, 1, code)
		require.Contains(t, text, "not removed")
		require.FileExists(t, filepath.Join(s.dir, "holiday.jpg"))
	})
}
