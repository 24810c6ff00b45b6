package invoicingtest

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/plan"
	"allot/internal/testkit/audittest"
)

// job names a job of the module, to be run before its hour.
type job struct {
	Name string `json:"-"`
}

func (j job) Kind() string { return j.Name }

// run runs jobs one after the other.
func (b *invoiceBundle) run(t *testing.T, names ...string) {
	t.Helper()
	for _, name := range names {
		require.NoError(t, b.Queue.Enqueue(apptest.Context(t), job{name}))
		b.Settle(t)
	}
}

// pass lets time pass, with both sides signed in afterwards, and runs what runs each hour.
func (b *invoiceBundle) pass(t *testing.T, d time.Duration) {
	t.Helper()
	b.Clock.Advance(d)
	b.run(t, "invoice_expire", "invoice_remind")
	b.hotel, b.operator = b.Login(t, b.hotel.User.Email), b.Login(t, b.operator.User.Email)
}

// status reads the stored state of an invoice without the API, which would change it.
func (b *invoiceBundle) status(t *testing.T, v object) string {
	t.Helper()
	var s string
	require.NoError(t, b.DB.From(t.Context()).NewSelect().Table("invoices").Column("status").Where("public_id = ?", v["id"]).Scan(t.Context(), &s))
	return s
}

func types(v object) []string {
	list := []string{}
	for _, r := range v["reminders"].([]any) {
		list = append(list, r.(object)["reminder_type"].(string))
	}
	return list
}

func (b *invoiceBundle) autoReminders(t *testing.T) {
	t.Helper()
	res := b.hotel.Do(t, put, "/api/settings/preferences/edit/", `{"auto_reminders":true}`)
	require.Equal(t, http.StatusOK, res.Code, res.Body)
}

// dueToday is the dates of an invoice that is overdue twelve hours after the clock
// begins.
var dueToday = object{"issue_date": "2030-05-01", "due_date": "2030-05-31"}

var outside = object{"partner": nil, "recipient_name": "Agentur", "recipient_email": "agentur@reise.example"}

const day = 24 * time.Hour

