package allotment

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/field"
)

// cell is one room on one date.
type cell struct {
	room int64
	date civil.Date
}

func compareCells(a, b cell) int {
	return cmp.Or(cmp.Compare(a.room, b.room), cmp.Compare(a.date, b.date))
}

// edit is what shall be different in the pool of a room and date.
type edit struct {
	committed int  // more, or less, than now
	reported  *int // instead of now
	total     *int // instead of now
}

// move changes the pool, and with it what rooms lend each other: all of it or,
// where a room would have too little, nothing. It is the only place that does.
func (h *hotel) move(ctx context.Context, edits map[cell]edit) error {
	_, err := h.moved(ctx, edits)
	return err
}

// moved is move for those who want to know what came of it.
func (h *hotel) moved(ctx context.Context, edits map[cell]edit) (*pool, error) {
	if len(edits) == 0 {
		return &pool{}, nil
	}
	p, err := h.loadPool(ctx, edits)
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

// settleAgain works out days from today on once more, those of which something
// is stored and that are wanted: what was too much may fit now.
func (h *hotel) settleAgain(ctx context.Context, wanted func(p Pool) bool) error {
	rooms, err := h.allRooms(ctx)
	if err != nil {
		return err
	}
	rows, err := h.poolFrom(ctx, rooms)
	if err != nil {
		return err
	}
	edits := map[cell]edit{}
	for _, row := range rows {
		if wanted(row) {
			edits[cell{row.RoomID, row.Date}] = edit{}
		}
	}
	return h.move(ctx, edits)
}

// poolFrom is what is stored of rooms from today on.
func (h *hotel) poolFrom(ctx context.Context, rooms []Room) ([]Pool, error) {
	if len(rooms) == 0 {
		return nil, nil
	}
	return h.store.Pools(ctx, h.owner, idsOf(rooms), civil.Range{From: h.today, To: civil.Max})
}

// pool is the part of a property's pool that one write touches: some dates, and
// the rooms which it changes or which lend to or borrow from those.
type pool struct {
	*hotel
	rooms  []Room
	shares []Share
	dates  []civil.Date
	cells  map[cell]Pool
	loans  map[civil.Date][]int // beside shares
	short  []conflict

	changed      []Pool
	changedLoans []Loan
}

func (h *hotel) loadPool(ctx context.Context, edits map[cell]edit) (*pool, error) {
	p := &pool{hotel: h, cells: make(map[cell]Pool, len(edits)), loans: map[civil.Date][]int{}}
	wanted, dates := map[int64]bool{}, map[civil.Date]bool{}
	for c := range edits {
		wanted[c.room], dates[c.date] = true, true
	}
	p.dates = slices.Sorted(maps.Keys(dates))
	season := civil.Range{From: p.dates[0], To: p.dates[len(p.dates)-1]}
	if err := p.loadRooms(ctx, wanted); err != nil {
		return nil, err
	}
	pools, err := h.store.Pools(ctx, h.owner, idsOf(p.rooms), season)
	if err != nil {
		return nil, err
	}
	for _, row := range pools {
		p.cells[cell{row.RoomID, row.Date}] = row
	}
	return p, p.loadLoans(ctx, season)
}

// loadRooms finds the rooms to look at: those wanted and, as long as rules lead
// from one to the next, those linked to them.
func (p *pool) loadRooms(ctx context.Context, wanted map[int64]bool) error {
	all, err := p.allRooms(ctx)
	if err != nil {
		return err
	}
	shares, err := p.hotel.shares(ctx)
	if err != nil {
		return err
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
			p.shares = append(p.shares, s)
		}
	}
	for _, r := range all {
		if wanted[r.ID] {
			p.rooms = append(p.rooms, r)
		}
	}
	if len(p.rooms) < len(wanted) {
		return fmt.Errorf("pool of property %d: not all of rooms %v are there", p.property, slices.Sorted(maps.Keys(wanted)))
	}
	slices.SortFunc(p.rooms, func(a, b Room) int { return cmp.Compare(a.ID, b.ID) })
	return nil
}

func (p *pool) loadLoans(ctx context.Context, season civil.Range) error {
	if len(p.shares) == 0 {
		return nil
	}
	loans, err := p.store.Loans(ctx, p.property, season)
	if err != nil {
		return err
	}
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
	return nil
}

