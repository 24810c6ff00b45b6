package exchangetest

import (
	"context"
	"fmt"
	"net/http"
	"net/netip"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/platform/apperr"
	"allot/internal/platform/outbound"
	"allot/internal/testkit/receiver"
)

func TestDelivery_Ladder(t *testing.T) {
	t.Parallel()
	b := setupWebhook(t)
	who := b.Manager(t)
	b.Start(t)
	h := b.hook(t, who, "/ladder")
	require.Equal(t, h.Secret[:10], h.SecretPrefix)
	b.to.Script("/ladder", receiver.Status(500), receiver.Hang, receiver.Reset, receiver.SlowBody(503),
		receiver.With(302, "Location", "/elsewhere", ""), receiver.With(429, "Retry-After", "60", "slow down"))
	b.idle(t)

	d := b.ping(t, who, h)
	wants := []struct {
		pause time.Duration
		code  int
		err   string
	}{
		{5 * time.Minute, 500, "the endpoint answered 500"},
		{30 * time.Minute, 0, "there was no answer in time"},
		{2 * time.Hour, 0, "the call failed before an answer was complete"},
		{8 * time.Hour, 503, "the endpoint answered 503"},
		{24 * time.Hour, 302, "the endpoint answered with a redirect, which is not followed: register the address it leads to"},
		{0, 429, "the endpoint answered 429"},
	}
	for i, want := range wants {
		got := b.attempted(t, who, d.DeliveryID, i+1)
		last := got.Attempts[i]
		require.Equal(t, want.err, last.Error)
		require.Equal(t, b.Clock.Now().UTC(), last.StartedAt)
		if want.code != 0 {
			require.Equal(t, want.code, *last.ResponseCode)
		} else {
			require.Nil(t, last.ResponseCode)
		}
		if want.pause == 0 {
			require.Equal(t, "failed", got.Status)
			require.Nil(t, got.NextRetryAt)
			require.Equal(t, "slow down", got.ResponseBody)
			break
		}
		require.Equal(t, "pending", got.Status)
		require.Equal(t, b.Clock.Now().UTC().Add(want.pause), *got.NextRetryAt)
		b.Clock.Advance(want.pause - time.Second)
		b.idle(t)
		who = b.Login(t, who.User.Email) // the session has ended meanwhile
		require.Equal(t, i+1, b.get(t, who, d.DeliveryID).AttemptCount, "not a second earlier")
		b.Clock.Advance(time.Second)
	}
	got := b.to.Received("/ladder")
	require.Len(t, got, 6)
	for _, r := range got {
		verify(t, r, h.Secret)
		require.Equal(t, got[0].Body, r.Body, "every attempt sends the same bytes")
	}
	require.Empty(t, b.to.Received("/elsewhere"))

	// A manual retry of what failed: one attempt, no ladder; a success makes it one.
	b.to.Script("/ladder", receiver.Status(500))
	apptest.Decode[delivery](t, who.Do(t, "POST", webhookBase+"deliveries/"+strconv.FormatInt(d.ID, 10)+"/retry/", ""), 202)
	failed := b.attempted(t, who, d.DeliveryID, 7)
	require.Equal(t, "failed", failed.Status)
	require.True(t, failed.Attempts[6].IsManual)
	apptest.Decode[delivery](t, who.Do(t, "POST", "/api/dev/integrations/webhooks/deliveries/"+d.DeliveryID+"/retry/", ""), 202)
	require.Equal(t, "success", b.attempted(t, who, d.DeliveryID, 8).Status)
	apptest.RequireError(t, who.Do(t, "POST", webhookBase+"deliveries/"+d.DeliveryID+"/retry/", ""), 409, "already_delivered", "the delivery was successful: use replay to send its event again")
}

