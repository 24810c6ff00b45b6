package exchangetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/exchange/alpinebits"
	"allot/internal/identity/notify"
	"allot/internal/inventory/allotment/allotmenttest"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

// A system fills a hotel with complete sets and deltas while the hotel confirms lists
// of operators and closes days. Somebody with a connection of their own looks at what
// is committed all the time.
func TestLoad_ThePoolHolds(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	s := newPMS(t, e, "H1")
	var rooms []int64
	for i, code := range []string{"DZ", "EZ"} {
		rooms = append(rooms, e.Room(t, s.who, s.property.ID, code, code, 6+2*i))
	}
	operator := e.Operator(t)
	e.Accepted(t, s.who, operator)
	calendar := e.Master(t, s.who, s.property)
	l := e.Ledger(t, s.who, operator, s.property, calendar.ID)
	ctx, who := s.who.Context(t), s.who.Caller
	first := civil.New(2030, 6, 10)
	const nights, messages, workers = 8, 15, 3
	// More is asked for than fits: confirmations and reports fight over it.
	var entries []int64
	for i := range 2 * messages {
		entries = append(entries, e.Pending(t, s.who, l.ID, rooms[i%2], first.Add(i%nights), 2, 1).ID)
	}
	reader := allotmenttest.Reader(t, e.DB)

	var work sync.WaitGroup
	var confirmed, refused, overbooked atomic.Int64
	fail := func(err error) {
		if err != nil {
			t.Error(err)
		}
	}
	for w := range workers {
		work.Go(func() {
			rnd := rand.New(rand.NewPCG(1, uint64(w)))
			for i := range messages {
				answer, err := s.report(rnd, first, nights, w == 0 && i%5 == 0)
				fail(err)
				if strings.Contains(answer, "is overbooked") {
					overbooked.Add(1)
				}
			}
		})
	}
	for half := range 2 {
		work.Go(func() {
			for _, id := range entries[half*messages : (half+1)*messages] {
				_, err := e.Rooming.ConfirmEntry(ctx, who, id)
				switch {
				case err == nil:
					confirmed.Add(1)
				case errors.Is(err, rules.ErrPoolExceeded):
					refused.Add(1)
				default:
					fail(err)
				}
			}
		})
	}
	work.Go(func() {
		rnd := rand.New(rand.NewPCG(2, 0))
		for range messages {
			day, closed := first.Add(rnd.IntN(nights)), rnd.IntN(3)
			_, err := e.Allotments.SaveDay(ctx, who, calendar.ID, rules.DayInput{RoomID: rooms[rnd.IntN(2)], Date: day, Setting: rules.Setting{Closed: &closed}})
			if refusal, ok := errors.AsType[*apperr.Error](err); ok && refusal.Kind == apperr.Conflict {
				err = nil
			}
			fail(err)
		}
	})
	done := make(chan struct{})
	go func() { work.Wait(); close(done) }()
	for looks := 0; ; looks++ {
		require.NoError(t, allotmenttest.Check(t.Context(), reader))
		select {
		case <-done:
			require.NoError(t, allotmenttest.Check(t.Context(), reader))
			t.Logf("%d looks, %d stays confirmed, %d refused, %d answers name overbooked days", looks, confirmed.Load(), refused.Load(), overbooked.Load())
			require.Positive(t, confirmed.Load())
			require.Positive(t, overbooked.Load())
			told := 0
			for _, n := range e.Told(t, s.who) {
				if n.Kind == notify.Overbooked {
					told++
				}
			}
			require.Positive(t, told, "the hotel is told")
			require.Len(t, s.logs(), min(100, workers*messages), "every call is in the log")
			return
		default:
		}
	}
}

// report sends a complete set or a delta.
func (s *alpinebitsPms) report(rnd *rand.Rand, first civil.Date, nights int, complete bool) (string, error) {
	var list []string
	for _, code := range []string{"DZ", "EZ"} {
		day := first.Add(rnd.IntN(nights))
		list = append(list, inventory(fmt.Sprintf(`Start="%s" End="%s" InvTypeCode="%s"`, day, day.Add(rnd.IntN(3)), code), fmt.Sprintf("2=%d", rnd.IntN(4)), "6=1"))
	}
	res := s.call(alpinebits.ActionFreeRooms, s.freeRooms(complete, list...))
	if res.Code != http.StatusOK || !strings.Contains(res.Body.String(), "<Success/>") {
		return "", fmt.Errorf("FreeRooms: %d %s", res.Code, res.Body)
	}
	return res.Body.String(), nil
}
