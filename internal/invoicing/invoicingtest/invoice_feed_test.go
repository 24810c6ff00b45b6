package invoicingtest

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/exchange/partnerapi"
	"allot/internal/identity/auth"
	"allot/internal/invoicing/invoice"
)

// key makes an API key for invoices and returns the address of its feed.
func (b *invoiceBundle) key(t *testing.T, who *apptest.Who, contract *int64) string {
	t.Helper()
	name := "key"
	token, _, err := b.Keys.CreateKey(who.Context(t), who.Caller, partnerapi.KeyInput{
		Name: &name, Contract: contract, Permissions: map[auth.KeyScope]bool{auth.KeyInvoices: true},
	})
	require.NoError(t, err)
	return "/api/v1/invoices/" + token + "/"
}

// shared reads the feed, the same as JSON and as XML, and returns the notes of the
// invoices, which name them in these tests.
func (b *invoiceBundle) shared(t *testing.T, path string) []string {
	t.Helper()
	res := b.Do(t, get, path, "")
	require.Equal(t, http.StatusOK, res.Code, res.Body.String())
	sign := "?"
	if strings.Contains(path, "?") {
		sign = "&"
	}
	apptest.RequireSameXML(t, res.Body.Bytes(), b.Do(t, get, path+sign+"format=xml", "").Body.Bytes())
	names := []string{}
	for _, v := range body(t, res, http.StatusOK)["invoices"].([]any) {
		names = append(names, v.(object)["notes"].(string))
	}
	return names
}

func (b *invoiceBundle) permit(t *testing.T, contract int64, change string) {
	t.Helper()
	res := b.hotel.Do(t, put, fmt.Sprintf("/api/partners/contracts/%d/permissions/", contract), change)
	require.Equal(t, http.StatusOK, res.Code, res.Body)
}