//nolint:paralleltest // the parts share a clock, one after the other
func TestDelivery_AnswersThatDecideMore(t *testing.T) {
	t.Parallel()
	b := setupWebhook(t)
	who := b.Manager(t)
	b.Start(t)
	b.idle(t)

	t.Run("Retry-After is heeded when it is later than the ladder, up to a day", func(t *testing.T) {
		h := b.hook(t, who, "/after")
		b.to.Script("/after", receiver.With(429, "Retry-After", "7200", ""), receiver.With(503, "Retry-After", "Tue, 01 Jan 2040 00:00:00 GMT", ""))
		d := b.ping(t, who, h)
		got := b.attempted(t, who, d.DeliveryID, 1)
		require.Equal(t, b.Clock.Now().UTC().Add(2*time.Hour), *got.NextRetryAt)
		apptest.Decode[delivery](t, who.Do(t, "POST", webhookBase+"deliveries/"+d.DeliveryID+"/retry/", ""), 202)
		got = b.attempted(t, who, d.DeliveryID, 2)
		require.Equal(t, b.Clock.Now().UTC().Add(24*time.Hour), *got.NextRetryAt, "a pending one is pulled forward and stays on the ladder")
		require.True(t, got.Attempts[1].IsManual)
	})

	t.Run("a success with a body that does not end is a success", func(t *testing.T) {
		h := b.hook(t, who, "/slow")
		b.to.Script("/slow", receiver.SlowBody(200))
		d := b.ping(t, who, h)
		got := b.attempted(t, who, d.DeliveryID, 1)
		require.Equal(t, "success", got.Status)
		require.Equal(t, "half a", got.ResponseBody)
	})

	t.Run("410 disables the endpoint, and the account is told", func(t *testing.T) {
		h := b.hook(t, who, "/gone")
		b.to.Script("/gone", receiver.Status(http.StatusGone))
		d := b.ping(t, who, h)
		failed := b.attempted(t, who, d.DeliveryID, 1)
		require.Equal(t, "failed", failed.Status)
		require.Equal(t, "endpoint_gone", failed.Problems[0].Code)
		got := apptest.Decode[hook](t, who.Do(t, "GET", fmt.Sprintf("%s%d/", webhookBase, h.ID), ""), 200)
		require.False(t, got.IsActive)
		require.Equal(t, "it answered that it is gone (410)", *got.DisabledReason)
		require.Equal(t, []apperr.FieldError{apperr.Problem("", "it answered that it is gone (410)")}, got.DisabledProblems)
		told := b.Told(t, who)
		require.Equal(t, "The webhook endpoint hook was switched off", told[0].Title)
		require.Contains(t, told[0].Body, "The reason: it answered that it is gone (410). When")
		german := who.Do(t, "GET", "/api/notification/notification/?page_size=1&lang=de", "").Body.String()
		require.Contains(t, german, "Der Grund: Die Antwort war, dass es diese Adresse nicht mehr gibt (410). Wenn")
		apptest.RequireError(t, who.Do(t, "POST", fmt.Sprintf("%s%d/test/", webhookBase, h.ID), ""), 409, "endpoint_disabled", "the endpoint is not active: set is_active to true first")
		apptest.Decode[hook](t, who.Do(t, "PATCH", fmt.Sprintf("%s%d/", webhookBase, h.ID), `{"is_active":true}`), 200)
		require.Equal(t, "success", b.attempted(t, who, b.ping(t, who, h).DeliveryID, 1).Status)
	})

	t.Run("an endpoint that only fails for 5 days is disabled; one success counts anew", func(t *testing.T) {
		h := b.hook(t, who, "/fails")
		b.to.Always("/fails", receiver.Status(500))
		b.attempted(t, who, b.ping(t, who, h).DeliveryID, 1)
		b.Clock.Advance(5*24*time.Hour - time.Hour)
		again := b.Login(t, who.User.Email)
		d := b.ping(t, again, h)
		b.attempted(t, again, d.DeliveryID, 1)
		require.True(t, apptest.Decode[hook](t, again.Do(t, "GET", fmt.Sprintf("%s%d/", webhookBase, h.ID), ""), 200).IsActive)
		b.Clock.Advance(time.Hour)
		b.idle(t)
		again = b.Login(t, who.User.Email)
		require.Eventually(t, func() bool {
			b.Webhooks.Wake()
			return !apptest.Decode[hook](t, again.Do(t, "GET", fmt.Sprintf("%s%d/", webhookBase, h.ID), ""), 200).IsActive
		}, time.Minute, 10*time.Millisecond)
		require.Equal(t, "failed", b.get(t, again, d.DeliveryID).Status, "what waited ends with it")
		require.Equal(t, 0, b.list(t, again, h, "?status=pending").Count)
	})
}

