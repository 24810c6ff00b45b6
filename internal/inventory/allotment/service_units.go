package allotment

import (
	"context"
	"maps"
	"slices"

	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

// UnitStore is the database of reported units.
type UnitStore interface {
	SaveUnits(ctx context.Context, units []rules.Units) error
	// UnitsOfRooms returns the reports of all systems on rooms in a season, by room and
	// date.
	UnitsOfRooms(ctx context.Context, owner int64, rooms []int64, season civil.Range) ([]rules.Units, error)
	// UnitsOfSource returns the reports of one system with units, from a date on.
	UnitsOfSource(ctx context.Context, owner, property int64, source string, from civil.Date) ([]rules.Units, error)
	// Confirmed returns the confirmed units by room and date over all calendars in
	// a season, without rows for 0.
	Confirmed(ctx context.Context, owner int64, rooms []int64, season civil.Range) ([]Confirmed, error)
}

// Confirmed is how many units of a room are confirmed on a date.
type Confirmed struct {
	RoomID int64      `bun:"room_id"`
	Date   civil.Date `bun:"date"`
	Units  int        `bun:"units"`
}

// ImportUnits stores the units that a property management system reports as taken.
// Units that do not fit are not refused: they are stored, listed in the result
// and, if new, reported to the hotel. A bad row is rejected without the others.
func (s *Service) ImportUnits(ctx context.Context, owner, property int64, in rules.UnitsImport) (rules.UnitsResult, error) {
	if err := in.Check(); err != nil {
		return rules.UnitsResult{}, err
	}
	var result rules.UnitsResult
	err := s.change(ctx, owner, property, DaysOnly, func(ctx context.Context, ch *change) error {
		ch.kind = WriteUnits
		i := &unitsImport{change: ch, in: in}
		if err := i.readRows(ctx); err != nil {
			return err
		}
		if err := i.apply(ctx); err != nil {
			return err
		}
		result = i.result
		return nil
	})
	return result, err
}

// unitsImport is the import of one report.
type unitsImport struct {
	*change
	in     rules.UnitsImport
	wanted map[rules.Cell]rules.Units
	season civil.Range // encloses all wanted days
	result rules.UnitsResult
}

// clearOthers sets the system's units to 0 where a complete report names none. Rooms
// with a rejected row stay as they are, because the row may have named their units.
func (i *unitsImport) clearOthers(ctx context.Context, rejected map[int64]bool) error {
	if !i.in.Complete {
		return nil
	}
	list, err := i.store.UnitsOfSource(ctx, i.owner, i.property, i.in.Source, i.today)
	if err != nil {
		return err
	}
	for _, u := range list {
		at := rules.Cell{Room: u.RoomID, Date: u.Date}
		if _, named := i.wanted[at]; named || rejected[u.RoomID] {
			continue
		}
		i.want(at, rules.Units{})
	}
	return nil
}

// want notes the units of the system on a room and date.
func (i *unitsImport) want(at rules.Cell, u rules.Units) {
	u.RoomID, u.Date, u.Source, u.OwnerID, u.PropertyID = at.Room, at.Date, i.in.Source, i.owner, i.property
	i.wanted[at] = u
	if !i.season.Valid() {
		i.season = civil.Range{From: at.Date, To: at.Date}
	}
	i.season = civil.Range{From: min(i.season.From, at.Date), To: max(i.season.To, at.Date)}
}

// readRows reads the valid rows and rejects the others.
func (i *unitsImport) readRows(ctx context.Context) error {
	rooms, err := i.allRooms(ctx)
	if err != nil {
		return err
	}
	i.wanted = map[rules.Cell]rules.Units{}
	rejected := map[int64]bool{}
	for _, r := range i.in.Rows {
		season, err := i.rowSeason(r, rooms)
		if err != nil {
			i.result.Rejected = append(i.result.Rejected, rules.RejectedUnit{Line: r.Line, Err: err})
			rejected[r.RoomID] = true
			continue
		}
		i.result.Accepted++
		for date := range season.All() {
			i.want(rules.Cell{Room: r.RoomID, Date: date}, rules.Units{Reserved: r.Reserved, CheckedIn: r.CheckedIn, OutOfOrder: r.OutOfOrder})
		}
	}
	return i.clearOthers(ctx, rejected)
}

// rowSeason returns the days of a row, or why it is rejected.
func (i *unitsImport) rowSeason(r rules.UnitRow, rooms []rules.Room) (civil.Range, error) {
	if !rules.HasRoom(rooms, r.RoomID) {
		return civil.Range{}, apperr.Field("room", "%d is no room of this property", r.RoomID)
	}
	if err := r.CheckUnits(); err != nil {
		return civil.Range{}, err
	}
	return r.Season(i.today)
}

// earlierReport is what was reported on a room and date before.
type earlierReport struct {
	own      *rules.Units // of the same system
	counted  int          // of other systems
	deducted int          // of other systems: units sold through the platform
}

func (i *unitsImport) earlierReports(ctx context.Context) (map[rules.Cell]earlierReport, error) {
	rooms := map[int64]bool{}
	for at := range i.wanted {
		rooms[at.Room] = true
	}
	list, err := i.store.UnitsOfRooms(ctx, i.owner, slices.Sorted(maps.Keys(rooms)), i.season)
	if err != nil {
		return nil, err
	}
	found := make(map[rules.Cell]earlierReport, len(i.wanted))
	for n, u := range list {
		at := rules.Cell{Room: u.RoomID, Date: u.Date}
		k := found[at]
		if u.Source == i.in.Source {
			k.own = &list[n]
		} else {
			k.counted += u.Counted
			k.deducted += u.Deducted()
		}
		found[at] = k
	}
	return found, nil
}

// sold returns the confirmed units of calendars, if the system counts them too.
func (i *unitsImport) sold(ctx context.Context) (map[rules.Cell]int, error) {
	if !i.in.IncludesPlatformBookings {
		return nil, nil
	}
	rooms, err := i.allRooms(ctx)
	if err != nil {
		return nil, err
	}
	list, err := i.store.Confirmed(ctx, i.owner, rules.RoomIDs(rooms), i.season)
	if err != nil {
		return nil, err
	}
	sold := make(map[rules.Cell]int, len(list))
	for _, c := range list {
		sold[rules.Cell{Room: c.RoomID, Date: c.Date}] = c.Units
	}
	return sold, nil
}

// apply works out the counts, stores those that differ and updates the pool.
func (i *unitsImport) apply(ctx context.Context) error {
	if len(i.wanted) == 0 {
		return nil
	}
	before, err := i.earlierReports(ctx)
	if err != nil {
		return err
	}
	sold, err := i.sold(ctx)
	if err != nil {
		return err
	}
	edits := make(map[rules.Cell]edit, len(i.wanted))
	var was, is []rules.Units
	for _, at := range slices.SortedFunc(maps.Keys(i.wanted), rules.CompareCells) {
		u, k := i.wanted[at], before[at]
		u.Count(sold[at] - k.deducted) // a booking is in one system only
		if k.own == nil {
			k.own = &rules.Units{RoomID: u.RoomID, Date: u.Date, Source: u.Source, OwnerID: u.OwnerID, PropertyID: u.PropertyID}
		}
		if u != *k.own {
			was, is = append(was, *k.own), append(is, u)
			i.result.Changes = append(i.result.Changes, rules.UnitsChange{Before: *k.own, After: u})
		}
		reported := k.counted + u.Counted
		edits[at] = edit{reported: &reported}
	}
	if err := i.store.SaveUnits(ctx, is); err != nil {
		return err
	}
	p, err := i.updatePool(ctx, edits)
	if err != nil {
		return err
	}
	if err := i.recordUnits(ctx, was, is); err != nil {
		return err
	}
	return i.reportOverbooking(ctx, p)
}
