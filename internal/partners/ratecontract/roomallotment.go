package ratecontract

import (
	"cmp"
	"fmt"
	"slices"

	"allot/internal/content/facts"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

// RoomAllotment allots units of one room type for a season.
type RoomAllotment struct {
	RoomID      int64      `json:"room" doc:"Id of a room of the property"`
	StartDate   civil.Date `json:"start_date"`
	EndDate     civil.Date `json:"end_date" doc:"Last day, included"`
	Quantity    int        `json:"quantity" doc:"Units a day, at most room_total_units of the room"`
	ReleaseDays int        `json:"release_days" doc:"On days less than this ahead the unsold units return to the hotel"`
}

const maxReleaseDays = 365

// Season returns the days of the row.
func (r RoomAllotment) Season() civil.Range { return civil.Range{From: r.StartDate, To: r.EndDate} }

// checkRows reports invalid rows. rooms are those of the property by id; nil if
// they are unknown or the rows have not changed.
func (r RateContract) checkRows(f *apperr.Fields, rooms map[int64]facts.Room) {
	if len(r.Rooms) > MaxRows {
		f.Checkf(false, "rooms", "must have at most %d entries", MaxRows)
		return
	}
	for i, row := range r.Rooms {
		at := fmt.Sprintf("rooms[%d].", i)
		row.checkSeason(f, at, r.Season())
		f.Checkf(row.ReleaseDays >= 0 && row.ReleaseDays <= maxReleaseDays, at+"release_days", "must be from 0 to %d", maxReleaseDays)
		f.Check(row.Quantity >= 1, at+"quantity", "must be at least 1")
		if rooms != nil {
			row.checkRoom(f, at, rooms)
		}
	}
	checkOverlaps(f, r.Rooms)
}

func (r RoomAllotment) checkSeason(f *apperr.Fields, at string, contract civil.Range) {
	f.Check(!r.StartDate.IsZero(), at+"start_date", "is required")
	f.Check(!r.EndDate.IsZero(), at+"end_date", "is required")
	if r.StartDate.IsZero() || r.EndDate.IsZero() {
		return
	}
	f.Check(r.StartDate <= r.EndDate, at+"end_date", "must not be before start_date")
	if contract.Valid() {
		f.Checkf(contract.Contains(r.StartDate), at+"start_date", "must be within the contract, %s to %s", contract.From, contract.To)
		f.Checkf(contract.Contains(r.EndDate), at+"end_date", "must be within the contract, %s to %s", contract.From, contract.To)
	}
}

func (r RoomAllotment) checkRoom(f *apperr.Fields, at string, rooms map[int64]facts.Room) {
	room, known := rooms[r.RoomID]
	f.Check(known, at+"room", "must be the id of a room of this property")
	if !known {
		return
	}
	f.Check(room.TotalUnits > 0, at+"quantity", "the room has no units to allot: state its room_total_units in the fact sheet first")
	f.Checkf(r.Quantity <= room.TotalUnits, at+"quantity", "must be at most %d, the room_total_units of the room", room.TotalUnits)
}

// checkOverlaps reports rows that allot a day of a room a second time. It skips
// rows with invalid dates, which are reported elsewhere.
func checkOverlaps(f *apperr.Fields, rows []RoomAllotment) {
	order := make([]int, 0, len(rows))
	for i, r := range rows {
		if r.Season().Valid() {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(rows[a].RoomID, rows[b].RoomID), cmp.Compare(rows[a].StartDate, rows[b].StartDate))
	})
	longest := -1 // row of the room that reaches furthest so far
	for _, i := range order {
		if longest < 0 || rows[longest].RoomID != rows[i].RoomID {
			longest = i
			continue
		}
		later, earlier := max(i, longest), min(i, longest)
		f.Checkf(rows[i].StartDate > rows[longest].EndDate, fmt.Sprintf("rooms[%d].start_date", later),
			"overlaps with rooms[%d], which allots the same room", earlier)
		if rows[i].EndDate > rows[longest].EndDate {
			longest = i
		}
	}
}