func TestDelivery_Rotation(t *testing.T) {
	t.Parallel()
	b := setupWebhook(t)
	who := b.Operator(t)
	b.Start(t)
	b.idle(t)
	h := b.hook(t, who, "/rotated")
	next := apptest.Decode[hook](t, who.Do(t, "POST", fmt.Sprintf("%s%d/rotate-secret/", webhookBase, h.ID), `{"overlap_hours":1}`), 200)
	require.NotEqual(t, h.Secret, next.Secret)
	b.ping(t, who, h)
	r := b.arrived(t, "/rotated", 1)[0]
	verify(t, r, next.Secret)
	require.Contains(t, r.Header.Get("Webhook-Signature"), standard(t, r, next.Secret)+" "+standard(t, r, h.Secret))
	require.NotEmpty(t, r.Header.Get("X-Service-Signature-Previous"))

	b.Clock.Advance(time.Hour)
	who = b.Login(t, who.User.Email)
	b.ping(t, who, h)
	r = b.arrived(t, "/rotated", 2)[1]
	verify(t, r, next.Secret)
	require.Equal(t, standard(t, r, next.Secret), r.Header.Get("Webhook-Signature"), "the old secret signs no more")
	require.Empty(t, r.Header.Get("X-Service-Signature-Previous"))
}

// targets are where a stranger would like to be led by us.
var targets = []string{
	"127.0.0.1", "127.8.9.1", "0.0.0.0", "10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.0.1", "192.168.255.255",
	"169.254.169.254", "169.254.0.1", "100.64.0.1", "100.127.255.255", "192.0.0.1", "192.0.2.1", "198.18.0.1", "198.19.255.255",
	"198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
	"::", "::1", "::ffff:127.0.0.2", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::ffff:192.168.1.1", "::127.0.0.1",
	"64:ff9b::7f00:1", "64:ff9b:1::a00:1", "100::1", "2001::1", "2001:db8::1", "2002:7f00:1::", "2002:a00:1::1",
	"fc00::1", "fd00:ec2::254", "fe80::1", "febf::1", "fec0::1", "ff02::1", "ff0e::1",
}

func TestDelivery_PrivateAddresses(t *testing.T) {
	t.Parallel()
	require.GreaterOrEqual(t, len(targets), 40)
	var leadsTo atomic.Value
	leadsTo.Store("127.0.0.1")
	b := setupWebhook(t, apptest.With(func(p *outbound.Policy) {
		p.Allow = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}
		p.Lookup = func(context.Context, string) ([]netip.Addr, error) {
			return []netip.Addr{netip.MustParseAddr(leadsTo.Load().(string))}, nil
		}
	}))
	b.Start(t)
	b.idle(t)
	port := b.to.URL[len("https://127.0.0.1"):]
	who := b.Manager(t)
	// The name leads to the receiver when it is registered, and elsewhere later.
	h := apptest.Decode[hook](t, who.Do(t, "POST", webhookBase, `{"name":"rebound","url":"https://example.com`+port+`/rebound","event_types":["test.ping"]}`), 201)
	for i, target := range targets[1:] {
		if i%40 == 39 {
			b.Clock.Advance(time.Hour) // an account makes us connect so often an hour
			who = b.Login(t, who.User.Email)
		}
		leadsTo.Store(target)
		d := b.attempted(t, who, b.ping(t, who, h).DeliveryID, 1)
		require.Equal(t, "pending", d.Status, target)
		require.Contains(t, d.Error, "must not be called", target)
	}
	b.Clock.Advance(time.Hour)
	who = b.Login(t, who.User.Email)
	for i, target := range targets[1:] {
		if i%40 == 39 {
			b.Clock.Advance(time.Hour)
			who = b.Login(t, who.User.Email)
		}
		host := target
		if netip.MustParseAddr(target).Is6() {
			host = "[" + target + "]"
		}
		res := who.Do(t, "POST", webhookBase, `{"name":"x","url":"https://`+host+`/x","event_types":["test.ping"]}`)
		require.Equal(t, 400, res.Code, target)
		require.Contains(t, res.Body.String(), `"field":"url"`, target)
	}
	require.Empty(t, b.to.Received("/rebound"))
}
