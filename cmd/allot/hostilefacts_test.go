package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/content/facts"
	"allot/internal/content/facts/factstest"
	"allot/internal/platform/apperr"
	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
)

// 200 wrong bodies a category are refused by the running program with the path
// of what is wrong, and leave nothing behind.
func TestSlow_HostileFacts(t *testing.T) {
	t.Parallel()
	notRaced(t)
	dbtest.Slow(t, db.SQLite)
	const wanted = 200
	p := newSite(t, "ALLOT_LOG_LEVEL=warn").start(t)
	token, _ := p.register("anna@poseidon.example")
	id := p.call(http.MethodPost, "/api/info/property/create/", token, object{"name": "Poseidon"}).body["id"]
	for _, c := range facts.Load().Categories() {
		path := "/api/info/property/" + number(id) + "/facts/" + c.Key + "/"
		cases := slices.Collect(factstest.Hostile(c, 2))
		require.GreaterOrEqual(t, len(cases), wanted, c.Key)
		for i := 0; i < len(cases); i += max(1, len(cases)/wanted) {
			a := p.send(http.MethodPost, path, token, bytes.NewReader(cases[i].Body), "Content-Type", "application/json")
			require.Equal(t, http.StatusBadRequest, a.status, "%s, %.200s: %.300s", c.Key, cases[i].Body, a.raw)
			var refused struct{ Errors []apperr.FieldError }
			require.NoError(t, json.Unmarshal([]byte(a.raw), &refused))
			named := slices.ContainsFunc(refused.Errors, cases[i].Named)
			require.True(t, named, "%s wants %s: %.300s", c.Key, cases[i].WantPath, a.raw)
		}
		empty := "[]"
		if !c.IsArray() {
			empty = "{}"
		}
		require.JSONEq(t, empty, p.call(http.MethodGet, path, token, nil).raw, c.Key)
	}
}
