package app_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app"
)

const operationList = "../../api/operations.txt"

// Generated clients call an operation by its id, so an id stays for good. -update adds
// the operations that are new; it changes and removes none.
func TestDocument_OperationIDsStay(t *testing.T) {
	t.Parallel()
	raw, err := app.Document()
	require.NoError(t, err)
	var doc struct {
		Paths map[string]map[string]struct {
			OperationID string `json:"operationId"`
		}
	}
	require.NoError(t, json.Unmarshal(raw, &doc))
	served, paths := map[string]string{}, map[string]string{} // by method and path; by id
	camelCase := regexp.MustCompile(`^[a-z]+([A-Z][a-z0-9]*)+$`)
	for path, methods := range doc.Paths {
		for method, o := range methods {
			at := strings.ToUpper(method) + " " + path
			require.Regexp(t, camelCase, o.OperationID, "%s needs an ID of a verb and a noun, such as listProperties", at)
			require.Empty(t, paths[o.OperationID], "%s has the id of another operation: %s", at, o.OperationID)
			served[at], paths[o.OperationID] = o.OperationID, at
		}
	}

	list, err := os.ReadFile(operationList)
	require.NoError(t, err)
	listed := map[string]string{}
	for line := range strings.Lines(string(list)) {
		method, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		path, id, _ := strings.Cut(rest, " ")
		listed[method+" "+path] = id
	}
	for at, id := range listed {
		require.Equal(t, id, served[at], "%s had the id %q in what was published: another id, or none, breaks the code of every generated client. "+
			"If that is meant, change the line in api/operations.txt and say so in the changelog", at, id)
	}
	var want bytes.Buffer
	for _, at := range slices.SortedFunc(maps.Keys(served), byPath) {
		want.WriteString(at + " " + served[at] + "\n")
	}
	if *update {
		require.NoError(t, os.WriteFile(operationList, want.Bytes(), 0o644))
		return
	}
	require.Equal(t, want.String(), string(list), "there are new operations: run make generate")
}

// byPath compares "METHOD path" by the path first.
func byPath(a, b string) int {
	methodA, pathA, _ := strings.Cut(a, " ")
	methodB, pathB, _ := strings.Cut(b, " ")
	return cmp.Or(strings.Compare(pathA, pathB), strings.Compare(methodA, methodB))
}
