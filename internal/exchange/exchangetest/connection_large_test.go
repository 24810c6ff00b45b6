package exchangetest

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/facts"
	"allot/internal/exchange/connection"
	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment/allotmenttest"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/civil"
	"allot/internal/platform/page"
)

// largeFile writes rows for rooms and days, of which every thousandth is wrong.
type largeFile struct {
	rooms []int64
	days  int
	wrong atomic.Int64
	rows  atomic.Int64
}

func (f *largeFile) open() io.Reader {
	read, write := io.Pipe()
	go func() {
		w := bufio.NewWriterSize(write, 1<<16)
		fmt.Fprintln(w, "room,date,reserved,checked_in,out_of_order")
		for _, room := range f.rooms {
			for day := range f.days {
				n := f.rows.Add(1)
				if n%1000 == 500 {
					f.wrong.Add(1)
					fmt.Fprintf(w, "nowhere,%s,1,,\n", civil.MustParse(june).Add(day))
					continue
				}
				fmt.Fprintf(w, "%d,%s,%d,1,\n", room, civil.MustParse(june).Add(day), (int(room)+day)%3)
			}
		}
		_ = write.CloseWithError(w.Flush())
	}()
	return read
}

// A large file is written in short transactions: memory does not grow with it, its
// progress can be seen, wrong rows are listed, right ones saved, and another account
// that writes meanwhile does not wait long. With ALLOT_TEST_SLOW=all it has a million
// rows, and the times are checked.
func TestImport_Large(t *testing.T) {
	t.Parallel()
	properties, rooms, days := 2, 4, 250
	million := os.Getenv("ALLOT_TEST_SLOW") == "all"
	if million {
		properties, rooms, days = 10, 100, 1000
	}
	e := apptest.New(t)
	who, first := e.Hotel(t, "Hotel Aurora")
	file := &largeFile{days: days}
	for n := range properties {
		p := first
		if n > 0 {
			p = e.Property(t, who, fmt.Sprint("House ", n))
		}
		for r := range rooms {
			file.rooms = append(file.rooms, e.Save(t, who, p.ID, facts.CategoryRooms, facts.Record{"name": fmt.Sprint("Room ", r), "room_total_units": 5}))
		}
	}
	other, elsewhere, theirs := e.House(t, 5)
	master := e.Master(t, other, elsewhere)

	theirContext := other.Context(t)
	ctx, cancel := context.WithCancel(t.Context())
	var alone, waits []time.Duration // of writes before the import, and beside it
	var work sync.WaitGroup
	var importing atomic.Bool
	if million {
		go func() { time.Sleep(3 * time.Second); importing.Store(true) }()
	} else {
		importing.Store(true)
	}
	work.Go(func() { // another account writes all the time
		one := 1
		for n := 0; ctx.Err() == nil; n++ {
			into := &waits
			if !importing.Load() {
				into = &alone
			}
			begun, closed := time.Now(), n%3
			_, err := e.Allotments.SaveDay(theirContext, other.Caller, master.ID, rules.DayInput{
				RoomID: theirs[0], Date: civil.MustParse(june).Add(n % 300), Setting: rules.Setting{Closed: &closed, Confirmed: &one},
			})
			if err != nil {
				t.Errorf("write of another account: %v", err)
				return
			}
			*into = append(*into, time.Since(begun))
			time.Sleep(10 * time.Millisecond)
		}
	})
	seen := map[int]bool{}
	var heap uint64
	work.Go(func() { // somebody looks at the progress and at the memory
		for ctx.Err() == nil {
			list, _, err := e.Connections.Imports(ctx, who.Caller, page.Request{})
			if err == nil && len(list) > 0 && list[0].Status == connection.ImportRunning {
				seen[list[0].RowsRead] = true
			}
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			heap = max(heap, m.HeapAlloc)
			time.Sleep(100 * time.Millisecond)
		}
	})
	require.Eventually(t, importing.Load, patience, tick)
	begun := time.Now()
	key := auth.KeyCaller{KeyID: 1, OwnerID: who.User.OwnerID, AccountType: auth.Accommodation}
	got, err := e.Connections.RunImport(t.Context(), key, connection.ImportOptions{Format: "csv"}, file.open())
	took := time.Since(begun)
	cancel()
	work.Wait()
	require.NoError(t, err)
	require.EqualValues(t, file.wrong.Load(), got.RejectedCount)
	require.EqualValues(t, file.rows.Load()-file.wrong.Load(), got.Accepted)
	require.Len(t, got.Rejected, min(int(file.wrong.Load()), connection.MaxRejected))
	require.Equal(t, 501, got.Rejected[0].Line)
	var stored int
	require.NoError(t, e.DB.From(t.Context()).NewSelect().TableExpr("allotment_units").ColumnExpr("COUNT(*)").Where("owner_id = ?", who.User.OwnerID).Scan(t.Context(), &stored))
	require.Equal(t, got.Accepted, stored)
	require.NoError(t, allotmenttest.Check(t.Context(), allotmenttest.Reader(t, e.DB)))
	slices.Sort(waits)
	slices.Sort(alone)
	if len(alone) > 0 {
		t.Logf("before the import another account wrote %d times: median %s, p99 %s, longest %s", len(alone), alone[len(alone)/2], alone[len(alone)*99/100], alone[len(alone)-1])
	}
	t.Logf("%d rows in %s, %.0f a second; heap at most %d MiB; seen %d times on its way; another account wrote %d times: median %s, p99 %s, longest %s",
		file.rows.Load(), took.Round(time.Millisecond), float64(file.rows.Load())/took.Seconds(), heap>>20, len(seen),
		len(waits), waits[len(waits)/2], waits[len(waits)*99/100], waits[len(waits)-1])
	if million {
		require.Greater(t, len(seen), 3, "progress is visible")
		require.Less(t, waits[len(waits)*99/100], 200*time.Millisecond)
	}
}

