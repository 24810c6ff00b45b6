package account_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/account"
	"allot/internal/identity/auth"
)

func TestSession_Expired(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	seen := time.Date(2030, 5, 31, 12, 0, 0, 0, time.UTC)
	tests := map[string]struct {
		remember bool
		idle     time.Duration
		want     bool
	}{
		"at once":                               {false, 0, false},
		"a moment before half an hour":          {false, 30*time.Minute - time.Microsecond, false},
		"half an hour":                          {false, 30 * time.Minute, true},
		"a day":                                 {false, day, true},
		"remembered, half an hour":              {true, 30 * time.Minute, false},
		"remembered, a moment before a week":    {true, 7*day - time.Microsecond, false},
		"remembered, a week":                    {true, 7 * day, true},
		"a clock that was set back ends it not": {false, -time.Hour, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := account.Session{LastSeen: seen, RememberMe: tt.remember}
			require.Equal(t, tt.want, s.Expired(seen.Add(tt.idle)))
		})
	}
}

func TestSurplus(t *testing.T) {
	t.Parallel()
	now := time.Date(2030, 5, 31, 12, 0, 0, 0, time.UTC)
	ended := func(active ...account.Session) (ids []int64) {
		for i := range active {
			active[i].ID = int64(i + 1)
		}
		for _, s := range account.Surplus(active, now) {
			ids = append(ids, s.ID)
		}
		return ids
	}
	live, expired := account.Session{LastSeen: now}, account.Session{LastSeen: now.Add(-time.Hour)}
	require.Empty(t, ended())
	require.Empty(t, ended(live))
	require.Equal(t, []int64{1}, ended(live, live), "the third session ends the oldest")
	require.Equal(t, []int64{1, 2, 3}, ended(live, live, live, live), "whatever went wrong before, two remain")
	require.Equal(t, []int64{2}, ended(live, expired), "an expired one makes room")
	require.Equal(t, []int64{1, 2, 4}, ended(live, expired, live, expired), "in the order in which they are locked")
}

func TestLive_Caller(t *testing.T) {
	t.Parallel()
	live := account.ActiveSession{
		Session:    account.Session{ID: 5},
		User:       account.User{ID: 7, OwnerID: 3, AccountType: auth.Accommodation},
		Permission: account.Permission{StopSales: true, PropertyIDs: []int64{71}},
	}
	require.Equal(t, auth.Caller{
		UserID: 7, OwnerID: 3, SessionID: 5, AccountType: auth.Accommodation,
		Flags: []auth.Flag{auth.StopSales}, PropertyIDs: []int64{71},
	}, live.Caller())

	live.User.IsManager = true
	require.True(t, live.Caller().Manager)
	require.Empty(t, live.Caller().PropertyIDs, "a manager is not narrowed by a left-over record")
}
