package allotment_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/auth"
	"allot/internal/identity/notify"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/testkit/audittest"
)

func TestService_ImportUnits(t *testing.T) {
	t.Parallel()
	today := civil.MustParse("2030-05-31")
	t.Run("what a system says replaces what it said, and systems add up", func(t *testing.T) {
		t.Parallel()
		s := newShared(t, 10)
		row := func(reserved, checkedIn, outOfOrder int) rules.UnitRow {
			return rules.UnitRow{RoomID: s.rooms[0], Date: s.from, Reserved: reserved, CheckedIn: checkedIn, OutOfOrder: outOfOrder}
		}
		first := s.report(t, "PMS", row(1, 2, 3))
		require.Len(t, first.Changes, 1)
		before, after := first.Changes[0].Before, first.Changes[0].After
		require.Equal(t, []int{0, 6, 1, 2, 3}, []int{before.Counted, after.Counted, after.Reserved, after.CheckedIn, after.OutOfOrder})
		first.Changes = nil
		require.Equal(t, rules.UnitsResult{Accepted: 1}, first)
		require.Empty(t, s.report(t, "PMS", row(1, 2, 3)).Changes, "the same report again changes nothing")
		require.Equal(t, []int{0, 6, 6, 0, 0, 10}, s.pool(t, 0, s.from))
		s.report(t, "Other", row(1, 0, 0))
		s.report(t, "PMS", row(9, 9, 9), row(2, 0, 0))
		require.Equal(t, []int{0, 3, 3, 0, 0, 10}, s.pool(t, 0, s.from), "of two rows for a day the later one counts")
		require.Len(t, s.updates(t), 3, "one event a report")
		s.report(t, "PMS", row(2, 0, 0))
		require.Len(t, s.updates(t), 3, "what changes nothing is no news")
		trail, err := audittest.Of(t.Context(), s.DB, s.who.User.OwnerID, "allotment_units", s.p.ID)
		require.NoError(t, err)
		require.Len(t, trail, 3)
		s.report(t, "PMS", row(0, 0, 0))
		require.Equal(t, []int{0, 1, 1, 0, 0, 10}, s.pool(t, 0, s.from))
	})
	t.Run("a bad row never loses the good ones", func(t *testing.T) {
		t.Parallel()
		s := newShared(t, 10)
		room := s.rooms[0]
		res := s.report(t, "PMS",
			rules.UnitRow{Line: 2, RoomID: 999999, Date: s.from, Reserved: 1},
			rules.UnitRow{Line: 3, RoomID: room, Date: s.from, Reserved: -1},
			rules.UnitRow{Line: 4, RoomID: room, Date: s.from, OutOfOrder: 10001},
			rules.UnitRow{Line: 5, RoomID: room, Date: today - 1, Reserved: 1},
			rules.UnitRow{Line: 6, RoomID: room, Date: today + 1101, Reserved: 1},
			rules.UnitRow{Line: 7, RoomID: room, From: s.from, To: s.from - 1, Reserved: 1},
			rules.UnitRow{Line: 8, RoomID: room, Reserved: 1},
			rules.UnitRow{Line: 9, RoomID: room, From: today - 3, To: today + 1, Reserved: 4},
		)
		require.Equal(t, 1, res.Accepted)
		rejected := map[int]string{}
		for _, r := range res.Rejected {
			rejected[r.Line] = apperr.Sentence(r.Err)
		}
		require.Equal(t, map[int]string{
			2: "room 999999 is no room of this property",
			3: "reserved must be a whole number from 0 to 10000",
			4: "out_of_order must be a whole number from 0 to 10000",
			5: "2030-05-30 has passed: today is 2030-05-31 where the property is",
			6: (today + 1101).String() + " is more than 1100 days ahead",
			7: "date is required, or from and a to that is not before it",
			8: "date is required, or from and a to that is not before it",
		}, rejected)
		require.Nil(t, s.pool(t, 0, today-1))
		require.Equal(t, []int{0, 4, 4, 0, 0, 10}, s.pool(t, 0, today), "of a row that has begun the rest counts")
		_, err := s.Allotments.ImportUnits(s.who.Context(t), s.who.User.OwnerID, s.p.ID, rules.UnitsImport{})
		require.ErrorIs(t, err, apperr.ErrValidation)
		_, err = s.Allotments.ImportUnits(s.who.Context(t), s.who.User.OwnerID+1, s.p.ID, rules.UnitsImport{Source: "PMS"})
		require.ErrorIs(t, err, apperr.ErrNotFound)
	})
	t.Run("what the platform sold is not counted twice, in however many systems", func(t *testing.T) {
		t.Parallel()
		s := newShared(t, 10)
		require.NoError(t, s.hold(t, 0, 3, s.from))
		in := func(source string, reserved, outOfOrder int) rules.UnitsImport {
			return rules.UnitsImport{Source: source, IncludesPlatformBookings: true, Rows: []rules.UnitRow{
				{RoomID: s.rooms[0], Date: s.from, Reserved: reserved, OutOfOrder: outOfOrder},
			}}
		}
		s.reportAll(t, in("PMS", 5, 1))
		require.Equal(t, []int{3, 3, 3, 0, 0, 10}, s.pool(t, 0, s.from), "5 reserved are 2 besides ours, and 1 out of order")
		s.reportAll(t, in("Other", 2, 0))
		require.Equal(t, []int{3, 5, 5, 0, 0, 10}, s.pool(t, 0, s.from), "the same booking does not sit in both")
		s.reportAll(t, in("PMS", 1, 0))
		s.reportAll(t, in("Other", 4, 0))
		require.Equal(t, []int{3, 2, 2, 0, 0, 10}, s.pool(t, 0, s.from), "5 in both are 2 besides ours")
		s.reportAll(t, in("Other", 1, 1))
		require.Equal(t, []int{3, 1, 1, 0, 0, 10}, s.pool(t, 0, s.from), "what is out of order is nobody's booking")
	})
	t.Run("an overbooking is told once, and again if it grows", func(t *testing.T) {
		t.Parallel()
		s := newShared(t, 2, 9)
		helper, stranger := s.SubUser(t, s.who, auth.StopSales), s.SubUser(t, s.who)
		report := func(reserved int) rules.UnitsResult {
			return s.report(t, "Oracle", rules.UnitRow{RoomID: s.rooms[0], From: s.from, To: s.from + 4, Reserved: reserved},
				rules.UnitRow{RoomID: s.rooms[1], Date: s.from, Reserved: 9})
		}
		require.Empty(t, report(2).Overbooked)
		require.Empty(t, s.Told(t, s.who))
		res := report(3)
		require.Len(t, res.Overbooked, 5)
		require.Equal(t, rules.Overbooking{RoomID: s.rooms[0], Date: s.from, Reported: 3, Counted: 2}, res.Overbooked[0])
		require.Len(t, report(3).Overbooked, 5)
		require.Len(t, s.Told(t, s.who), 1)
		told := s.Told(t, helper)[0]
		require.Equal(t, notify.Overbooked, told.Kind)
		require.Equal(t, "Hotel Aurora is overbooked", told.Title)
		require.Contains(t, told.Body, "Oracle reports more rooms of Hotel Aurora as taken than there are: A room: 10 June 2030, 11 June 2030, 12 June 2030, ….")
		require.Equal(t, fmt.Sprintf("/allotment/?property=%d&day=2030-06-10", s.p.ID), told.Link)
		require.Empty(t, s.Told(t, stranger))
		report(4)
		require.Len(t, s.Told(t, s.who), 2)
		report(3)
		require.Len(t, s.Told(t, s.who), 2)
		require.ErrorIs(t, s.hold(t, 0, 1, s.from), rules.ErrPoolExceeded)
		report(1)
		require.NoError(t, s.hold(t, 0, 1, s.from))
	})
	t.Run("50 rooms for a year are taken at once", func(t *testing.T) {
		t.Parallel()
		units := make([]int, 50)
		s := newShared(t, units...)
		var rows []rules.UnitRow
		for _, room := range s.rooms {
			for day := range 365 {
				rows = append(rows, rules.UnitRow{RoomID: room, Date: today.Add(day), Reserved: day % 7})
			}
		}
		start := time.Now()
		res := s.report(t, "PMS", rows...)
		t.Logf("first report: %s", time.Since(start))
		require.Equal(t, 50*365, res.Accepted)
		start = time.Now()
		s.report(t, "PMS", rows...)
		t.Logf("the same once more: %s", time.Since(start))
		require.Len(t, s.updates(t), 1)
	})
}
