package identitytest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
)

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

func actionsSettings(entries []audit.Entry) []string {
	names := []string{}
	for _, e := range entries {
		names = append(names, e.Action)
	}
	return names
}