func TestFeed(t *testing.T) {
	t.Parallel()

	t.Run("both sides read theirs, drafts only the issuer, each filter narrows", func(t *testing.T) {
		t.Parallel()
		b := setupInvoice(t)
		hotel, operator := b.key(t, b.hotel, nil), b.key(t, b.operator, nil)
		b.create(t, object{"notes": "draft"})
		sent := b.create(t, object{"notes": "sent", "issue_date": "2030-06-10"})
		paid := b.create(t, object{"notes": "paid", "issue_date": "2030-06-20"})
		never := b.create(t, object{"notes": "never sent"})
		do(t, b.hotel, sent, "send/")
		do(t, b.hotel, paid, "send/")
		do(t, b.hotel, paid, "mark-paid/")
		do(t, b.hotel, never, "cancel/")
		require.Equal(t, []string{"draft", "sent", "paid", "never sent"}, b.shared(t, hotel))
		require.Equal(t, []string{"sent", "paid"}, b.shared(t, operator))
		for query, want := range map[string][]string{
			"?status=PAID": {"paid"}, "?from=2030-06-10": {"sent", "paid"}, "?to=2030-06-10": {"sent"}, "?from=2030-06-11&to=2030-06-19": {},
			"?direction=received": {"sent", "paid"}, "?direction=sent": {}, "?status=DRAFT": {}, "?direction=received&status=SENT&from=2030-06-10&to=2030-06-10": {"sent"},
		} {
			require.Equal(t, want, b.shared(t, operator+query), query)
		}
		require.Equal(t, []string{"draft", "sent", "paid", "never sent"}, b.shared(t, hotel+"?direction=sent"), "drafts are the issuer's side too")
		require.Equal(t, []string{"draft"}, b.shared(t, hotel+"?status=DRAFT"))
		require.Empty(t, b.shared(t, hotel+"?direction=received"))
		for _, bad := range []string{"?direction=both", "?status=sent", "?from=2030-06-02&to=2030-06-01", "?from=2030-02-30", "?page=2"} {
			require.Equal(t, http.StatusBadRequest, b.Do(t, get, hotel+bad, "").Code, bad)
		}
		require.Equal(t, "SENT", body(t, b.hotel.Do(t, get, at(sent, ""), ""), 200)["status"], "a system does not open invoices")
	})

	t.Run("a key for one contract reads what is between its two sides", func(t *testing.T) {
		t.Parallel()
		b := setupInvoice(t)
		hotel2, operator2 := b.Pair(t)
		second := b.Accepted(t, b.hotel, operator2)
		b.Accepted(t, hotel2, b.operator)
		send := func(who, to *apptest.Who, name string) {
			v := body(t, who.Do(t, post, invoiceInvoices, text(t, b.draft(object{"partner": to.User.OwnerID, "notes": name}))), http.StatusCreated)
			do(t, who, v, "send/")
		}
		send(b.hotel, b.operator, "1-1")
		send(b.hotel, operator2, "1-2")
		send(hotel2, b.operator, "2-1")
		b.create(t, object{"partner": nil, "recipient_name": "Outside", "notes": "outside"})
		require.Equal(t, []string{"1-1", "1-2", "outside"}, b.shared(t, b.key(t, b.hotel, nil)))
		require.Equal(t, []string{"1-1"}, b.shared(t, b.key(t, b.hotel, &b.contract.ID)))
		require.Equal(t, []string{"1-2"}, b.shared(t, b.key(t, b.hotel, &second.ID)))
		require.Equal(t, []string{"1-1", "2-1"}, b.shared(t, b.key(t, b.operator, nil)))
		require.Equal(t, []string{"1-1"}, b.shared(t, b.key(t, b.operator, &b.contract.ID)))
		require.Equal(t, []string{"1-2"}, b.shared(t, b.key(t, operator2, nil)))
	})

	t.Run("a contract that closes invoices or exports, or has ended, gives systems nothing", func(t *testing.T) {
		t.Parallel()
		b := setupInvoice(t)
		v := b.create(t, object{"notes": "sent"})
		do(t, b.hotel, v, "send/")
		all, one, own := b.key(t, b.operator, nil), b.key(t, b.operator, &b.contract.ID), b.key(t, b.hotel, &b.contract.ID)
		tag := b.ETag(t, all)
		for _, area := range []string{"invoices", "exports"} {
			b.permit(t, b.contract.ID, `{"`+area+`":{"allowed":false}}`)
			require.False(t, b.Unchanged(t, all, tag), area)
			for _, path := range []string{all, one, own} {
				require.Empty(t, b.shared(t, path), area)
			}
			require.Equal(t, []string{"sent"}, b.shared(t, b.key(t, b.hotel, nil)), "the hotel's own records stay open to its own systems")
			b.permit(t, b.contract.ID, `{"`+area+`":{"allowed":true}}`)
			require.Equal(t, []string{"sent"}, b.shared(t, all), area)
		}
		require.Equal(t, http.StatusOK, b.hotel.Do(t, del, "/api/partners/contracts/"+text(t, b.contract.ID)+"/delete/", "").Code)
		for _, path := range []string{all, one, own} {
			require.Empty(t, b.shared(t, path))
		}
	})

	t.Run("a key carries the property scope of its maker", func(t *testing.T) {
		t.Parallel()
		b := setupInvoice(t)
		mine, other := b.Property(t, b.hotel, "Mine"), b.Property(t, b.hotel, "Other")
		b.create(t, object{"property": mine.ID, "notes": "mine"})
		b.create(t, object{"property": other.ID, "notes": "other"})
		b.create(t, object{"notes": "none"})
		scoped := b.Scoped(t, b.hotel, []auth.Flag{auth.Invoicing, auth.Integrations}, mine.ID)
		require.Equal(t, []string{"mine", "none"}, b.shared(t, b.key(t, scoped, nil)))
	})

	t.Run("1,000 invoices are streamed in the order they were made", func(t *testing.T) {
		t.Parallel()
		b := setupInvoice(t)
		first := b.create(t, object{"notes": "0"})
		store := apptest.Deps[invoice.Deps](b.Env).Store
		v, err := store.Invoice(t.Context(), b.hotel.User.OwnerID, first["id"].(string))
		require.NoError(t, err)
		want := []string{"0"}
		require.NoError(t, store.InTx(t.Context(), func(ctx context.Context) error {
			for i := 1; i < 1000 && err == nil; i++ {
				v.RowID, v.ID, v.Serial, v.Notes = 0, uuid.NewString(), i+1, fmt.Sprint(i)
				want = append(want, v.Notes)
				err = store.InsertInvoice(ctx, &v)
			}
			return err
		}))
		require.Equal(t, want, b.shared(t, b.key(t, b.hotel, nil)))
	})
}

