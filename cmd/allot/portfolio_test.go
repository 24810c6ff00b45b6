package main

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
)

// chain is an operator whose one hotel company has many properties of ten rooms,
// with a calendar for it, a year of days that differ, and a restarted program.
type chain struct {
	*trade
	operator company
}

func newChain(t *testing.T, properties int) *chain {
	t.Helper()
	s := newTrade(t, "ALLOT_LOG_LEVEL=warn", "ALLOT_V1_RATE_PER_MINUTE=0")
	hotel, operator := s.open("accommodation", "anna@poseidon.example", "Poseidon"), s.open("tour_operator", "jana@nordlicht.example", "Nordlicht")
	h := house{word: "posei"}
	h.id = s.property(hotel.token, "Poseidon")
	for i := range 10 {
		h.rooms = append(h.rooms, s.ok(201, post, fmt.Sprintf("/api/info/property/%d/facts/rooms/", h.id), hotel.token, object{
			"name": fmt.Sprintf("Room %d", i), "code": fmt.Sprintf("R%d", i), "room_total_units": 20,
		}).body["id"])
	}
	s.republish(hotel, h)
	calendar := s.connect(hotel, h, s.agree(hotel, operator, everything()))
	for i, room := range h.rooms {
		s.ok(201, post, at(calendarsPath, calendar, "blocks/"), hotel.token, object{"room": room, "start_date": ahead(0), "end_date": ahead(364), "quantity": 5 + i})
		var days []object
		for d := range 365 {
			days = append(days, object{"room": room, "date": ahead(d), "closed": (d/3 + i) % 3, "confirmed": (d/2 + i) % 4})
		}
		s.ok(200, post, at(calendarsPath, calendar, "daily/batch/"), hotel.token, object{"days": days})
	}
	require.Zero(t, s.stop())
	d := s.site.database(t)
	dbtest.MultiplyProperties(t, d, properties-1)
	require.NoError(t, d.Close())
	s.program = s.site.start(t)
	return &chain{s, operator}
}

// pulled is what came of a pull.
type pulled struct {
	bytes, properties int
	first, took       time.Duration
	etag              string
}

func (c *chain) pull(t *testing.T, header ...string) pulled {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), get, c.base+"/api/v1/allotment-stop-sale/"+c.operator.key+"/", http.NoBody)
	require.NoError(t, err)
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	start := time.Now()
	res, err := client.Do(req)
	require.NoError(t, err)
	defer res.Body.Close()
	p := pulled{etag: res.Header.Get("ETag")}
	piece, before := make([]byte, 256<<10), ""
	for {
		n, err := res.Body.Read(piece)
		if n > 0 && p.first == 0 {
			p.first = time.Since(start)
		}
		p.bytes += n
		text := before + string(piece[:n])
		p.properties += strings.Count(text, `"property_id":`)
		before = text[max(0, len(text)-len(`"property_id":`)+1):]
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
	}
	p.took = time.Since(start)
	return p
}

// A portfolio costs memory for a property, not for all of them, and the first
// bytes come before the last are made. The thousand properties of the promise are
// BenchmarkTargets' in internal/inventory/availability: to make them here takes many minutes.
func TestSlow_PortfolioIsStreamed(t *testing.T) {
	t.Parallel()
	notRaced(t)
	dbtest.Slow(t, db.Postgres)
	properties := sized(60, 120)
	c := newChain(t, properties)
	idle := residentMemory(t, c.cmd.Process.Pid)
	cold := c.pull(t, "Accept-Encoding", "identity")
	warm := c.pull(t, "Accept-Encoding", "identity")
	zipped := c.pull(t, "Accept-Encoding", "gzip")
	again := c.pull(t, "Accept-Encoding", "gzip")
	grown := peakMemory(t, c.cmd.Process.Pid) - idle
	for name, p := range map[string]pulled{"cold": cold, "warm": warm} {
		t.Logf("%s: %d properties, %d MB in %v, first byte after %v", name, p.properties, p.bytes>>20, p.took, p.first)
		require.Equal(t, properties, p.properties)
	}
	t.Logf("compressed %d MB in %v, again in %v, first byte after %v; %d MB above %d MB when idle", zipped.bytes>>20, zipped.took, again.took, again.first, grown>>20, idle>>20)
	require.Less(t, cold.first, cold.took/2)
	require.Less(t, zipped.bytes, cold.bytes/4)
	a := c.call(get, "/api/v1/allotment-stop-sale/"+c.operator.key+"/", "", nil, "If-None-Match", warm.etag)
	require.Equal(t, http.StatusNotModified, a.status)
	require.Less(t, grown, int64(raceFactor*300<<20))
	require.Zero(t, c.stop())
	require.NotContains(t, c.logged(), "level=ERROR")
}

// residentMemory is what a process has now.
func residentMemory(t *testing.T, pid int) int64 {
	t.Helper()
	return statusValue(t, pid, "VmRSS:")
}
