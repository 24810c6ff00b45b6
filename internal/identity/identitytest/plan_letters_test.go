package identitytest

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/plan"
	"allot/internal/platform/apperr"
)

func TestService_SpendLetters(t *testing.T) {
	t.Parallel()

	t.Run("the plan decides how many go in a day, and the refusal says when it ends", func(t *testing.T) {
		t.Parallel()
		for name, limit := range map[string]int{"free": 200, "silver": 2_000, "gold": 20_000, "platinum": 20_000, "diamond": 20_000} {
			e := apptest.New(t)
			m, other := e.Manager(t), e.Manager(t)
			_, err := e.Plans.Grant(t.Context(), m.User.ID, plan.GrantInput{Plan: &name})
			require.NoError(t, err)
			require.NoError(t, e.Plans.SpendLetters(t.Context(), m.User.ID, limit-1))

			err = e.Plans.SpendLetters(t.Context(), m.User.ID, 2)
			require.ErrorIs(t, err, plan.ErrLetterLimit, name)
			refusal := apperr.Of(err)
			require.Equal(t, apperr.TooMany, refusal.Kind)
			require.Equal(t, 12*time.Hour, refusal.RetryAfter, "the clock starts at noon")
			require.Equal(t, map[string]any{
				"feature": plan.FeatureLetters, "plan": name, "limit": limit, "used": limit - 1, "wanted": 2,
				"ends_at": time.Date(2030, 6, 1, 0, 0, 0, 0, time.UTC),
			}, refusal.Details)

			require.NoError(t, e.Plans.SpendLetters(t.Context(), m.User.ID, 1), "what was refused has used nothing up")
			require.NoError(t, e.Plans.SpendLetters(t.Context(), other.User.ID, 200), "each account has its own")
			e.Clock.Advance(12 * time.Hour)
			require.NoError(t, e.Plans.SpendLetters(t.Context(), m.User.ID, limit), "the next day")
		}
	})

	t.Run("however many come at once, no more go than the plan allows", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		var sent atomic.Int64
		var wg sync.WaitGroup
		for range 20 {
			wg.Go(func() {
				err := e.Plans.SpendLetters(t.Context(), m.User.ID, 30)
				if err == nil {
					sent.Add(30)
				} else if !errors.Is(err, plan.ErrLetterLimit) {
					t.Errorf("spend: %v", err)
				}
			})
		}
		wg.Wait()
		require.EqualValues(t, 180, sent.Load())
	})
}
