package einvoicedb_test

import (
	"context"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/invoicing/document"
	"allot/internal/invoicing/einvoice"
	"allot/internal/invoicing/einvoice/einvoicedb"
	"allot/internal/platform/civil"
	"allot/internal/testkit/dbtest"
)

// kept inserts a file as a case changes it.
func kept(t *testing.T, s *einvoicedb.Store, hash string, change func(d *einvoice.Detail)) int64 {
	t.Helper()
	d, kind := full(t), document.TypeInvoice
	d.DocumentType = &kind
	change(&d)
	return insert(t, s, d, hash).ID
}

func TestStore_EachFile(t *testing.T) {
	t.Parallel()
	s := einvoicedb.New(dbtest.New(t))
	issued := func(day string) func(d *einvoice.Detail) {
		return func(d *einvoice.Detail) { d.IssueDate = civil.MustParse(day) }
	}
	late := kept(t, s, "1", issued("2030-06-02"))
	first := kept(t, s, "2", issued("2030-05-01"))
	last := kept(t, s, "3", issued("2030-05-31"))
	kept(t, s, "4", func(d *einvoice.Detail) { d.Status = einvoice.StatusError })
	kept(t, s, "5", func(d *einvoice.Detail) { d.OwnerID = other })
	may := civil.Range{From: civil.MustParse("2030-05-01"), To: civil.MustParse("2030-05-31")}
	for name, c := range map[string]struct {
		from, to civil.Date
		want     []int64
	}{
		"all, as they were imported": {0, 0, []int64{late, first, last}},
		"both ends are included":     {may.From, may.To, []int64{first, last}},
		"from a day on":              {may.To, 0, []int64{late, last}},
		"up to a day":                {0, may.From, []int64{first}},
	} {
		ids := []int64{}
		require.NoError(t, s.EachFile(t.Context(), owner, c.from, c.to, func(in einvoice.Inbound) error {
			ids = append(ids, in.ID)
			return nil
		}), name)
		require.Equal(t, c.want, ids, name)
	}
}

// More files than are read at a time are all yielded, once.
func TestStore_EachFile_many(t *testing.T) {
	t.Parallel()
	const files = 201
	s := einvoicedb.New(dbtest.New(t))
	require.NoError(t, s.InTx(t.Context(), func(ctx context.Context) error {
		for i := range files {
			d := full(t)
			if err := s.InsertInbound(ctx, &d, []byte(strconv.Itoa(i))); err != nil {
				return err
			}
		}
		return nil
	}))
	seen, after := 0, int64(0)
	require.NoError(t, s.EachFile(t.Context(), owner, 0, 0, func(in einvoice.Inbound) error {
		require.Greater(t, in.ID, after)
		seen, after = seen+1, in.ID
		return nil
	}))
	require.Equal(t, files, seen)
}

func TestStore_Linked(t *testing.T) {
	t.Parallel()
	s := einvoicedb.New(dbtest.New(t))
	received := func(d *einvoice.Detail) { d.Direction = einvoice.DirectionReceived }
	first := kept(t, s, "1", received)
	kept(t, s, "2", received)
	issued := kept(t, s, "3", func(*einvoice.Detail) {})
	kept(t, s, "4", func(d *einvoice.Detail) {
		received(d)
		credit, its := document.TypeCreditNote, "0b6b5a0e-0000-4000-8000-000000000002"
		d.DocumentType, d.LinkedInvoice = &credit, &its
	})
	kept(t, s, "5", func(d *einvoice.Detail) {
		received(d)
		d.Status, d.LinkedInvoice = einvoice.StatusReceived, nil
	})
	kept(t, s, "6", func(d *einvoice.Detail) { d.OwnerID = other })
	for direction, want := range map[einvoice.Direction]int64{einvoice.DirectionReceived: first, einvoice.DirectionIssued: issued} {
		list, err := s.Linked(t.Context(), owner, direction)
		require.NoError(t, err)
		require.Len(t, list, 1)
		require.Equal(t, want, list["0b6b5a0e-0000-4000-8000-000000000001"].ID, "the first of its files")
	}
}

func TestStore_Bytes(t *testing.T) {
	t.Parallel()
	s := einvoicedb.New(dbtest.New(t))
	sized := func(owner int64, bytes int) func(d *einvoice.Detail) {
		return func(d *einvoice.Detail) { d.OwnerID, d.SizeBytes = owner, bytes }
	}
	kept(t, s, "1", sized(owner, 999_999))
	kept(t, s, "2", sized(owner, 2))
	kept(t, s, "3", sized(other, 1_000_000))
	for account, want := range map[int64]int64{owner: 1_000_001, other: 1_000_000, 9: 0} {
		n, err := s.Bytes(t.Context(), account)
		require.NoError(t, err)
		require.Equal(t, want, n)
	}
	all, err := s.Megabytes(t.Context(), []int64{owner, other, 9})
	require.NoError(t, err)
	require.Equal(t, map[int64]int{owner: 2, other: 1}, all, "one that is begun counts")
}

func TestStore_DeleteUnreadable(t *testing.T) {
	t.Parallel()
	s := einvoicedb.New(dbtest.New(t))
	now := full(t).CreatedAt
	unreadable := func(at time.Time) func(d *einvoice.Detail) {
		return func(d *einvoice.Detail) { d.Status, d.CreatedAt = einvoice.StatusError, at }
	}
	older := kept(t, s, "1", unreadable(now.Add(-time.Hour)))
	oldest := kept(t, s, "2", unreadable(now.Add(-2*time.Hour)))
	kept(t, s, "3", unreadable(now))
	kept(t, s, "4", func(d *einvoice.Detail) { d.CreatedAt = now.Add(-3 * time.Hour) })
	for _, gone := range []int64{oldest, older, 0} {
		require.NoError(t, s.InTx(t.Context(), func(ctx context.Context) error {
			n, err := s.DeleteUnreadable(ctx, now, 1)
			require.Equal(t, gone != 0, n == 1)
			return err
		}))
		if gone != 0 {
			_, err := s.Inbound(t.Context(), owner, gone)
			require.Error(t, err)
		}
	}
	n, err := s.CountInbounds(t.Context(), owner)
	require.NoError(t, err)
	require.Equal(t, 2, n)
}
