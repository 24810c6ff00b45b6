package inventoryhttptest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/inventory/allotment/reading"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/civil"
)

// counted is a writer that keeps nothing but how much came in, and the most at
// once.
type counted struct {
	header      http.Header
	status      int
	bytes, most int
}

func (c *counted) Header() http.Header    { return c.header }
func (c *counted) WriteHeader(status int) { c.status = status }
func (c *counted) Write(p []byte) (int, error) {
	c.bytes, c.most = c.bytes+len(p), max(c.most, len(p))
	return len(p), nil
}

// TestGrid_largest asks for the most that one call gives: 50 rooms, three years.
func TestGrid_largest(t *testing.T) {
	t.Parallel()
	const rooms, days = 50, 3 * 365
	e := apptest.New(t)
	units := make([]int, rooms)
	for i := range units {
		units[i] = i + 1
	}
	who, p, ids := e.House(t, units...)
	master := e.Master(t, who, p)
	from := civil.MustParse("2030-06-01")
	closed, stop := 1, rules.StatusStop
	_, err := e.Allotments.SaveRange(who.Context(t), who.Caller, master.ID, rules.RangeInput{
		Season: civil.Range{From: from + 100, To: from + 400}, Weekdays: []int{1, 3, 5}, Setting: rules.Setting{Closed: &closed, Status: &stop},
	})
	require.NoError(t, err)
	path := fmt.Sprintf("/api/allotment/calendars/%d/grid/?from=%s&to=%s", master.ID, from, from.Add(days-1))
	res := who.Do(t, http.MethodGet, path, "")
	require.Equal(t, http.StatusOK, res.Code)
	t.Logf("%d room-days are %.1f MB", rooms*days, float64(res.Body.Len())/1e6)

	// Nothing that the document does not have, and everything that it has.
	var body reading.GridBody
	read := json.NewDecoder(bufio.NewReader(bytes.NewReader(res.Body.Bytes())))
	read.DisallowUnknownFields()
	require.NoError(t, read.Decode(&body))
	_, err = read.Token()
	require.ErrorIs(t, err, io.EOF)
	require.Len(t, body.Rooms, rooms)
	for i, r := range body.Rooms {
		require.Equal(t, ids[i], r.RoomID)
		require.Equal(t, units[i], r.TotalUnits)
		require.Len(t, r.Days, days)
	}
	require.Equal(t, 50, body.Rooms[49].Days[(from+1).String()].PhysicalRemaining)

	// It goes out room by room, so that its size costs no memory.
	c := &counted{header: http.Header{}}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, path, http.NoBody)
	require.NoError(t, err)
	req.Header.Set("Authorization", "Token "+who.Token)
	req.RemoteAddr = "192.0.2.1:1234"
	e.Server().ServeHTTP(c, req)
	require.Equal(t, http.StatusOK, c.status)
	require.Equal(t, res.Body.Len(), c.bytes)
	require.Less(t, c.most, 2*c.bytes/rooms)
}
