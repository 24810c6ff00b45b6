package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
)

// sized returns how much a slow test does: in make check-rest less than in make nightly.
func sized(check, nightly int) int {
	if os.Getenv("ALLOT_TEST_SLOW") == "all" {
		return nightly
	}
	return check
}

// notRaced skips a test under the race detector that takes its time there and can
// find nothing new: it asks the program one thing after another, or what runs at
// once in it is raced by the tests of its package.
func notRaced(t *testing.T) {
	t.Helper()
	if raceFactor > 1 {
		t.Skip("not raced; it runs without the race detector")
	}
}

// world of a test: a data folder and, on PostgreSQL, a database.
type site struct {
	dir string
	env []string
}

func newSite(t *testing.T, env ...string) *site {
	t.Helper()
	s := &site{dir: t.TempDir(), env: append([]string{"ALLOT_ADDR=127.0.0.1:0", "ALLOT_ADMIN_ADDR=", "ALLOT_LIMIT_REGISTRATIONS=0", "ALLOT_LIMIT_PROPOSALS=0"}, env...)}
	if dbtest.Engine() == db.Postgres {
		url, _ := dbtest.Location(t)
		s.env = append(s.env, "ALLOT_DATABASE_URL="+url)
	}
	return s
}

// newEmptySite is newSite with a database that has no tables, on PostgreSQL too.
func newEmptySite(t *testing.T) *site {
	t.Helper()
	s := newSite(t)
	if dbtest.Engine() == db.Postgres {
		d := s.database(t)
		_, err := d.SQL().ExecContext(t.Context(), "DROP SCHEMA public CASCADE; CREATE SCHEMA public")
		require.NoError(t, err)
		require.NoError(t, d.Close())
	}
	return s
}

// beside is another data folder on the same database, with the same key.
func (s *site) beside(t *testing.T) *site {
	t.Helper()
	other := &site{dir: t.TempDir(), env: s.env}
	key, err := os.ReadFile(filepath.Join(s.dir, "secret.key"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(other.dir, "secret.key"), key, 0o600))
	return other
}

func (s *site) command(t *testing.T, env []string, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.CommandContext(t.Context(), self, args...)
	cmd.Env = append([]string{"ALLOT_TEST_AS_PROGRAM=1", "ALLOT_DATA_DIR=" + s.dir, "PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME")}, s.env...)
	cmd.Env = append(cmd.Env, env...)
	cmd.Dir = s.dir
	return cmd
}

// output runs a command to its end.
func (s *site) output(t *testing.T, stdin string, args ...string) (text string, code int) {
	t.Helper()
	cmd := s.command(t, nil, args...)
	cmd.Stdin = strings.NewReader(stdin)
	out, err := cmd.CombinedOutput()
	if err != nil {
		var exit *exec.ExitError
		require.ErrorAs(t, err, &exit)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

// program is a server in a process of its own.
type program struct {
	t    *testing.T
	cmd  *exec.Cmd
	base string // http://host:port
	ops  string // the same of health and metrics, if they are on

	mu  sync.Mutex
	log bytes.Buffer
}

var operated = regexp.MustCompile(`(http://[^ ]+)/readyz`)

// longestStart is far more than a start takes on the busiest machine: a program that never says what is
// waited for fails its test, which would hang.
const longestStart = 5 * time.Minute

var served = regexp.MustCompile(`(?:serves |API   |"url":") *(https?://[^ "]+)`)

// start runs the server and waits until it serves.
func (s *site) start(t *testing.T, env ...string) *program {
	t.Helper()
	p, _ := s.startCommand(t, env, "serve", func(line string) bool { return served.MatchString(line) })
	return p
}

// startCommand runs a command that serves and reads what it prints until the
// line that ends says is the last.
func (s *site) startCommand(t *testing.T, env []string, command string, ends func(line string) bool) (p *program, printed string) {
	t.Helper()
	p = &program{t: t, cmd: s.command(t, env, strings.Fields(command)...)}
	p.cmd.Stderr = p
	out, err := p.cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, p.cmd.Start())
	t.Cleanup(func() {
		_ = p.cmd.Process.Kill()
		_ = p.cmd.Wait()
	})
	late := time.AfterFunc(longestStart, func() { _ = p.cmd.Process.Kill() })
	defer late.Stop()
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		printed += lines.Text() + "\n"
		if m := served.FindStringSubmatch(lines.Text()); m != nil {
			p.base = m[1]
		}
		if m := operated.FindStringSubmatch(lines.Text()); m != nil {
			p.ops = m[1]
		}
		if ends(lines.Text()) {
			go func() { _, _ = io.Copy(io.Discard, out) }()
			return p, printed
		}
	}
	_ = p.cmd.Wait()
	t.Fatalf("the server did not start:\n%s%s", printed, p.logged())
	return nil, ""
}

