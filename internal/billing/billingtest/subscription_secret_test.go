package billingtest

import (
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/app/config"
	"allot/internal/billing/processor"
	"allot/internal/platform/db"
	"allot/internal/testkit/logtest"
	"allot/internal/testkit/stripefake"
)

const cardNumber = "4242424242424242"

// logged returns a log and the option that fills it with lines of every level.
func logged() (*logtest.Log, apptest.Option) {
	d := &logtest.Log{}
	return d, apptest.LoggedTo(slog.NewTextHandler(d, &slog.HandlerOptions{Level: slog.LevelDebug - 100, AddSource: true}))
}

// dump returns everything that is in the database and in the data folder.
func (b *bundle) dump(t *testing.T) string {
	t.Helper()
	names := "SELECT name FROM sqlite_master WHERE type = 'table'"
	if b.DB.Engine() == db.Postgres {
		names = "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'"
	}
	var out strings.Builder
	tables := 0
	for _, name := range b.rows(t, names) {
		tables++
		table := fmt.Sprint(name[0])
		for _, row := range b.rows(t, `SELECT * FROM "`+table+`"`) {
			fmt.Fprintln(&out, table, row)
		}
	}
	require.Greater(t, tables, 50)
	require.NoError(t, filepath.WalkDir(b.DataDir, func(path string, f fs.DirEntry, err error) error {
		if err != nil || f.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		fmt.Fprintf(&out, "%s %s\n", path, data)
		return err
	}))
	return out.String()
}

func (b *bundle) rows(t *testing.T, query string) (list [][]any) {
	t.Helper()
	rows, err := b.DB.SQL().QueryContext(t.Context(), query)
	require.NoError(t, err)
	defer func() { require.NoError(t, rows.Close()) }()
	columns, err := rows.Columns()
	require.NoError(t, err)
	for rows.Next() {
		values, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		require.NoError(t, rows.Scan(into...))
		for i, v := range values {
			if raw, ok := v.([]byte); ok {
				values[i] = string(raw)
			}
		}
		list = append(list, values)
	}
	require.NoError(t, rows.Err())
	return list
}

