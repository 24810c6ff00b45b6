package allotment

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/field"
)

// edit is a change to the pool of one room and date.
type edit struct {
	committed int  // added to the present value
	reported  *int // new value, nil if it stays
	total     *int // new value, nil if it stays
}

// updatePool applies edits to the pool and works out again what rooms lend each
// other. If a room has too few units it changes nothing and returns
// ErrPoolExceeded. Nothing else writes the pool.
func (ch *change) updatePool(ctx context.Context, edits map[rules.Cell]edit) (*poolChange, error) {
	return ch.updatePoolOf(ctx, edits, nil)
}

// poolRows is what is stored of the pool.
type poolRows struct {
	pools []rules.Pool
	loans []rules.Loan
}

// updatePoolOf is updatePool for a caller that has read, since the last change to the pool, what
// is stored for the rooms of the edits and all linked to them; nil: it is read.
func (ch *change) updatePoolOf(ctx context.Context, edits map[rules.Cell]edit, stored *poolRows) (*poolChange, error) {
	if len(edits) == 0 {
		return &poolChange{}, nil
	}
	p, err := ch.loadPool(ctx, edits, stored)
	if err != nil {
		return nil, err
	}
	for _, date := range p.dates {
		p.settle(date, edits)
	}
	if len(p.short) > 0 {
		first, refusal := p.refusal()
		return nil, refusal.Withf("%s has %d units left on %s, %d are wanted", first.RoomName, first.Left, first.Date, first.Wanted)
	}
	return p, p.save(ctx)
}

// resettle works out the stored days from today on again for which wanted
// returns true: reported units that did not fit before may fit now.
func (ch *change) resettle(ctx context.Context, wanted func(p rules.Pool) bool) error {
	rooms, err := ch.allRooms(ctx)
	if err != nil {
		return err
	}
	rows, err := ch.futurePools(ctx, rooms)
	if err != nil {
		return err
	}
	edits := map[rules.Cell]edit{}
	for _, row := range rows {
		if wanted(row) {
			edits[rules.Cell{Room: row.RoomID, Date: row.Date}] = edit{}
		}
	}
	_, err = ch.updatePool(ctx, edits)
	return err
}

// futurePools returns the stored rows of rooms from today on.
func (ch *change) futurePools(ctx context.Context, rooms []rules.Room) ([]rules.Pool, error) {
	if len(rooms) == 0 {
		return nil, nil
	}
	return ch.store.Pools(ctx, ch.owner, rules.RoomIDs(rooms), civil.Range{From: ch.today, To: civil.Max})
}

// poolChange is the part of a property's pool that one write touches: its dates,
// the rooms that it changes and the rooms linked to them by sharing rules.
type poolChange struct {
	*change
	rooms  []rules.Room
	shares []rules.Share
	dates  []civil.Date
	cells  map[rules.Cell]rules.Pool
	loans  map[civil.Date][]int // units, one for each of shares
	short  []conflict

	changed      []rules.Pool
	changedLoans []rules.Loan
}

func (ch *change) loadPool(ctx context.Context, edits map[rules.Cell]edit, stored *poolRows) (_ *poolChange, err error) {
	p := &poolChange{change: ch, cells: make(map[rules.Cell]rules.Pool, len(edits)), loans: map[civil.Date][]int{}}
	wanted, dates := map[int64]bool{}, map[civil.Date]bool{}
	for c := range edits {
		wanted[c.Room], dates[c.Date] = true, true
	}
	p.dates = slices.Sorted(maps.Keys(dates))
	if p.rooms, p.shares, err = ch.linked(ctx, slices.Collect(maps.Keys(wanted))); err != nil {
		return nil, err
	}
	if stored == nil {
		if stored, err = p.read(ctx, civil.Range{From: p.dates[0], To: p.dates[len(p.dates)-1]}); err != nil {
			return nil, err
		}
	}
	for _, row := range stored.pools {
		p.cells[rules.Cell{Room: row.RoomID, Date: row.Date}] = row
	}
	p.addLoans(stored.loans)
	return p, nil
}

func (p *poolChange) read(ctx context.Context, season civil.Range) (*poolRows, error) {
	pools, err := p.store.Pools(ctx, p.owner, rules.RoomIDs(p.rooms), season)
	if err != nil || len(p.shares) == 0 {
		return &poolRows{pools: pools}, err
	}
	loans, err := p.store.Loans(ctx, p.property, season)
	return &poolRows{pools, loans}, err
}

// linked returns rooms and all that rules link to them, directly or through other rooms, by id,
// with those rules.
func (ch *change) linked(ctx context.Context, ids []int64) (rooms []rules.Room, linking []rules.Share, err error) {
	all, err := ch.allRooms(ctx)
	if err != nil {
		return nil, nil, err
	}
	shares, err := ch.shares(ctx)
	if err != nil {
		return nil, nil, err
	}
	wanted := map[int64]bool{}
	for _, id := range ids {
		wanted[id] = true
	}
	for grown := true; grown; {
		grown = false
		for _, s := range shares {
			if wanted[s.DonorRoom] != wanted[s.RecipientRoom] {
				wanted[s.DonorRoom], wanted[s.RecipientRoom], grown = true, true, true
			}
		}
	}
	for _, s := range shares {
		if wanted[s.DonorRoom] {
			linking = append(linking, s)
		}
	}
	for _, r := range all {
		if wanted[r.ID] {
			rooms = append(rooms, r)
		}
	}
	if len(rooms) < len(wanted) {
		return nil, nil, fmt.Errorf("pool of property %d: not all of rooms %v are there", ch.property, slices.Sorted(maps.Keys(wanted)))
	}
	slices.SortFunc(rooms, func(a, b rules.Room) int { return cmp.Compare(a.ID, b.ID) })
	return rooms, linking, nil
}