func TestReminders_Automatic(t *testing.T) {
	t.Parallel()

	t.Run("are a preference: off, nothing is sent", func(t *testing.T) {
		t.Parallel()
		b := setupInvoice(t)
		b.Start(t)
		v := b.create(t, dueToday)
		do(t, b.hotel, v, "send/")
		b.pass(t, 20*day)
		require.Equal(t, "OVERDUE", b.status(t, v), "without any read")
		require.Empty(t, types(b.now(t, v)))
	})

	t.Run("wait with the invoice's own letter while the account is suspended, and are sent once after it", func(t *testing.T) {
		t.Parallel()
		b := setupInvoice(t)
		b.autoReminders(t)
		v := b.create(t, dueToday, outside)
		do(t, b.hotel, v, "send/")
		_, err := b.Accounts.Suspend(b.Staff().Context(t), b.hotel.User.OwnerID, "")
		require.NoError(t, err)
		b.Start(t)
		b.run(t, "invoice_expire") // so that the jobs of the start are done: the same jobs of another day would meet them
		b.Clock.Advance(10 * day)
		b.run(t, "invoice_expire", "invoice_remind")
		require.Equal(t, "OVERDUE", b.status(t, v), "which its partner sees too")
		require.Empty(t, b.Letters(t, "agentur@reise.example"))
		_, err = b.Accounts.Resume(b.Staff().Context(t), b.hotel.User.OwnerID)
		require.NoError(t, err)
		b.pass(t, 2*time.Minute)
		require.Equal(t, []string{"first"}, types(b.now(t, v)))
		require.Eventually(t, func() bool { return len(b.Letters(t, "agentur@reise.example")) == 2 }, time.Minute, 20*time.Millisecond)
		b.pass(t, 2*time.Minute)
		require.Len(t, b.Letters(t, "agentur@reise.example"), 2)
	})

	t.Run("are sent 3, 7 and 14 days after the due date, once each, to partners and to people outside", func(t *testing.T) {
		t.Parallel()
		b := setupInvoice(t)
		b.Start(t)
		b.autoReminders(t)
		v, w, paid := b.create(t, dueToday), b.create(t, dueToday, outside), b.create(t, dueToday)
		for _, one := range []object{v, w, paid} {
			do(t, b.hotel, one, "send/")
		}
		do(t, b.hotel, paid, "mark-paid/")
		want, passed := []string{}, day/2 // it is noon of the due date
		for i, after := range []time.Duration{3, 7, 14, 30} {
			b.pass(t, after*day-passed-time.Minute)
			require.Equal(t, want, types(b.now(t, v)), "a minute before day %d", after)
			b.pass(t, time.Minute)
			want, passed = []string{"first", "second", "final"}[:min(i+1, 3)], after*day
			b.run(t, "invoice_remind")
			require.Equal(t, want, types(b.now(t, v)), "day %d", after)
			require.Equal(t, want, types(b.now(t, w)), "day %d", after)
		}
		require.Empty(t, types(b.now(t, paid)), "what is paid is not reminded of")
		require.Len(t, b.Letters(t, "agentur@reise.example"), 4, "the invoice and three reminders")
		log := b.now(t, v)["activities"].([]any)
		require.Nil(t, log[len(log)-1].(object)["user"], "the system sent it")
		entries, err := audittest.Of(t.Context(), b.DB, b.hotel.User.OwnerID, "invoice", v["id"])
		require.NoError(t, err)
		n := 0
		for _, e := range entries {
			if e.Action == "send_reminder" {
				n++
			}
		}
		require.Equal(t, 3, n, "they are in the issuer's trail")
	})

	t.Run("one by hand counts, and the next follows at its own time", func(t *testing.T) {
		t.Parallel()
		b := setupInvoice(t)
		b.Start(t)
		b.autoReminders(t)
		v := b.create(t, dueToday)
		do(t, b.hotel, v, "send/")
		b.pass(t, 3*day)
		require.Equal(t, []string{"first"}, types(b.now(t, v)))
		b.pass(t, 2*day)
		require.Equal(t, []string{"first", "second"}, types(do(t, b.hotel, v, "send-reminder/")))
		b.pass(t, 8*day)
		require.Equal(t, []string{"first", "second"}, types(b.now(t, v)), "day 13")
		b.pass(t, day)
		require.Equal(t, []string{"first", "second", "final"}, types(b.now(t, v)), "day 14")
	})

	t.Run("wanted late, they do not all come at once", func(t *testing.T) {
		t.Parallel()
		b := setupInvoice(t)
		b.Start(t)
		v := b.create(t, dueToday)
		do(t, b.hotel, v, "send/")
		b.pass(t, 20*day)
		b.autoReminders(t)
		b.pass(t, time.Hour)
		b.pass(t, time.Hour)
		require.Equal(t, []string{"first"}, types(b.now(t, v)))
		b.pass(t, 3*day)
		require.Equal(t, []string{"first", "second"}, types(b.now(t, v)))
	})

	t.Run("the day's letters used up: 429 by hand, and the job goes on with others", func(t *testing.T) {
		t.Parallel()
		b := setupInvoice(t)
		b.Start(t)
		b.autoReminders(t)
		v, w := b.create(t, dueToday, outside), b.create(t, dueToday)
		do(t, b.hotel, v, "send/")
		do(t, b.hotel, w, "send/")
		b.Clock.Advance(3 * day)
		b.hotel = b.Login(t, b.hotel.User.Email)
		require.NoError(t, b.Plans.SpendLetters(t.Context(), b.hotel.User.OwnerID, plan.Gold.Features.LettersPerDay))
		res := b.hotel.Do(t, post, at(v, "send-reminder/"), "")
		require.Equal(t, http.StatusTooManyRequests, res.Code, res.Body)
		require.NotEmpty(t, res.Header().Get("Retry-After"))
		b.run(t, "invoice_expire", "invoice_remind")
		require.Empty(t, types(b.now(t, v)))
		require.Equal(t, []string{"first"}, types(b.now(t, w)), "a letter to a partner is not counted")
		b.pass(t, day)
		require.Equal(t, []string{"first"}, types(b.now(t, v)), "the next day there are letters again")
	})

	t.Run("paid before the letter is written, it is not written", func(t *testing.T) {
		t.Parallel()
		b := setupInvoice(t)
		v := b.create(t, outside)
		do(t, b.hotel, v, "send/")
		do(t, b.hotel, v, "send-reminder/")
		do(t, b.hotel, v, "mark-paid/")
		b.Start(t)
		letters := b.Letters(t, "agentur@reise.example")
		require.Len(t, letters, 1)
		require.NotContains(t, letters[0].Subject, "Reminder")
	})
}

func TestInvoice_OverdueWhereTheIssuerIs(t *testing.T) {
	t.Parallel()
	for zone, after := range map[string]time.Duration{ // after noon of 31 May in UTC
		"Pacific/Kiritimati": 22 * time.Hour, // UTC+14: 1 June ends at 10:00 UTC of 1 June
		"Pacific/Pago_Pago":  47 * time.Hour, // UTC-11: it ends at 11:00 UTC of 2 June
	} {
		t.Run(zone, func(t *testing.T) {
			t.Parallel()
			b := setupInvoice(t)
			b.Start(t)
			// The company moves after the draft was made: where it is when it sends decides.
			v := b.create(t, object{"issue_date": "2030-05-01", "due_date": "2030-06-01"})
			res := b.hotel.Do(t, put, "/api/settings/company/", `{"timezone":"`+zone+`"}`)
			require.Equal(t, http.StatusOK, res.Code, res.Body)
			do(t, b.hotel, v, "send/")
			b.Clock.Advance(after - time.Second)
			b.run(t, "invoice_expire")
			require.Equal(t, "SENT", b.status(t, v))
			b.Clock.Advance(time.Second)
			b.run(t, "invoice_expire")
			require.Equal(t, "OVERDUE", b.status(t, v), "by the job, without any read")
		})
	}
}
