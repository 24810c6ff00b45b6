package accounthttp_test

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"os"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"

	"allot/internal/account/accounttest"
	"allot/internal/platform/auth"
	"allot/internal/platform/ban"
	"allot/internal/platform/benchtest"
	"allot/internal/platform/httpx"
	"allot/internal/platform/logging"
)

type benchOut struct {
	ContentType string `header:"Content-Type"`
	ETag string `header:"ETag"`
	Length string `header:"Content-Length"`
	Body []byte
}

func BenchmarkRequest_ready(b *testing.B) {
	e := accounttest.New(b)
	e.Clock.Advance(time.Until(e.Clock.Now()))
	m := e.Manager(b)
	log, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	require.NoError(b, err)
	s := httpx.NewServer(httpx.Options{
		DB: e.DB, Now: e.Clock.Now, Logger: logging.New(log, slog.LevelInfo, true), Version: "bench",
		Bans: ban.NewMemory(ban.Options{}, time.Now), Metrics: httpx.NewMetrics(prometheus.NewRegistry()), Authenticate: e.Accounts.Authenticate,
	})
	body := bytes.Repeat([]byte(`{"a":1},`), 61374)
	httpx.Register(s, httpx.Op{Method: http.MethodGet, Path: "/api/grid/", Tag: "x", Rule: auth.Rule{Types: []auth.AccountType{auth.Accommodation}, Flag: auth.StopSales}}, func(context.Context, *struct{}) (*benchOut, error) {
		return &benchOut{ContentType: "application/json", ETag: `"abc"`, Length: "490992", Body: body}, nil
	})
	url := benchtest.Serve(b, s)
	h := http.Header{"Authorization": {"Token " + m.Token}}
	benchtest.Compare(b, 4, benchtest.Target{Name: "bare", URL: benchtest.Bare(b, body)},
		benchtest.Target{Name: "bare2", URL: benchtest.Bare(b, body)},
		benchtest.Target{Name: "grid", URL: url + "/api/grid/", Header: h})
}
