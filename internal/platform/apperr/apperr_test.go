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
	f.Check(false, "name", "must be one line of text") // the first problem of a field is the one to tell
	f.Checkf(false, "stars", "must be at most %v", 5)
	e := apperr.Of(f.Err())
	require.ErrorIs(t, e, apperr.ErrValidation)
	require.Equal(t, []apperr.FieldError{apperr.Problem("name", "is required"), apperr.Problem("stars", "must be at most %v", 5)}, e.Fields)
	require.Empty(t, apperr.ErrValidation.Fields, "the declared one is unchanged")

	for i := range 2 * apperr.MaxFields {
		f.Check(false, fmt.Sprintf("rooms[%d]", i), "is required")
	}
	require.Len(t, f, apperr.MaxFields, "whoever sends nothing right is told enough to begin with")
}

func TestProblem(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		format string
		args   []any
		want   apperr.FieldError
	}{
		{"is required", nil, apperr.FieldError{Code: "required", Message: "is required"}},
		{"must have at most %d characters", []any{100}, apperr.FieldError{Code: "too_long", Params: map[string]any{"max": 100}, Message: "must have at most 100 characters"}},
		{"must be from 0 to %d", []any{9}, apperr.FieldError{Code: "not_between", Params: map[string]any{"min": 0, "max": 9}, Message: "must be from 0 to 9"}},
		{"must not be before from", nil, apperr.FieldError{Code: "before_other", Params: map[string]any{"others": "from"}, Message: "must not be before from"}},
		{"must be written with valid % escapes", nil, apperr.FieldError{Code: "wrong_type", Message: "must be written with valid % escapes"}},
		{"%s", []any{"must be a whole number"}, apperr.FieldError{Code: "not_integer", Message: "must be a whole number"}},
	} {
		tt.want.Field = "x"
		require.Equal(t, tt.want, apperr.Problem("x", tt.format, tt.args...))
	}
}

func TestError_Params(t *testing.T) {
	t.Parallel()
	require.Nil(t, apperr.ErrNotFound.Params)
	e := apperr.ErrForbidden.Withf("your user lacks the permission %q; the manager of the account can grant it", "rooming")
	require.Equal(t, map[string]any{"reason": "permission", "permission": "rooming"}, e.Params)
	require.Nil(t, apperr.ErrForbidden.Params, "the declared one is unchanged")
	require.Equal(t, map[string]any{"max": 3}, apperr.Newf(apperr.Conflict, "too_many_sources", "an account has at most %d sources", 3).Params)
}
