package invoicingtest

import (
	"context"
	"net/http"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/notify"
)

// roundsOf returns how often two requests race with each other.
func roundsOf(t *testing.T) int {
	t.Helper()
	if os.Getenv("ALLOT_TEST_SLOW") == "all" {
		return 20
	}
	return 6
}

// together runs requests at once and returns their statuses in order.
func together(requests ...func() int) []int {
	codes := make([]int, len(requests))
	var wg sync.WaitGroup
	for i, r := range requests {
		wg.Go(func() { codes[i] = r() })
	}
	wg.Wait()
	return codes
}

func posts(t *testing.T, who *apptest.Who, v object, verb string) func() int {
	t.Helper()
	return func() int { return who.Do(t, post, at(v, verb), "").Code }
}

// now reads an invoice as its issuer.
func (b *invoiceBundle) now(t *testing.T, v object) object {
	t.Helper()
	return body(t, b.hotel.Do(t, get, at(v, ""), ""), http.StatusOK)
}

func TestInvoice_TwoAtOnce(t *testing.T) {
	t.Parallel()
	const ok, conflict = http.StatusOK, http.StatusConflict
	rounds := roundsOf(t)

	t.Run("send and cancel", func(t *testing.T) {
		t.Parallel()
		b := setupInvoice(t)
		for range rounds {
			v := b.create(t)
			codes := together(posts(t, b.hotel, v, "send/"), posts(t, b.hotel, v, "cancel/"))
			end := b.now(t, v)
			require.Equal(t, "CANCELLED", end["status"])
			if codes[0] == ok {
				require.Equal(t, []any{ok, []string{"created", "sent", "cancelled"}}, []any{codes[1], actions(end)})
				require.NotNil(t, end["sent_at"])
				continue
			}
			require.Equal(t, []any{conflict, ok, []string{"created", "cancelled"}}, []any{codes[0], codes[1], actions(end)})
			require.Nil(t, end["sent_at"])
			apptest.RequireNotFound(t, b.operator.Do(t, get, at(v, ""), ""))
		}
	})

	t.Run("dispute and mark-paid", func(t *testing.T) {
		t.Parallel()
		b := setupInvoice(t)
		for range rounds {
			v := b.reach(t, "VIEWED")
			codes := together(posts(t, b.operator, v, "dispute/"), posts(t, b.hotel, v, "mark-paid/"))
			end := b.now(t, v)
			want := []any{ok, conflict, "DISPUTED", []string{"created", "sent", "viewed", "disputed"}}
			if codes[1] == ok {
				want = []any{conflict, ok, "PAID", []string{"created", "sent", "viewed", "paid"}}
			}
			require.Equal(t, want, []any{codes[0], codes[1], end["status"], actions(end)})
		}
		kinds := b.StoredEvents(t, "invoice.disputed", "invoice.paid")
		require.Len(t, kinds, rounds, "one event for each invoice")
	})

	t.Run("opening while the due date passes", func(t *testing.T) {
		t.Parallel()
		b := setupInvoice(t)
		for range rounds {
			v := b.reach(t, "SENT")
			b.expireAt(t, v, b.Clock.Now().Add(time.Second))
			opens := func() int { return b.operator.Do(t, get, at(v, ""), "").Code }
			lists := func() int { return b.hotel.Do(t, get, invoiceInvoices, "").Code }
			passes := func() int { b.Clock.Advance(time.Second); return ok }
			require.Equal(t, []int{ok, ok, ok, ok, ok}, together(opens, lists, passes, opens, lists))
			end := b.now(t, v)
			require.Equal(t, []any{"OVERDUE", []string{"created", "sent", "viewed"}}, []any{end["status"], actions(end)}, "logged once, before or after")
		}
		for _, who := range []*apptest.Who{b.hotel, b.operator} {
			n := 0
			for _, told := range b.Told(t, who) {
				if told.Kind == notify.InvoiceOverdue {
					n++
				}
			}
			require.Equal(t, rounds, n, "each side is notified once of each invoice")
		}
	})

	t.Run("four reminders: three are sent, one of each type", func(t *testing.T) {
		t.Parallel()
		b := setupInvoice(t)
		for range rounds {
			v := b.reach(t, "SENT")
			r := posts(t, b.hotel, v, "send-reminder/")
			codes := together(r, r, r, r)
			require.ElementsMatch(t, []int{ok, ok, ok, conflict}, codes)
			end, types := b.now(t, v), []any{}
			for _, one := range end["reminders"].([]any) {
				types = append(types, one.(object)["reminder_type"])
			}
			require.Equal(t, []any{"first", "second", "final"}, types)
			require.Equal(t, []string{"created", "sent", "reminder_sent", "reminder_sent", "reminder_sent"}, actions(end))
		}
	})

	t.Run("update and send of the same draft", func(t *testing.T) {
		t.Parallel()
		b := setupInvoice(t)
		for range rounds {
			v := b.create(t)
			codes := together(posts(t, b.hotel, v, "send/"), func() int {
				return b.hotel.Do(t, put, at(v, ""), `{"line_items":[{"description":"Other","quantity":1,"unit_price":"1"}]}`).Code
			})
			end := b.now(t, v)
			want := []any{ok, ok, "1.07"}
			if codes[1] != ok {
				want = []any{ok, conflict, v["total_amount"]}
			}
			require.Equal(t, want, []any{codes[0], codes[1], end["total_amount"]})
			require.Equal(t, []any{"SENT", []string{"created", "sent"}}, []any{end["status"], actions(end)})
		}
	})

	t.Run("a template is deleted while drafts are given it", func(t *testing.T) {
		t.Parallel()
		b := setupInvoice(t)
		for range rounds {
			v := b.create(t)
			template := body(t, b.hotel.Do(t, post, templates, `{"name":"Look"}`), http.StatusCreated)["id"]
			gives := func() int { return b.hotel.Do(t, put, at(v, ""), text(t, object{"template": template})).Code }
			drafts := func() int {
				return b.hotel.Do(t, post, invoiceInvoices, text(t, b.draft(object{"template": template}))).Code
			}
			codes := together(gives, func() int { return b.hotel.Do(t, del, templates+text(t, template)+"/", "").Code }, drafts)
			require.Contains(t, []int{ok, http.StatusBadRequest}, codes[0])
			require.Equal(t, http.StatusNoContent, codes[1])
			require.Contains(t, []int{http.StatusCreated, http.StatusBadRequest}, codes[2])
			require.Nil(t, b.now(t, v)["template"])
		}
	})
}

// expireAt changes when an invoice is overdue.
func (b *invoiceBundle) expireAt(t *testing.T, v object, when time.Time) {
	t.Helper()
	require.NoError(t, b.DB.InTx(t.Context(), func(ctx context.Context) error {
		_, err := b.DB.From(ctx).NewUpdate().Table("invoices").Set("overdue_at = ?", when.UTC()).Where("public_id = ?", v["id"]).Exec(ctx)
		return err
	}))
}
