package invoicingtest

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/auth"
)

func TestInvoice(t *testing.T) {
	t.Parallel()

	t.Run("is drafted, sent, viewed, disputed, cleared and paid", func(t *testing.T) {
		t.Parallel()
		b := setupInvoice(t)
		v := b.create(t, object{"notes": "Thank you", "line_items": []object{
			{"description": "Double room", "quantity": "10", "unit": "room_night", "unit_price": "84.50"},
			{"description": "Breakfast", "quantity": 20, "unit_price": 12.345, "tax_rate": "19"},
		}})
		require.Regexp(t, `^[0-9a-f-]{36}$`, v["id"])
		require.Equal(t, "INV-2030-0001", v["invoice_number"])
		require.Equal(t, []any{"1091.90", "106.06", "1197.96"}, []any{v["subtotal"], v["tax_amount"], v["total_amount"]})
		require.Equal(t, []any{
			object{"tax_category": "S", "tax_rate": "7.00", "taxable_amount": "845.00", "tax_amount": "59.15", "reason": ""},
			object{"tax_category": "S", "tax_rate": "19.00", "taxable_amount": "246.90", "tax_amount": "46.91", "reason": ""},
		}, v["tax_breakdown"])
		require.Equal(t, []any{"update", "delete", "send", "cancel", "duplicate"}, v["available_actions"])
		apptest.RequireNotFound(t, b.operator.Do(t, get, at(v, ""), ""))

		sent := do(t, b.hotel, v, "send/")
		require.Equal(t, "SENT", sent["status"])
		seen := body(t, b.operator.Do(t, get, at(v, ""), ""), http.StatusOK)
		require.Equal(t, []any{"VIEWED", "received"}, []any{seen["status"], seen["direction"]})
		require.Equal(t, []any{"clearing", "dispute"}, seen["available_actions"])
		require.Equal(t, []string{"created", "sent", "viewed"}, actions(seen))
		disputed := do(t, b.operator, v, "dispute/", object{"note": "Nine nights"})
		require.Equal(t, []any{"DISPUTED", "Nine nights"}, []any{disputed["status"], disputed["dispute_note"]})
		require.Equal(t, "CLEARED", do(t, b.hotel, v, "clearing/")["status"])
		paid := do(t, b.hotel, v, "mark-paid/", object{"paid_at": "2026-01-02", "reference": "Z 7"})
		require.Equal(t, []any{"PAID", "2026-01-02T00:00:00Z", "Z 7"}, []any{paid["status"], paid["paid_at"], paid["payment_reference"]})
		require.Equal(t, []string{"created", "sent", "viewed", "disputed", "cleared", "paid"}, actions(paid))
		require.Equal(t, []any{"duplicate"}, paid["available_actions"])

		var kinds []string
		for _, ev := range b.StoredEvents(t, "invoice.sent", "invoice.disputed", "invoice.paid", "invoice.cancelled") {
			kinds = append(kinds, ev.Kind)
		}
		require.Equal(t, []string{"invoice.sent", "invoice.disputed", "invoice.paid"}, kinds)
		told := func(w *apptest.Who) (list []string) {
			for _, n := range b.Told(t, w) {
				list = append(list, string(n.Kind))
			}
			return list
		}
		require.ElementsMatch(t, []string{"invoice_received", "invoice_cleared", "invoice_paid"}, told(b.operator))
		require.ElementsMatch(t, []string{"invoice_viewed", "invoice_disputed"}, told(b.hotel))
	})

	t.Run("is mailed with its PDF", func(t *testing.T) {
		t.Parallel()
		b := setupInvoice(t)
		b.Start(t)
		v := b.create(t)
		do(t, b.hotel, v, "send/")
		b.Settle(t)
		letters := b.Letters(t, b.operator.User.Email)
		require.NotEmpty(t, letters)
		found := false
		for _, l := range letters {
			if data, ok := l.Attachments["INV-2030-0001.pdf"]; ok {
				found = true
				require.Contains(t, string(data[:8]), "%PDF-")
				require.Contains(t, l.Subject, "INV-2030-0001")
			}
		}
		require.True(t, found, "a letter has the invoice")
	})

	t.Run("goes to somebody outside the platform", func(t *testing.T) {
		t.Parallel()
		b := setupInvoice(t)
		b.Start(t)
		v := b.create(t, object{"partner": nil, "recipient_name": "Agentur Müller", "recipient_email": "mueller@reise.example", "recipient_country": "DE"})
		require.Equal(t, "Agentur Müller", v["partner_company"])
		do(t, b.hotel, v, "send/")
		b.Settle(t)
		require.Len(t, b.Letters(t, "mueller@reise.example"), 1)
		require.Equal(t, "PAID", do(t, b.hotel, v, "mark-paid/")["status"])
		w := b.create(t, object{"partner": nil, "recipient_name": "Nobody"})
		res := b.hotel.Do(t, post, at(w, "send/"), "")
		require.Equal(t, http.StatusConflict, res.Code)
		require.Contains(t, res.Body.String(), "no_recipient_email")
	})

	t.Run("is overdue at the next read after the due date where the issuer is, and reminded of", func(t *testing.T) {
		t.Parallel()
		b := setupInvoice(t)
		today := b.Clock.Now().UTC()
		v := b.create(t, object{"issue_date": today.Format(time.DateOnly), "due_date": today.Format(time.DateOnly)})
		do(t, b.hotel, v, "send/")
		require.Equal(t, "SENT", body(t, b.hotel.Do(t, get, at(v, ""), ""), 200)["status"])
		b.Clock.Advance(48 * time.Hour)
		b.hotel, b.operator = b.Login(t, b.hotel.User.Email), b.Login(t, b.operator.User.Email)
		read := body(t, b.operator.Do(t, get, at(v, ""), ""), 200)
		require.Equal(t, []any{"OVERDUE", true}, []any{read["status"], read["is_overdue"]})
		for _, kind := range []string{"first", "second", "final"} {
			r := do(t, b.hotel, v, "send-reminder/")
			list := r["reminders"].([]any)
			require.Equal(t, kind, list[len(list)-1].(object)["reminder_type"])
		}
		res := b.hotel.Do(t, post, at(v, "send-reminder/"), "")
		require.Equal(t, http.StatusConflict, res.Code)
		require.Contains(t, res.Body.String(), "reminders_sent")
		require.Equal(t, "PAID", do(t, b.hotel, v, "mark-paid/")["status"])
	})

	t.Run("is listed, and counted by currency", func(t *testing.T) {
		t.Parallel()
		b := setupInvoice(t)
		first, second := b.create(t), b.create(t, object{"currency": "JPY", "line_items": []object{{"description": "Room", "quantity": "1.5", "unit_price": "101"}}})
		do(t, b.hotel, first, "send/")
		list := func(who *apptest.Who, query string) (numbers []any) {
			for _, v := range body(t, who.Do(t, get, invoiceInvoices+query, ""), 200)["results"].([]any) {
				numbers = append(numbers, v.(object)["invoice_number"])
			}
			return numbers
		}
		require.Equal(t, []any{"INV-2030-0002", "INV-2030-0001"}, list(b.hotel, ""))
		require.Equal(t, []any{"INV-2030-0002"}, list(b.hotel, "?direction=drafts"))
		require.Equal(t, []any{"INV-2030-0002", "INV-2030-0001"}, list(b.hotel, "?direction=sent"), "with its drafts")
		require.Equal(t, []any{"INV-2030-0001"}, list(b.hotel, "?status=SENT"))
		require.Empty(t, list(b.hotel, "?direction=received"))
		require.Equal(t, []any{"INV-2030-0001"}, list(b.operator, ""))
		require.Equal(t, []any{"INV-2030-0001"}, list(b.operator, "?direction=received"))
		require.Empty(t, list(b.operator, "?status=DRAFT"))
		require.Equal(t, "163.00", second["total_amount"], "152 yen and 7 per cent, without decimals")
		stats := body(t, b.hotel.Do(t, get, "/api/invoicing/stats/", ""), 200)["currencies"].([]any)
		require.Len(t, stats, 2)
		require.Equal(t, object{"count": 1.0, "amount": "904.15"}, stats[0].(object)["outstanding"])
		require.Equal(t, object{"count": 1.0, "amount": "163.00"}, stats[1].(object)["drafts"])
	})

	t.Run("is refused with the field that is wrong, and nothing is written", func(t *testing.T) {
		t.Parallel()
		b := setupInvoice(t)
		for field, change := range map[string]object{
			"partner":                  {"partner": b.hotel.User.OwnerID},
			"due_date":                 {"due_date": "2030-05-01"},
			"currency":                 {"currency": "EUX"},
			"tax_rate":                 {"tax_rate": "101"},
			"tax_category":             {"tax_rate": 0, "tax_category": "O", "line_items": []object{{"description": "x", "quantity": 1, "unit_price": 1}, {"description": "y", "quantity": 1, "unit_price": 1, "tax_rate": 7}}},
			"line_items":               {"line_items": []object{}},
			"line_items[0].quantity":   {"line_items": []object{{"description": "x", "quantity": 0, "unit_price": 1}}},
			"line_items[0].unit_price": {"line_items": []object{{"description": "x", "quantity": 1, "unit_price": -1}}},
			"property":                 {"property": 99},
			"template":                 {"template": 99},
			"recipient_name":           {"recipient_name": "Too much"},
			"service_to":               {"service_from": "2030-03-01"},
		} {
			res := b.hotel.Do(t, post, invoiceInvoices, text(t, b.draft(change)))
			require.Equal(t, http.StatusBadRequest, res.Code, "%s: %s", field, res.Body)
			require.Contains(t, res.Body.String(), `"field":"`+field+`"`)
		}
		require.Equal(t, "INV-2030-0001", b.create(t)["invoice_number"], "no number was used")
	})

	t.Run("an answer can be sent back whole, and another year gives another number", func(t *testing.T) {
		t.Parallel()
		b := setupInvoice(t)
		v := b.create(t)
		again := body(t, b.hotel.Do(t, put, at(v, "update/"), text(t, v)), http.StatusOK)
		delete(v, "updated_at")
		delete(again, "updated_at")
		require.Equal(t, v, again)
		moved := body(t, b.hotel.Do(t, put, at(v, ""), `{"issue_date":"2031-01-02","due_date":"2031-01-03"}`), http.StatusOK)
		require.Equal(t, "INV-2031-0001", moved["invoice_number"])
		require.Equal(t, "INV-2030-0001", b.create(t)["invoice_number"], "the number was given back")
		require.Equal(t, http.StatusNoContent, b.hotel.Do(t, del, at(v, ""), "").Code)
		apptest.RequireNotFound(t, b.hotel.Do(t, get, at(v, ""), ""))
	})

	t.Run("a duplicate is a new draft of today", func(t *testing.T) {
		t.Parallel()
		b := setupInvoice(t)
		v := b.create(t, object{"notes": "n"})
		do(t, b.hotel, v, "send/")
		copied := body(t, b.hotel.Do(t, post, at(v, "duplicate/"), ""), http.StatusCreated)
		require.Equal(t, []any{"DRAFT", "n", v["total_amount"], b.Clock.Now().UTC().Format(time.DateOnly)},
			[]any{copied["status"], copied["notes"], copied["total_amount"], copied["issue_date"]})
		require.Nil(t, copied["sent_at"])
	})
}