// Systems fill a hotel by import while tour operators' lists are confirmed: at every
// moment nothing is sold that does not exist, and overbookings are told.
func TestImport_WhileListsAreConfirmed(t *testing.T) {
	t.Parallel()
	b := setupConnection(t)
	token, _ := b.Key(t, b.who, auth.KeyAvailabilityWrite)
	operator := b.Operator(t)
	b.Accepted(t, b.who, operator)
	calendar := b.Master(t, b.who, b.p)
	reader := allotmenttest.Reader(t, b.DB)
	var work sync.WaitGroup
	for range 2 {
		work.Go(func() {
			for n := range 12 {
				rows := fmt.Sprintf(`[{"room":%d,"from":"2030-06-01","to":"2030-06-10","reserved":%d},{"room":%d,"date":"2030-06-05","checked_in":%d}]`, b.rooms[0], n%7, b.rooms[1], n%7)
				res := b.Do(t, "POST", connectionBase+"inbound/"+token+"/", rows)
				if res.Code != 200 {
					t.Errorf("inbound: %d %s", res.Code, res.Body)
				}
			}
		})
	}
	for range 3 {
		work.Go(func() {
			for range 8 {
				ledger := b.Ledger(t, b.who, nil, b.p, calendar.ID)
				b.Pending(t, b.who, ledger.ID, b.rooms[0], civil.MustParse("2030-06-03"), 3, 1)
				code := b.who.Do(t, "POST", fmt.Sprintf("/api/rooming/ledgers/%d/confirm/", ledger.ID), "").Code
				if code != 200 && code != 409 {
					t.Errorf("confirm: %d", code)
				}
			}
		})
	}
	done := make(chan struct{})
	go func() { work.Wait(); close(done) }()
	for looking := true; looking; {
		select {
		case <-done:
			looking = false
		default:
		}
		require.NoError(t, allotmenttest.Check(t.Context(), reader))
	}
	require.NotEmpty(t, b.Told(t, b.who), "overbookings are told")
}
