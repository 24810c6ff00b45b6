package invoicingtest

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/notify"
)

// overdueNotices counts what a side was told of invoices past their date.
func (b *invoiceBundle) overdueNotices(t *testing.T, who *apptest.Who) (n int) {
	t.Helper()
	for _, told := range b.Told(t, who) {
		if told.Kind == notify.InvoiceOverdue {
			n++
		}
	}
	return n
}

func TestDispute_OutlivesTheDueDate(t *testing.T) {
	t.Parallel()

	t.Run("the partner is neither reminded nor told to pay until it is cleared", func(t *testing.T) {
		t.Parallel()
		b := setupInvoice(t)
		b.Start(t)
		b.autoReminders(t)
		v := b.create(t, dueToday)
		do(t, b.hotel, v, "send/")
		do(t, b.operator, v, "dispute/", object{"note": "nine nights, not ten"})
		b.pass(t, 8*day)
		late := b.now(t, v)
		require.Equal(t, []any{"OVERDUE", true, true, "nine nights, not ten"}, []any{late["status"], late["disputed"], late["is_overdue"], late["dispute_note"]})
		require.Empty(t, types(late))
		require.Equal(t, []int{1, 0}, []int{b.overdueNotices(t, b.hotel), b.overdueNotices(t, b.operator)})

		cleared := do(t, b.operator, v, "clearing/")
		require.Equal(t, []any{"CLEARED", false, true}, []any{cleared["status"], cleared["disputed"], cleared["is_overdue"]})
		b.pass(t, day)
		require.Equal(t, []string{"first"}, types(b.now(t, v)), "what is cleared and late is reminded of by itself")
	})

	t.Run("a reminder that waits for its letter is not written once the invoice is disputed", func(t *testing.T) {
		t.Parallel()
		b := setupInvoice(t)
		v := b.create(t)
		do(t, b.hotel, v, "send/")
		do(t, b.hotel, v, "send-reminder/")
		do(t, b.operator, v, "dispute/")
		b.Start(t)
		reminders := 0
		for _, letter := range b.Letters(t, b.operator.User.Email) {
			if strings.Contains(letter.Subject, "Reminder") {
				reminders++
			}
		}
		require.Zero(t, reminders)
	})
}

func TestInvoice_FiguresAndFilters(t *testing.T) {
	t.Parallel()
	b := setupInvoice(t)
	numbers := func(who *apptest.Who, query string) []any {
		t.Helper()
		list := []any{}
		for _, v := range body(t, who.Do(t, get, invoiceInvoices+query, ""), http.StatusOK)["results"].([]any) {
			list = append(list, v.(object)["invoice_number"])
		}
		return list
	}
	made := map[string]any{}
	for _, stage := range []string{"DISPUTED!", "OVERDUE!~", "CLEARED~", "OVERDUE~", "SENT", "PAID", "DRAFT"} {
		made[stage] = b.reach(t, stage)["invoice_number"]
	}
	// DISPUTED! and CLEARED~ were made on earlier days: the first is overdue too by now.
	for _, who := range []*apptest.Who{b.hotel, b.operator} {
		require.Equal(t, []any{made["OVERDUE~"], made["CLEARED~"], made["OVERDUE!~"], made["DISPUTED!"]}, numbers(who, "?overdue=true"), "by day of issue, newest first")
		require.Equal(t, []any{made["OVERDUE!~"], made["DISPUTED!"]}, numbers(who, "?disputed=true"))
		require.Equal(t, []any{made["CLEARED~"]}, numbers(who, "?overdue=true&status=CLEARED"))
		stats := body(t, who.Do(t, get, "/api/invoicing/stats/", ""), http.StatusOK)["currencies"].([]any)[0].(object)
		count := func(name string) any { return stats[name].(object)["count"] }
		require.Equal(t, []any{5.0, 4.0, 2.0, 1.0}, []any{count("outstanding"), count("overdue"), count("disputed"), count("paid")})
		require.Equal(t, object{"count": 3.0, "amount": "2712.45"}, stats["by_status"].(object)["OVERDUE"])
	}
	require.Equal(t, []any{made["DRAFT"]}, numbers(b.hotel, "?direction=drafts"))
	require.Len(t, numbers(b.hotel, "?direction=sent"), 7, "drafts are the issuer's side too")
	early := b.create(t, object{"issue_date": "2030-01-01"})
	require.Equal(t, early["invoice_number"], numbers(b.hotel, "")[7], "the day of issue orders, not the day of writing")
}
