package benchtest

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// nginxConfig serves one folder as nginx does by itself, with its access log.
const nginxConfig = `daemon off;
%[3]s
pid %[1]s/pid;
error_log %[1]s/error.log;
worker_processes auto;
events { worker_connections 256; }
http {
  access_log %[1]s/access.log;
  keepalive_requests 1000000000; keepalive_timeout 600;
  client_body_temp_path %[1]s/body; proxy_temp_path %[1]s/proxy; fastcgi_temp_path %[1]s/fastcgi;
  uwsgi_temp_path %[1]s/uwsgi; scgi_temp_path %[1]s/scgi;
  server { listen %[2]s; root %[1]s/www; }
}
`

// Nginx serves body as a file with nginx, if it is installed, and tells its
// address and the ETag that nginx gave it.
func Nginx(b *testing.B, body []byte) (url, etag string, installed bool) {
	b.Helper()
	program, err := exec.LookPath("nginx")
	if err != nil {
		return "", "", false
	}
	dir := b.TempDir()
	addr := freeAddr(b)
	user := ""
	if os.Geteuid() == 0 { // else its workers would be somebody who may not look into the folder
		user = "user root;"
	}
	require.NoError(b, os.Mkdir(filepath.Join(dir, "www"), 0o700))
	require.NoError(b, os.WriteFile(filepath.Join(dir, "www", "grid.json"), body, 0o600))
	config := filepath.Join(dir, "nginx.conf")
	require.NoError(b, os.WriteFile(config, fmt.Appendf(nil, nginxConfig, dir, addr, user), 0o600))
	// Not with the benchmark's context: that would kill it before it could end its workers.
	cmd := exec.Command(program, "-c", config, "-e", filepath.Join(dir, "error.log")) //nolint:noctx // see above
	require.NoError(b, cmd.Start())
	b.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait()
	})
	url = "http://" + addr + "/grid.json"
	require.Eventually(b, func() bool {
		req, err := http.NewRequestWithContext(b.Context(), http.MethodGet, url, nil)
		require.NoError(b, err)
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			return false
		}
		_ = res.Body.Close()
		etag = res.Header.Get("ETag")
		return res.StatusCode == http.StatusOK
	}, 10*time.Second, 20*time.Millisecond)
	return url, etag, true
}

func freeAddr(b *testing.B) string {
	b.Helper()
	l, err := (&net.ListenConfig{}).Listen(b.Context(), "tcp", "127.0.0.1:0")
	require.NoError(b, err)
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}