func TestSecrets(t *testing.T) {
	t.Parallel()
	all := map[string]func(*testing.T, ...apptest.Option) *bundle{
		"stripe": withStripe,
		"sandbox": func(t *testing.T, options ...apptest.Option) *bundle {
			t.Helper()
			return setup(t, append(options, apptest.Settings(func(s *config.Settings) { s.StripeWebhookSecret = webhookSecret }))...)
		},
	}
	for name, build := range all {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			diary, option := logged()
			b := build(t, option)
			b.Start(t)
			secrets := []string{stripefake.Key, webhookSecret, cardNumber, "_secret_"}
			keep := func(answer object) object {
				t.Helper()
				require.Contains(t, answer["client_secret"], "_secret_")
				secrets = append(secrets, answer["client_secret"].(string))
				return answer
			}

			// A card, and a plan that is paid in the browser.
			keep(b.do(t, "stripe/setup-intent/", nil, http.StatusOK))
			b.attach(t, "pm_card_visa")
			begun := keep(b.do(t, "stripe/payment-intent/", b.choice(t, "silver", "monthly"), http.StatusOK))
			payment := begun["payment_intent"].(string)
			if b.fake != nil {
				b.pays(t, payment)
			}
			b.do(t, "verify-payment/", object{"payment_intent": payment}, http.StatusOK)
			require.Equal(t, "silver", b.now(t)["category"])

			// One that the bank wants to be confirmed.
			b.attach(t, "pm_card_authenticationRequired")
			confirm := keep(b.do(t, "subscription/upgrade/", b.choice(t, "gold", "monthly"), http.StatusPaymentRequired))
			require.Equal(t, "authentication_required", confirm["code"])
			if b.fake != nil {
				b.fake.Browser(confirm["payment_intent"].(string), "")
			}
			b.do(t, "verify-payment/", object{"payment_intent": confirm["payment_intent"]}, http.StatusOK)
			require.Equal(t, "gold", b.now(t)["category"])

			// One that is declined, one that is given up, and an event that has a secret in it.
			b.attach(t, "pm_card_chargeCustomerFail")
			b.do(t, "subscription/upgrade/", b.choice(t, "platinum", "monthly"), http.StatusPaymentRequired)
			left := keep(b.do(t, "stripe/payment-intent/", b.choice(t, "platinum", "monthly"), http.StatusOK))
			tell := b.teller(t, "")
			b.received(t, tell.paid(t))
			b.received(t, tell.event(t, "pi", processor.EventPaymentSucceeded, "2030-05-31T12:00:00Z", object{
				"id": left["payment_intent"], "customer": tell.customer, "client_secret": left["client_secret"], "metadata": object{"charge": "1", "installation": "x"},
			}))
			forged := b.Do(t, post, receiver, tell.paid(t), apptest.Header("Stripe-Signature", webhookSecret))
			require.Equal(t, http.StatusBadRequest, forged.Code)

			// A card number in the place of a payment method, and in others.
			asked := 0
			if b.fake != nil {
				asked = len(b.fake.Requests())
			}
			for _, number := range []string{cardNumber, "4242 4242 4242 4242", "4242-4242-4242-4242", cardNumber + " 04/34 123", "pm_card " + cardNumber, " " + cardNumber} {
				res := b.hotel.Do(t, post, base+"stripe/attach-method/", text(t, object{"payment_method": number}))
				require.Equal(t, http.StatusBadRequest, res.Code, res.Body.String())
				require.Contains(t, res.Body.String(), "never a card number")
				require.NotContains(t, res.Body.String(), "4242", "it is not repeated")
			}
			require.Equal(t, http.StatusBadRequest, b.hotel.Do(t, post, base+"stripe/attach-method/", text(t, object{"payment_method": "pm_card_visa", "number": cardNumber})).Code)
			require.Equal(t, http.StatusNotFound, b.hotel.Do(t, post, base+"verify-payment/", text(t, object{"payment_intent": cardNumber})).Code)
			require.Equal(t, http.StatusBadRequest, b.hotel.Do(t, post, base+"stripe/setup-intent/", text(t, object{"number": cardNumber})).Code)
			if b.fake != nil {
				require.Len(t, b.fake.Requests(), asked, "nothing of it is sent to Stripe")
			}

			// A repeat under an idempotency key is another intent: the answer is not kept.
			same := apptest.Header("Idempotency-Key", "again")
			for range 2 {
				for _, path := range []string{"stripe/setup-intent/", "stripe/payment-intent/"} {
					in := ""
					if path == "stripe/payment-intent/" {
						in = text(t, b.choice(t, "platinum", "monthly"))
					}
					res := b.hotel.Do(t, post, base+path, in, same)
					require.Empty(t, res.Header().Get("Idempotent-Replayed"))
					keep(body(t, res, http.StatusOK))
				}
			}
			require.Len(t, distinct(secrets), len(secrets))
			require.Empty(t, b.rows(t, "SELECT * FROM idempotency_keys"))

			if b.fake != nil {
				for _, trouble := range []stripefake.Trouble{stripefake.ServerError, stripefake.NotJSON} {
					b.fake.Fail(trouble, forever)
					res := b.hotel.Do(t, post, base+"stripe/setup-intent/", "")
					require.Equal(t, http.StatusServiceUnavailable, res.Code)
					require.NotContains(t, res.Body.String(), "secret detail")
					b.fake.Recover()
				}
				require.NotEmpty(t, b.ExpectLogs())
				secrets = append(secrets, "secret detail")
			}
			b.wake(t, day)
			b.until(t, "2030-08-01")

			stored, lines := b.dump(t), diary.String()
			for _, known := range []string{tell.customer, payment, confirm["payment_intent"].(string), "4242", "3184", "plan_payment_failed"} {
				require.Contains(t, stored, known, "the dump shows what is stored")
			}
			for _, known := range []string{"level=INFO", base + "stripe/setup-intent", base + "stripe/webhook"} {
				require.Contains(t, lines, known)
			}
			for _, s := range secrets {
				requireWithout(t, stored, s)
				requireWithout(t, lines, s)
			}
		})
	}

	t.Run("a key that Stripe refuses", func(t *testing.T) {
		t.Parallel()
		const wrong = "sk_live_51NotTheRightOne"
		diary, option := logged()
		fake := stripefake.New(t)
		b := setup(t, option, apptest.Settings(func(s *config.Settings) { s.StripeSecretKey, s.StripeAPIURL = wrong, fake.URL }))
		b.do(t, "stripe/setup-intent/", nil, http.StatusServiceUnavailable)
		require.Len(t, b.ExpectLogs(), 1)
		require.Contains(t, diary.String(), "stripe refused the key")
		requireWithout(t, diary.String(), wrong)
	})
}

func distinct(list []string) map[string]bool {
	set := map[string]bool{}
	for _, s := range list {
		set[s] = true
	}
	return set
}

// requireWithout checks that a text does not contain another, and shows the place if it does.
func requireWithout(t *testing.T, in, hidden string) {
	t.Helper()
	if i := strings.Index(in, hidden); i >= 0 {
		t.Errorf("%q is in: …%s…", hidden, in[max(0, i-200):min(len(in), i+200)])
	}
}
