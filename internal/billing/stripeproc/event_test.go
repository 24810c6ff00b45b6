package stripeproc_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/billing/processor"
	"allot/internal/billing/stripeproc"
	"allot/internal/platform/apperr"
	"allot/internal/testkit/stripefake"
)

const signingSecret = "whsec_0123456789abcdef"

func sign(payload []byte, secret string, at time.Time) string {
	return stripefake.Sign(payload, secret, at)
}

func parse(t *testing.T, payload string) (processor.Event, error) {
	t.Helper()
	return stripeproc.ParseEvent([]byte(payload), sign([]byte(payload), signingSecret, time.Now()), signingSecret)
}

func unix(text string) time.Time {
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		panic(err)
	}
	return at.UTC()
}

// The files have the fields of real events: older ones of API version 2022-11-15, newer
// ones of 2025-03-31 and later.
func TestParseEvent_BothShapes(t *testing.T) {
	t.Parallel()
	paid := processor.Event{
		ID: "evt_invoice", Type: "invoice.payment_succeeded", Created: unix("2030-06-01T10:00:00Z"),
		Customer: "cus_1", Subscription: "sub_1", Payment: "pi_1", Invoice: "in_1", AttemptCount: 1, AmountPaid: 5831, Tax: 931, Currency: "EUR",
		InvoiceCreated: unix("2030-06-01T09:00:00Z"), PeriodStart: unix("2030-06-01T00:00:00Z"), PeriodEnd: unix("2030-07-01T00:00:00Z"),
		Metadata: map[string]string{"owner": "7"},
	}
	failed := paid
	failed.Type, failed.AttemptCount, failed.AmountPaid, failed.Payment = "invoice.payment_failed", 3, 0, ""
	failed.Tax = 0
	updated := processor.Event{
		ID: "evt_sub", Type: "customer.subscription.updated", Created: unix("2030-06-01T10:00:00Z"), Customer: "cus_1", Subscription: "sub_1",
		PeriodStart: unix("2030-06-01T00:00:00Z"), PeriodEnd: unix("2030-07-01T00:00:00Z"), Status: "active", CancelAtPeriodEnd: true,
		Metadata: map[string]string{"owner": "7"},
	}
	deleted := updated
	deleted.Type, deleted.Status, deleted.CancelAtPeriodEnd = "customer.subscription.deleted", "canceled", false
	payment := processor.Event{
		ID: "evt_pi", Type: "payment_intent.succeeded", Created: unix("2030-06-01T10:00:00Z"), Customer: "cus_1", Payment: "pi_1",
		AmountPaid: 5831, Currency: "EUR", Metadata: map[string]string{"owner": "7"},
	}
	refused := payment
	refused.Type, refused.AmountPaid = "payment_intent.payment_failed", 0
	for file, want := range map[string]processor.Event{
		"invoice_paid_older": paid, "invoice_paid_newer": paid,
		"invoice_failed_older": failed, "invoice_failed_newer": failed,
		"subscription_updated_older": updated, "subscription_updated_newer": updated, "subscription_updated_flexible": updated,
		"subscription_deleted_older": deleted, "subscription_deleted_newer": deleted,
		"payment_succeeded": payment, "payment_failed": refused,
	} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			b, err := os.ReadFile("testdata/" + file + ".json")
			require.NoError(t, err)
			got, err := parse(t, string(b))
			require.NoError(t, err)
			require.Equal(t, want, got)
		})
	}
}

