package invoicingtest

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/invoicing/einvoice"
	"allot/internal/testkit/audittest"
)

// fullStore counts as many records as an account can have.
type fullStore struct{ einvoice.Store }

func (fullStore) CountInbounds(context.Context, int64) (int, error) { return einvoice.MaxRecords, nil }

const einvoiceHTTPInvoices = "/api/invoicing/invoices/"

// drafted creates an invoice of the platform with the total of the file, and returns its id
// and number.
func drafted(t *testing.T, hotel *apptest.Who, to string) (id, number string) {
	t.Helper()
	r := ok(t, hotel.Do(t, post, einvoiceHTTPInvoices+"create/", `{`+to+`,"issue_date":"2030-05-06","due_date":"2030-06-05","currency":"EUR",
		"line_items":[{"description":"Stay","quantity":"1","unit_price":"516"}]}`), http.StatusCreated)
	return r["id"].(string), r["invoice_number"].(string)
}

// billed makes a hotel with a VAT number that has sent an operator an invoice.
func billed(t *testing.T, e *apptest.Env, operator *apptest.Who, vatID string) (hotel *apptest.Who, id, number string) {
	t.Helper()
	hotel = e.Manager(t)
	companyEinvoiceHTTP(t, hotel, vatID)
	id, number = sent(t, e, hotel, operator)
	return hotel, id, number
}

// sent has a hotel send an operator an invoice.
func sent(t *testing.T, e *apptest.Env, hotel, operator *apptest.Who) (id, number string) {
	t.Helper()
	e.Accepted(t, hotel, operator)
	id, number = drafted(t, hotel, fmt.Sprintf(`"partner":%d`, operator.User.OwnerID))
	ok(t, hotel.Do(t, post, einvoiceHTTPInvoices+id+"/send/", ""), http.StatusOK)
	return id, number
}

// candidates are the invoices that a file could be, with the reasons of the first.
func candidates(r object) (ids, reasons []any) {
	for i, c := range r["candidates"].([]any) {
		ids = append(ids, c.(object)["invoice"])
		if i == 0 {
			reasons = c.(object)["reasons"].([]any)
		}
	}
	return ids, reasons
}

