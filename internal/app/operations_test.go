package app_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app"
)

// Generated clients call an operation by its id, so an id stays for good.
func TestDocument_OperationIDsStay(t *testing.T) {
	t.Parallel()
	served, err := app.Document()
	require.NoError(t, err)
	published, err := os.ReadFile(checkedIn)
	require.NoError(t, err)
	requireIDsStay(t, published, served)

	seen := map[string]string{}
	for at, id := range operationIDs(t, served) {
		require.Regexp(t, `^[a-z]+([A-Z][a-z0-9]*)+$`, id, "%s needs an ID of a verb and a noun, such as listProperties", at)
		require.Empty(t, seen[id], "%s has the id of another operation: %s", at, seen[id])
		seen[id] = at
	}
}

// requireIDsStay wants every operation of the document that was published in the next one,
// with its id. Nothing that fails here is written over what was published.
func requireIDsStay(t *testing.T, published, next []byte) {
	t.Helper()
	served := operationIDs(t, next)
	for at, id := range operationIDs(t, published) {
		require.Equal(t, id, served[at], "%s had the id %q in what was published: another id, or none, breaks the code of every generated client. "+
			"If that is meant, change it in api/openapi.json by hand, then make generate, and say so in the changelog", at, id)
	}
}

// operationIDs are the ids of a document by method and path.
func operationIDs(t *testing.T, document []byte) map[string]string {
	t.Helper()
	var doc struct {
		Paths map[string]map[string]struct {
			OperationID string `json:"operationId"`
		}
	}
	require.NoError(t, json.Unmarshal(document, &doc))
	ids := map[string]string{}
	for path, methods := range doc.Paths {
		for method, o := range methods {
			ids[strings.ToUpper(method)+" "+path] = o.OperationID
		}
	}
	require.NotEmpty(t, ids)
	return ids
}
