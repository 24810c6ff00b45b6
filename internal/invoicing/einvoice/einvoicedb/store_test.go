package einvoicedb_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/invoicing/document"
	"allot/internal/invoicing/einvoice"
	"allot/internal/invoicing/einvoice/einvoicedb"
	"allot/internal/invoicing/en16931"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/money"
	"allot/internal/platform/page"
	"allot/internal/testkit/dbtest"
)

const owner, other = 7, 8

func amount(t *testing.T, s string) money.Amount {
	t.Helper()
	a, err := money.Parse(s)
	require.NoError(t, err)
	return a
}

// full returns a record with every field set.
func full(t *testing.T) einvoice.Detail {
	t.Helper()
	kind, syntax, linked := document.TypeCreditNote, en16931.SyntaxCII, "0b6b5a0e-0000-4000-8000-000000000001"
	a := amount(t, "-12.345678")
	return einvoice.Detail{
		Record: einvoice.Record{
			Inbound: einvoice.Inbound{
				OwnerID: owner, InvoiceNumber: "Ä/1", IssueDate: civil.MustParse("2030-05-06"), DueDate: civil.MustParse("2030-06-05"), Currency: "EUR",
				Seller: einvoice.InboundParty{Name: "Söller", VATID: "DE1"}, Buyer: einvoice.InboundParty{Name: "Buyer"},
				TaxBreakdown: []einvoice.InboundTax{{Category: "S", Rate: a, TaxableAmount: a, TaxAmount: a, Reason: "r"}},
				Subtotal:     money.Some(a), TaxTotal: money.Some(a), Total: money.Some(a), AmountDue: money.Some(amount(t, "0.00")),
				DocumentType: &kind, Syntax: &syntax, Profile: "urn:x", Status: einvoice.StatusLinked, Direction: einvoice.DirectionIssued,
				LinkedInvoice: &linked, CreatedAt: time.Date(2030, 5, 31, 12, 0, 0, 1000, time.UTC),
			},
			LineItems: []einvoice.InboundLine{{LineID: "1", Description: "Stay", Quantity: a, UnitPrice: a, BaseQuantity: a, LineTotal: a, TaxRate: a, From: civil.MustParse("2030-05-01")}},
		},
		RawXML: []byte("<a>\x00\xff</a>"),
	}
}

func insert(t *testing.T, s *einvoicedb.Store, d einvoice.Detail, hash string) einvoice.Detail {
	t.Helper()
	require.NoError(t, s.InTx(t.Context(), func(ctx context.Context) error { return s.InsertInbound(ctx, &d, []byte(hash)) }))
	require.Positive(t, d.ID)
	return d
}

func TestStore_Inbound(t *testing.T) {
	t.Parallel()
	s := einvoicedb.New(dbtest.New(t))
	want := insert(t, s, full(t), "1")
	empty := einvoice.Detail{
		Record: einvoice.Record{
			Inbound: einvoice.Inbound{
				OwnerID: owner, TaxBreakdown: []einvoice.InboundTax{}, Status: einvoice.StatusError, Direction: einvoice.DirectionReceived,
				Error: "why", CreatedAt: want.CreatedAt,
			},
			LineItems: []einvoice.InboundLine{},
		},
		RawXML: []byte("<a/>"),
	}
	empty = insert(t, s, empty, "2")

	for _, d := range []einvoice.Detail{want, empty} {
		got, err := s.Inbound(t.Context(), owner, d.ID)
		require.NoError(t, err)
		got.CreatedAt = got.CreatedAt.UTC()
		require.Equal(t, d, got)
		_, err = s.Inbound(t.Context(), other, d.ID)
		require.ErrorIs(t, err, apperr.ErrNotFound)
	}
	id, err := s.ByHash(t.Context(), owner, []byte("2"))
	require.NoError(t, err)
	require.Equal(t, empty.ID, id)
	for _, c := range []struct {
		owner int64
		hash  string
	}{{owner, "3"}, {other, "2"}} {
		id, err := s.ByHash(t.Context(), c.owner, []byte(c.hash))
		require.NoError(t, err)
		require.Zero(t, id)
	}
	again := full(t)
	require.Error(t, s.InTx(t.Context(), func(ctx context.Context) error { return s.InsertInbound(ctx, &again, []byte("1")) }), "a file is stored once")
}

func TestStore_Inbounds(t *testing.T) {
	t.Parallel()
	s := einvoicedb.New(dbtest.New(t))
	first := insert(t, s, full(t), "1")
	second := full(t)
	second.Status, second.LinkedInvoice, second.Direction = einvoice.StatusReceived, nil, einvoice.DirectionReceived
	second = insert(t, s, second, "2")
	foreign := full(t)
	foreign.OwnerID = other
	insert(t, s, foreign, "1")

	for name, c := range map[string]struct {
		f    einvoice.Filter
		want []int64
	}{
		"all, newest first": {einvoice.Filter{}, []int64{second.ID, first.ID}},
		"linked":            {einvoice.Filter{Status: einvoice.StatusLinked}, []int64{first.ID}},
		"received":          {einvoice.Filter{Direction: einvoice.DirectionReceived}, []int64{second.ID}},
		"both":              {einvoice.Filter{Status: einvoice.StatusLinked, Direction: einvoice.DirectionReceived}, []int64{}},
	} {
		list, n, err := s.Inbounds(t.Context(), owner, c.f, page.Request{})
		require.NoError(t, err, name)
		ids := []int64{}
		for _, in := range list {
			ids = append(ids, in.ID)
		}
		require.Equal(t, c.want, ids, name)
		require.Equal(t, len(c.want), n, name)
	}
	list, n, err := s.Inbounds(t.Context(), owner, einvoice.Filter{}, page.Request{Page: 1, Size: 1})
	require.NoError(t, err)
	require.Len(t, list, 1)
	require.Equal(t, 2, n)
	n, err = s.CountInbounds(t.Context(), owner)
	require.NoError(t, err)
	require.Equal(t, 2, n)
}

func TestStore_LinkInbound(t *testing.T) {
	t.Parallel()
	s := einvoicedb.New(dbtest.New(t))
	d := insert(t, s, full(t), "1")
	require.NoError(t, s.InTx(t.Context(), func(ctx context.Context) error {
		_, err := s.LockInbound(ctx, other, d.ID)
		require.ErrorIs(t, err, apperr.ErrNotFound)
		rec, err := s.LockInbound(ctx, owner, d.ID)
		require.NoError(t, err)
		require.Equal(t, d.LineItems, rec.LineItems)
		rec.Status, rec.LinkedInvoice, rec.Direction, rec.InvoiceNumber = einvoice.StatusReceived, nil, einvoice.DirectionReceived, "not stored"
		return s.LinkInbound(ctx, rec.Inbound)
	}))
	got, err := s.Inbound(t.Context(), owner, d.ID)
	require.NoError(t, err)
	require.Equal(t, einvoice.StatusReceived, got.Status)
	require.Nil(t, got.LinkedInvoice)
	require.Equal(t, einvoice.DirectionReceived, got.Direction)
	require.Equal(t, "Ä/1", got.InvoiceNumber)
}
