package partnerstest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/partners/contract"
	"allot/internal/platform/apperr"
	"allot/internal/platform/page"
	"allot/internal/testkit/audittest"
)

const rounds = 100

// Both sides accept, reject, amend and cancel the same contract at the same
// moment, a hundred times: each time it ends in one state with one history.
func TestService_BothSidesAtOnce(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	var hotel, operator *apptest.Who
	ends := map[contract.Stage]int{}
	for round := range rounds {
		if round%10 == 0 {
			hotel, operator = e.Pair(t)
		}
		d := start(t, e, round, hotel, operator)
		moved := clash(t, e, round, d, hotel, operator)
		after, err := e.Contracts.Detail(t.Context(), hotel.User.OwnerID, d.ID)
		require.NoError(t, err)
		require.Equal(t, d.Revision+moved, after.Revision, "round %d: every move counts once", round)
		requireOneHistory(t, e, after)
		ends[after.Stage()]++
		if after.Status.Open() {
			_, err = e.Contracts.Cancel(hotel.Context(t), hotel.Caller, d.ID)
			require.NoError(t, err)
		}
	}
	require.Greater(t, len(ends), 2, "the rounds end differently: %v", ends)
}

// start brings the two into one of the four open stages. The row is the same
// in ten rounds, so that its history grows too.
func start(t *testing.T, e *apptest.Env, round int, a, b *apptest.Who) contract.Detail {
	t.Helper()
	if round%2 == 1 {
		a, b = b, a
	}
	d := e.Proposed(t, a, b)
	deadline := round%300 + 50
	var err error
	last := contract.Detail{Contract: d}
	switch round / 2 % 4 {
	case 1:
		last, err = e.Contracts.Update(b.Context(t), b.Caller, d.ID, contract.TermsInput{StopSaleDeadline: &deadline}, 0)
	case 2:
		last, err = e.Contracts.Accept(b.Context(t), b.Caller, d.ID, 0)
	case 3:
		_, err = e.Contracts.Accept(b.Context(t), b.Caller, d.ID, 0)
		require.NoError(t, err)
		last, err = e.Contracts.Update(b.Context(t), b.Caller, d.ID, contract.TermsInput{StopSaleDeadline: &deadline}, 0)
	}
	require.NoError(t, err)
	return last
}

// clash lets both sides do several things together and counts what succeeded.
func clash(t *testing.T, e *apptest.Env, round int, d contract.Detail, sides ...*apptest.Who) int {
	t.Helper()
	var (
		wg    sync.WaitGroup
		ready = make(chan struct{})
		moved atomic.Int64
		rng   = rand.New(rand.NewPCG(uint64(round), 7))
	)
	for i := range 8 {
		who, verb := sides[i%2], contract.Verbs[i/2]
		if i > 3 && rng.IntN(3) > 0 { // what ends a contract does not always take part
			verb = contract.Verbs[rng.IntN(2)]
		}
		notice, ctx := 1+i, who.Context(t)
		wg.Go(func() {
			<-ready
			var err error
			switch verb {
			case contract.VerbUpdate:
				_, err = e.Contracts.Update(ctx, who.Caller, d.ID, contract.TermsInput{NoticePeriod: &notice}, 0)
			case contract.VerbAccept:
				_, err = e.Contracts.Accept(ctx, who.Caller, d.ID, 0)
			case contract.VerbReject:
				_, err = e.Contracts.Reject(ctx, who.Caller, d.ID, 0)
			case contract.VerbDelete:
				_, err = e.Contracts.Cancel(ctx, who.Caller, d.ID)
			}
			switch {
			case err == nil:
				moved.Add(1)
			case apperr.Of(err).Kind != apperr.Conflict && apperr.Of(err).Kind != apperr.Forbidden:
				t.Errorf("round %d, %s: %v", round, verb, err)
			}
		})
	}
	close(ready)
	wg.Wait()
	return int(moved.Load())
}

// line is an entry of the trail.
type line struct {
	Action string
	Before *contract.Detail
	After  contract.Detail
}

func history(t *testing.T, e *apptest.Env, account, id int64) []line {
	t.Helper()
	entries, err := audittest.Of(t.Context(), e.DB, account, "contract", id)
	require.NoError(t, err)
	lines := make([]line, len(entries))
	for i, entry := range entries {
		lines[i].Action = entry.Action
		require.NoError(t, json.Unmarshal(entry.After, &lines[i].After))
		if entry.Before != nil {
			require.NoError(t, json.Unmarshal(entry.Before, &lines[i].Before))
		}
	}
	return lines
}

// requireOneHistory replays what both trails tell and arrives at the contract.
func requireOneHistory(t *testing.T, e *apptest.Env, d contract.Detail) {
	t.Helper()
	lines := history(t, e, d.UserID, d.ID)
	require.Equal(t, asJSON(t, lines), asJSON(t, history(t, e, d.PartnerID, d.ID)), "both sides read the same")
	require.Equal(t, asJSON(t, d), asJSON(t, lines[len(lines)-1].After), "the last line is where the contract stands")
	for i := 1; i < len(lines); i++ {
		require.Equal(t, asJSON(t, lines[i-1].After), asJSON(t, lines[i].Before), "line %d goes on where the one before it ended", i)
		require.Equal(t, i+1, lines[i].After.Revision)
		requireLegal(t, lines[i])
	}
	require.Equal(t, replay(t, lines), d.Terms)
	requireVersions(t, e, d)
}

