package apperr_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/apperr"
)

var errFull = apperr.New(apperr.Conflict, "pool_exceeded", "there are not enough rooms")

func TestError(t *testing.T) {
	t.Parallel()

	t.Run("a copy with another message, detail or time is still the same refusal", func(t *testing.T) {
		t.Parallel()
		for _, err := range []error{errFull.Withf("only %d left", 2), errFull.With("dates", []string{"2030-05-01"}), errFull.After(time.Minute)} {
			wrapped := fmt.Errorf("book: %w", err)
			require.ErrorIs(t, wrapped, errFull)
			require.NotErrorIs(t, wrapped, apperr.ErrNotFound)
			require.Equal(t, "pool_exceeded", apperr.Of(wrapped).Code)
		}
		require.Equal(t, "there are not enough rooms", errFull.Message, "the declared one is unchanged")
		require.Nil(t, errFull.Details)
		two := errFull.With("a", 1).With("b", 2)
		require.Equal(t, map[string]any{"a": 1, "b": 2}, two.Details)
	})

	t.Run("anything else is a fault that says nothing of itself", func(t *testing.T) {
		t.Parallel()
		e := apperr.Of(errors.New("password is hunter2"))
		require.Equal(t, apperr.Internal, e.Kind)
		require.NotContains(t, e.Error(), "hunter2")
	})
}

func TestFields(t *testing.T) {
	t.Parallel()
	var f apperr.Fields
	require.NoError(t, f.Err())
	f.Check(true, "name", "is required")
	require.NoError(t, f.Err())
	f.Check(false, "name", "is required")
	f.Check(false, "name", "is too long") // the first problem of a field is the one to tell
	f.Checkf(false, "stars", "must be at most %d", 5)
	e := apperr.Of(f.Err())
	require.ErrorIs(t, e, apperr.ErrValidation)
	require.Equal(t, []apperr.FieldError{{Field: "name", Message: "is required"}, {Field: "stars", Message: "must be at most 5"}}, e.Fields)
	require.Empty(t, apperr.ErrValidation.Fields, "the declared one is unchanged")

	for i := range 2 * apperr.MaxFields {
		f.Check(false, fmt.Sprintf("rooms[%d]", i), "is no room")
	}
	require.Len(t, f, apperr.MaxFields, "whoever sends nothing right is told enough to begin with")
}
