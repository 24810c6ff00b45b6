package exchangetest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/exchange/webhook"
	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
	"allot/internal/partners/contract"
	"allot/internal/testkit/receiver"
)

// kinds returns the types of what arrived at a path, sorted.
func (b *bench) kinds(t *testing.T, path, secret string) (list []string) {
	t.Helper()
	ids := map[string]bool{}
	for _, r := range b.to.Received(path) {
		verify(t, r, secret)
		require.False(t, ids[r.Envelope(t).DeliveryID], "a delivery came twice")
		ids[r.Envelope(t).DeliveryID] = true
		list = append(list, r.Event())
	}
	slices.Sort(list)
	return list
}

//nolint:paralleltest // the parts share a clock, one after the other
func TestDelivery_AllEvents(t *testing.T) {
	t.Parallel()
	b := setupWebhook(t)
	hotel, p, rooms := b.House(t, 3, 5)
	b.Grant(t, hotel, plan.Gold)
	operator, stranger := b.Operator(t), b.Operator(t)
	b.Grant(t, operator, plan.Gold) // it sees what is published at once
	c := b.Accepted(t, hotel, operator)
	master := b.Master(t, hotel, p).ID
	colleague := b.Scoped(t, hotel, []auth.Flag{auth.Integrations, auth.StopSales}, b.Property(t, hotel, "Other").ID)
	b.Start(t)
	own, theirs, others, bounded := b.hook(t, hotel, "/own"), b.hook(t, operator, "/operator"), b.hook(t, stranger, "/stranger"), b.hook(t, colleague, "/colleague")
	b.Publish(t, hotel, b.Admin(t), p)
	b.idle(t)
	b.Clock.Advance(time.Second) // what follows is told apart from what was before

	do := func(who *apptest.Who, method, path, body string, status int) map[string]any {
		t.Helper()
		res := who.Do(t, method, path, body)
		require.Equal(t, status, res.Code, res.Body.String())
		if status == 204 {
			return nil
		}
		return apptest.Decode[map[string]any](t, res, status)
	}
	before := len(b.to.Received("/operator"))
	// A draft of the fact sheet is the hotel's own affair.
	do(hotel, "PUT", fmt.Sprintf("/api/info/property/update/%d/", p.ID), `{"name":"Hotel Renamed"}`, 200)
	b.idle(t)
	require.Len(t, b.to.Received("/operator"), before, "a draft reaches no partner")

	mark := do(hotel, "POST", "/api/stop-sale/event/create/", fmt.Sprintf(`{"room":%d,"date":"2030-06-10","color":2}`, rooms[0]), 201)
	do(hotel, "PUT", fmt.Sprintf("/api/stop-sale/event/update/%v/", mark["id"]), `{"color":3}`, 200)
	do(hotel, "DELETE", fmt.Sprintf("/api/stop-sale/event/delete/%v/", mark["id"]), "", 204)
	do(hotel, "POST", fmt.Sprintf("/api/allotment/calendars/%d/daily/", master), fmt.Sprintf(`{"room":%d,"date":"2030-06-12","closed":1}`, rooms[0]), 200)

	invoice := func() string {
		v := do(hotel, "POST", "/api/invoicing/invoices/", fmt.Sprintf(`{"partner":%d,"issue_date":"2030-06-01","due_date":"2030-07-01","currency":"EUR","tax_rate":"7",
			"line_items":[{"description":"Double room","quantity":"10","unit":"night","unit_price":"84.50"}]}`, operator.User.OwnerID), 201)
		return "/api/invoicing/invoices/" + v["id"].(string) + "/"
	}
	paid, cancelled := invoice(), invoice()
	do(hotel, "POST", cancelled+"cancel/", "", 200) // a draft: nobody hears of it
	do(hotel, "POST", paid+"send/", "", 200)
	do(operator, "POST", paid+"dispute/", `{"note":"too many nights"}`, 200)
	do(hotel, "POST", paid+"clearing/", "", 200)
	do(hotel, "POST", paid+"mark-paid/", `{"reference":"TX 1"}`, 200)
	cancelled = invoice()
	do(hotel, "POST", cancelled+"send/", "", 200)
	do(hotel, "POST", cancelled+"cancel/", `{"reason":"wrong"}`, 200)
	b.ping(t, hotel, own)
	b.ping(t, operator, theirs)
	b.idle(t)

	got := b.kinds(t, "/own", own.Secret)
	for _, kind := range webhook.EventTypes {
		require.Contains(t, got, kind)
	}
	toOperator := b.kinds(t, "/operator", theirs.Secret)
	require.Equal(t, []string{
		"availability.updated", "availability.updated", "invoice.cancelled", "invoice.disputed", "invoice.paid", "invoice.sent", "invoice.sent", "property.updated",
		"stopsale.cancelled", "stopsale.created", "stopsale.updated", "test.ping",
	}, toOperator, "availability twice: what was published, and what was closed")
	require.Empty(t, b.kinds(t, "/stranger", others.Secret))
	require.Empty(t, b.kinds(t, "/colleague", bounded.Secret), "the user who made it works on another property")

	for _, r := range b.to.Received("/operator") {
		data := r.Envelope(t).Data
		switch r.Event() {
		case "invoice.sent":
			require.Subset(t, keys(data), []string{"id", "invoice_number", "from", "to", "amount", "currency", "due_date"})
		case "invoice.paid":
			require.Equal(t, "TX 1", data["payment_reference"])
			require.NotEmpty(t, data["paid_at"])
		case "invoice.disputed":
			require.Equal(t, "too many nights", data["note"])
		case "invoice.cancelled":
			require.ElementsMatch(t, []string{"id", "invoice_number", "cancelled_at"}, keys(data))
		}
	}

	t.Run("a replay sends the same once more, with new ids, of what may be seen now", func(t *testing.T) {
		path := fmt.Sprintf("%s%d/replay/", webhookBase, theirs.ID)
		from := b.Clock.Now().Add(-time.Millisecond).UTC().Format(time.RFC3339Nano)
		until := b.Clock.Now().Add(time.Hour).UTC().Format(time.RFC3339Nano)
		b.Clock.Advance(time.Second)
		do(operator, "POST", path, `{"from":"`+from+`","to":"`+until+`"}`, 202)
		b.idle(t)
		require.Equal(t, "done", do(operator, "GET", path, "", 200)["status"])
		require.Len(t, b.kinds(t, "/operator", theirs.Secret), len(toOperator)+9, "all but the publication before, and the ping")
		require.Equal(t, 9, int(do(operator, "GET", path, "", 200)["deliveries"].(float64)))

		b.SetFlags(t, c, contract.Flags{contract.RightInvoices: contract.No})
		do(operator, "POST", path, `{"from":"`+from+`","event_types":["invoice.sent","stopsale.created"]}`, 202)
		b.idle(t)
		require.Equal(t, 1, int(do(operator, "GET", path, "", 200)["deliveries"].(float64)), "no invoices any more")
		apptest.RequireInvalid(t, operator.Do(t, "POST", path, `{"from":"2030-01-01T00:00:00Z"}`), "from", "must be at most 45 days ago: older events are not kept")
	})

	t.Run("what a contract does not allow any more is not sent on a retry", func(t *testing.T) {
		b.to.Always("/operator", receiver.Status(500))
		do(hotel, "POST", fmt.Sprintf("/api/allotment/calendars/%d/daily/", master), fmt.Sprintf(`{"room":%d,"date":"2030-06-14","closed":1}`, rooms[0]), 200)
		b.idle(t)
		waiting := b.list(t, operator, theirs, "?status=pending&event=availability.updated")
		require.Equal(t, 1, waiting.Count)
		sent := len(b.to.Received("/operator"))
		b.SetStatus(t, c, contract.StatusCancelled)
		b.Clock.Advance(5 * time.Minute)
		b.idle(t)
		d := b.get(t, operator, waiting.Results[0].DeliveryID)
		require.Equal(t, "failed", d.Status)
		require.Equal(t, "no contract in force lets the account see this any more", d.Error)
		require.Len(t, b.to.Received("/operator"), sent)
	})
}

func keys(m map[string]any) (list []string) {
	for k := range m {
		list = append(list, k)
	}
	return list
}
