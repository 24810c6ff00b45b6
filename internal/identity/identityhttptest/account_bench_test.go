package identityhttptest

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/platform/ban"
	"allot/internal/platform/db"
	"allot/internal/platform/httpx"
	"allot/internal/platform/logging"
	"allot/internal/testkit/benchtest"
)

// readyBody is of the size of a grid of one calendar and year: 491 kB.
func readyBody() []byte {
	var b bytes.Buffer
	b.WriteString(`[`)
	for i := range 10_000 {
		fmt.Fprintf(&b, `{"date":"2030-05-31","free":%04d,"state":"open"},`, i)
	}
	b.WriteString(`{}]`)
	return b.Bytes()
}

// BenchmarkRequest_ready is what a request costs beside its own bytes: the way
// through the whole server, signed in, against bare Go that sends the same.
func BenchmarkRequest_ready(b *testing.B) {
	e := apptest.New(b, apptest.With(func(d *account.Deps) { d.Now = time.Now }))
	m := e.Manager(b)
	log, err := os.Create(filepath.Join(b.TempDir(), "log"))
	require.NoError(b, err)
	b.Cleanup(func() { _ = log.Close() })
	s := httpx.NewServer(httpx.Options{
		DB: e.DB, Now: time.Now, Logger: logging.New(log, slog.LevelInfo, true, nil), Version: "bench",
		Bans: ban.NewMemory(ban.Options{}, time.Now), Metrics: httpx.NewMetrics(prometheus.NewRegistry()), Authenticate: httpx.Sessions(e.Accounts.Authenticate),
	})
	body := readyBody()
	var zipped bytes.Buffer
	w := gzip.NewWriter(&zipped)
	_, err = w.Write(body)
	require.NoError(b, err)
	require.NoError(b, w.Close())
	httpx.RegisterPrepared[struct{}, []struct{}](s, httpx.Op{
		Method: http.MethodGet, Path: "/api/ready/", Tag: "Bench", Summary: "Ready bytes",
		Rule: auth.Rule{Types: []auth.AccountType{auth.Accommodation}, Flag: auth.StopSales},
	}, func(context.Context, *struct{}) (*httpx.Prepared, error) {
		return &httpx.Prepared{Tag: "1", Body: httpx.Bytes(body), Gzip: httpx.Bytes(zipped.Bytes())}, nil
	})
	url := benchtest.Serve(b, s) + "/api/ready/"
	asking := func(name, value string) http.Header {
		return http.Header{"Authorization": {"Token " + m.Token}, name: {value}}
	}

	b.Run("the bytes", func(b *testing.B) {
		r := benchtest.Compare(b, 4, benchtest.Target{Name: "bare", URL: benchtest.Bare(b, body)},
			benchtest.Target{Name: "warm", URL: url, Header: asking("Accept-Encoding", "identity")})
		if e.DB.Engine() == db.SQLite { // PostgreSQL's part is another process's, and depends on what the machine leaves it
			require.Greater(b, r["warm"].PerSecond/r["bare"].PerSecond, 0.6, "of the requests a second of bare Go")
		}
	})
	b.Run("the bytes compressed", func(b *testing.B) {
		benchtest.Compare(b, 4, benchtest.Target{Name: "bare", URL: benchtest.Bare(b, zipped.Bytes())},
			benchtest.Target{Name: "warm", URL: url, Header: asking("Accept-Encoding", "gzip")})
	})
	b.Run("not modified", func(b *testing.B) {
		benchtest.Compare(b, 4, benchtest.Target{Name: "bare", URL: benchtest.Bare(b, nil)},
			benchtest.Target{Name: "warm", URL: url, Header: asking("If-None-Match", "*")})
	})
}
