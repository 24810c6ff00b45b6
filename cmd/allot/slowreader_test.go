package main

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
)

// Some clients read an answer of many megabytes at 1 kB a second. Others write
// and read meanwhile as if they were not there, and the database has nothing
// open for them.
func TestSlow_SlowReaders(t *testing.T) {
	t.Parallel()
	notRaced(t)
	dbtest.Slow(t, db.Postgres)
	const readers, properties, rooms = 8, 30, 5
	lasts := 6 * time.Second
	if inFull() {
		lasts = time.Minute
	}
	s := newTrade(t, "ALLOT_LOG_LEVEL=warn", "ALLOT_V1_RATE_PER_MINUTE=0")
	hotel := s.open("accommodation", "anna@poseidon.example", "Poseidon")
	var calendar, room any
	for i := range properties {
		id := s.property(hotel.token, fmt.Sprintf("Poseidon %d", i))
		for range rooms {
			room = s.ok(201, post, fmt.Sprintf("/api/info/property/%d/facts/rooms/", id), hotel.token, object{"name": "Double", "room_total_units": 30}).body["id"]
		}
		calendar = s.ok(200, get, fmt.Sprintf("%s?property=%d", calendarsPath, id), hotel.token, nil).list()[0]["id"]
	}
	path := "/api/v1/allotment-stop-sale/" + hotel.key + "/?from=" + ahead(0) + "&to=" + ahead(1000)
	whole := s.call(get, path, "", nil, "Accept-Encoding", "identity")
	require.Equal(t, 200, whole.status)
	require.Greater(t, len(whole.raw), 8<<20, "more than the buffers on the way hold")

	work := func(long time.Duration) (writes, reads []time.Duration) {
		for end := time.Now().Add(long); time.Now().Before(end); {
			start := time.Now()
			s.ok(200, post, at(calendarsPath, calendar, "daily/"), hotel.token, object{"room": room, "date": ahead(1 + len(writes)%300), "closed": len(writes) % 30})
			writes = append(writes, time.Since(start))
			start = time.Now()
			require.Equal(t, 200, s.call(get, "/api/v1/allotment-stop-sale/"+hotel.key+"/?to="+ahead(30), "", nil).status)
			reads = append(reads, time.Since(start))
		}
		return writes, reads
	}
	aloneWrites, aloneReads := work(lasts / 5)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	before := peakMemory(t, s.cmd.Process.Pid)
	read := make(chan int, readers)
	for range readers {
		go func() { read <- dawdle(ctx, t, s.base, path) }()
	}
	writes, reads := work(lasts)
	s.nothingOpen(t)
	cancel()
	for range readers {
		require.Positive(t, <-read, "it was being served all the time")
	}
	grown := peakMemory(t, s.cmd.Process.Pid) - before
	t.Logf("alone %d writes (median %v) and %d reads (%v), beside %d dawdlers %d writes (%v) and %d reads (%v); memory grew by %d MB",
		len(aloneWrites), median(aloneWrites), len(aloneReads), median(aloneReads), readers, len(writes), median(writes), len(reads), median(reads), grown>>20)
	require.Less(t, slices.Max(append(writes, reads...)), lasts, "nobody waited for a dawdler")
	require.Less(t, grown, int64(raceFactor*64<<20))
	require.Equal(t, 200, s.call(get, path, "", nil).status)
	require.Zero(t, s.stop())
	require.NotContains(t, s.logged(), "level=ERROR")
}

// dawdle asks and reads a little each second; it returns how much.
func dawdle(ctx context.Context, t *testing.T, base, path string) (n int) {
	t.Helper()
	host := strings.TrimPrefix(base, "http://")
	c, err := (&net.Dialer{}).DialContext(ctx, "tcp", host)
	if err != nil {
		t.Error(err)
		return 0
	}
	defer c.Close() // and not the body: that would read the rest of it
	_ = c.(*net.TCPConn).SetReadBuffer(4 << 10)
	fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: %s\r\n\r\n", path, host)
	in := bufio.NewReaderSize(c, 1<<10)
	res, err := http.ReadResponse(in, nil)
	if err != nil || res.StatusCode != http.StatusOK {
		t.Errorf("the slow reader is answered with %v, %v", res, err)
		return 0
	}
	piece := make([]byte, 1<<10)
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return n
		case <-tick.C:
			m, err := res.Body.Read(piece)
			n += m
			if err != nil {
				t.Errorf("the slow reader is cut off after %d bytes: %v", n, err)
				return n
			}
		}
	}
}

// nothingOpen looks for transactions that wait for somebody.
func (s *trade) nothingOpen(t *testing.T) {
	t.Helper()
	if dbtest.Engine() != db.Postgres {
		return // a reader that held the file would show in the size of its log, and in what writers wait
	}
	var open int
	err := s.site.database(t).From(t.Context()).
		NewRaw("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%' AND now() - xact_start > interval '1 second'").
		Scan(t.Context(), &open)
	require.NoError(t, err)
	require.Zero(t, open)
}

func median(list []time.Duration) time.Duration {
	list = slices.Clone(list)
	slices.Sort(list)
	return list[len(list)/2]
}
