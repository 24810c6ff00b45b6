// Package limittest tests the limits of plans over all modules that ask them.
package limittest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/photo/phototest"
	"allot/internal/identity/plan"
)

const get, post, put, patch, del = http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete

type object = map[string]any

// call is a request. A picture goes out as a form.
type call struct {
	method, path string
	body         any
	picture      bool
	csv          string
}

func (c call) String() string { return fmt.Sprint(c.method, " ", c.path, " ", c.body) }

// at makes a path of an id and what is before and after it.
func at(before string, id any, after string) string { return fmt.Sprint(before, id, "/", after) }

func (c call) send(t *testing.T, who *apptest.Who) *httptest.ResponseRecorder {
	t.Helper()
	switch {
	case c.picture:
		return upload(t, who, c.path)
	case c.csv != "":
		return who.Do(t, c.method, c.path, c.csv, apptest.Header("Content-Type", "text/csv"))
	case c.body == nil:
		return who.Do(t, c.method, c.path, "")
	}
	b, err := json.Marshal(c.body)
	require.NoError(t, err)
	return who.Do(t, c.method, c.path, string(b))
}

func upload(t *testing.T, who *apptest.Who, path string) *httptest.ResponseRecorder {
	t.Helper()
	var body bytes.Buffer
	f := multipart.NewWriter(&body)
	part, err := f.CreateFormFile("file", "a.jpg")
	require.NoError(t, err)
	_, err = part.Write(phototest.JPEG(t, 64, 48))
	require.NoError(t, err)
	require.NoError(t, f.Close())
	return who.Do(t, post, path, body.String(), apptest.Header("Content-Type", f.FormDataContentType()))
}

// ok sends a request that must succeed and returns the id in its answer, if there is one.
func ok(t *testing.T, who *apptest.Who, c call) any {
	t.Helper()
	res := c.send(t, who)
	require.Contains(t, []int{http.StatusOK, http.StatusCreated, http.StatusNoContent}, res.Code, "%s: %s", c, res.Body)
	var body any
	if res.Body.Len() > 0 {
		d := json.NewDecoder(res.Body)
		d.UseNumber()
		require.NoError(t, d.Decode(&body))
	}
	m, _ := body.(object)
	return m["id"]
}

// refused sends a request that must be refused for a limit.
func refused(t *testing.T, who *apptest.Who, c call, f plan.Feature, limit, used int) {
	t.Helper()
	res := c.send(t, who)
	require.Equal(t, http.StatusForbidden, res.Code, "%s: %s", c, res.Body)
	var body struct {
		Code    string       `json:"code"`
		Feature plan.Feature `json:"feature"`
		Limit   int          `json:"limit"`
		Used    int          `json:"used"`
		Message string       `json:"message"`
	}
	require.NoError(t, json.Unmarshal(res.Body.Bytes(), &body))
	require.Equal(t, []any{"plan_limit_reached", f, limit, used}, []any{body.Code, body.Feature, body.Limit, body.Used}, "%s: %s", c, res.Body)
	require.Contains(t, body.Message, fmt.Sprintf("allows %d ", limit))
}

// pay makes a plan with one limit for everything and has an account pay for it. What is granted
// comes on top of Free, so it cannot lower a limit.
func pay(t *testing.T, e *apptest.Env, limit int, accounts ...*apptest.Who) {
	t.Helper()
	name, category, price := fmt.Sprint("Small ", limit), plan.Silver.Category, amount(t, "10.00")
	o, err := e.Plans.CreateOffer(t.Context(), plan.OfferInput{Name: &name, Category: &category, Price: &price, Features: &plan.FeaturesInput{
		Properties: &limit, PhotosPerProperty: &limit, APIKeys: &limit, PartnerConnections: &limit, InvoicesPerMonth: &limit,
		CalendarsPerProperty: &limit, Contacts: &limit,
	}})
	require.NoError(t, err)
	for _, who := range accounts {
		require.NoError(t, e.DB.InTx(t.Context(), func(ctx context.Context) error {
			return e.Plans.SetPaid(ctx, plan.Term{OwnerID: who.User.OwnerID, PlanID: o.ID, Name: o.Name, Category: o.Category, Features: o.Features})
		}))
	}
}

func contact(i int) object { return object{"email": fmt.Sprintf("guest%d@x.example", i)} }

func invoice(partner *apptest.Who) object {
	return object{
		"partner": partner.User.OwnerID, "issue_date": "2030-06-01", "due_date": "2030-07-01", "currency": "EUR", "tax_rate": "7",
		"line_items": []object{{"description": "Double room", "quantity": "10", "unit": "night", "unit_price": "84.50"}},
	}
}

func lines(n int, line func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(line(i) + "\n")
	}
	return b.String()
}