func TestParseEvent(t *testing.T) {
	t.Parallel()
	const known = `{"id":"evt_1","object":"event","type":"customer.subscription.deleted","created":1906000000,"data":{"object":{"id":"sub_1","customer":{"id":"cus_1","email":"a@b.example"}}}}`

	t.Run("a type that is not handled has its id, type and time only", func(t *testing.T) {
		t.Parallel()
		got, err := parse(t, `{"id":"evt_1","object":"event","type":"charge.refunded","created":1906000000,"data":{"object":{"id":"ch_1","customer":"cus_1"}}}`)
		require.NoError(t, err)
		require.Equal(t, processor.Event{ID: "evt_1", Type: "charge.refunded", Created: time.Unix(1906000000, 0).UTC()}, got)
	})

	t.Run("a customer that is sent in full is its id; what is missing is zero", func(t *testing.T) {
		t.Parallel()
		got, err := parse(t, known)
		require.NoError(t, err)
		require.Equal(t, processor.Event{ID: "evt_1", Type: "customer.subscription.deleted", Created: time.Unix(1906000000, 0).UTC(), Customer: "cus_1", Subscription: "sub_1"}, got)
	})

	t.Run("a signature that is wrong, old or missing is refused", func(t *testing.T) {
		t.Parallel()
		payload := []byte(known)
		good := sign(payload, signingSecret, time.Now())
		for name, tt := range map[string]struct{ payload, header, secret string }{
			"no header":         {known, "", signingSecret},
			"nonsense":          {known, "t=1,v1=zz,,=", signingSecret},
			"another secret":    {known, sign(payload, "whsec_other", time.Now()), signingSecret},
			"too old":           {known, sign(payload, signingSecret, time.Now().Add(-6*time.Minute)), signingSecret},
			"another payload":   {strings.Replace(known, "sub_1", "sub_2", 1), good, signingSecret},
			"no secret":         {known, sign(payload, "", time.Now()), ""},
			"no signature":      {known, strings.Split(good, ",")[0], signingSecret},
			"an older scheme":   {known, strings.Replace(good, "v1=", "v0=", 1), signingSecret},
			"a signature of ''": {known, sign(nil, signingSecret, time.Now()), signingSecret},
		} {
			_, err := stripeproc.ParseEvent([]byte(tt.payload), tt.header, tt.secret)
			require.ErrorIs(t, err, processor.ErrSignature, name)
			require.Equal(t, apperr.Invalid, apperr.Of(err).Kind)
			require.NotContains(t, err.Error(), signingSecret)
		}
		_, err := stripeproc.ParseEvent(payload, sign(payload, signingSecret, time.Now().Add(-4*time.Minute)), signingSecret)
		require.NoError(t, err)
		_, err = stripeproc.ParseEvent(payload, good+",v1=00", signingSecret)
		require.NoError(t, err, "a second signature while the secret is being replaced")
	})

	t.Run("what is signed but no event is refused", func(t *testing.T) {
		t.Parallel()
		for _, payload := range []string{
			"", "null", "[]", "hello", `{"id":"evt_1"}`, `{"object":"event","type":"x"}`, `{"id":"evt_1","object":"list","type":"x"}`,
			`{"id":"evt_1","object":"event","type":"invoice.payment_succeeded","data":{"object":[]}}`,
			`{"id":"evt_1","object":"event","type":"invoice.payment_succeeded"}`,
			`{"id":"evt_1","object":"event","type":"invoice.payment_succeeded","data":{"object":{"amount_paid":"many"}}}`,
			`{"id":"evt_1","object":"event","type":"payment_intent.succeeded","data":{"object":null}}`,
			`{"id":"evt_1","object":"event","type":"customer.subscription.updated","data":{"object":{"object":"subscription"}}}`,
		} {
			_, err := parse(t, payload)
			require.ErrorIs(t, err, apperr.ErrValidation, payload)
		}
	})
}

func FuzzParseEvent(f *testing.F) {
	for _, object := range []string{`{"id":"in_1"}`, `{"lines":{"data":[{"period":{"end":9223372036854775807}}]}}`, `{"parent":null,"payments":{"data":[null]}}`, `"x"`} {
		f.Add("invoice.payment_succeeded", object)
		f.Add("customer.subscription.updated", object)
	}
	f.Fuzz(func(_ *testing.T, kind, object string) {
		payload := fmt.Appendf(nil, `{"id":"evt_1","object":"event","type":%q,"data":{"object":%s}}`, kind, object)
		_, _ = stripeproc.ParseEvent(payload, sign(payload, signingSecret, time.Now()), signingSecret)
	})
}
