package inventoryhttptest

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/property"
)

const (
	createPath = "/api/stop-sale/event/create/"
	savePath   = "/api/stop-sale/save/"
	sources    = "/api/stop-sale/sources/"
)

// bundle is a hotel with a property of two rooms. Its clock stands at noon of
// 2030-05-31.
type bundle struct {
	*apptest.Env
	hotel        *apptest.Who
	property     property.Property
	double, twin int64
}

func setupStopsaleHTTP(t *testing.T) *bundle {
	t.Helper()
	b := &bundle{Env: apptest.New(t)}
	b.hotel, b.property = b.Hotel(t, "Hotel Aurora")
	b.double, b.twin = b.Room(t, b.hotel, b.property.ID, "Double", "DBL", 3), b.Room(t, b.hotel, b.property.ID, "Twin", "TWN", 3)
	return b
}

func calendarPaths(p property.Property) []string {
	return []string{fmt.Sprintf("/api/stop-sale/%d/", p.ID), fmt.Sprintf("/api/stop-sale/calendar/%d/", p.ID)}
}

func updatePaths(id any) []string {
	return []string{fmt.Sprintf("/api/stop-sale/event/%v/update/", id), fmt.Sprintf("/api/stop-sale/event/update/%v/", id)}
}

func deletePaths(id any) []string {
	return []string{fmt.Sprintf("/api/stop-sale/event/%v/delete/", id), fmt.Sprintf("/api/stop-sale/event/delete/%v/", id)}
}

func pdfPath(p property.Property) string { return fmt.Sprintf("/api/stop-sale/pdf/%d/", p.ID) }

func mailPath(p property.Property, list int64) string {
	return fmt.Sprintf("/api/stop-sale/pdf/%d/send-mail/%d/", p.ID, list)
}

func feedPaths(token string) []string {
	return []string{
		"/api/stop-sale/StopSale-Export/" + token + "/", "/api/stop-sale/partner-availability/" + token + "/", "/api/v1/stop-sale/" + token + "/",
	}
}

func event(room int64, date string, color int) string {
	return fmt.Sprintf(`{"room":%d,"date":%q,"color":%d}`, room, date, color)
}

func bodyStopsaleHTTP(t *testing.T, res *httptest.ResponseRecorder, status int) object {
	t.Helper()
	require.Equal(t, status, res.Code, res.Body.String())
	o := object{}
	require.NoError(t, json.Unmarshal(res.Body.Bytes(), &o), res.Body.String())
	return o
}
