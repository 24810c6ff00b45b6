package accountdb_test

import (
	"context"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/account"
	"allot/internal/identity/account/accountdb"
	"allot/internal/identity/auth"
	"allot/internal/platform/page"
)

func TestStore_Accounts(t *testing.T) {
	t.Parallel()
	b := setup(t)
	add := func(email, company, phone string, change func(*account.User)) account.User {
		u := b.newUser(0)
		u.Email = email
		change(&u)
		u = b.insert(t, u)
		b.write(t, func(ctx context.Context) error {
			return b.SetTerms(ctx, account.Terms{OwnerID: u.OwnerID, Kind: account.TermCompany, RecordID: u.ID, Texts: []string{company}, Phone: phone})
		})
		return u
	}
	same := func(*account.User) {}
	athens := add("info@athens.example", "Ξενοδοχείο Αθήνα", "+30 (210) 123-456", same)
	add("staff@allot.example", "", "", func(u *account.User) { u.AccountType = auth.Admin })
	operator := add("sales@tours.example", "Günther Reisen", "", func(u *account.User) { u.AccountType = auth.TourOperator })
	b.remove(t, add("gone@athens.example", "Athens", "", same))
	last := add("post@insel.example", "Hotel Insel", "", same)
	colleague := b.colleague(t, athens)
	b.write(t, func(ctx context.Context) error { return b.SetSuspended(ctx, operator.ID, noon, "late") })

	ids := func(f account.AccountFilter, req page.Request) ([]int64, int) {
		list, n, err := b.Accounts(t.Context(), f, req)
		require.NoError(t, err)
		found := []int64{}
		for _, u := range list {
			found = append(found, u.ID)
		}
		return found, n
	}
	for name, c := range map[string]struct {
		filter account.AccountFilter
		want   []int64
	}{
		"all, newest first":               {account.AccountFilter{}, []int64{last.ID, operator.ID, athens.ID}},
		"by type":                         {account.AccountFilter{AccountType: auth.TourOperator}, []int64{operator.ID}},
		"suspended":                       {account.AccountFilter{Status: account.StatusSuspended}, []int64{operator.ID}},
		"active":                          {account.AccountFilter{Status: account.StatusActive}, []int64{last.ID, athens.ID}},
		"part of the address, any case":   {account.AccountFilter{Query: "ATHENS.ex"}, []int64{athens.ID}},
		"part of the name, no accents":    {account.AccountFilter{Query: "αθηνα"}, []int64{athens.ID}},
		"part of the name, other accents": {account.AccountFilter{Query: "GUNTHER r"}, []int64{operator.ID}},
		"id":                              {account.AccountFilter{Query: itoa(last.ID)}, []int64{last.ID}},
		"a colleague's address":           {account.AccountFilter{Query: colleague.Email}, []int64{athens.ID}},
		"a telephone number":              {account.AccountFilter{Query: "0030 210/123 456"[2:]}, []int64{athens.ID}},
		"part of a telephone number":      {account.AccountFilter{Query: "210123"}, []int64{athens.ID}},
		"what another module has found":   {account.AccountFilter{Query: "R-1", Also: last.ID}, []int64{last.ID}},
		"together":                        {account.AccountFilter{Query: "example", AccountType: auth.Accommodation, Status: account.StatusActive}, []int64{last.ID, athens.ID}},
		"selected by another module":      {account.AccountFilter{Among: &account.Selection{IDs: []int64{athens.ID, operator.ID, colleague.ID, 999_999}}}, []int64{operator.ID, athens.ID}},
		"none selected":                   {account.AccountFilter{Among: &account.Selection{}}, []int64{}},
		"all but those selected":          {account.AccountFilter{Among: &account.Selection{IDs: []int64{athens.ID, operator.ID}, Others: true}}, []int64{last.ID}},
		"all but none":                    {account.AccountFilter{Among: &account.Selection{Others: true}}, []int64{last.ID, operator.ID, athens.ID}},
		"selected, with a text":           {account.AccountFilter{Query: "athens", Among: &account.Selection{IDs: []int64{athens.ID, last.ID}}}, []int64{athens.ID}},
		"signs of patterns are letters":   {account.AccountFilter{Query: "%"}, []int64{}},
	} {
		found, n := ids(c.filter, page.Request{})
		require.Equal(t, c.want, found, name)
		require.Equal(t, len(c.want), n, name)
	}
	for i, want := range []int64{last.ID, operator.ID, athens.ID} {
		found, n := ids(account.AccountFilter{}, page.Request{Page: i + 1, Size: 1})
		require.Equal(t, []int64{want}, found)
		require.Equal(t, 3, n)
	}
}

