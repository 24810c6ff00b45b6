package identitytest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/plan"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/testkit/audittest"
)

func planOf(t *testing.T, e *apptest.Env, w *apptest.Who) string {
	t.Helper()
	p, err := e.Plans.PlanOf(t.Context(), w.User.OwnerID)
	require.NoError(t, err)
	return p.Category
}

func TestService_Grant(t *testing.T) {
	t.Parallel()

	t.Run("an account has the free tier until it is granted a plan, and its colleagues share it", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m, other := e.Manager(t), e.Manager(t)
		require.Equal(t, "free", planOf(t, e, m))
		e.Grant(t, m, plan.Gold)
		require.Equal(t, "gold", planOf(t, e, m))
		require.Equal(t, "gold", planOf(t, e, e.SubUser(t, m)))
		require.Equal(t, "free", planOf(t, e, other))
		e.Grant(t, m, plan.Silver)
		require.Equal(t, "silver", planOf(t, e, m))
		e.Grant(t, m, plan.Free)
		require.Equal(t, "free", planOf(t, e, m))
	})

	t.Run("a plan ends after its last day", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		gold, until := "gold", civil.Of(e.Clock.Now()).Add(1)
		_, err := e.Plans.Grant(t.Context(), m.User.ID, plan.GrantInput{Plan: &gold, Until: &until})
		require.NoError(t, err)
		e.Clock.Advance(36*time.Hour - time.Second) // the clock starts at noon
		require.Equal(t, "gold", planOf(t, e, m))
		e.Clock.Advance(time.Second)
		require.Equal(t, "free", planOf(t, e, m))

		later := until.Add(10)
		_, err = e.Plans.Grant(t.Context(), m.User.ID, plan.GrantInput{Until: &later})
		require.ErrorIs(t, err, apperr.ErrValidation, "what has run out is not made longer")
	})

	t.Run("every bad field is named and nothing is changed", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		bronze, until := "bronze", civil.Of(e.Clock.Now()).Add(-1)
		_, err := e.Plans.Grant(t.Context(), m.User.ID, plan.GrantInput{Plan: &bronze, Until: &until})
		require.Equal(t, []apperr.FieldError{
			apperr.Problem("plan", "must be one of %s", "free, silver, gold, platinum, diamond"),
			apperr.Problem("until", "must not be before today, %s", "2030-05-31"),
		}, apperr.Of(err).Fields)
		require.Equal(t, "free", planOf(t, e, m))
	})

	t.Run("only accounts have plans", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		gold := "gold"
		for _, id := range []int64{e.SubUser(t, m).User.ID, e.Admin(t).User.ID, 999_999} {
			_, err := e.Plans.Grant(t.Context(), id, plan.GrantInput{Plan: &gold})
			require.ErrorIs(t, err, apperr.ErrNotFound)
			_, err = e.Plans.GrantOf(t.Context(), id)
			require.ErrorIs(t, err, apperr.ErrNotFound)
		}
	})

	t.Run("the trails of the account and of staff tell who granted what, and only staff read the note", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m, admin := e.Manager(t), e.Admin(t)
		gold, free, note := "gold", "free", "a friend of the house"
		g, err := e.Plans.Grant(admin.Context(t), m.User.ID, plan.GrantInput{Plan: &gold, Note: &note})
		require.NoError(t, err)
		require.Equal(t, &admin.User.ID, g.GrantedBy)
		for range 2 { // the second takes nothing back
			_, err = e.Plans.Grant(admin.Context(t), m.User.ID, plan.GrantInput{Plan: &free})
			require.NoError(t, err)
		}
		features, err := json.Marshal(plan.Gold.Features)
		require.NoError(t, err)
		shown := fmt.Sprintf(`{"plan_id":%d,"name":"Gold","plan":"gold","features":%s,"until":null,"granted_by":%d,"granted_at":"2030-05-31T12:00:00Z"`, g.PlanID, features, admin.User.ID)
		for owner, granted := range map[int64]string{m.User.ID: shown + "}", admin.User.ID: shown + `,"note":"a friend of the house"}`} {
			entries, err := audittest.Of(t.Context(), e.DB, owner, "plan", m.User.ID)
			require.NoError(t, err)
			require.Len(t, entries, 2)
			require.Equal(t, []string{"grant", "revoke"}, []string{entries[0].Action, entries[1].Action})
			require.Equal(t, []int64{admin.User.ID, admin.User.ID}, []int64{entries[0].UserID, entries[1].UserID})
			require.Nil(t, entries[0].Before)
			require.JSONEq(t, granted, string(entries[0].After))
			require.JSONEq(t, granted, string(entries[1].Before))
			require.Nil(t, entries[1].After)
		}
	})
}

func TestService_Lapsed(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	today := civil.Of(e.Clock.Now())
	both, paid, lasting, endless, old := e.Manager(t), e.Manager(t), e.Manager(t), e.Manager(t), e.Manager(t)
	gold := plan.Gold.Category
	grant := func(who *apptest.Who, until civil.Date) plan.Grant {
		g, err := e.Plans.Grant(t.Context(), who.User.OwnerID, plan.GrantInput{Plan: &gold, Until: &until})
		require.NoError(t, err)
		return g
	}
	pay := func(who *apptest.Who, h plan.Term) {
		h.OwnerID = who.User.OwnerID
		require.NoError(t, e.DB.InTx(t.Context(), func(ctx context.Context) error { return e.Plans.SetPaid(ctx, h) }))
	}
	grant(old, today)
	pay(both, grant(both, today.Add(3)).Term)
	pay(paid, plan.Term{PlanID: grant(lasting, today.Add(5)).PlanID, Name: "Gold", Category: gold, Features: plan.Gold.Features, Until: today.Add(4)})
	grant(endless, 0)

	e.Clock.Advance(5 * 24 * time.Hour)
	owners, err := e.Plans.Lapsed(t.Context(), 3)
	require.NoError(t, err)
	require.ElementsMatch(t, []int64{both.User.OwnerID, paid.User.OwnerID}, owners, "each once, and on the last day a plan has not ended")
}

// Admit is what other modules rely on: however many twins come at once, no
// more get through than the plan allows.
func TestService_Admit(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	m := e.Manager(t)
	e.Grant(t, m, plan.Silver)
	var made, refused atomic.Int64
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			err := e.DB.InTx(t.Context(), func(ctx context.Context) error {
				used := func(context.Context, int64) (int, error) { return int(made.Load()), nil }
				if err := e.Plans.Admit(ctx, m.User.ID, plan.FeatureProperties, used); err != nil {
					return err
				}
				made.Add(1) // a pretended insert, seen by others only because they wait
				return nil
			})
			if errors.Is(err, plan.ErrPlanLimit) {
				refused.Add(1)
				return
			}
			if err != nil {
				t.Errorf("admit: %v", err)
			}
		})
	}
	wg.Wait()
	require.EqualValues(t, 3, made.Load())
	require.EqualValues(t, 17, refused.Load())
}
