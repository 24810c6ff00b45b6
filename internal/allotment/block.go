package allotment

import (
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

// Source is who made a block.
type Source string

// The sources.
const (
	SourceManual   Source = "manual"
	SourceContract Source = "contract"
)

// Block allots units of a room type to a calendar for a season. Blocks of one
// room on one calendar never share a day.
type Block struct {
	ID          int64      `bun:"id,pk,autoincrement" json:"id"`
	OwnerID     int64      `bun:"owner_id" json:"-"`
	PropertyID  int64      `bun:"property_id" json:"-"`
	CalendarID  int64      `bun:"calendar_id" json:"calendar"`
	RoomID      int64      `bun:"room_id" json:"room"`
	StartDate   civil.Date `bun:"start_date" json:"start_date"`
	EndDate     civil.Date `bun:"end_date" json:"end_date" doc:"Last day, included"`
	Quantity    int        `bun:"quantity" json:"quantity" doc:"Units a day"`
	ReleaseDays int        `bun:"release_days" json:"release_days" doc:"On days less than this ahead the unsold allotment counts as 0"`
	Source      Source     `bun:"source" json:"source" enum:"manual,contract"`
}

// ErrBlockOverlaps refuses a second block for a day of a room.
var ErrBlockOverlaps = apperr.New(apperr.Conflict, "block_overlap", "another block covers part of this season")

// Season is the days of the block.
func (b Block) Season() civil.Range { return civil.Range{From: b.StartDate, To: b.EndDate} }

// In force tells how many units the block allots on one of its days: none once
// the day is so near that what is unsold has gone back to the hotel.
func (b Block) inForce(date, today civil.Date) int {
	if date.Sub(today) < b.ReleaseDays {
		return 0
	}
	return b.Quantity
}
