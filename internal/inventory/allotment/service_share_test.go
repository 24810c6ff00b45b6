package allotment_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/facts"
	"allot/internal/content/property"
	"allot/internal/inventory/allotment"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/testkit/audittest"
)

// shared is a hotel with a Master and rooms of some units.
type shared struct {
	*apptest.Env
	who    *apptest.Who
	p      property.Property
	rooms  []int64
	master rules.Calendar
	from   civil.Date
}

func newShared(t *testing.T, units ...int) *shared {
	t.Helper()
	s := &shared{Env: apptest.New(t), from: civil.MustParse("2030-06-10")}
	s.who, s.p, s.rooms = s.House(t, units...)
	s.master = s.Master(t, s.who, s.p)
	return s
}

// hold confirms units of a room for one night, or gives them back.
func (s *shared) hold(t *testing.T, room, units int, night civil.Date) error {
	t.Helper()
	return s.Allotments.Hold(s.who.Context(t), s.who.User.OwnerID, s.master.ID,
		[]allotment.Stay{{RoomID: s.rooms[room], Arrival: night, Departure: night + 1, Units: units}})
}

func (s *shared) share(t *testing.T, donor, recipient, units int) rules.Share {
	t.Helper()
	made, err := s.Allotments.AddShare(s.who.Context(t), s.who.Caller, rules.ShareChange{
		PropertyID: &s.p.ID, DonorRoom: &s.rooms[donor], RecipientRoom: &s.rooms[recipient], MaxUnits: &units,
	})
	require.NoError(t, err)
	return made
}

func (s *shared) report(t *testing.T, source string, rows ...rules.UnitRow) rules.UnitsResult {
	t.Helper()
	return s.reportAll(t, rules.UnitsImport{Source: source, Rows: rows})
}

func (s *shared) reportAll(t *testing.T, in rules.UnitsImport) rules.UnitsResult {
	t.Helper()
	res, err := s.Allotments.ImportUnits(s.who.Context(t), s.who.User.OwnerID, s.p.ID, in)
	require.NoError(t, err)
	return res
}

// pool is committed, reported, external, borrowed, lent and total of a room.
func (s *shared) pool(t *testing.T, room int, date civil.Date) []int {
	t.Helper()
	rows, err := s.AllotmentStore.Pools(t.Context(), s.who.User.OwnerID, s.rooms[room:room+1], civil.Range{From: date, To: date})
	require.NoError(t, err)
	if len(rows) == 0 {
		return nil
	}
	r := rows[0]
	return []int{r.Committed, r.Reported, r.External, r.Borrowed, r.Lent, r.Total}
}

func (s *shared) setUnits(t *testing.T, room, units int) error {
	t.Helper()
	category, _ := facts.Load().Find(facts.CategoryRooms)
	_, err := s.Properties.SaveFacts(s.who.Context(t), s.who.Caller, s.p.ID, category, fmt.Appendf(nil, `{"id":%d,"room_total_units":%d}`, s.rooms[room], units))
	return err
}

// updates are the events of availability that were written.
func (s *shared) updates(t *testing.T) (list []allotment.Updated) {
	t.Helper()
	var rows []string
	require.NoError(t, s.DB.From(t.Context()).NewRaw("SELECT payload FROM outbox_events WHERE kind = 'availability.updated' ORDER BY id").Scan(t.Context(), &rows))
	for _, row := range rows {
		var u allotment.Updated
		require.NoError(t, json.Unmarshal([]byte(row), &u))
		list = append(list, u)
	}
	return list
}

