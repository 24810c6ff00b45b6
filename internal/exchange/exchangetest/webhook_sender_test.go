package exchangetest

import (
	"context"
	"fmt"
	"net/netip"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/exchange/webhook"
	"allot/internal/exchange/webhook/webhookdb"
	"allot/internal/identity/auth"
	"allot/internal/platform/outbound"
	"allot/internal/testkit/receiver"
)

func TestSender_HangingReceiverDelaysNoOther(t *testing.T) {
	t.Parallel()
	b := setupWebhook(t, apptest.With(func(d *webhook.Deps) { d.Timeout = 20 * time.Second }))
	b.Start(t)
	b.idle(t)
	slow, quick := b.Manager(t), b.Manager(t)
	hanging, other := b.hook(t, slow, "/hangs"), b.hook(t, quick, "/answers")
	b.to.Always("/hangs", receiver.Hang)
	for range 30 {
		b.ping(t, slow, hanging)
	}
	b.arrived(t, "/hangs", 4)
	for i := range 10 {
		b.ping(t, quick, other)
		b.arrived(t, "/answers", i+1)
	}
	require.Len(t, b.to.Received("/hangs"), 4, "the others of the hanging endpoint wait for its own")
	require.Eventually(t, func() bool { return b.list(t, quick, other, "?status=success").Count == 10 }, time.Minute, 5*time.Millisecond)
	b.to.Break()
}

func TestSender_TwoNodes(t *testing.T) {
	t.Parallel()
	b := setupWebhook(t)
	who := b.Manager(t)
	other := b.Beside(t,
		apptest.With(func(p *outbound.Policy) { p.Allow, p.Roots = loopback, b.to.Roots() }),
		apptest.With(func(d *webhook.Deps) { d.Timeout, d.Poll = time.Second, 20*time.Millisecond }))
	h := b.hook(t, who, "/nodes")
	for range 40 {
		b.ping(t, who, h)
	}
	b.Start(t)
	if other != b.Env {
		other.Start(t)
	}
	b.idle(t)
	seen := map[string]int{}
	for _, r := range b.to.Received("/nodes") {
		seen[r.Envelope(t).DeliveryID]++
	}
	require.Len(t, seen, 40)
	for id, n := range seen {
		require.Equal(t, 1, n, id)
	}

	// A node that was killed while it sent: another takes over when its lease ends,
	// and it itself when it starts again.
	store := webhookdb.New(b.DB)
	claim := func(node string) {
		t.Helper()
		d := b.insertLater(t, who, h)
		require.NoError(t, store.InTx(t.Context(), func(ctx context.Context) error {
			now := b.Clock.Now().UTC().Add(24 * time.Hour)
			list, err := store.Claim(ctx, h.ID, 1, now, b.Clock.Now().UTC().Add(90*time.Second), node)
			require.Len(t, list, 1)
			require.Equal(t, d, list[0].DeliveryID)
			return err
		}))
		res := who.Do(t, "POST", webhookBase+"deliveries/"+d+"/retry/", "")
		require.Equal(t, 409, res.Code, res.Body.String())
	}
	claim("lost")
	b.Clock.Advance(89 * time.Second)
	b.idleBut(t, "lost")
	require.Len(t, b.to.Received("/nodes"), 40)
	b.Clock.Advance(2 * time.Second)
	b.arrived(t, "/nodes", 41)
	b.idle(t)
	claim("restarted")
	require.NoError(t, store.InTx(t.Context(), func(ctx context.Context) error { return store.Release(ctx, "restarted", b.Clock.Now().UTC()) }))
	b.arrived(t, "/nodes", 42)
}

// insertLater stores a delivery that is due only tomorrow, so that no node takes it.
func (b *bench) insertLater(t *testing.T, who *apptest.Who, h hook) (id string) {
	t.Helper()
	store := webhookdb.New(b.DB)
	due := b.Clock.Now().UTC().Add(24 * time.Hour)
	id = fmt.Sprint("whd_", time.Now().UnixNano())
	require.NoError(t, store.InTx(t.Context(), func(ctx context.Context) error {
		return store.InsertDeliveries(ctx, []webhook.Delivery{{
			OwnerID: who.User.OwnerID, EndpointID: h.ID, DeliveryID: id, Event: webhook.Ping, Status: webhook.StatusPending, RetriesLeft: 5,
			Payload: []byte(`{"event":"test.ping","delivery_id":"` + id + `"}`), DueAt: &due, NextRetryAt: &due, CreatedAt: b.Clock.Now().UTC(),
		}})
	}))
	return id
}