func TestFeed_Tag(t *testing.T) {
	t.Parallel()

	t.Run("every change of what is read changes the tag", func(t *testing.T) {
		t.Parallel()
		b := setupInvoice(t)
		template := body(t, b.hotel.Do(t, post, templates, `{"name":"Look"}`), http.StatusCreated)
		v := b.create(t, object{"template": template["id"]})
		past := b.create(t, object{"issue_date": "2030-05-01", "due_date": "2030-05-31"})
		hotel, operator := b.key(t, b.hotel, nil), b.key(t, b.operator, nil)
		rename := func(who *apptest.Who, name string) func() int {
			return func() int { return who.Do(t, put, "/api/settings/company/", `{"name":"`+name+`"}`).Code }
		}
		step := func(who *apptest.Who, v object, verb string) func() int {
			return func() int { return who.Do(t, post, at(v, verb), "").Code }
		}
		for _, c := range []struct {
			what     string
			received bool // the recipient reads something else, too
			do       func() int
		}{
			{"a new draft", false, func() int { return b.hotel.Do(t, post, invoiceInvoices, text(t, b.draft())).Code }},
			{"an updated draft", false, func() int { return b.hotel.Do(t, put, at(v, ""), `{"notes":"n"}`).Code }},
			{"a copy", false, step(b.hotel, v, "duplicate/")},
			{"sent", true, step(b.hotel, v, "send/")},
			{"opened", true, func() int { return b.operator.Do(t, get, at(v, ""), "").Code }},
			{"disputed", true, step(b.operator, v, "dispute/")},
			{"cleared", true, step(b.operator, v, "clearing/")},
			{"paid", true, step(b.hotel, v, "mark-paid/")},
			{"the template is deleted", true, func() int { return b.hotel.Do(t, del, templates+text(t, template["id"])+"/", "").Code }},
			{"the issuer has another name", true, rename(b.hotel, "New Hotel")},
			{"the recipient has another name", true, rename(b.operator, "New Operator")},
			{"another is sent", true, step(b.hotel, past, "send/")},
			{"reminded", false, step(b.hotel, past, "send-reminder/")},
			{"the due date has passed", true, func() int { b.Clock.Advance(25 * time.Hour); return http.StatusOK }},
		} {
			before := []string{b.ETag(t, hotel), b.ETag(t, operator)}
			require.Less(t, c.do(), 300, c.what)
			require.False(t, b.Unchanged(t, hotel, before[0]), "%s: for the hotel", c.what)
			if c.received {
				require.False(t, b.Unchanged(t, operator, before[1]), "%s: for the operator", c.what)
			}
		}
		b.hotel = b.Login(t, b.hotel.User.Email)
		before := b.ETag(t, operator)
		do(t, b.hotel, past, "cancel/")
		require.False(t, b.Unchanged(t, operator, before))
	})

	t.Run("what others do and what a filter hides is told apart", func(t *testing.T) {
		t.Parallel()
		b := setupInvoice(t)
		path := b.key(t, b.hotel, nil)
		b.create(t)
		tag := b.ETag(t, path)
		require.NotEqual(t, tag, b.ETag(t, path+"?status=PAID"))
		otherHotel, otherOperator := b.Pair(t)
		b.Accepted(t, otherHotel, otherOperator)
		body(t, otherHotel.Do(t, post, invoiceInvoices, text(t, b.draft(object{"partner": otherOperator.User.OwnerID}))), http.StatusCreated)
		require.True(t, b.Unchanged(t, path, tag))
	})
}