func TestInvoice_Rights(t *testing.T) {
	t.Parallel()

	t.Run("the matrix closes invoices: none is sent, none is shown", func(t *testing.T) {
		t.Parallel()
		b := setupInvoice(t)
		v := b.create(t)
		do(t, b.hotel, v, "send/")
		open := b.create(t)
		res := b.hotel.Do(t, put, "/api/partners/contracts/"+text(t, b.contract.ID)+"/permissions/", `{"invoices":{"allowed":false}}`)
		require.Equal(t, http.StatusOK, res.Code, res.Body)
		require.Equal(t, http.StatusForbidden, b.hotel.Do(t, post, at(open, "send/"), "").Code)
		apptest.RequireNotFound(t, b.operator.Do(t, get, at(v, ""), ""))
		require.EqualValues(t, 0, body(t, b.operator.Do(t, get, invoiceInvoices, ""), 200)["count"])
		require.Empty(t, body(t, b.operator.Do(t, get, "/api/invoicing/stats/", ""), 200)["currencies"])
		res = b.hotel.Do(t, post, invoiceInvoices, text(t, b.draft()))
		require.Equal(t, http.StatusBadRequest, res.Code)
	})

	t.Run("a contract that has ended leaves invoices whole", func(t *testing.T) {
		t.Parallel()
		b := setupInvoice(t)
		v := b.create(t)
		do(t, b.hotel, v, "send/")
		require.Equal(t, http.StatusOK, b.hotel.Do(t, del, "/api/partners/contracts/"+text(t, b.contract.ID)+"/delete/", "").Code)
		require.Equal(t, "VIEWED", body(t, b.operator.Do(t, get, at(v, ""), ""), 200)["status"])
		require.Equal(t, "PAID", do(t, b.hotel, v, "mark-paid/")["status"])
	})

	t.Run("a deleted property leaves invoices whole", func(t *testing.T) {
		t.Parallel()
		b := setupInvoice(t)
		p := b.Property(t, b.hotel, "Poseidon")
		v := b.create(t, object{"property": p.ID})
		require.Equal(t, http.StatusNoContent, b.hotel.Do(t, del, "/api/info/property/delete/"+text(t, p.ID)+"/", "").Code)
		read := body(t, b.hotel.Do(t, get, at(v, ""), ""), 200)
		require.Equal(t, []any{float64(p.ID), "Poseidon"}, []any{read["property"], read["property_name"]})
		require.Equal(t, "SENT", do(t, b.hotel, v, "send/")["status"])
		require.Nil(t, body(t, b.hotel.Do(t, post, at(v, "duplicate/"), ""), http.StatusCreated)["property"], "a copy is made without it")
	})

	t.Run("a sub-user needs the flag and the property", func(t *testing.T) {
		t.Parallel()
		b := setupInvoice(t)
		mine, other := b.Property(t, b.hotel, "Mine"), b.Property(t, b.hotel, "Other")
		require.Equal(t, http.StatusForbidden, b.SubUser(t, b.hotel, auth.Rooming).Do(t, get, invoiceInvoices, "").Code)
		scoped := b.Scoped(t, b.hotel, []auth.Flag{auth.Invoicing}, mine.ID)
		v := b.create(t, object{"property": other.ID})
		b.create(t, object{"property": mine.ID})
		b.create(t)
		require.EqualValues(t, 2, body(t, scoped.Do(t, get, invoiceInvoices, ""), 200)["count"])
		for _, verb := range []string{"", "pdf/"} {
			require.Equal(t, http.StatusForbidden, scoped.Do(t, get, at(v, verb), "").Code)
		}
		require.Equal(t, http.StatusForbidden, scoped.Do(t, post, at(v, "send/"), "").Code)
		require.Equal(t, http.StatusForbidden, scoped.Do(t, post, invoiceInvoices, text(t, b.draft(object{"property": other.ID}))).Code)
	})

	t.Run("others find nothing, and operators issue nothing", func(t *testing.T) {
		t.Parallel()
		b := setupInvoice(t)
		v := b.create(t)
		do(t, b.hotel, v, "send/")
		hotel, operator := b.Pair(t)
		for _, who := range []*apptest.Who{hotel, operator} {
			for _, verb := range []string{"", "pdf/", "download/"} {
				apptest.RequireNotFound(t, who.Do(t, get, at(v, verb), ""))
			}
			for _, verb := range []string{"send/", "mark-paid/", "dispute/", "clearing/", "cancel/", "send-reminder/"} {
				apptest.RequireNotFound(t, who.Do(t, post, at(v, verb), ""))
			}
		}
		require.Equal(t, http.StatusForbidden, b.operator.Do(t, post, invoiceInvoices, text(t, b.draft())).Code)
		require.Equal(t, http.StatusForbidden, b.operator.Do(t, get, templates, "").Code)
	})

	t.Run("the plan limits the invoices of a month", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		b := &invoiceBundle{Env: e, hotel: e.Manager(t), operator: e.Operator(t)}
		e.Accepted(t, b.hotel, b.operator)
		for range 30 {
			b.create(t)
		}
		res := b.hotel.Do(t, post, invoiceInvoices, text(t, b.draft()))
		require.Equal(t, http.StatusForbidden, res.Code)
		require.Contains(t, res.Body.String(), "plan_limit_reached")
	})
}
