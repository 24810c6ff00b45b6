package settings_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
	"allot/internal/testkit/audittest"
)

func ptr[T any](v T) *T { return &v }

// fields are the names of the fields that a refusal is about.
func fields(t *testing.T, err error) []string {
	t.Helper()
	require.Equal(t, apperr.Invalid, apperr.Of(err).Kind, "%v", err)
	var names []string
	for _, f := range apperr.Of(err).Fields {
		names = append(names, f.Field)
	}
	return names
}

// trail returns the actions recorded for an object, oldest first.
func trail(t *testing.T, e *apptest.Env, owner int64, object string, id int64) []audit.Entry {
	t.Helper()
	entries, err := audittest.Of(t.Context(), e.DB, owner, object, id)
	require.NoError(t, err)
	return entries
}

func actions(entries []audit.Entry) []string {
	names := []string{}
	for _, e := range entries {
		names = append(names, e.Action)
	}
	return names
}