// Write collects the log.
func (p *program) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.log.Write(b)
}

func (p *program) logged() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.log.String()
}

// kill ends the server without any warning.
func (p *program) kill() {
	p.t.Helper()
	require.NoError(p.t, p.cmd.Process.Kill())
	_ = p.cmd.Wait()
}

// stop ends the server as an operator would and returns its exit code.
func (p *program) stop() int {
	p.t.Helper()
	require.NoError(p.t, p.cmd.Process.Signal(syscall.SIGTERM))
	_ = p.cmd.Wait()
	return p.cmd.ProcessState.ExitCode()
}

// answer is what the server said; status 0 means that it said nothing.
type answer struct {
	status int
	header http.Header
	body   map[string]any
	raw    string
}

// client has the patience that 100,000 contacts take under the race detector.
var client = &http.Client{Timeout: 5 * time.Minute, Transport: &http.Transport{MaxIdleConnsPerHost: 64, MaxConnsPerHost: 0}}

// call sends one request with a JSON body; header names and values alternate.
func (p *program) call(method, path, token string, body any, header ...string) answer {
	p.t.Helper()
	if body == nil {
		return p.send(method, path, token, nil, header...)
	}
	b, err := json.Marshal(body)
	require.NoError(p.t, err)
	return p.send(method, path, token, bytes.NewReader(b), append([]string{"Content-Type", "application/json"}, header...)...)
}

// send sends one request with any body.
func (p *program) send(method, path, token string, body io.Reader, header ...string) answer {
	p.t.Helper()
	req, err := http.NewRequestWithContext(p.t.Context(), method, p.base+path, body)
	require.NoError(p.t, err)
	if token != "" {
		req.Header.Set("Authorization", "Token "+token)
	}
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	res, err := client.Do(req)
	if err != nil {
		return answer{}
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		return answer{}
	}
	a := answer{status: res.StatusCode, header: res.Header, raw: string(raw)}
	_ = json.Unmarshal(raw, &a.body)
	return a
}

// object is a JSON object in the making.
type object map[string]any

const goodPassword = "seven green windows"

func registration(email string) object {
	return object{"email": email, "password": goodPassword, "account_type": "accommodation", "company_name": "Hotel " + email[:3], "country": "GR"}
}

// register opens an account and returns its token and id.
func (p *program) register(email string) (token string, id int64) {
	p.t.Helper()
	a := p.call(http.MethodPost, "/api/auth/register/", "", registration(email))
	require.Equal(p.t, http.StatusCreated, a.status, a.raw)
	user, ok := a.body["user"].(map[string]any)
	require.True(p.t, ok)
	return a.body["auth_token"].(string), int64(user["id"].(float64))
}

func (p *program) login(email string, extra ...string) answer {
	p.t.Helper()
	return p.call(http.MethodPost, "/api/auth/login/", "", object{"email": email, "password": goodPassword}, extra...)
}

func (a answer) token() string {
	t, _ := a.body["auth_token"].(string)
	return t
}

// number writes an id of an answer, which JSON made a float of, into a path.
func number(id any) string {
	if f, ok := id.(float64); ok {
		return strconv.FormatInt(int64(f), 10)
	}
	return fmt.Sprint(id)
}
