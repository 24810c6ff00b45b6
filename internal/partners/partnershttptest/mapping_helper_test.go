package partnershttptest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/partners/contract"
)

const (
	noProperty = "is no property that you can see: it must be published, under a contract in force"
	noRoom     = "is no room that you can see: it must be published, under a contract in force"
)

var csv = apptest.Header("Content-Type", "text/csv")

type object = map[string]any

// bench is an operator with a contract, and what it sees.
type bench struct {
	*apptest.Env
	hotel, operator *apptest.Who
	contract        contract.Contract
	property        apptest.PublishedRooms
}

// setupMapping publishes a property with three rooms to an operator.
func setupMapping(t *testing.T) *bench {
	t.Helper()
	e := apptest.New(t)
	b := &bench{Env: e, hotel: e.GoldHotel(t), operator: e.Operator(t)}
	b.contract = e.Accepted(t, b.hotel, b.operator)
	b.property = e.PublishedRooms(t, b.hotel, "Poseidon", 3)
	return b
}

func pathMapping(format string, args ...any) string {
	return "/api/tour-operator/" + fmt.Sprintf(format, args...)
}

// ok checks the status and returns the body.
func ok(t *testing.T, res *httptest.ResponseRecorder, status int) object {
	t.Helper()
	require.Equal(t, status, res.Code, res.Body.String())
	var v object
	if res.Body.Len() > 0 {
		require.NoError(t, json.Unmarshal(res.Body.Bytes(), &v))
	}
	return v
}

// pluck returns one member of every result, and the count.
func pluck(t *testing.T, res *httptest.ResponseRecorder, member string) (values []any, count int) {
	t.Helper()
	require.Equal(t, http.StatusOK, res.Code, res.Body.String())
	var v struct {
		Count   int
		Results []object
	}
	require.NoError(t, json.Unmarshal(res.Body.Bytes(), &v))
	values = []any{}
	for _, r := range v.Results {
		values = append(values, r[member])
	}
	return values, v.Count
}

// saveProperty maps a property and returns the mapping's id.
func (b *bench) saveProperty(t *testing.T, property int64, code string) any {
	t.Helper()
	return ok(t, b.operator.Do(t, post, pathMapping("mappings/properties/"), fmt.Sprintf(`{"property":%d,"hotel_code":%q}`, property, code)), http.StatusCreated)["id"]
}

// saveRoom maps a room and returns the mapping's id.
func (b *bench) saveRoom(t *testing.T, room int64, code string) any {
	t.Helper()
	return ok(t, b.operator.Do(t, post, pathMapping("mappings/rooms/"), fmt.Sprintf(`{"room":%d,"code":%q}`, room, code)), http.StatusCreated)["id"]
}

// form is a body with one file and the header that goes with it.
func form(t *testing.T, content string) (string, apptest.Set) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	f, err := w.CreateFormFile("file", "mappings.csv")
	require.NoError(t, err)
	_, err = f.Write([]byte(content))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return b.String(), apptest.Header("Content-Type", w.FormDataContentType())
}
