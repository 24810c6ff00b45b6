package audit_test

import (
	"context"
	"net/netip"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/auth"
	"allot/internal/platform/audit"
	"allot/internal/platform/request"
	"allot/internal/testkit/audittest"
	"allot/internal/testkit/dbtest"
)

type room struct {
	Name  string `json:"name"`
	Units int    `json:"units"`
}

func TestTrail(t *testing.T) {
	t.Parallel()

	t.Run("an entry tells who did what, from where, and what it changed", func(t *testing.T) {
		t.Parallel()
		d := dbtest.New(t)
		at := time.Date(2030, 5, 1, 12, 0, 0, 123456000, time.FixedZone("", 3*3600))
		trail := audit.New(d, func() time.Time { return at })
		ctx := auth.With(t.Context(), auth.Caller{UserID: 5, OwnerID: 2})
		ctx = request.With(ctx, request.Meta{ID: "req-1", ClientIP: netip.MustParseAddr("2001:db8::1")})
		require.NoError(t, d.InTx(ctx, func(ctx context.Context) error {
			if err := trail.Record(ctx, audit.Change{Action: "created", ObjectType: "room", ObjectID: 7, After: room{"It's 1", 3}}); err != nil {
				return err
			}
			return trail.Record(ctx, audit.Change{Action: "changed", ObjectType: "room", ObjectID: 7, Before: room{"It's 1", 3}, After: room{"é", 4}})
		}))

		entries, err := audittest.Of(t.Context(), d, 2, "room", 7)
		require.NoError(t, err)
		require.Len(t, entries, 2)
		e := entries[0]
		require.Equal(t, []any{"created", int64(2), int64(5), "room", "7", "2001:db8::1", "req-1"},
			[]any{e.Action, e.OwnerID, e.UserID, e.ObjectType, e.ObjectID, e.IPAddress, e.RequestID})
		require.Nil(t, e.Before, "it did not exist before")
		require.JSONEq(t, `{"name":"It's 1","units":3}`, string(e.After))
		require.WithinDuration(t, at, e.CreatedAt, 0)
		require.JSONEq(t, `{"name":"é","units":4}`, string(entries[1].After))
	})

	t.Run("many are stored as one by one", func(t *testing.T) {
		t.Parallel()
		d := dbtest.New(t)
		trail := audit.New(d, func() time.Time { return time.Date(2030, 5, 1, 12, 0, 0, 123456789, time.FixedZone("", 3*3600)) })
		told := 0
		trail.Observe(func(string, string) { told++ })
		ctx := auth.With(t.Context(), auth.Caller{UserID: 5, OwnerID: 2})
		ctx = request.With(ctx, request.Meta{ID: "req-1", ClientIP: netip.MustParseAddr("2001:db8::1")})
		one := audit.Change{Action: "changed", ObjectType: "room", ObjectID: 7, After: room{"It's \\ 'é'", 3}}
		require.NoError(t, d.InTx(ctx, func(ctx context.Context) error {
			if err := trail.Record(ctx, one); err != nil {
				return err
			}
			return trail.RecordAll(ctx, slices.Repeat([]audit.Change{one}, 1001))
		}))
		require.Equal(t, 1002, told)
		kinds, entries := 0, 0
		// Everything but the id, as the database holds it: also how times are written.
		require.NoError(t, d.SQL().QueryRowContext(t.Context(), "SELECT count(DISTINCT owner_id || '|' || user_id || action || object_type || object_id"+
			" || coalesce(before, 'none') || after || ip_address || request_id || created_at), count(*) FROM audit_entries WHERE owner_id = 2").Scan(&kinds, &entries))
		require.Equal(t, []int{1, 1002}, []int{kinds, entries})
	})

	t.Run("the owner and the user can be named where there is no caller", func(t *testing.T) {
		t.Parallel()
		d := dbtest.New(t)
		trail := audit.New(d, time.Now)
		require.NoError(t, d.InTx(t.Context(), func(ctx context.Context) error {
			return trail.Record(ctx, audit.Change{OwnerID: 3, UserID: 4, Action: "synced", ObjectType: "room", ObjectID: 7})
		}))
		entries, err := audittest.Of(t.Context(), d, 3, "room", 7)
		require.NoError(t, err)
		require.Len(t, entries, 1)
		require.EqualValues(t, 4, entries[0].UserID)
		require.Empty(t, entries[0].IPAddress)
	})

	t.Run("an account sees only its own entries of only that object", func(t *testing.T) {
		t.Parallel()
		d := dbtest.New(t)
		trail := audit.New(d, time.Now)
		require.NoError(t, d.InTx(t.Context(), func(ctx context.Context) error {
			for _, c := range []audit.Change{
				{OwnerID: 1, UserID: 1, Action: "mine", ObjectType: "room", ObjectID: 7},
				{OwnerID: 2, UserID: 2, Action: "theirs", ObjectType: "room", ObjectID: 7},
				{OwnerID: 1, UserID: 1, Action: "other object", ObjectType: "room", ObjectID: 77},
				{OwnerID: 1, UserID: 1, Action: "other type", ObjectType: "block", ObjectID: 7},
			} {
				if err := trail.Record(ctx, c); err != nil {
					return err
				}
			}
			return nil
		}))
		entries, err := audittest.Of(t.Context(), d, 1, "room", 7)
		require.NoError(t, err)
		require.Len(t, entries, 1)
		require.Equal(t, "mine", entries[0].Action)
		entries, err = audittest.Of(t.Context(), d, 9, "room", 7)
		require.NoError(t, err)
		require.NotNil(t, entries)
		require.Empty(t, entries)
	})

	t.Run("a change that cannot be written down is not made", func(t *testing.T) {
		t.Parallel()
		d := dbtest.New(t)
		err := d.InTx(t.Context(), func(ctx context.Context) error {
			return audit.New(d, time.Now).Record(ctx, audit.Change{OwnerID: 1, Action: "odd", ObjectType: "room", ObjectID: 7, After: func() {}})
		})
		require.ErrorContains(t, err, "encode change")
	})
}

func TestTrail_RecordBoth(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	trail := audit.New(d, time.Now)
	theirs := audit.Change{Action: "suspend", ObjectType: "account", ObjectID: 7, After: room{"plain", 1}}
	ours := theirs
	ours.After = room{"with a note", 1}
	record := func(ctx context.Context) {
		require.NoError(t, d.InTx(ctx, func(ctx context.Context) error { return trail.RecordBoth(ctx, 7, theirs, ours) }))
	}
	of := func(owner int64) []audit.Entry {
		entries, err := audittest.Of(t.Context(), d, owner, "account", 7)
		require.NoError(t, err)
		return entries
	}

	record(auth.With(t.Context(), auth.Caller{UserID: 5, OwnerID: 5}))
	require.Len(t, of(7), 1)
	require.Len(t, of(5), 1)
	require.Equal(t, []int64{5, 5}, []int64{of(7)[0].UserID, of(5)[0].UserID}, "both say who did it")
	require.JSONEq(t, `{"name":"plain","units":1}`, string(of(7)[0].After))
	require.JSONEq(t, `{"name":"with a note","units":1}`, string(of(5)[0].After))

	record(t.Context())
	require.Len(t, of(7), 2, "from the command line")
	require.Empty(t, of(0))
}
