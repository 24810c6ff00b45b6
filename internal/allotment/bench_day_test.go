package allotment_test

import (
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/account/accounttest"
	"allot/internal/allotment"
	"allot/internal/allotment/allotmenttest"
	"allot/internal/platform/civil"
)

// estate is a property with its Master, as a benchmark writes to it.
type estate struct {
	who    *accounttest.Who
	master allotment.Calendar
	rooms  []int64
}

func estateOf(b *testing.B, e *allotmenttest.Env, rooms int) estate {
	b.Helper()
	units := make([]int, rooms)
	for i := range units {
		units[i] = 50
	}
	who, p, ids := e.House(b, units...)
	return estate{who, e.Master(b, who, p), ids}
}

// BenchmarkSaveDay sets single days of 100 properties from 8 clients.
func BenchmarkSaveDay(b *testing.B) {
	e := allotmenttest.New(b)
	list := make([]estate, 100)
	for i := range list {
		list[i] = estateOf(b, e, 10)
	}
	first := civil.MustParse("2030-07-01")
	var next atomic.Int64
	b.ResetTimer()
	var clients sync.WaitGroup
	for range 8 {
		clients.Go(func() {
			for i := int(next.Add(1)); i <= b.N; i = int(next.Add(1)) {
				at, closed := list[i%len(list)], 1+i%40
				_, err := e.Allotments.SaveDay(at.who.Context(b), at.who.Caller, at.master.ID, allotment.DayInput{
					RoomID: at.rooms[i*7%len(at.rooms)], Date: first + civil.Date(i*13%365), Setting: allotment.Setting{Closed: &closed},
				})
				if err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	clients.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "writes/s")
}

// BenchmarkSaveRange sets two years of 50 rooms in one go: new days, then other
// values for all of them.
func BenchmarkSaveRange(b *testing.B) {
	e := allotmenttest.New(b)
	at := estateOf(b, e, 50)
	season := civil.Range{From: civil.MustParse("2030-06-01"), To: civil.MustParse("2030-06-01") + 729}
	stop, reason, note := allotment.StatusStop, allotment.ReasonRenovation, "The west wing is being painted"
	for i := 1; b.Loop(); i++ {
		closed := i % 40
		saved, _, err := e.Allotments.SaveRange(at.who.Context(b), at.who.Caller, at.master.ID, allotment.RangeInput{
			Season: season, Setting: allotment.Setting{Closed: &closed, Status: &stop, Reason: &reason, Note: &note},
		})
		require.NoError(b, err)
		require.Equal(b, 50*730, saved)
	}
}