// idleBut lets every node look once more for what is due.
func (b *bench) idleBut(t *testing.T, node string) {
	t.Helper()
	b.Webhooks.Wake()
	time.Sleep(100 * time.Millisecond)
	n, err := b.DB.From(t.Context()).NewSelect().Table("webhook_deliveries").Where("node_id = ?", node).Count(t.Context())
	require.NoError(t, err)
	require.EqualValues(t, 1, n)
}

func TestEndpoint_Rules(t *testing.T) {
	t.Parallel()
	b := setupWebhook(t)
	who := b.Manager(t)
	for url, problem := range map[string]string{
		"http://example.com/x":      "must begin with https://: events are not sent unencrypted",
		"https://u:p@example.com/x": "must not contain a user name or password: requests are authenticated by their signature",
		"https://example.com/x#y":   "must not have a part after #",
		"nonsense":                  "must be a complete address such as https://example.com/hook",
	} {
		apptest.RequireInvalid(t, who.Do(t, "POST", webhookBase, fmt.Sprintf(`{"name":"x","url":%q,"event_types":["test.ping"]}`, url)), "url", problem)
	}
	// A certificate that nobody has signed whom we believe.
	untrusted := receiver.New(t)
	strange := apptest.New(t, apptest.With(func(p *outbound.Policy) { p.Allow = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")} }))
	res := strange.Manager(t).Do(t, "POST", webhookBase, fmt.Sprintf(`{"name":"x","url":%q,"event_types":["test.ping"]}`, untrusted.URL))
	require.Equal(t, 400, res.Code)
	require.Contains(t, res.Body.String(), "the certificate is not valid")

	colleague := b.SubUser(t, who, auth.Integrations)
	h := b.hook(t, who, "/x")
	path := fmt.Sprintf("%s%d/", webhookBase, h.ID)
	require.Equal(t, 403, colleague.Do(t, "GET", path+"deliveries/", "").Code, "what is sent is what the manager may see")
	require.Equal(t, 403, colleague.Do(t, "POST", path+"rotate-secret/", "").Code)
	require.Equal(t, 403, b.SubUser(t, who).Do(t, "GET", webhookBase, "").Code)
	for _, method := range []string{"GET", "PATCH", "DELETE"} {
		apptest.RequireNotFound(t, b.Operator(t).Do(t, method, path, map[bool]string{true: "{}"}[method == "PATCH"]))
	}
	require.NotContains(t, who.Do(t, "GET", path, "").Body.String(), h.Secret)
	own := b.hook(t, colleague, "/colleague")
	require.NoError(t, b.Accounts.DeleteSubUser(who.Context(t), who.Caller, colleague.User.ID))
	got := apptest.Decode[hook](t, who.Do(t, "GET", fmt.Sprintf("%s%d/", webhookBase, own.ID), ""), 200)
	require.Equal(t, "the user who made it was removed", *got.DisabledReason)
	require.Equal(t, 204, who.Do(t, "DELETE", path, "").Code)

	newestFirst := []int64{own.ID}
	for i := range webhook.MaxEndpoints - 1 {
		newestFirst = slices.Insert(newestFirst, 0, b.hook(t, who, fmt.Sprint("/many/", i)).ID)
	}
	require.Equal(t, newestFirst, apptest.IDs(t, who.Do(t, "GET", webhookBase+"?page_size=50", "")))
	apptest.RequireError(t, who.Do(t, "POST", webhookBase, fmt.Sprintf(`{"name":"x","url":%q,"event_types":["test.ping"]}`, b.to.URL)), 409,
		"too_many_endpoints", "an account has at most 20 webhook endpoints")
}
