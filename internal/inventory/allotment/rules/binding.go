package rules

import (
	"cmp"
	"slices"

	"allot/internal/partners/contract"
	"allot/internal/partners/ratecontract"
	"allot/internal/platform/civil"
)

// Ended is the state in which a rate contract cannot be bound any more.
const Ended = ratecontract.StatusEnded

// Bindings are what the bindings of a calendar lead to; what is not there, or
// is another account's, is empty.
type Bindings struct {
	Contract contract.Contract
	Rate     ratecontract.RateContract
	List     bool
}

// Feeds are the rate contracts of a property, from which calendars get their
// blocks.
type Feeds struct {
	Today     civil.Date                  // where the property is
	Contracts []ratecontract.RateContract // as they read today, oldest first
	Operators map[int64]int64             // accounts, by partnership contract
}

// Operator is the account that a connected calendar is for, 0 for any other.
func (f Feeds) Operator(c Calendar) int64 {
	if c.Contract == nil {
		return 0
	}
	return f.Operators[*c.Contract]
}

// Fed reports whether blocks written by hand are refused: always on a contracted
// calendar, on a connected one while its operator has a rate contract with
// something to sell.
func (f Feeds) Fed(c Calendar) bool {
	if c.Kind != KindConnected {
		return c.Kind == KindContracted
	}
	return slices.ContainsFunc(f.Contracts, func(r ratecontract.RateContract) bool {
		return r.PartnerID == f.Operator(c) && r.Status == ratecontract.StatusActive &&
			slices.ContainsFunc(r.Rooms, func(row ratecontract.RoomAllotment) bool { return row.Quantity > 0 && row.EndDate >= f.Today })
	})
}

// Affects reports whether a change of a rate contract can change the calendar.
func (f Feeds) Affects(r ratecontract.RateContract, c Calendar) bool {
	return c.RateContract != nil && *c.RateContract == r.ID || c.Kind == KindConnected && f.Operator(c) == r.PartnerID
}

// ContractsFor lists the rate contracts that feed a calendar, oldest first: the one
// it is bound to, else all that are in force with the operator it is for.
func (f Feeds) ContractsFor(c Calendar) []ratecontract.RateContract {
	var list []ratecontract.RateContract
	for _, r := range f.Contracts {
		chosen := c.RateContract != nil && r.ID == *c.RateContract ||
			c.RateContract == nil && c.Kind == KindConnected && r.PartnerID == f.Operator(c)
		if chosen && r.Status == ratecontract.StatusActive {
			list = append(list, r)
		}
	}
	return list
}

// Blocks is what a calendar shall have, given what it has. What was written by
// hand goes as soon as a contract feeds the calendar, and stays while none does.
func (f Feeds) Blocks(c Calendar, present []Block) []Block {
	if !f.Fed(c) {
		return slices.DeleteFunc(slices.Clone(present), func(b Block) bool { return b.Source == SourceContract })
	}
	rooms := map[int64][]Block{}
	var list []Block
	for _, r := range f.ContractsFor(c) {
		var own []Block
		for _, row := range r.Rooms {
			for _, season := range uncovered(row.Season(), rooms[row.RoomID]) {
				own = append(own, Block{
					OwnerID: c.OwnerID, PropertyID: c.PropertyID, CalendarID: c.ID, RoomID: row.RoomID, StartDate: season.From, EndDate: season.To,
					Quantity: row.Quantity, ReleaseDays: row.ReleaseDays, Source: SourceContract,
				})
			}
		}
		for _, b := range own {
			rooms[b.RoomID] = append(rooms[b.RoomID], b)
		}
		list = append(list, own...)
	}
	return list
}

// uncovered returns the parts of a season that no block of the room covers.
func uncovered(season civil.Range, taken []Block) []civil.Range {
	taken = slices.SortedFunc(slices.Values(taken), func(a, b Block) int { return cmp.Compare(a.StartDate, b.StartDate) })
	var parts []civil.Range
	for _, b := range taken {
		if !b.Season().Overlaps(season) {
			continue
		}
		if season.From < b.StartDate {
			parts = append(parts, civil.Range{From: season.From, To: b.StartDate - 1})
		}
		season.From = b.EndDate + 1
	}
	if season.From <= season.To {
		parts = append(parts, season)
	}
	return parts
}

// Rebuild is the way from the blocks that a calendar has to those it shall
// have. A block of the same room and season stays the same block.
type Rebuild struct {
	Insert, Update, Remove []Block
	Kept                   int
}

// RebuildOf compares the blocks of a calendar with those wanted.
func RebuildOf(present, wanted []Block) (r Rebuild) {
	type season struct {
		room     int64
		from, to civil.Date
	}
	key := func(b Block) season { return season{b.RoomID, b.StartDate, b.EndDate} }
	left := make(map[season]Block, len(present))
	for _, b := range present {
		left[key(b)] = b
	}
	for _, b := range wanted {
		was, there := left[key(b)]
		delete(left, key(b))
		b.ID = was.ID
		switch {
		case !there:
			r.Insert = append(r.Insert, b)
		case b != was:
			r.Update = append(r.Update, b)
		default:
			r.Kept++
		}
	}
	for _, b := range present {
		if _, unwanted := left[key(b)]; unwanted {
			r.Remove = append(r.Remove, b)
		}
	}
	return r
}

// Empty reports whether there are no differences.
func (r Rebuild) Empty() bool { return len(r.Insert)+len(r.Update)+len(r.Remove) == 0 }

// Partner is the operator's account that a calendar is for, 0 if there is none.
func (f Feeds) Partner(c Calendar) int64 {
	if c.Kind == KindConnected {
		return f.Operator(c)
	}
	for _, r := range f.Contracts {
		if c.RateContract != nil && r.ID == *c.RateContract {
			return r.PartnerID
		}
	}
	return 0
}

// CheckPull refuses calendars that no rate contract has anything to say about.
func (f Feeds) CheckPull(c Calendar) error {
	switch {
	case c.Kind == KindMaster:
		return ErrMasterImmutable.Withf("the Master calendar has no blocks: its allotment is what the rooms have")
	case c.Kind == KindContracted && c.RateContract == nil:
		return ErrNoRateContract.Withf("the rate contract of this calendar is gone: bind another")
	case c.Kind == KindConnected && c.RateContract == nil && len(f.ContractsFor(c)) == 0:
		return ErrNoRateContract.Withf("the operator has no rate contract in force for this property: write blocks by hand")
	case c.Kind != KindContracted && c.Kind != KindConnected:
		return ErrNoRateContract.Withf("a calendar of kind %s is fed by no rate contract", c.Kind)
	}
	return nil
}
