package sandboxdb_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/billing/processor"
	"allot/internal/billing/processor/processortest"
	"allot/internal/billing/sandbox"
	"allot/internal/billing/sandbox/sandboxdb"
	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
)

func now() time.Time { return time.Date(2030, 5, 31, 12, 0, 0, 0, time.UTC) }

func newSandbox(d *db.DB) *sandbox.Sandbox { return sandbox.New(sandboxdb.New(d), now) }

// What a browser does to an intent happens when the sandbox is asked for it.
func TestSandbox_KeepsTheContract(t *testing.T) {
	t.Parallel()
	processortest.Run(t, func(t *testing.T) processortest.Bench {
		t.Helper()
		p := newSandbox(dbtest.New(t))
		return processortest.Bench{Processor: p, Browser: func(payment, _ string) {
			_, err := p.Payment(t.Context(), payment)
			require.NoError(t, err)
		}}
	})
}

// bench is a customer of a sandbox.
type bench struct {
	t        *testing.T
	db       *db.DB
	p        *sandbox.Sandbox
	customer string
}

func setup(t *testing.T) *bench {
	t.Helper()
	d := dbtest.New(t)
	b := &bench{t: t, db: d, p: newSandbox(d)}
	var err error
	b.customer, err = b.p.CreateCustomer(t.Context(), processor.Customer{Key: "account-7", Name: "Hotel Adler", Email: "adler@hotel.example"})
	require.NoError(t, err)
	return b
}

func (b *bench) attach(method string) string {
	b.t.Helper()
	card, err := b.p.AttachMethod(b.t.Context(), b.customer, method)
	require.NoError(b.t, err)
	return card.Token
}

func (b *bench) charge(key, method string) processor.Charge {
	return processor.Charge{Key: key, Customer: b.customer, Method: method, Amount: 4900, Currency: "EUR"}
}

func (b *bench) payment(id string) processor.Payment {
	b.t.Helper()
	p, err := b.p.Payment(b.t.Context(), id)
	require.NoError(b.t, err)
	return p
}

func TestSandbox_Payment(t *testing.T) {
	t.Parallel()

	t.Run("says that it is one", func(t *testing.T) {
		t.Parallel()
		require.Equal(t, processor.KindSandbox, setup(t).p.Kind())
	})

	t.Run("outlasts a restart", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		made, err := b.p.CreateIntent(t.Context(), b.charge("o", b.attach("pm_card_visa")))
		require.NoError(t, err)
		p, err := newSandbox(b.db).Payment(t.Context(), made.ID)
		require.NoError(t, err)
		require.Equal(t, processor.StatusSucceeded, p.Status)
		require.Nil(t, p.Metadata)
	})

	t.Run("without a suggestion uses the card that was attached last and is still there", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.attach("pm_card_visa")
		declined := b.attach("pm_card_chargeDeclined")
		one, err := b.p.CreateIntent(t.Context(), b.charge("o1", ""))
		require.NoError(t, err)
		require.Equal(t, processor.StatusRequiresMethod, b.payment(one.ID).Status)
		require.Equal(t, processor.StatusRequiresMethod, b.payment(one.ID).Status, "the same card is declined again")
		require.NoError(t, b.p.DetachMethod(t.Context(), declined))
		require.Equal(t, processor.StatusSucceeded, b.payment(one.ID).Status)
	})

	t.Run("after a decline of the suggested card uses the one that was attached since", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		one, err := b.p.CreateIntent(t.Context(), b.charge("o1", b.attach("pm_card_chargeDeclinedExpiredCard")))
		require.NoError(t, err)
		require.Equal(t, "expired_card", b.payment(one.ID).Decline.Code)
		b.attach("pm_card_mastercard")
		require.Equal(t, processor.StatusSucceeded, b.payment(one.ID).Status)
	})

	t.Run("a suggested card that is gone is replaced", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		gone := b.attach("pm_card_visa")
		one, err := b.p.CreateIntent(t.Context(), b.charge("o1", gone))
		require.NoError(t, err)
		require.NoError(t, b.p.DetachMethod(t.Context(), gone))
		require.Equal(t, processor.StatusRequiresMethod, b.payment(one.ID).Status)
		b.attach("pm_card_visa")
		require.Equal(t, processor.StatusSucceeded, b.payment(one.ID).Status)
	})

	t.Run("authentication that ends in a decline is one", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		one, err := b.p.Charge(t.Context(), b.charge("o1", b.attach("pm_card_authenticationRequiredChargeDeclinedInsufficientFunds")))
		require.NoError(t, err)
		require.Equal(t, processor.StatusRequiresAction, one.Status)
		require.Equal(t, "insufficient_funds", b.payment(one.ID).Decline.Code)
	})

	t.Run("a charge that wanted authentication can be confirmed by the customer later", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		c := b.charge("o1", b.attach("pm_card_authenticationRequired"))
		c.OffSession = true
		one, err := b.p.Charge(t.Context(), c)
		require.NoError(t, err)
		require.Equal(t, "authentication_required", one.Decline.Code)
		require.Equal(t, processor.StatusSucceeded, b.payment(one.ID).Status)
	})

	t.Run("is either given up or made, whoever asks at once", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.attach("pm_card_visa")
		one, err := b.p.CreateIntent(t.Context(), b.charge("o1", ""))
		require.NoError(t, err)
		var wg sync.WaitGroup
		seen, errs := make([]processor.Status, 20), make([]error, 20)
		for n := range seen {
			call := b.p.Payment
			if n%2 == 0 {
				call = b.p.CancelPayment
			}
			wg.Go(func() {
				var p processor.Payment
				p, errs[n] = call(t.Context(), one.ID)
				seen[n] = p.Status
			})
		}
		wg.Wait()
		for n := range seen {
			require.NoError(t, errs[n])
			require.Equal(t, seen[0], seen[n])
		}
		require.Contains(t, []processor.Status{processor.StatusSucceeded, processor.StatusCanceled}, seen[0])
	})
}

