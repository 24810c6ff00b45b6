package alpinebits

import (
	"cmp"
	"slices"

	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/civil"
)

// SingleRoom is what a system said of one room for some nights. The pool counts by
// category, so that a message about one room needs what earlier ones said of the
// others. A room may stand for several units of its category, as many as its counts
// ever added up to.
type SingleRoom struct {
	ConnectionID int64      `bun:"connection_id"`
	OwnerID      int64      `bun:"owner_id"`
	RoomID       int64      `bun:"room_id"` // the category, as a room type
	Code         string     `bun:"code"`    // InvCode
	StartDate    civil.Date `bun:"start_date"`
	EndDate      civil.Date `bun:"end_date"`
	Units        int        `bun:"units"` // that the room stands for
	Bookable     int        `bun:"bookable"`
	OutOfOrder   int        `bun:"out_of_order_units"`
}

// reserved is how many units of the room are sold, or not for sale here.
func (s SingleRoom) reserved() int { return max(0, s.Units-s.Bookable-s.OutOfOrder) }

// without returns what is left of some nights when others are taken out.
func (s SingleRoom) without(season civil.Range) (list []SingleRoom) {
	if s.EndDate < season.From || s.StartDate > season.To {
		return []SingleRoom{s}
	}
	if before := s; s.StartDate < season.From {
		before.EndDate = season.From.Add(-1)
		list = append(list, before)
	}
	if after := s; s.EndDate > season.To {
		after.StartDate = season.To.Add(1)
		list = append(list, after)
	}
	return list
}

// singleRooms are the single rooms of a connection.
type singleRooms map[singleRoomKey][]SingleRoom

type singleRoomKey struct {
	room int64
	code string
}

func singleRoomsOf(list []SingleRoom) singleRooms {
	l := singleRooms{}
	for _, s := range list {
		l[singleRoomKey{s.RoomID, s.Code}] = append(l[singleRoomKey{s.RoomID, s.Code}], s)
	}
	return l
}

// remove takes nights of one room out.
func (l singleRooms) remove(key singleRoomKey, season civil.Range) {
	var kept []SingleRoom
	for _, s := range l[key] {
		kept = append(kept, s.without(season)...)
	}
	l[key] = kept
}

// removeCategory takes nights of all rooms of a room type out.
func (l singleRooms) removeCategory(room int64, season civil.Range) {
	for key := range l {
		if key.room == room {
			l.remove(key, season)
		}
	}
}

// enter enters the periods of a message and returns the room types of which it says that
// a room stands for more units than was known.
func (l singleRooms) enter(conn, owner int64, periods []roomPeriod, known singleRooms) (grown []int64) {
	units := map[singleRoomKey]int{}
	for _, p := range periods {
		key := singleRoomKey{p.room, p.Room}
		units[key] = max(1, units[key], known.units(key), p.Bookable+p.OutOfOrder+p.OutOfMarket)
	}
	for key, n := range units {
		if n > known.units(key) && len(l[key]) > 0 {
			grown = append(grown, key.room)
		}
		for i := range l[key] {
			l[key][i].Units = n
		}
	}
	for _, p := range periods {
		key := singleRoomKey{p.room, p.Room}
		l.remove(key, p.Season)
		// A single room that can be booked needs no row; of one that stands for several the
		// row says for how many.
		if units[key] > 1 || p.Bookable == 0 {
			l[key] = append(l[key], SingleRoom{conn, owner, p.room, p.Room, p.Season.From, p.Season.To, units[key], p.Bookable, p.OutOfOrder})
		}
	}
	return grown
}

// units is how many units a room stands for, 0 if nothing is known of it.
func (l singleRooms) units(key singleRoomKey) (n int) {
	for _, s := range l[key] {
		n = max(n, s.Units)
	}
	return n
}

// list returns the nights of room types, or of all without any.
func (l singleRooms) list(rooms ...int64) (list []SingleRoom) {
	for key, nights := range l {
		if len(rooms) == 0 || slices.Contains(rooms, key.room) {
			list = append(list, nights...)
		}
	}
	slices.SortFunc(list, func(a, b SingleRoom) int {
		return cmp.Or(cmp.Compare(a.RoomID, b.RoomID), cmp.Compare(a.Code, b.Code), cmp.Compare(a.StartDate, b.StartDate))
	})
	return list
}

// taken returns the rows for the pool of a room type: how many of its units cannot be
// booked on each day of some nights.
func (l singleRooms) taken(room int64, season civil.Range) []rules.UnitRow {
	type units struct{ reserved, outOfOrder int }
	days := map[civil.Date]units{}
	for _, s := range l.list(room) {
		for d := max(s.StartDate, season.From); d <= min(s.EndDate, season.To); d++ {
			u := days[d]
			u.outOfOrder += s.OutOfOrder
			u.reserved += s.reserved()
			days[d] = u
		}
	}
	var rows []rules.UnitRow
	for d := range season.All() {
		u := days[d]
		if last := len(rows) - 1; last >= 0 && rows[last].Reserved == u.reserved && rows[last].OutOfOrder == u.outOfOrder {
			rows[last].To = d
			continue
		}
		rows = append(rows, rules.UnitRow{RoomID: room, From: d, To: d, Reserved: u.reserved, OutOfOrder: u.outOfOrder})
	}
	return rows
}

// roomPeriod is a period with the room type of its category, from today on.
type roomPeriod struct {
	Period
	room int64
}

// periods returns the stored nights of room types as periods.
func (l singleRooms) periods(rooms []int64) (list []roomPeriod) {
	if len(rooms) == 0 {
		return nil
	}
	for _, s := range l.list(rooms...) {
		list = append(list, roomPeriod{Period{Season: civil.Range{From: s.StartDate, To: s.EndDate}}, s.RoomID})
	}
	return list
}

// seasons returns the nights that periods name of each room type, without overlaps.
func seasons(periods []roomPeriod) map[int64][]civil.Range {
	named := map[int64][]civil.Range{}
	for _, p := range slices.SortedFunc(slices.Values(periods), func(a, b roomPeriod) int { return cmp.Compare(a.Season.From, b.Season.From) }) {
		list := named[p.room]
		if last := len(list) - 1; last >= 0 && p.Season.From <= list[last].To.Add(1) {
			list[last].To = max(list[last].To, p.Season.To)
			continue
		}
		named[p.room] = append(list, p.Season)
	}
	return named
}
