package billingtest

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/app/config"
	"allot/internal/testkit/stripefake"
)

const (
	get, post, put, del = http.MethodGet, http.MethodPost, http.MethodPut, http.MethodDelete

	base = "/api/payments/"

	// webhookSecret signs the events of the fake processor.
	webhookSecret = "whsec_fake_3f9a1c"

	day = 24 * time.Hour
)

type object = map[string]any

// bundle is a hotel in Germany that pays for its plan.
type bundle struct {
	*apptest.Env
	hotel *apptest.Who
	fake  *stripefake.Fake // nil: the sandbox
}

// setup builds the program with the sandbox.
func setup(t *testing.T, options ...apptest.Option) *bundle {
	t.Helper()
	e := apptest.New(t, options...)
	b := &bundle{Env: e, hotel: e.Manager(t)}
	b.address(t, object{"company_name": "Hotel am See GmbH", "country": "DE"})
	return b
}

// withStripe builds the program with a small Stripe on loopback, and an operator of the
// platform whose details are complete.
func withStripe(t *testing.T, options ...apptest.Option) *bundle {
	t.Helper()
	fake := stripefake.New(t)
	b := setup(t, append(options, apptest.Settings(func(s *config.Settings) {
		s.StripeSecretKey, s.StripeAPIURL, s.StripeWebhookSecret = stripefake.Key, fake.URL, webhookSecret
	}))...)
	b.fake = fake
	b.seller(t, object{})
	return b
}

// seller sets who issues the bills; changes overwrite.
func (b *bundle) seller(t *testing.T, changes object) {
	t.Helper()
	s := object{
		"name": "Allot GmbH", "vat_id": "DE136695976", "registration_number": "HRB 123456", "address": "Hafenstraße 1", "postal_code": "20457", "city": "Hamburg", "country": "DE",
		"contact_name": "Buchhaltung", "contact_phone": "+49 40 123456", "contact_email": "billing@allot.example", "iban": "DE89370400440532013000",
	}
	for k, v := range changes {
		s[k] = v
	}
	body(t, b.Staff().Do(t, put, "/api/admin/billing/seller/", text(t, s)), http.StatusOK)
}

func (b *bundle) address(t *testing.T, changes object) object {
	t.Helper()
	return body(t, b.hotel.Do(t, put, base+"billing-address/", text(t, changes)), http.StatusOK)
}

func text(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	require.NoError(t, err)
	return string(data)
}

func body(t *testing.T, res *httptest.ResponseRecorder, status int) object {
	t.Helper()
	require.Equal(t, status, res.Code, res.Body.String())
	var v object
	require.NoError(t, json.Unmarshal(res.Body.Bytes(), &v))
	return v
}

// do posts as the hotel.
func (b *bundle) do(t *testing.T, path string, payload object, status int) object {
	t.Helper()
	in := ""
	if payload != nil {
		in = text(t, payload)
	}
	return body(t, b.hotel.Do(t, post, base+path, in), status)
}

// attach adds a card of one of the test methods and makes it the primary one.
func (b *bundle) attach(t *testing.T, method string) object {
	t.Helper()
	card := b.do(t, "stripe/attach-method/", object{"payment_method": method}, http.StatusCreated)
	return b.do(t, "cards/set-primary/"+text(t, card["id"])+"/", nil, http.StatusOK)
}

// plan returns the id of a plan for sale.
func (b *bundle) plan(t *testing.T, category string) int64 {
	t.Helper()
	for _, p := range body(t, b.hotel.Do(t, get, base+"plans/", ""), http.StatusOK)["results"].([]any) {
		if p.(object)["category"] == category {
			return int64(p.(object)["id"].(float64))
		}
	}
	t.Fatalf("no plan %s for sale", category)
	return 0
}

func (b *bundle) choice(t *testing.T, category, cycle string) object {
	t.Helper()
	return object{"plan_id": b.plan(t, category), "billing_cycle": cycle}
}

// buy subscribes to a plan with the primary card.
func (b *bundle) buy(t *testing.T, category, cycle string) object {
	t.Helper()
	return b.do(t, "subscription/upgrade/", b.choice(t, category, cycle), http.StatusOK)
}

func (b *bundle) overview(t *testing.T) object {
	t.Helper()
	return body(t, b.hotel.Do(t, get, base+"overview/", ""), http.StatusOK)
}

// now returns the subscription as the hotel reads it.
func (b *bundle) now(t *testing.T) object {
	t.Helper()
	return b.overview(t)["subscription"].(object)
}

// history returns the billing history, newest first.
func (b *bundle) history(t *testing.T) []object {
	t.Helper()
	list := []object{}
	for _, v := range body(t, b.hotel.Do(t, get, base+"history/", ""), http.StatusOK)["results"].([]any) {
		list = append(list, v.(object))
	}
	return list
}

// job names a job, to be run before its hour.
type job struct {
	Name string `json:"-"`
}

func (j job) Kind() string { return j.Name }

// run runs jobs one after the other.
func (b *bundle) run(t *testing.T, names ...string) {
	t.Helper()
	for _, name := range names {
		require.NoError(t, b.Queue.Enqueue(apptest.Context(t), job{name}))
		b.Settle(t)
	}
}

// until moves the clock to noon of a day, runs what runs each hour, and signs the hotel in again.
func (b *bundle) until(t *testing.T, date string) {
	t.Helper()
	noon, err := time.Parse(time.DateTime, date+" 12:00:00")
	require.NoError(t, err)
	b.Settle(t)
	b.Clock.Advance(noon.Sub(b.Clock.Now()))
	b.run(t, "billing_due")
	b.hotel = b.Login(t, b.hotel.User.Email)
}