// addLoans adds what is lent under the rules of the change.
func (p *poolChange) addLoans(loans []rules.Loan) {
	at := make(map[int64]int, len(p.shares))
	for i, s := range p.shares {
		at[s.ID] = i
	}
	for _, l := range loans {
		i, linked := at[l.ShareID]
		if !linked {
			continue
		}
		if p.loans[l.Date] == nil {
			p.loans[l.Date] = make([]int, len(p.shares))
		}
		p.loans[l.Date][i] = l.Units
	}
}

// settle works out one date and collects the rows that change.
func (p *poolChange) settle(date civil.Date, edits map[rules.Cell]edit) {
	before, after := make([]rules.Pool, len(p.rooms)), make([]rules.Pool, len(p.rooms))
	for i, r := range p.rooms {
		before[i] = p.row(r, date)
		after[i] = before[i]
		e := edits[rules.Cell{Room: r.ID, Date: date}]
		after[i].Committed += e.committed
		field.Set(&after[i].Reported, e.reported)
		field.Set(&after[i].Total, e.total)
	}
	loans := p.loans[date]
	if loans == nil {
		loans = make([]int, len(p.shares))
	}
	were := slices.Clone(loans)
	for _, i := range rules.Settle(date, after, p.shares, loans) {
		p.short = append(p.short, conflictOf(p.rooms[i], before[i], after[i], edits[rules.Cell{Room: p.rooms[i].ID, Date: date}]))
	}
	for i := range after {
		if after[i] != before[i] {
			after[i].Version = p.version
			p.changed = append(p.changed, after[i])
		}
	}
	for i, units := range loans {
		if units != were[i] {
			p.changedLoans = append(p.changedLoans, rules.Loan{ShareID: p.shares[i].ID, Date: date, PropertyID: p.property, Units: units, Version: p.version})
		}
	}
}

// row returns the pool of a room on a date. Without a stored row nothing is
// taken. A row keeps the total that the room had when it was written:
// RoomsChanged updates it from today on, past dates stay as they were.
func (p *poolChange) row(r rules.Room, date civil.Date) rules.Pool {
	if row, ok := p.cells[rules.Cell{Room: r.ID, Date: date}]; ok {
		return row
	}
	return rules.Pool{RoomID: r.ID, Date: date, OwnerID: p.owner, PropertyID: p.property, Total: r.Units}
}

// maxNamed bounds the days listed in a refusal.
const maxNamed = 100

// namedDay is a room and date in the details of a refusal.
type namedDay struct {
	Room     int64      `json:"room"`
	RoomName string     `json:"room_name"`
	Date     civil.Date `json:"date"`
}

// conflict is a day of a room with too few units.
type conflict struct {
	namedDay
	Left   int `json:"left"`   // units available to the write, borrowed ones included
	Wanted int `json:"wanted"` // units that the write needs
}

// conflictOf returns the units that a room with too few has and needs. It needs
// the units that the write adds or, if the write lowers the room's total, all
// that are committed, granted and lent.
func conflictOf(r rules.Room, before, after rules.Pool, e edit) conflict {
	granted := min(before.External, after.Reported)
	free := after.Total + after.Borrowed - after.Committed - after.Lent
	missing := max(granted-free, after.Lent-after.Total)
	wanted := max(e.committed, missing)
	if e.total != nil {
		wanted = after.Committed + granted + after.Lent
	}
	return conflict{namedDay{r.ID, r.Name, after.Date}, wanted - missing, wanted}
}

// refusal returns ErrPoolExceeded with the days that have too few units, and the
// first of them.
func (p *poolChange) refusal() (conflict, *apperr.Error) {
	slices.SortFunc(p.short, func(a, b conflict) int { return cmp.Or(cmp.Compare(a.Date, b.Date), cmp.Compare(a.Room, b.Room)) })
	conflicts := p.short[:min(len(p.short), maxNamed)]
	var dates []civil.Date
	for _, c := range conflicts {
		if !slices.Contains(dates, c.Date) {
			dates = append(dates, c.Date)
		}
	}
	return conflicts[0], rules.ErrPoolExceeded.With("dates", dates).With("conflicts", conflicts)
}

// beforeAfter returns the pool of a room and date before and after the write.
func (p *poolChange) beforeAfter(at rules.Cell) (before, after rules.Pool) {
	i, changed := slices.BinarySearchFunc(p.changed, at, func(row rules.Pool, at rules.Cell) int {
		return rules.CompareCells(rules.Cell{Room: row.RoomID, Date: row.Date}, at)
	})
	before = p.cells[at]
	if !changed {
		return before, before
	}
	if before.Total == 0 { // no row was stored
		before.Total = p.changed[i].Total
	}
	return before, p.changed[i]
}

// save stores the changed rows in the order of rooms and dates.
func (p *poolChange) save(ctx context.Context) error {
	slices.SortFunc(p.changed, func(a, b rules.Pool) int {
		return rules.CompareCells(rules.Cell{Room: a.RoomID, Date: a.Date}, rules.Cell{Room: b.RoomID, Date: b.Date})
	})
	for _, row := range p.changed {
		p.touch(row.RoomID, row.Date)
		for _, rule := range p.shares {
			if rule.DonorRoom == row.RoomID && rule.Limit(row.Date) > 0 { // what it can borrow has changed
				p.touch(rule.RecipientRoom, row.Date)
			}
		}
	}
	if err := p.store.SavePools(ctx, p.changed); err != nil {
		return err
	}
	return p.store.SaveLoans(ctx, p.changedLoans)
}
