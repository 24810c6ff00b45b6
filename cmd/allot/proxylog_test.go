package main

import (
	"context"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app"
)

// inPath is a secret that must be in no log.
const inPath = "Zq8xT0kenWhichNobodyMayRead"

// secretAddresses are requests for every path that has a secret in it, also mistyped.
func secretAddresses() []string {
	list := []string{"/api/V1/facts/" + inPath + "/", "//api//v1/facts/" + inPath + "/", "/api/v1/" + inPath + "/", "/api/v1/%66acts/" + inPath + "/", "/api/info/properties/?token=" + inPath}
	for _, p := range app.SecretPaths {
		for _, operation := range []string{"", "facts/", "integrations/import/"} {
			list = append(list, p+operation+inPath+"/", p+operation+inPath, p+operation+inPath+"/?format=xml", p+operation+inPath+"/rest")
		}
	}
	return list
}

func sample(t *testing.T, parts ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(append([]string{deployFolder}, parts...)...))
	require.NoError(t, err)
	return string(text)
}

func TestProxy_InstallNamesSecretPaths(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/install.md")
	require.NoError(t, err)
	for _, p := range app.SecretPaths {
		require.Contains(t, string(text), "`"+p+"`")
	}
}

// The list of the program holds for the sample also where no nginx is installed: its expressions
// are tried as nginx does, the first that matches wins. nginx has decoded the path and left out
// the query.
func TestProxy_NginxSample(t *testing.T) {
	t.Parallel()
	conf := sample(t, "nginx", "allot.conf")
	block := regexp.MustCompile(`(?s)map \$uri \$allot_logged \{\n(.*?)\n\}`).FindStringSubmatch(conf)
	require.NotNil(t, block, "what is logged is made of $uri")
	type rule struct {
		re      *regexp.Regexp
		instead string
	}
	var rules []rule
	for _, m := range regexp.MustCompile(`(?m)^\s*~(\*?)(\S+)\s+"?([^";]+)"?;$`).FindAllStringSubmatch(block[1], -1) {
		flags := map[string]string{"": "", "*": "(?i)"}[m[1]]
		rules = append(rules, rule{regexp.MustCompile(flags + strings.ReplaceAll(m[2], "(?<", "(?P<")), m[3]})
	}
	require.Len(t, rules, strings.Count(block[1], ";"))
	logged := func(path string) string {
		for _, r := range rules {
			if at := r.re.FindStringSubmatchIndex(path); at != nil {
				return string(r.re.ExpandString(nil, r.instead, path, at))
			}
		}
		return ""
	}
	for _, address := range secretAddresses() {
		path, _, _ := strings.Cut(address, "?")
		path = strings.ReplaceAll(strings.ReplaceAll(path, "//", "/"), "%66", "f")
		require.NotContains(t, logged(path), inPath, address)
	}
	require.Equal(t, "/api/v1/facts/-", logged("/api/v1/facts/"+inPath+"/"), "which operation it was is told")
	require.Equal(t, "/api/info/properties/", logged("/api/info/properties/"))
	servers := strings.Split(conf, "\nserver {")[1:]
	require.Len(t, servers, 2)
	for _, s := range servers {
		require.Regexp(t, `access_log \S+ allot;`, s, "the log of nginx itself has whole addresses")
		require.Regexp(t, `error_log \S+ emerg;`, s, "errors of upstreams have whole addresses")
	}
}

// started runs a program that serves on Unix sockets until the test ends.
func started(t *testing.T, socket, path string, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), path, args...)
	cmd.Env = append(os.Environ(), "HOME="+t.TempDir(), "XDG_CONFIG_HOME="+t.TempDir(), "XDG_DATA_HOME="+t.TempDir())
	out := &strings.Builder{}
	cmd.Stdout, cmd.Stderr = out, out
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait()
	})
	require.Eventually(t, func() bool {
		_, err := os.Stat(socket)
		return err == nil
	}, time.Minute, 10*time.Millisecond, "%s does not serve", path)
}

// askProxy sends every address to a Unix socket, whose upstream does not answer.
func askProxy(t *testing.T, socket string) {
	t.Helper()
	client := &http.Client{
		Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, "unix", socket)
		}},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	for _, address := range secretAddresses() {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://allot.example.com"+address, http.NoBody)
		require.NoError(t, err)
		res, err := client.Do(req)
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
	}
}