func TestLink_ByItself(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)

	t.Run("an e-invoice that the account has issued is linked to its own invoice, not to a draft", func(t *testing.T) {
		t.Parallel()
		hotel := e.Manager(t)
		companyEinvoiceHTTP(t, hotel, sellerVAT)
		id, number := drafted(t, hotel, `"recipient_name":"Sonnenreisen AG","recipient_email":"in@sonne.example","recipient_vat_id":"`+buyerVAT+`"`)
		r := imported(t, hotel, stay(t, "cii", number))
		require.Equal(t, []any{"issued", "received", nil, []any{}}, []any{r["direction"], r["status"], r["linked_invoice"], r["candidates"]})
		ok(t, hotel.Do(t, post, einvoiceHTTPInvoices+id+"/send/", ""), http.StatusOK)
		r = imported(t, hotel, strings.Replace(stay(t, "ubl", number), sellerVAT, "de 111 111 125", 1))
		require.Equal(t, []any{"issued", "linked", id, []any{}}, []any{r["direction"], r["status"], r["linked_invoice"], r["candidates"]})

		r = imported(t, hotel, strings.Replace(stay(t, "ubl", number), buyerVAT, "ATU99999999", 1))
		_, reasons := candidates(r)
		require.Equal(t, []any{"issued", "received", nil}, []any{r["direction"], r["status"], r["linked_invoice"]})
		require.Equal(t, []any{"same_number", "same_seller", "same_currency", "same_total", "other_buyer"}, reasons)
		r = imported(t, hotel, strings.Replace(stay(t, "ubl", number), sellerVAT, "DE999999999", 1))
		require.Equal(t, []any{"received", "received", nil, []any{}}, []any{r["direction"], r["status"], r["linked_invoice"], r["candidates"]}, "a hotel receives no invoices here")
	})

	t.Run("an operator's is linked to the invoice of the right hotel", func(t *testing.T) {
		t.Parallel()
		operator := e.Operator(t)
		_, ours, number := billed(t, e, operator, sellerVAT)
		_, theirs, same := billed(t, e, operator, "DE222222220")
		require.Equal(t, number, same, "both hotels begin with the same number")
		for vatID, want := range map[string]any{sellerVAT: ours, "DE222222220": theirs, "DE333333330": nil} {
			r := imported(t, operator, strings.Replace(stay(t, "cii", number), sellerVAT, vatID, 1))
			require.Equal(t, []any{"received", want}, []any{r["direction"], r["linked_invoice"]}, vatID)
		}
	})

	t.Run("what differs or is missing is no agreement: a person links it", func(t *testing.T) {
		t.Parallel()
		operator := e.Operator(t)
		_, id, number := billed(t, e, operator, sellerVAT)
		file := stay(t, "ubl", number)
		for name, c := range map[string]struct {
			file    string
			reasons []any
		}{
			"another total":    {strings.ReplaceAll(file, ">516.00<", ">516000.00<"), []any{"same_number", "same_seller", "same_currency", "other_total"}},
			"another currency": {strings.ReplaceAll(file, "EUR", "CHF"), []any{"same_number", "same_seller", "other_currency", "same_total"}},
			"another seller":   {strings.Replace(file, sellerVAT, "DE999999999", 1), []any{"same_number", "other_seller", "same_currency", "same_total"}},
			"no VAT id":        {strings.Replace(file, sellerVAT, "", 1), []any{"same_number", "unknown_seller", "same_currency", "same_total"}},
			"another number":   {stay(t, "ubl", "2030-4711"), []any{"other_number", "same_seller", "same_currency", "same_total"}},
		} {
			r := imported(t, operator, c.file)
			ids, reasons := candidates(r)
			require.Equal(t, []any{"received", nil, []any{id}, c.reasons}, []any{r["status"], r["linked_invoice"], ids, reasons}, name)
			shown := ok(t, operator.Do(t, get, pathEinvoiceHTTP(r["id"], ""), ""), http.StatusOK)
			require.Equal(t, r["candidates"], shown["candidates"], name)
		}
		for _, r := range ok(t, operator.Do(t, get, inbox, ""), http.StatusOK)["results"].([]any) {
			require.Len(t, r.(object)["candidates"], 1, "the inbox shows them too")
		}
		r := imported(t, operator, strings.ReplaceAll(stay(t, "ubl", "2030-4712"), ">516.00<", ">1.00<"))
		require.Empty(t, r["candidates"])

		shown := imported(t, operator, stay(t, "ubl", "2030-4713"))["candidates"].([]any)[0].(object)
		require.Equal(t, []any{number, "516.00", "EUR"}, []any{shown["invoice_number"], shown["total_amount"], shown["currency"]})
		require.NotEmpty(t, shown["company"])
		list := ok(t, operator.Do(t, get, einvoiceHTTPInvoices, ""), http.StatusOK)["results"].([]any)
		require.Equal(t, "SENT", list[0].(object)["status"], "to be shown a candidate is not to open the invoice")
	})

	t.Run("a seller whose VAT id neither side knows is no agreement", func(t *testing.T) {
		t.Parallel()
		operator := e.Operator(t)
		_, _, number := billed(t, e, operator, "")
		r := imported(t, operator, stay(t, "ubl", number))
		_, reasons := candidates(r)
		require.Equal(t, []any{nil, []any{"same_number", "unknown_seller", "same_currency", "same_total"}}, []any{r["linked_invoice"], reasons})
	})

	t.Run("a seller without a VAT id is known by its registration", func(t *testing.T) {
		t.Parallel()
		operator, hotel := e.Operator(t), e.Manager(t)
		ok(t, hotel.Do(t, put, "/api/settings/company/", `{"registration_number":"hrb-4711"}`), http.StatusOK)
		id, number := sent(t, e, hotel, operator)
		for _, syntax := range []string{"ubl", "cii"} {
			file := strings.Replace(stay(t, syntax, number), sellerVAT, "", 1) // its seller is HRB 4711
			require.Equal(t, id, imported(t, operator, file)["linked_invoice"], syntax)
			r := imported(t, operator, strings.Replace(file, "HRB 4711", "HRB 4712", 1))
			_, reasons := candidates(r)
			require.Equal(t, []any{nil, []any{"same_number", "other_seller", "same_currency", "same_total"}}, []any{r["linked_invoice"], reasons}, syntax)
		}
	})

	t.Run("the e-invoice profile decides before the company", func(t *testing.T) {
		t.Parallel()
		hotel := e.Manager(t)
		companyEinvoiceHTTP(t, hotel, "DE222222220")
		ok(t, hotel.Do(t, put, "/api/einvoice/profile/", `{"vat_id":"`+sellerVAT+`"}`), http.StatusOK)
		require.Equal(t, "issued", imported(t, hotel, stay(t, "cii", "K-1"))["direction"])
	})
}

func TestLink_ByHand(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	operator := e.Operator(t)
	hotel, id, _ := billed(t, e, operator, sellerVAT)
	draft, _ := drafted(t, hotel, fmt.Sprintf(`"partner":%d`, operator.User.OwnerID))
	r := imported(t, operator, stay(t, "ubl", "L-1"))
	link := pathEinvoiceHTTP(r["id"], "link/")

	linked := ok(t, operator.Do(t, post, link, `{"invoice":"`+id+`"}`), http.StatusOK)
	require.Equal(t, []any{"linked", id}, []any{linked["status"], linked["linked_invoice"]})
	require.Len(t, linked["line_items"], 5)
	require.Equal(t, linked["linked_invoice"], ok(t, operator.Do(t, get, pathEinvoiceHTTP(r["id"], ""), ""), http.StatusOK)["linked_invoice"])

	for _, bad := range []string{
		`{"invoice":"` + draft + `"}`, // which the operator does not see yet
		`{"invoice":"00000000-0000-4000-8000-000000000000"}`, `{"invoice":"L-1"}`, `{"invoice":7}`, `{}`,
	} {
		requireField(t, operator.Do(t, post, link, bad), "invoice")
	}
	require.Equal(t, id, ok(t, operator.Do(t, get, pathEinvoiceHTTP(r["id"], ""), ""), http.StatusOK)["linked_invoice"], "a refusal changes nothing")

	unlinked := ok(t, operator.Do(t, post, link, `{"invoice":null}`), http.StatusOK)
	require.Equal(t, []any{"received", nil}, []any{unlinked["status"], unlinked["linked_invoice"]})
	entries, err := audittest.Of(t.Context(), e.DB, operator.User.OwnerID, "einvoice", int64(r["id"].(float64)))
	require.NoError(t, err)
	actions := make([]string, len(entries))
	for i, x := range entries {
		actions[i] = x.Action
	}
	require.ElementsMatch(t, []string{"import", "link", "link"}, actions)
}
