package apidoc_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"

	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/ban"
	"allot/internal/platform/httpx"
)

type (
	thingPrice struct {
		Amount int64 `json:"amount" minimum:"1"`
	}
	thingBody struct {
		Name  string     `json:"name"`
		Price thingPrice `json:"price"`
	}
	thingResponse      struct{ Body thingBody }
	createThingRequest struct {
		Body struct {
			Name  string     `json:"name" minLength:"2" maxLength:"20"`
			Price thingPrice `json:"price,omitempty"`
		}
	}
	thingRequest struct {
		ID int64 `path:"id" minimum:"1"`
	}
	patchedThing struct {
		Name  httpx.Patch[string]     `json:"name,omitempty" maxLength:"20"`
		Size  httpx.Patch[int64]      `json:"size,omitempty" minimum:"1"`
		Price httpx.Patch[thingPrice] `json:"price,omitempty"`
	}
	patchThingRequest struct {
		ID   int64 `path:"id" minimum:"1"`
		Body patchedThing
	}
	fileRequest struct {
		Body struct {
			Caption string `json:"caption"`
		}
	}
)

// bundle is a server with an operation of every kind that the document has.
type bundle struct{ *httpx.Server }

func setup(t *testing.T, change ...func(*httpx.Options)) *bundle {
	t.Helper()
	opt := httpx.Options{
		Now: time.Now, Logger: slog.New(slog.DiscardHandler), Version: "1.2.3-test",
		Bans: ban.NewMemory(ban.Options{}, time.Now), Metrics: httpx.NewMetrics(prometheus.NewRegistry()),
		Authenticate: httpx.Sessions(func(context.Context, string) (auth.Caller, error) {
			return auth.Caller{}, apperr.ErrNotAuthenticated
		}),
	}
	for _, c := range change {
		c(&opt)
	}
	s := httpx.NewServer(opt)
	httpx.Register(s, httpx.Op{
		ID: "createThing", Method: http.MethodPost, Path: "/api/things/", Aliases: []string{"/api/items/"}, Tag: "Test", Summary: "Create",
		Status: http.StatusCreated, Creates: true,
	}, answer[createThingRequest])
	httpx.Register(s, httpx.Op{Method: http.MethodGet, Path: "/api/things/{id}/", Tag: "Test", Summary: "Read"}, answer[thingRequest])
	httpx.Register(s, httpx.Op{Method: http.MethodPatch, Path: "/api/things/{id}/", Tag: "Test", Summary: "Change"}, answer[patchThingRequest])
	httpx.Register(s, httpx.Op{
		Method: http.MethodPost, Path: "/api/files/", Tag: "Test", Summary: "Upload", Creates: true, Files: []string{"file"}, MaxBody: 3 << 20,
	}, answer[fileRequest])
	httpx.Register(s, httpx.Op{Method: http.MethodPost, Path: "/api/login/", Tag: "Test", Summary: "Log in", Rule: auth.Rule{Public: true}}, answer[struct{}])
	httpx.Register(s, httpx.Op{Method: http.MethodGet, Path: "/api/v1/export/", Tag: "Test", Summary: "Export", XML: "/api/v1/"}, answer[struct{}])
	return &bundle{s}
}

func answer[I any](context.Context, *I) (*thingResponse, error) { return &thingResponse{}, nil }

// do asks the server as nobody, with headers as "Name: value" lines, and wants a status.
func (b *bundle) do(t *testing.T, status int, method, target, body string, headers ...string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, target, strings.NewReader(body))
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		r.Header.Set(name, value)
	}
	rec := httptest.NewRecorder()
	b.ServeHTTP(rec, r)
	require.Equal(t, status, rec.Code, rec.Body.String())
	return rec
}