func itoa(id int64) string { return strconv.FormatInt(id, 10) }

func TestStore_Uses(t *testing.T) {
	t.Parallel()
	b := setup(t)
	m, never := b.manager(t), b.manager(t)
	c := b.colleague(t, m)
	b.remove(t, b.colleague(t, m))
	seen, _ := b.session(t, c, noon)
	later := noon.Add(time.Hour)
	b.write(t, func(ctx context.Context) error {
		return b.TouchSessions(ctx, account.SessionUse{SessionID: seen.ID, UserID: c.ID, At: later})
	})
	uses, err := b.Uses(t.Context(), []int64{m.ID, never.ID})
	require.NoError(t, err)
	require.Equal(t, 2, uses[m.ID].Users)
	require.WithinDuration(t, later, uses[m.ID].LastSeen, 0)
	require.Equal(t, account.Use{Users: 1}, uses[never.ID])
	none, err := b.Uses(t.Context(), nil)
	require.NoError(t, err)
	require.Empty(t, none)
}

func TestStore_ActiveSessionsOf(t *testing.T) {
	t.Parallel()
	b := setup(t)
	m := b.manager(t)
	c := b.colleague(t, m)
	first, _ := b.session(t, m, noon)
	ended, _ := b.session(t, m, noon)
	third, _ := b.session(t, m, noon)
	other, _ := b.session(t, c, noon)
	b.write(t, func(ctx context.Context) error { return b.EndSession(ctx, m.ID, ended.ID, noon) })
	open, err := b.ActiveSessionsOf(t.Context(), []int64{m.ID, c.ID})
	require.NoError(t, err)
	require.Len(t, open[m.ID], 2)
	require.Equal(t, []int64{first.ID, third.ID, other.ID}, []int64{open[m.ID][0].ID, open[m.ID][1].ID, open[c.ID][0].ID})
	require.Nil(t, open[m.ID][0].TokenHash, "nobody is told a token")
	users, err := b.UsersOf(t.Context(), m.ID, 1)
	require.NoError(t, err)
	require.Len(t, users, 1)
	require.Equal(t, m.ID, users[0].ID, "the manager is first")
}

func TestStore_SetSuspended(t *testing.T) {
	t.Parallel()
	b := setup(t)
	m := b.manager(t)
	c := b.colleague(t, m)
	other := b.manager(t)
	_, ofManager := b.session(t, m, noon)
	_, ofColleague := b.session(t, c, noon)
	_, ofOther := b.session(t, other, noon)
	node := &bundle{Store: accountdb.New(b.db), db: b.db} // with a cache of its own
	suspended := func() (list []bool) {
		for _, at := range []*bundle{b, node} {
			for _, token := range []string{ofManager, ofColleague, ofOther} {
				list = append(list, at.live(t, token).Caller().Suspended)
			}
		}
		return list
	}
	require.Equal(t, []bool{false, false, false, false, false, false}, suspended())
	b.write(t, func(ctx context.Context) error { return b.SetSuspended(ctx, m.ID, noon, "why") })
	require.Equal(t, []bool{true, true, false, true, true, false}, suspended(), "cached sessions know at once")
	stored, err := b.User(t.Context(), m.ID)
	require.NoError(t, err)
	require.Equal(t, []any{account.StatusSuspended, "why"}, []any{stored.Status(), stored.SuspendedNote})

	// Whoever read the user before does not undo the suspension.
	b.write(t, func(ctx context.Context) error { return b.UpdateUser(ctx, m) })
	found, err := b.Suspended(t.Context(), []int64{other.ID, m.ID, c.ID})
	require.NoError(t, err)
	require.Equal(t, []int64{m.ID}, found)

	b.write(t, func(ctx context.Context) error { return b.SetSuspended(ctx, m.ID, time.Time{}, "") })
	require.Equal(t, []bool{false, false, false, false, false, false}, suspended())
}