// logsIn returns every log in a folder.
func logsIn(t *testing.T, dir string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.log"))
	require.NoError(t, err)
	all := ""
	for _, f := range files {
		text, err := os.ReadFile(f)
		require.NoError(t, err)
		all += string(text)
	}
	return all
}

func TestProxy_RealNginx(t *testing.T) {
	t.Parallel()
	program, err := exec.LookPath("nginx")
	if err != nil {
		t.Skip("SKIPPED, SAMPLE NOT TRIED: nginx is not installed")
	}
	dir := t.TempDir()
	conf := sample(t, "nginx", "allot.conf")
	for _, change := range []struct{ from, to string }{
		{`(?m)^\s*listen \[::\].*$`, ""},
		{`listen 80;`, "listen unix:" + dir + "/plain.sock;"},
		{`listen 443 ssl http2;`, "listen unix:" + dir + "/secure.sock;"},
		{`(?m)^\s*ssl_.*$`, ""},
		{`/var/log/nginx/`, dir + "/"},
		{`server 127\.0\.0\.1:8080;`, "server unix:" + dir + "/nobody.sock;"},
	} {
		re := regexp.MustCompile(change.from)
		require.Regexp(t, re, conf)
		conf = re.ReplaceAllString(conf, change.to)
	}
	whole := "daemon off; master_process off; pid " + dir + "/pid; error_log " + dir + "/main.log error;\nevents {}\nhttp {\naccess_log " + dir + "/default.log;\n"
	for _, temporary := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		whole += temporary + "_temp_path " + dir + "/" + temporary + ";\n"
	}
	file := filepath.Join(dir, "nginx.conf")
	require.NoError(t, os.WriteFile(file, []byte(whole+conf+"}\n"), 0o600))
	out, err := exec.CommandContext(t.Context(), program, "-t", "-c", file, "-p", dir).CombinedOutput()
	require.NoError(t, err, string(out))
	started(t, dir+"/secure.sock", program, "-c", file, "-p", dir)
	askProxy(t, dir+"/secure.sock")
	askProxy(t, dir+"/plain.sock")
	require.Equal(t, 2*len(secretAddresses()), strings.Count(logsIn(t, dir), "GET "), "each is logged")
	require.NotContains(t, logsIn(t, dir), inPath)
}

func TestProxy_RealCaddy(t *testing.T) {
	t.Parallel()
	program, err := exec.LookPath("caddy")
	if err != nil {
		t.Skip("SKIPPED, SAMPLE NOT TRIED: caddy is not installed")
	}
	dir := t.TempDir()
	conf := sample(t, "caddy", "Caddyfile")
	for from, to := range map[string]string{
		"{\n\tlog {":                        "{\n\tadmin off\n\tauto_https off\n\tlog {\n\t\toutput file " + dir + "/all.log",
		"{$ALLOT_HOST:allot.example.com} {": "http://allot.example.com {\n\tbind unix/" + dir + "/caddy.sock",
		"{$ALLOT_NODES:127.0.0.1:8080}":     "unix/" + dir + "/nobody.sock",
		"lb_try_duration 5s":                "",
	} {
		require.Contains(t, conf, from)
		conf = strings.Replace(conf, from, to, 1)
	}
	file := filepath.Join(dir, "Caddyfile")
	require.NoError(t, os.WriteFile(file, []byte(conf), 0o600))
	started(t, dir+"/caddy.sock", program, "run", "--adapter", "caddyfile", "--config", file)
	askProxy(t, dir+"/caddy.sock")
	require.Contains(t, logsIn(t, dir), "allot.example.com", "that requests fail is logged")
	require.NotContains(t, logsIn(t, dir), inPath)
}

func TestProxy_CaddySample(t *testing.T) {
	t.Parallel()
	conf := sample(t, "caddy", "Caddyfile")
	require.Regexp(t, `(?s)\{\n\tlog \{.*request>uri delete`, conf, "errors have the address of the request")
	_, site, ok := strings.Cut(conf, "{$ALLOT_HOST")
	require.True(t, ok)
	require.NotRegexp(t, `(?m)^\s*log\b`, site, "a log of requests has whole addresses")
}
