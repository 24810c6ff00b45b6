package exchangehttptest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/auth"
	"allot/internal/platform/httpx"
)

const (
	keys       = "/api/settings/api-keys/"
	createKey  = "/api/settings/api-key/create/"
	whitelists = "/api/settings/whitelists/"
	whitelist  = "/api/settings/whitelists/create/"
)

type factsResponse struct {
	Body struct {
		Owner int64 `json:"owner"`
	}
}

// setupPartnerapi also serves an operation that a key opens, as modules above have.
func setupPartnerapi(t *testing.T) *apptest.Env {
	t.Helper()
	e := apptest.New(t)
	serveFacts(e.Server())
	return e
}

func serveFacts(s *httpx.Server) {
	httpx.Register(s, httpx.Op{
		Method: get, Path: "/api/v1/test/{token}/", Tag: "Facts", Summary: "Facts", Rule: auth.Rule{Key: auth.KeyFactSheet},
	}, func(ctx context.Context, _ *struct{}) (*factsResponse, error) {
		res := &factsResponse{}
		res.Body.Owner = auth.KeyFrom(ctx).OwnerID
		return res, nil
	})
}

func facts(token string) string { return "/api/v1/test/" + token + "/" }

func at(path string, id int64) string { return fmt.Sprintf("/api/settings/%s/%d/", path, id) }

func decode(t *testing.T, status int, res *httptest.ResponseRecorder) object {
	t.Helper()
	require.Equal(t, status, res.Code, res.Body.String())
	var o object
	dec := json.NewDecoder(bytes.NewReader(res.Body.Bytes()))
	require.NoError(t, dec.Decode(&o), res.Body.String())
	return o
}
