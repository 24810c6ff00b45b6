package partnershttptest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/property"
	"allot/internal/partners/ratecontract"
	"allot/internal/platform/civil"
)

const (
	now  = "2030-05-31T12:00:00Z" // where the clock of every test starts
	base = "/api/partners/rate-contracts/"
)

// bundle is a hotel with a property, a room of 10 units and an operator.
type bundle struct {
	*apptest.Env
	hotel, operator *apptest.Who
	property        property.Property
	room            int64
}

func setupRatecontract(t *testing.T, options ...apptest.Option) *bundle {
	t.Helper()
	b := &bundle{Env: apptest.New(t, options...)}
	b.hotel, b.property = b.Hotel(t, "Hotel Aurora")
	b.operator, b.room = b.Operator(t), b.Room(t, b.hotel, b.property.ID, "Double", "DBL", 10)
	return b
}

// input is the body of an active contract with one row; change replaces members,
// nil takes one out.
func (b *bundle) input(t *testing.T, change object) string {
	t.Helper()
	o := object{
		"property": b.property.ID, "partner": b.operator.User.OwnerID, "name": "Summer 2030", "number": "S-30",
		"start_date": "2030-04-01", "end_date": "2030-10-31", "status": "active", "rooms": []object{b.row(nil)},
	}
	for k, v := range change {
		if o[k] = v; v == nil {
			delete(o, k)
		}
	}
	return text(t, o)
}

func (b *bundle) row(change object) object {
	o := object{"room": b.room, "start_date": "2030-06-01", "end_date": "2030-08-31", "quantity": 4, "release_days": 7}
	for k, v := range change {
		o[k] = v
	}
	return o
}

// create makes a contract over HTTP and returns the answer.
func (b *bundle) create(t *testing.T, change object) object {
	t.Helper()
	return body(t, b.hotel.Do(t, post, base, b.input(t, change)), http.StatusCreated)
}

func (b *bundle) draft(c *ratecontract.Change) {
	s := ratecontract.StatusDraft
	c.Status = &s
}

func at(id any) string { return fmt.Sprintf("%s%v/", base, id) }

func body(t *testing.T, res *httptest.ResponseRecorder, status int) object {
	t.Helper()
	require.Equal(t, status, res.Code, res.Body.String())
	o := object{}
	require.NoError(t, json.Unmarshal(res.Body.Bytes(), &o), res.Body.String())
	return o
}

// namesRatecontract lists the names on a page.
func namesRatecontract(t *testing.T, res *httptest.ResponseRecorder) []string {
	t.Helper()
	list := []string{}
	for _, r := range body(t, res, http.StatusOK)["results"].([]any) {
		list = append(list, r.(object)["name"].(string))
	}
	return list
}

func text(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return string(b)
}

func day(s string) civil.Date { return civil.MustParse(s) }
