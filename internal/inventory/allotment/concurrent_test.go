package allotment_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment"
	"allot/internal/inventory/allotment/allotmenttest"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

// Sixteen writers fight over small pools while somebody with a connection of
// their own looks at what is committed.
func TestDays_atOnce(t *testing.T) {
	t.Parallel()
	const writers, ops = 16, 100
	e := apptest.New(t)
	who, p, rooms := e.House(t, 3, 2, 5)
	calendars := []rules.Calendar{e.Master(t, who, p)}
	for _, name := range []string{"Seaside Tours", "Alpine Travel"} {
		c := rules.Calendar{OwnerID: who.User.OwnerID, PropertyID: p.ID, Name: name, Kind: rules.KindAllotment, CreatedAt: e.Clock.Now(), UpdatedAt: e.Clock.Now()}
		require.NoError(t, e.DB.InTx(t.Context(), func(ctx context.Context) error { return e.AllotmentStore.InsertCalendar(ctx, &c) }))
		calendars = append(calendars, c)
	}
	first := civil.MustParse("2030-06-01")
	reader := allotmenttest.Reader(t, e.DB)

	var work sync.WaitGroup
	committed := make(chan bool, 1) // something was, since the reader last looked
	refused := make([]int, writers)
	for w := range writers {
		work.Go(func() {
			rnd := rand.New(rand.NewPCG(1, uint64(w)))
			held := map[int64][]allotment.Stay{}
			for range ops {
				c := calendars[rnd.IntN(len(calendars))]
				err := writeSomething(who.Context(t), e, rnd, c, rooms, first, held)
				var refusal *apperr.Error
				switch {
				case err == nil:
					select {
					case committed <- true:
					default:
					}
				case errors.As(err, &refusal) && refusal.Kind == apperr.Conflict:
					refused[w]++
				default:
					t.Errorf("writer %d: %v", w, err)
				}
			}
		})
	}
	go func() {
		work.Wait()
		close(committed)
	}()
	looks := 0
	for range committed {
		require.NoError(t, allotmenttest.Check(t.Context(), reader))
		looks++
	}
	require.NoError(t, allotmenttest.Check(t.Context(), reader))
	total := 0
	for _, n := range refused {
		total += n
	}
	t.Logf("%d of %d writes refused, looked at %d times", total, writers*ops, looks)
	require.Positive(t, total, "the pools were small enough to be fought over")
	require.Less(t, total, writers*ops)
}

// writeSomething does one of what can happen to days. held is what the writer
// has confirmed through rooming, so that it gives back no more than that.
func writeSomething(
	ctx context.Context, e *apptest.Env, rnd *rand.Rand, c rules.Calendar, rooms []int64, first civil.Date, held map[int64][]allotment.Stay,
) error {
	who := auth.From(ctx)
	room, date := rooms[rnd.IntN(len(rooms))], first+civil.Date(rnd.IntN(10))
	n, status := rnd.IntN(4), rules.Statuses[rnd.IntN(len(rules.Statuses))]
	set := rules.Setting{Closed: &n}
	switch rnd.IntN(5) {
	case 0:
		set.Status = &status
		_, err := e.Allotments.SaveDay(ctx, who, c.ID, rules.DayInput{RoomID: room, Date: date, Setting: set})
		return err
	case 1:
		var days []rules.DayInput
		for range 5 {
			m := rnd.IntN(3)
			days = append(days, rules.DayInput{RoomID: rooms[rnd.IntN(len(rooms))], Date: first + civil.Date(rnd.IntN(10)), Setting: rules.Setting{Confirmed: &m}})
		}
		_, err := e.Allotments.SaveDays(ctx, who, c.ID, days)
		return err
	case 2:
		_, err := e.Allotments.SaveRange(ctx, who, c.ID, rules.RangeInput{Season: civil.Range{From: date, To: date + 3}, Setting: set})
		return err
	case 3:
		stay := allotment.Stay{RoomID: room, Arrival: date, Departure: date + 2, Units: 1}
		err := e.Allotments.Hold(ctx, who.OwnerID, c.ID, []allotment.Stay{stay})
		if err == nil {
			held[c.ID] = append(held[c.ID], stay)
		}
		return err
	}
	if len(held[c.ID]) == 0 {
		return nil
	}
	last := held[c.ID][len(held[c.ID])-1]
	held[c.ID] = held[c.ID][:len(held[c.ID])-1]
	last.Units = -last.Units
	return e.Allotments.Hold(ctx, who.OwnerID, c.ID, []allotment.Stay{last})
}
