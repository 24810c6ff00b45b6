package exchangetest

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/exchange/webhook"
	"allot/internal/platform/apperr"
	"allot/internal/platform/outbound"
	"allot/internal/testkit/receiver"
)

const webhookBase = "/api/v1/integrations/webhooks/"

var loopback = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}

// bench is the program with a receiver that it may call.
type bench struct {
	*apptest.Env
	to *receiver.Server
}

func setupWebhook(tb testing.TB, options ...apptest.Option) *bench {
	tb.Helper()
	to := receiver.New(tb)
	options = append([]apptest.Option{
		apptest.With(func(p *outbound.Policy) { p.Allow, p.Roots = loopback, to.Roots() }),
		apptest.With(func(d *webhook.Deps) { d.Timeout, d.Poll = time.Second, 20*time.Millisecond }),
	}, options...)
	return &bench{Env: apptest.New(tb, options...), to: to}
}

type (
	hook struct {
		ID               int64               `json:"id"`
		Secret           string              `json:"secret"`
		SecretPrefix     string              `json:"secret_prefix"`
		IsActive         bool                `json:"is_active"`
		DisabledReason   *string             `json:"disabled_reason"`
		DisabledProblems []apperr.FieldError `json:"disabled_problems"`
	}
	delivery struct {
		ID           int64               `json:"id"`
		DeliveryID   string              `json:"delivery_id"`
		Event        string              `json:"event"`
		Replay       *int64              `json:"replay"`
		Payload      map[string]any      `json:"payload"`
		Status       string              `json:"status"`
		ResponseCode *int                `json:"response_code"`
		ResponseBody string              `json:"response_body"`
		Error        string              `json:"error"`
		Problems     []apperr.FieldError `json:"problems"`
		AttemptCount int                 `json:"attempt_count"`
		NextRetryAt  *time.Time          `json:"next_retry_at"`
		Attempts     []struct {
			Number       int       `json:"number"`
			IsManual     bool      `json:"is_manual"`
			StartedAt    time.Time `json:"started_at"`
			ResponseCode *int      `json:"response_code"`
			Error        string    `json:"error"`
		} `json:"attempts"`
	}
	deliveries struct {
		Count   int        `json:"count"`
		Results []delivery `json:"results"`
	}
)

// hook registers a path of the receiver.
func (b *bench) hook(tb testing.TB, who *apptest.Who, path string, types ...string) hook {
	tb.Helper()
	if len(types) == 0 {
		types = webhook.EventTypes
	}
	body := fmt.Sprintf(`{"name":"hook","url":%q,"event_types":["%s"]}`, b.to.URL+path, strings.Join(types, `","`))
	return apptest.Decode[hook](tb, who.Do(tb, "POST", webhookBase, body), 201)
}

func (b *bench) ping(tb testing.TB, who *apptest.Who, h hook) delivery {
	tb.Helper()
	return apptest.Decode[delivery](tb, who.Do(tb, "POST", fmt.Sprintf("%s%d/test/", webhookBase, h.ID), ""), 202)
}

func (b *bench) get(tb testing.TB, who *apptest.Who, id string) delivery {
	tb.Helper()
	return apptest.Decode[delivery](tb, who.Do(tb, "GET", webhookBase+"deliveries/"+id+"/", ""), 200)
}

func (b *bench) list(tb testing.TB, who *apptest.Who, h hook, query string) deliveries {
	tb.Helper()
	return apptest.Decode[deliveries](tb, who.Do(tb, "GET", fmt.Sprintf("%s%d/deliveries/%s", webhookBase, h.ID, query), ""), 200)
}

// attempted waits until a delivery has so many attempts.
func (b *bench) attempted(tb testing.TB, who *apptest.Who, id string, n int) (d delivery) {
	tb.Helper()
	b.Webhooks.Wake()
	require.Eventually(tb, func() bool {
		d = b.get(tb, who, id)
		return d.AttemptCount >= n
	}, time.Minute, 5*time.Millisecond, "attempt %d of %s", n, id)
	require.Equal(tb, n, d.AttemptCount)
	return d
}

// arrived waits until a path has so many requests, and a moment longer for more.
func (b *bench) arrived(tb testing.TB, path string, n int) []receiver.Received {
	tb.Helper()
	require.Eventually(tb, func() bool { return len(b.to.Received(path)) >= n }, time.Minute, 5*time.Millisecond, "%d requests to %s", n, path)
	return b.to.Received(path)
}

// idle waits until nothing that is due waits.
func (b *bench) idle(tb testing.TB) {
	tb.Helper()
	b.Settle(tb)
	b.Webhooks.Wake()
	require.Eventually(tb, func() bool {
		n, err := b.DB.From(tb.Context()).NewSelect().Table("webhook_deliveries").
			Where("status = 'pending' AND (due_at <= ? OR node_id IS NOT NULL)", b.Clock.Now().UTC()).Count(tb.Context())
		return err == nil && n == 0
	}, time.Minute, 5*time.Millisecond, "deliveries are still under way")
}

// verify checks both signatures of a request, by code of its own.
func verify(tb testing.TB, r receiver.Received, secret string) {
	tb.Helper()
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(r.Body)
	require.Equal(tb, "sha256="+hex.EncodeToString(mac.Sum(nil)), r.Header.Get("X-Service-Signature"))
	require.Contains(tb, strings.Fields(r.Header.Get("Webhook-Signature")), standard(tb, r, secret))
	require.Equal(tb, r.Header.Get("Webhook-Id"), r.Envelope(tb).DeliveryID)
	require.Equal(tb, r.Header.Get("X-Service-Delivery"), r.Envelope(tb).DeliveryID)
	require.Equal(tb, r.Event(), r.Envelope(tb).Event)
}

func standard(tb testing.TB, r receiver.Received, secret string) string {
	tb.Helper()
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	require.NoError(tb, err)
	require.Len(tb, key, 32)
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", r.Header.Get("Webhook-Id"), r.Header.Get("Webhook-Timestamp"), r.Body)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}
