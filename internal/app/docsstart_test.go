package app_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/docs"
)

// What the page of the API shows first exists: a renamed path or tag would leave a gap
// that nobody sees.
func TestDocsStart_NamesWhatExists(t *testing.T) {
	t.Parallel()
	var start struct {
		Tags, Last []string
		Tasks      []struct {
			Title      string
			Operations []string
		}
		Words map[string]string
		Pages []struct{ ID, Address string }
	}
	require.NoError(t, json.Unmarshal(docs.Start, &start))
	raw, err := os.ReadFile("../../api/openapi.json")
	require.NoError(t, err)
	var doc struct {
		Tags  []struct{ Name string }
		Paths map[string]map[string]struct{ Tags []string }
	}
	require.NoError(t, json.Unmarshal(raw, &doc))

	tags, calls := []string{}, []string{}
	for path, methods := range doc.Paths {
		for method, op := range methods {
			calls = append(calls, strings.ToUpper(method)+" "+path)
			tags = append(tags, op.Tags...)
		}
	}
	require.NotEmpty(t, start.Tags)
	require.Subset(t, tags, append(start.Tags, start.Last...))
	require.NotEmpty(t, start.Tasks)
	for _, task := range start.Tasks {
		require.NotEmpty(t, task.Operations, task.Title)
		for _, call := range task.Operations {
			require.True(t, slices.Contains(calls, call), "%s: there is no %s", task.Title, call)
		}
	}
	for call := range start.Words {
		require.True(t, slices.Contains(calls, call), "words: there is no %s", call)
	}
	for _, page := range start.Pages {
		require.True(t, strings.HasPrefix(page.Address, "/api/docs/"), page.ID)
	}
}
