package main

import (
	"bytes"
	"encoding/pem"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/docs"
	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
)

// The receivers of the page for partners, each as a reader would run it.
var receivers = map[string]struct {
	file  string
	needs string
	build [][]string
	run   []string
}{
	"go":     {"receiver.go", "go", [][]string{{"go", "build", "-o", "receiver", "receiver.go"}}, []string{"./receiver"}},
	"python": {"receiver.py", "python3", nil, []string{"python3", "receiver.py"}},
	"typescript": {"receiver.ts", "npm", [][]string{
		{"npm", "install", "--no-audit", "--no-fund", "--no-save", "--silent", "typescript@5.9.3", "@types/node@20.19.0"},
		{"node", "node_modules/typescript/bin/tsc", "--skipLibCheck", "--strict", "--target", "es2022", "--module", "nodenext", "--types", "node", "receiver.ts"},
	}, []string{"node", "receiver.js"}},
}

// TestSlow_Receivers_OfThePage runs the code of docs/partner-api/webhooks.md
// behind a real certificate and has the program deliver to it.
func TestSlow_Receivers_OfThePage(t *testing.T) {
	t.Parallel()
	dbtest.Slow(t, db.SQLite)
	fronts := map[string]*receiverFront{}
	var roots bytes.Buffer
	for language := range receivers {
		fronts[language] = newReceiverFront(t)
		require.NoError(t, pem.Encode(&roots, &pem.Block{Type: "CERTIFICATE", Bytes: fronts[language].Certificate().Raw}))
	}
	authority := filepath.Join(t.TempDir(), "roots.pem")
	require.NoError(t, os.WriteFile(authority, roots.Bytes(), 0o600))
	p := newSite(t, "SSL_CERT_FILE="+authority, "ALLOT_OUTBOUND_ALLOW=127.0.0.0/8").start(t)
	for language, r := range receivers { //nolint:paralleltest // each builds with all processors
		t.Run(language, func(t *testing.T) {
			if _, err := exec.LookPath(r.needs); err != nil {
				require.Empty(t, os.Getenv("CI"), "%s is missing", r.needs)
				t.Skipf("SKIPPED: the receiver in %s is not run, because %s is missing", language, r.needs)
			}
			s := newScript(t, p)
			hotel, _ := p.register("hotel-" + language + "@x.example")
			made := s.ok(201, post, "/api/v1/integrations/webhooks/", hotel, object{
				"name": "Receiver", "url": fronts[language].URL + "/hook", "event_types": []string{"property.updated", "test.ping"},
			})
			at := "/api/v1/integrations/webhooks/" + number(made.body["id"]) + "/"
			said := fronts[language].serve(t, language, made.body["secret"].(string))

			s.ok(202, post, at+"test/", hotel, nil)
			said.await(t, "test.ping")
			s.ok(201, post, "/api/info/property/create/", hotel, object{"name": "Hotel Ωmega", "country": "GR"})
			said.await(t, "property.updated", "Hotel")
			fronts[language].attack(t, said)

			// While two secrets sign, the receiver with the old one goes on.
			s.ok(200, post, at+"rotate-secret/", hotel, nil)
			s.ok(202, post, at+"test/", hotel, nil)
			said.await(t, "test.ping")
		})
	}
}

// receiverFront is the proxy with a certificate before a receiver. It keeps what came.
type receiverFront struct {
	*httptest.Server
	mu      sync.Mutex
	behind  *url.URL
	headers []http.Header
	bodies  [][]byte
}

func newReceiverFront(t *testing.T) *receiverFront {
	t.Helper()
	f := &receiverFront{}
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		f.mu.Lock()
		defer f.mu.Unlock()
		r.SetURL(f.behind)
	}}
	f.Server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		f.mu.Lock()
		f.headers, f.bodies = append(f.headers, r.Header.Clone()), append(f.bodies, body)
		f.mu.Unlock()
		r.Body = io.NopCloser(bytes.NewReader(body))
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(f.Close)
	return f
}

// serve builds the receiver of the page and starts it with the secret.
func (f *receiverFront) serve(t *testing.T, language, secret string) *heard {
	t.Helper()
	r, dir := receivers[language], t.TempDir()
	code := regexp.MustCompile("(?s)```" + language + "\n(.*?)```").FindSubmatch(docs.Webhooks)
	require.NotNil(t, code, "the page has no code in %s", language)
	require.NoError(t, os.WriteFile(filepath.Join(dir, r.file), code[1], 0o600))
	for _, step := range r.build {
		cmd := exec.CommandContext(t.Context(), step[0], step[1:]...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%v\n%s", step, out)
	}
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	_, port, err := net.SplitHostPort(l.Addr().String())
	require.NoError(t, err)
	require.NoError(t, l.Close())
	said := &heard{}
	cmd := exec.CommandContext(t.Context(), r.run[0], r.run[1:]...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, said, said
	cmd.Env = append(os.Environ(), "PORT="+port, "WEBHOOK_SECRET="+secret)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	require.Eventually(t, func() bool {
		c, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", "127.0.0.1:"+port)
		if err == nil {
			_ = c.Close()
		}
		return err == nil
	}, time.Minute, 20*time.Millisecond, "the receiver does not listen")
	f.mu.Lock()
	defer f.mu.Unlock()
	f.behind, err = url.Parse("http://127.0.0.1:" + port)
	require.NoError(t, err)
	return said
}

// attack sends what came once more, then changed: a duplicate is answered and not
// processed, everything else refused.
func (f *receiverFront) attack(t *testing.T, said *heard) {
	t.Helper()
	f.mu.Lock()
	header, body := f.headers[len(f.headers)-1], f.bodies[len(f.bodies)-1]
	f.mu.Unlock()
	before := said.text()
	send := func(body []byte, change func(http.Header)) int {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, f.behind.String(), bytes.NewReader(body))
		require.NoError(t, err)
		req.Header = header.Clone()
		change(req.Header)
		res, err := client.Do(req)
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		return res.StatusCode
	}
	require.Equal(t, http.StatusNoContent, send(body, func(http.Header) {}))
	require.Equal(t, http.StatusUnauthorized, send(append([]byte(" "), body...), func(http.Header) {}))
	for name, value := range map[string]string{
		"webhook-id": "msg_other", "webhook-timestamp": fmt.Sprint(time.Now().Add(-6 * time.Minute).Unix()), "webhook-signature": "v1,AAAA", "Webhook-Signature": "",
	} {
		require.Equal(t, http.StatusUnauthorized, send(body, func(h http.Header) { h.Set(name, value) }), name)
	}
	require.Equal(t, before, said.text(), "nothing of it was processed")
}

// heard is what a receiver prints.
type heard struct {
	mu   sync.Mutex
	all  bytes.Buffer
	seen int
}

func (h *heard) Write(b []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.all.Write(b)
}

func (h *heard) text() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.all.String()
}

// await waits for the next line, which begins with an event and holds words.
func (h *heard) await(t *testing.T, event string, words ...string) {
	t.Helper()
	var line string
	require.Eventually(t, func() bool {
		lines := strings.SplitAfter(h.text(), "\n")
		if len(lines) <= h.seen || !strings.HasSuffix(lines[h.seen], "\n") {
			return false
		}
		line = lines[h.seen]
		return true
	}, time.Minute, 20*time.Millisecond, "%s did not arrive: %s", event, h.text())
	h.seen++
	require.True(t, strings.HasPrefix(line, event+" {"), line)
	for _, w := range words {
		require.Contains(t, line, w)
	}
}
