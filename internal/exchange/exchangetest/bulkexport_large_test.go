package exchangetest

import (
	"fmt"
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
)

// A portfolio of many properties is written without being in memory: each of the files
// is larger than what it may take beside the caches, which the first one fills. With ALLOT_TEST_SLOW=all they are 400.
func TestSlow_LargeExport(t *testing.T) { //nolint:paralleltest // it measures the memory of the process
	dbtest.Slow(t, db.SQLite)
	properties := 50
	if os.Getenv("ALLOT_TEST_SLOW") == "all" {
		properties = 400
	}
	e := apptest.New(t)
	hotel, operator := e.GoldHotel(t), e.Operator(t)
	for i := range properties {
		p := e.Property(t, hotel, fmt.Sprintf("Hotel %d", i))
		for j := range 8 {
			e.Room(t, hotel, p.ID, fmt.Sprintf("Room %d", j), fmt.Sprintf("R%d", j), 10)
		}
		e.Publish(t, hotel, e.Staff(), p)
	}
	e.Accepted(t, hotel, operator)
	e.Start(t)
	e.Settle(t)
	for i, format := range []string{"json", "csv", "xml_ota", "octo", "json"} {
		in := object{"target": "availability", "format": format, "from": "2031-01-01", "to": "2033-12-31"}
		if format == "json" || format == "csv" {
			in["settings"] = object{"granularity": "daily"}
		}
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		before, most, began := m.HeapAlloc, uint64(0), time.Now()
		id := ask(t, hotel, in)
		for {
			x := apptest.Decode[object](t, hotel.Do(t, get, path(id), ""), 200)
			runtime.GC() // what is counted is in use
			runtime.ReadMemStats(&m)
			most = max(most, m.HeapAlloc-min(before, m.HeapAlloc))
			if x["status"] == "done" {
				t.Logf("%s: %v bytes in %s, heap %d MB above the start at most", format, x["size"], time.Since(began).Round(time.Millisecond), most>>20)
				require.True(t, i == 0 || most < 64<<20, "%s took %d MB", format, most>>20)
				break
			}
			require.NotEqual(t, "failed", x["status"], x)
			time.Sleep(wait)
		}
	}
}