func TestSandbox_CreateCustomer(t *testing.T) {
	t.Parallel()

	t.Run("twenty at once are one", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		var wg sync.WaitGroup
		ids, errs := make([]string, 20), make([]error, 20)
		for n := range ids {
			wg.Go(func() { ids[n], errs[n] = b.p.CreateCustomer(t.Context(), processor.Customer{Key: "account-8"}) })
		}
		wg.Wait()
		for n := range ids {
			require.NoError(t, errs[n])
			require.Equal(t, ids[0], ids[n])
		}
	})

	t.Run("stores neither name, address nor secret", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		made, err := b.p.CreateIntent(t.Context(), b.charge("o", b.attach("pm_card_visa")))
		require.NoError(t, err)
		for _, table := range []string{"sandbox_customers", "sandbox_methods", "sandbox_intents"} {
			rows, err := b.db.SQL().QueryContext(t.Context(), "SELECT * FROM "+table)
			require.NoError(t, err)
			columns, err := rows.Columns()
			require.NoError(t, err)
			found := 0
			for rows.Next() {
				found++
				values := make([]any, len(columns))
				for i := range values {
					values[i] = new(any)
				}
				require.NoError(t, rows.Scan(values...))
				for i := range values {
					text, _ := (*values[i].(*any)).(string)
					for _, never := range []string{"Adler", "adler@", "4242", made.ClientSecret} {
						require.NotContains(t, text, never, "%s.%s", table, columns[i])
					}
				}
			}
			require.NoError(t, rows.Err())
			require.NoError(t, rows.Close())
			require.Equal(t, 1, found, table)
		}
	})

	t.Run("is undone with the transaction around it", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		err := b.db.InTx(t.Context(), func(ctx context.Context) error {
			_, err := b.p.CreateCustomer(ctx, processor.Customer{Key: "account-9", Name: "x"})
			require.NoError(t, err)
			return context.Canceled
		})
		require.ErrorIs(t, err, context.Canceled)
		_, err = b.p.CreateCustomer(t.Context(), processor.Customer{Key: "account-9", Name: "y"})
		require.NoError(t, err)
	})
}
