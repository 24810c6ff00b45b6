package partnerstest

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/auth"
	"allot/internal/partners/contract"
	"allot/internal/platform/apperr"
)

// limited is an installation with the limit that it has by default.
func limited(t *testing.T) *apptest.Env {
	t.Helper()
	return apptest.New(t, apptest.With(func(d *contract.Deps) { d.LimitProposals = 5 }))
}

func createContract(t *testing.T, e *apptest.Env, who *apptest.Who, in contract.CreateInput) (int64, error) {
	t.Helper()
	d, err := e.Contracts.Create(who.Context(t), who.Caller, in)
	return d.ID, err
}

func withdraw(t *testing.T, e *apptest.Env, who *apptest.Who, id int64) {
	t.Helper()
	_, err := e.Contracts.Reject(who.Context(t), who.Caller, id, 0)
	require.NoError(t, err)
}

func TestService_Create_limit(t *testing.T) {
	t.Parallel()

	t.Run("a hundred rounds of propose and withdraw write ten letters", func(t *testing.T) {
		t.Parallel()
		e := limited(t)
		e.Start(t)
		hotel, operator := e.Pair(t)
		before := len(e.Letters(t, hotel.User.Email))
		refused := 0
		for range 100 {
			id, err := createContract(t, e, operator, contract.CreateInput{Partner: hotel.User.ID})
			if err != nil {
				require.ErrorIs(t, err, contract.ErrProposalLimit)
				refused++
				continue
			}
			withdraw(t, e, operator, id)
		}
		require.Equal(t, 95, refused)
		require.Len(t, e.Letters(t, hotel.User.Email), before+10, "each proposal, and that it was withdrawn")
		_, err := createContract(t, e, operator, contract.CreateInput{InviteEmail: hotel.User.Email})
		require.ErrorIs(t, err, contract.ErrProposalLimit, "an address that is the account's is the same receiver")
		_, err = createContract(t, e, operator, contract.CreateInput{Partner: e.Manager(t).User.ID})
		require.NoError(t, err, "another receiver")
	})

	t.Run("the refusal names the limit and its end", func(t *testing.T) {
		t.Parallel()
		e := limited(t)
		hotel, operator := e.Pair(t)
		for range 5 {
			id, err := createContract(t, e, operator, contract.CreateInput{Partner: hotel.User.ID})
			require.NoError(t, err)
			withdraw(t, e, operator, id)
			e.Clock.Advance(time.Minute)
		}
		_, err := createContract(t, e, operator, contract.CreateInput{Partner: hotel.User.ID})
		refusal := apperr.Of(err)
		require.Equal(t, apperr.TooMany, refusal.Kind)
		require.Equal(t, "you have sent this receiver 5 proposals and invitations within a day, which is the limit (withdrawn ones count); "+
			"try again after 2030-06-01T12:00:00Z", refusal.Message)
		require.Equal(t, 24*time.Hour-5*time.Minute, refusal.RetryAfter)
		require.Equal(t, 5, refusal.Details["limit"])
		e.Clock.Advance(24*time.Hour - 5*time.Minute)
		id, err := createContract(t, e, operator, contract.CreateInput{Partner: hotel.User.ID})
		require.NoError(t, err)
		withdraw(t, e, operator, id)
		_, err = createContract(t, e, operator, contract.CreateInput{Partner: hotel.User.ID})
		require.ErrorIs(t, err, contract.ErrProposalLimit, "the others of yesterday still count")
	})

	t.Run("one that was refused for another reason does not count", func(t *testing.T) {
		t.Parallel()
		e := limited(t)
		hotel, operator := e.Pair(t)
		id, err := createContract(t, e, operator, contract.CreateInput{Partner: hotel.User.ID})
		require.NoError(t, err)
		for range 10 {
			_, err := createContract(t, e, operator, contract.CreateInput{Partner: hotel.User.ID})
			require.ErrorIs(t, err, contract.ErrExists)
		}
		withdraw(t, e, operator, id)
		_, err = createContract(t, e, operator, contract.CreateInput{Partner: hotel.User.ID})
		require.NoError(t, err)
	})

	t.Run("of many at once as many as the limit are made", func(t *testing.T) {
		t.Parallel()
		e := limited(t)
		hotel, operator := e.Pair(t)
		colleagues := make([]*apptest.Who, 4)
		for i := range colleagues {
			colleagues[i] = e.SubUser(t, operator, auth.PartnerConnections)
		}
		var made atomic.Int64
		var wg sync.WaitGroup
		for _, c := range colleagues {
			ctx := c.Context(t)
			wg.Go(func() {
				for range 10 {
					d, err := e.Contracts.Create(ctx, c.Caller, contract.CreateInput{Partner: hotel.User.ID})
					if err == nil {
						made.Add(1)
						_, _ = e.Contracts.Reject(ctx, c.Caller, d.ID, 0)
					}
				}
			})
		}
		wg.Wait()
		require.EqualValues(t, 5, made.Load())
	})
}