// requireLegal finds a line in the table.
func requireLegal(t *testing.T, l line) {
	t.Helper()
	if l.Action == "propose" {
		require.False(t, l.Before.Status.Open())
		return
	}
	for _, v := range contract.Verbs {
		for _, a := range []contract.Actor{contract.Proposer, contract.Receiver} {
			if o := contract.Decide(l.Before.Stage(), v, a); string(o.Move) == l.Action && o.Next == l.After.Status {
				return
			}
		}
	}
	require.Fail(t, "no move of the table", "%s: %s to %s", l.Action, l.Before.Stage(), l.After.Stage())
}

// replay makes the terms again from what was proposed and agreed.
func replay(t *testing.T, lines []line) contract.Terms {
	t.Helper()
	var terms contract.Terms
	for _, l := range lines {
		switch {
		case l.Action == "propose", l.Action == "edit" && l.Before.Pending == nil:
			terms = l.After.Terms
		case (l.Action == "accept" || l.Action == "accept_amendment") && l.Before.Pending != nil:
			require.Equal(t, terms, l.Before.Pending.BaseSnapshot)
			to := map[string]any{}
			for name, change := range l.Before.Pending.RequestedChanges {
				to[name] = change.To
			}
			b, err := json.Marshal(to)
			require.NoError(t, err)
			require.NoError(t, json.Unmarshal(b, &terms))
		}
		require.Equal(t, terms, l.After.Terms, "terms change only on accept, or while they are nothing but a proposal")
	}
	return terms
}

func requireVersions(t *testing.T, e *apptest.Env, d contract.Detail) {
	t.Helper()
	versions, _, err := e.ContractStore.Versions(t.Context(), d.ID, page.Request{Size: page.MaxSize})
	require.NoError(t, err)
	var waiting []int64
	for _, v := range versions {
		require.Equal(t, v.IsReviewed, v.ReviewedAt != nil && v.ReviewedBy != nil)
		if !v.IsReviewed {
			waiting = append(waiting, v.ID)
		}
	}
	require.Equal(t, d.ChangesRequested, len(waiting) == 1, "changes are requested if and only if one version waits")
	require.Equal(t, d.Pending != nil, len(waiting) == 1)
	require.LessOrEqual(t, len(waiting), 1)
	require.Equal(t, d.Status == contract.StatusCountered, d.ChangesRequested && d.Status != contract.StatusAccepted)
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return string(b)
}

// Everybody proposes to everybody at once: the row decides.
func TestService_CreateTwins(t *testing.T) {
	t.Parallel()
	for name, input := range map[string]func(i int, sides []*apptest.Who) (*apptest.Who, contract.CreateInput){
		"one side twelve times": func(_ int, sides []*apptest.Who) (*apptest.Who, contract.CreateInput) {
			return sides[0], contract.CreateInput{Partner: sides[1].User.OwnerID}
		},
		"both sides towards each other": func(i int, sides []*apptest.Who) (*apptest.Who, contract.CreateInput) {
			return sides[i%2], contract.CreateInput{Partner: sides[1-i%2].User.OwnerID}
		},
		"by id and by address": func(i int, sides []*apptest.Who) (*apptest.Who, contract.CreateInput) {
			if i%2 == 0 {
				return sides[0], contract.CreateInput{Partner: sides[1].User.OwnerID}
			}
			return sides[0], contract.CreateInput{InviteEmail: sides[1].User.Email}
		},
		"the same invitation": func(_ int, sides []*apptest.Who) (*apptest.Who, contract.CreateInput) {
			return sides[0], contract.CreateInput{InviteEmail: "new@tours.example"}
		},
	} {
		for _, again := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, after an ended one: %v", name, again), func(t *testing.T) {
				t.Parallel()
				e := apptest.New(t)
				hotel, operator := e.Pair(t)
				sides := []*apptest.Who{hotel, operator}
				if again {
					who, in := input(0, sides)
					d, err := e.Contracts.Create(who.Context(t), who.Caller, in)
					require.NoError(t, err)
					_, err = e.Contracts.Reject(who.Context(t), who.Caller, d.ID, 0)
					require.NoError(t, err)
				}
				var wg sync.WaitGroup
				var made atomic.Int64
				for i := range 12 {
					who, in := input(i, sides)
					ctx := who.Context(t)
					wg.Go(func() {
						_, err := e.Contracts.Create(ctx, who.Caller, in)
						if err == nil {
							made.Add(1)
						} else if apperr.Of(err).Code != "already_exists" {
							t.Errorf("create: %v", err)
						}
					})
				}
				wg.Wait()
				require.EqualValues(t, 1, made.Load())
				rows, err := e.DB.From(t.Context()).NewSelect().Table("contracts").Count(t.Context())
				require.NoError(t, err)
				require.EqualValues(t, 1, rows)
			})
		}
	}
}