// settle works out one date and notes what is different after it.
func (p *pool) settle(date civil.Date, edits map[cell]edit) {
	before, after := make([]Pool, len(p.rooms)), make([]Pool, len(p.rooms))
	for i, r := range p.rooms {
		before[i] = p.row(r, date)
		after[i] = before[i]
		e := edits[cell{r.ID, date}]
		after[i].Committed += e.committed
		field.Set(&after[i].Reported, e.reported)
		field.Set(&after[i].Total, e.total)
	}
	loans := p.loans[date]
	if loans == nil {
		loans = make([]int, len(p.shares))
	}
	were := slices.Clone(loans)
	for _, i := range settle(date, after, p.shares, loans) {
		p.short = append(p.short, conflictOf(p.rooms[i], before[i], after[i], edits[cell{p.rooms[i].ID, date}]))
	}
	for i := range after {
		if after[i] != before[i] {
			after[i].Version = p.version
			p.changed = append(p.changed, after[i])
		}
	}
	for i, units := range loans {
		if units != were[i] {
			p.changedLoans = append(p.changedLoans, Loan{ShareID: p.shares[i].ID, Date: date, PropertyID: p.property, Units: units, Version: p.version})
		}
	}
}

// row is what the pool holds of a room on a date; where there is no row, nobody
// has taken anything. Rows keep the units that the room had when they were
// written: where a fact sheet changes them, RoomsChanged brings those to come up
// to date, and what is over stays as it was.
func (p *pool) row(r Room, date civil.Date) Pool {
	if row, ok := p.cells[cell{r.ID, date}]; ok {
		return row
	}
	return Pool{RoomID: r.ID, Date: date, OwnerID: p.owner, PropertyID: p.property, Total: r.Units}
}

// maxNamed bounds how many days a refusal names.
const maxNamed = 100

// namedDay is a room and date as a refusal names it.
type namedDay struct {
	Room     int64      `json:"room"`
	RoomName string     `json:"room_name"`
	Date     civil.Date `json:"date"`
}

// conflict is a day of a room with too few units.
type conflict struct {
	namedDay
	Left   int `json:"left"`   // units that there are for it, borrowed ones included
	Wanted int `json:"wanted"` // units that the write needs
}

// conflictOf tells what a room that came out short has, and what it needs: the
// units that the write adds or, where it takes units from the room, all that the
// room holds.
func conflictOf(r Room, before, after Pool, e edit) conflict {
	granted := min(before.External, after.Reported)
	free := after.Total + after.Borrowed - after.Committed - after.Lent
	missing := max(granted-free, after.Lent-after.Total)
	wanted := max(e.committed, missing)
	if e.total != nil {
		wanted = after.Committed + granted + after.Lent
	}
	return conflict{namedDay{r.ID, r.Name, after.Date}, wanted - missing, wanted}
}

// refusal names the days with too few units, the first of them apart.
func (p *pool) refusal() (conflict, *apperr.Error) {
	slices.SortFunc(p.short, func(a, b conflict) int { return cmp.Or(cmp.Compare(a.Date, b.Date), cmp.Compare(a.Room, b.Room)) })
	conflicts := p.short[:min(len(p.short), maxNamed)]
	var dates []civil.Date
	for _, c := range conflicts {
		if !slices.Contains(dates, c.Date) {
			dates = append(dates, c.Date)
		}
	}
	return conflicts[0], ErrPoolExceeded.With("dates", dates).With("conflicts", conflicts)
}

// change is what the pool held of a room and date before the write that is saved,
// and what it holds now.
func (p *pool) change(at cell) (before, after Pool) {
	i, changed := slices.BinarySearchFunc(p.changed, at, func(row Pool, at cell) int { return compareCells(cell{row.RoomID, row.Date}, at) })
	before = p.cells[at]
	if !changed {
		return before, before
	}
	if before.Total == 0 { // there was no row: nobody had taken anything
		before.Total = p.changed[i].Total
	}
	return before, p.changed[i]
}

// save writes what is different, in the order of rooms and dates.
func (p *pool) save(ctx context.Context) error {
	slices.SortFunc(p.changed, func(a, b Pool) int { return compareCells(cell{a.RoomID, a.Date}, cell{b.RoomID, b.Date}) })
	for _, row := range p.changed {
		p.touch(row.RoomID, row.Date)
	}
	if err := p.store.SavePools(ctx, p.changed); err != nil {
		return err
	}
	return p.store.SaveLoans(ctx, p.changedLoans)
}