// One person may open many accounts: what a receiver gets from all strangers
// together has a limit too.
func TestService_Create_manyAccounts(t *testing.T) {
	t.Parallel()

	t.Run("proposals of thirty strangers are all there, the first twenty by mail", func(t *testing.T) {
		t.Parallel()
		e := limited(t)
		e.Start(t)
		hotel := e.Manager(t)
		before := len(e.Letters(t, hotel.User.Email))
		all := make([]*apptest.Who, 30)
		for i := range all {
			all[i] = e.Operator(t)
		}
		var wg sync.WaitGroup
		for _, who := range all {
			ctx := who.Context(t)
			wg.Go(func() {
				_, err := e.Contracts.Create(ctx, who.Caller, contract.CreateInput{Partner: hotel.User.ID})
				if err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		require.Len(t, e.Letters(t, hotel.User.Email), before+20)
		require.Len(t, e.Told(t, hotel), 30)
	})

	t.Run("a stranger's mailbox gets twenty invitations a day", func(t *testing.T) {
		t.Parallel()
		e := limited(t)
		e.Start(t)
		var made atomic.Int64
		var wg sync.WaitGroup
		for range 25 {
			who := e.Operator(t)
			ctx := who.Context(t)
			wg.Go(func() {
				_, err := e.Contracts.Create(ctx, who.Caller, contract.CreateInput{InviteEmail: "stranger@elsewhere.example"})
				switch {
				case err == nil:
					made.Add(1)
				case apperr.Of(err).Code != contract.ErrProposalLimit.Code:
					t.Error(err)
				}
			})
		}
		wg.Wait()
		require.EqualValues(t, 20, made.Load())
		require.Len(t, e.Letters(t, "stranger@elsewhere.example"), 20)
	})
}

// The negotiation goes on; only the letters end.
func TestService_Update_letters(t *testing.T) {
	t.Parallel()
	e := limited(t)
	e.Start(t)
	hotel, operator := e.Pair(t)
	before := len(e.Letters(t, hotel.User.Email))
	id, err := createContract(t, e, operator, contract.CreateInput{Partner: hotel.User.ID})
	require.NoError(t, err)
	for i := range 60 {
		who, notice := []*apptest.Who{hotel, operator}[i%2], i+1
		_, err := e.Contracts.Update(who.Context(t), who.Caller, id, contract.TermsInput{NoticePeriod: &notice}, 0)
		require.NoError(t, err, fmt.Sprint(i))
	}
	require.Len(t, e.Letters(t, hotel.User.Email), before+10)
	require.Len(t, e.Told(t, hotel), 31, "the dashboard tells all of it")
	e.Clock.Advance(24 * time.Hour)
	hotel = e.Login(t, hotel.User.Email)
	_, err = e.Contracts.Reject(hotel.Context(t), hotel.Caller, id, 0)
	require.NoError(t, err)
	require.NoError(t, e.DB.InTx(t.Context(), func(ctx context.Context) error {
		return e.ContractStore.PurgeLetters(ctx, e.Clock.Now().Add(-24*time.Hour+time.Second))
	}))
	left, err := e.ContractStore.Letters(t.Context(), contract.LetterQuery{Receiver: fmt.Sprint(hotel.User.ID), Limit: 100})
	require.NoError(t, err)
	require.Empty(t, left, "what counts no more is forgotten")
}