func TestService_shares(t *testing.T) {
	t.Parallel()
	t.Run("a full room sells what another lends, and a rule in use cannot end", func(t *testing.T) {
		t.Parallel()
		s := newShared(t, 1, 3)
		require.NoError(t, s.hold(t, 0, 1, s.from))
		require.ErrorIs(t, s.hold(t, 0, 1, s.from), rules.ErrPoolExceeded)
		rule := s.share(t, 1, 0, 2)
		require.NoError(t, s.hold(t, 0, 2, s.from))
		require.Equal(t, []int{3, 0, 0, 2, 0, 1}, s.pool(t, 0, s.from))
		require.Equal(t, []int{0, 0, 0, 0, 2, 3}, s.pool(t, 1, s.from))
		require.ErrorIs(t, s.hold(t, 1, 2, s.from), rules.ErrPoolExceeded, "what is lent is not there to sell")

		ctx, one, off, early := s.who.Context(t), 1, false, s.from-1
		for _, change := range []rules.ShareChange{{MaxUnits: &one}, {IsActive: &off}, {EndDate: &early}} {
			_, err := s.Allotments.UpdateShare(ctx, s.who.Caller, rule.ID, change)
			require.ErrorIs(t, err, rules.ErrShareInUse)
			require.Equal(t, []civil.Date{s.from}, apperr.Of(err).Details["dates"])
		}
		require.ErrorIs(t, s.Allotments.DeleteShare(ctx, s.who.Caller, rule.ID), rules.ErrShareInUse)
		_, err := s.Allotments.UpdateShare(ctx, s.who.Caller, rule.ID, rules.ShareChange{EndDate: &s.from})
		require.NoError(t, err, "as long as every loan is within")
		require.NoError(t, s.hold(t, 0, -2, s.from))
		require.NoError(t, s.Allotments.DeleteShare(ctx, s.who.Caller, rule.ID))
		require.Equal(t, []int{0, 0, 0, 0, 0, 3}, s.pool(t, 1, s.from))
	})
	t.Run("a rule that is over can go, and the days it lent on can still be given back", func(t *testing.T) {
		t.Parallel()
		s := newShared(t, 1, 3)
		rule := s.share(t, 1, 0, 2)
		require.NoError(t, s.hold(t, 0, 3, s.from))
		s.Clock.Advance(24 * 60 * 60 * 1e9 * 30)
		s.who = s.Login(t, s.who.User.Email)
		require.NoError(t, s.Allotments.DeleteShare(s.who.Context(t), s.who.Caller, rule.ID))
		require.NoError(t, s.hold(t, 0, -1, s.from), "with two guests left in one unit of its own")
		require.Equal(t, []int{2, 0, 0, 2, 0, 1}, s.pool(t, 0, s.from))
	})
	t.Run("what a system reports beyond the units is let in by a new rule, and told", func(t *testing.T) {
		t.Parallel()
		s := newShared(t, 1, 3)
		res := s.report(t, "PMS", rules.UnitRow{Line: 1, RoomID: s.rooms[0], Date: s.from, Reserved: 3})
		require.Equal(t, []rules.Overbooking{{RoomID: s.rooms[0], Date: s.from, Reported: 3, Counted: 1}}, res.Overbooked)
		rule := s.share(t, 1, 0, 1)
		require.Equal(t, []int{0, 3, 2, 1, 0, 1}, s.pool(t, 0, s.from))
		list := s.updates(t)
		require.Len(t, list, 2)
		today := civil.MustParse("2030-05-31")
		require.Equal(t, []allotment.RoomSpan{{Room: s.rooms[0], From: today, To: today + allotment.Horizon - 1}, {Room: s.rooms[1], From: s.from, To: s.from}}, list[1].Data.Rooms)
		two := 2
		_, err := s.Allotments.UpdateShare(s.who.Context(t), s.who.Caller, rule.ID, rules.ShareChange{MaxUnits: &two})
		require.NoError(t, err)
		require.Equal(t, []int{0, 3, 3, 2, 0, 1}, s.pool(t, 0, s.from))
		trail, err := audittest.Of(t.Context(), s.DB, s.who.User.OwnerID, "allotment_share", rule.ID)
		require.NoError(t, err)
		require.Len(t, trail, 2)
	})
	t.Run("two rules that lend between the same rooms on the same days are one too many", func(t *testing.T) {
		t.Parallel()
		s := newShared(t, 1, 3)
		rule, two, off, on, next := s.share(t, 1, 0, 2), 2, false, true, s.from+1
		again := rules.ShareChange{PropertyID: &s.p.ID, DonorRoom: &s.rooms[1], RecipientRoom: &s.rooms[0], MaxUnits: &two}
		ctx := s.who.Context(t)
		_, err := s.Allotments.AddShare(ctx, s.who.Caller, again)
		require.ErrorIs(t, err, rules.ErrShareExists)
		again.IsActive = &off
		resting, err := s.Allotments.AddShare(ctx, s.who.Caller, again)
		require.NoError(t, err)
		_, err = s.Allotments.UpdateShare(ctx, s.who.Caller, resting.ID, rules.ShareChange{IsActive: &on})
		require.ErrorIs(t, err, rules.ErrShareExists)
		_, err = s.Allotments.UpdateShare(ctx, s.who.Caller, rule.ID, rules.ShareChange{EndDate: &s.from})
		require.NoError(t, err)
		_, err = s.Allotments.UpdateShare(ctx, s.who.Caller, resting.ID, rules.ShareChange{IsActive: &on, StartDate: &next})
		require.NoError(t, err)
	})
	t.Run("twins that are made at once are one", func(t *testing.T) {
		t.Parallel()
		s := newShared(t, 1, 3)
		body := fmt.Sprintf(`{"property":%d,"donor_room":%d,"recipient_room":%d,"max_units":1}`, s.p.ID, s.rooms[0], s.rooms[1])
		codes := make(chan int, 4)
		for range 4 {
			go func() { codes <- s.who.Do(t, http.MethodPost, "/api/allotment/shares/", body).Code }()
		}
		got := map[int]int{}
		for range 4 {
			got[<-codes]++
		}
		require.Equal(t, map[int]int{http.StatusCreated: 1, http.StatusConflict: 3}, got)
	})
}
