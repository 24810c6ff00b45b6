package app_test

import (
	"encoding/json"
	"flag"
	"os"
	"slices"
	"testing"

	"github.com/pb33f/libopenapi"
	validator "github.com/pb33f/libopenapi-validator"
	"github.com/stretchr/testify/require"

	"allot/internal/app"
)

var update = flag.Bool("update", false, "rewrite api/openapi.json")

const checkedIn = "../../api/openapi.json"

// The published description changes only on purpose.
func TestDocument_IsTheOneCheckedIn(t *testing.T) {
	t.Parallel()
	got, err := app.Document()
	require.NoError(t, err)
	if *update {
		require.NoError(t, os.WriteFile(checkedIn, got, 0o644))
	}
	want, err := os.ReadFile(checkedIn)
	require.NoError(t, err)
	require.Equal(t, string(want), string(got), "run: make generate")

	again, err := app.Document()
	require.NoError(t, err)
	require.Equal(t, string(got), string(again), "the document must come out the same every time")
}

func TestDocument_IsValidOpenAPI(t *testing.T) {
	t.Parallel()
	got, err := app.Document()
	require.NoError(t, err)
	doc, err := libopenapi.NewDocument(got)
	require.NoError(t, err)
	require.Equal(t, "3.1.0", doc.GetVersion())
	v, errs := validator.NewValidator(doc)
	require.Empty(t, errs)
	ok, problems := v.ValidateDocument()
	for _, p := range problems {
		t.Log(p.Message, p.Reason)
		for _, s := range p.SchemaValidationErrors {
			t.Log("  ", s.FieldPath, s.Reason)
		}
	}
	require.True(t, ok)
}

func TestDocument_TellsEverythingOfEachOperation(t *testing.T) {
	t.Parallel()
	got, err := app.Document()
	require.NoError(t, err)
	var doc struct {
		Paths map[string]map[string]struct {
			OperationID string           `json:"operationId"`
			Summary     string           `json:"summary"`
			Tags        []string         `json:"tags"`
			Security    []map[string]any `json:"security"`
			Responses   map[string]any   `json:"responses"`
		} `json:"paths"`
	}
	require.NoError(t, json.Unmarshal(got, &doc))
	require.NotEmpty(t, doc.Paths)
	ids := map[string]string{}
	for path, operations := range doc.Paths {
		for method, o := range operations {
			at := method + " " + path
			require.NotEmpty(t, o.Summary, at)
			require.NotEmpty(t, o.Tags, at)
			require.NotNil(t, o.Security, "%s must say who may call it", at)
			require.Empty(t, ids[o.OperationID], "%s and %s share an id", at, ids[o.OperationID])
			ids[o.OperationID] = at
			if len(o.Security) > 0 {
				require.Contains(t, o.Responses, "401", at)
				require.Contains(t, o.Responses, "403", at)
			}
			require.Contains(t, o.Responses, "500", at)
			require.NotContains(t, o.Responses, "422", at)
			require.NotContains(t, o.Responses, "default", at)
		}
	}
}

// A validator takes a list of words as all that there is: null must be one of
// them where the type says so.
func TestDocument_NullIsAmongTheWordsWhereItIsAllowed(t *testing.T) {
	t.Parallel()
	got, err := app.Document()
	require.NoError(t, err)
	var doc any
	require.NoError(t, json.Unmarshal(got, &doc))
	found := 0
	var walk func(at string, v any)
	walk = func(at string, v any) {
		switch v := v.(type) {
		case map[string]any:
			types, _ := v["type"].([]any)
			words, isEnum := v["enum"].([]any)
			if isEnum && slices.Contains(types, any("null")) {
				found++
				require.Contains(t, words, nil, at)
			}
			for key, each := range v {
				walk(at+"/"+key, each)
			}
		case []any:
			for _, each := range v {
				walk(at, each)
			}
		}
	}
	walk("", doc)
	require.Positive(t, found)
}
