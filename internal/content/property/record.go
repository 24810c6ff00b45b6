package property

import (
	"encoding/json"
	"fmt"
	"time"

	"allot/internal/content/facts"
	"allot/internal/platform/apperr"
)

// Record is one stored record of a fact category. Its id never changes: calendars, mappings and
// photos refer to the id of a room.
type Record struct {
	ID         int64           `bun:"id,pk,autoincrement"`
	OwnerID    int64           `bun:"owner_id"`
	PropertyID int64           `bun:"property_id"`
	Category   string          `bun:"category"`
	IsSingle   bool            `bun:"is_single"`
	Position   int             `bun:"position"`
	Data       json.RawMessage `bun:"data,type:text"`
	CreatedAt  time.Time       `bun:"created_at"`
	UpdatedAt  time.Time       `bun:"updated_at"`
}

// ErrTooManyRecords refuses more records than a category can have.
var ErrTooManyRecords = apperr.Newf(apperr.Conflict, "too_many_records",
	"a category has at most %d records", facts.MaxRecords)

// Entry returns the record as an entry of the fact catalogue.
func (r Record) Entry() (facts.Entry, error) {
	e := facts.Entry{ID: r.ID, Position: r.Position}
	if err := json.Unmarshal(r.Data, &e.Data); err != nil {
		return facts.Entry{}, fmt.Errorf("decode %s record %d: %w", r.Category, r.ID, err)
	}
	return e, nil
}

// SheetOf groups records by category, in the order they came.
func SheetOf(records []Record) (facts.Sheet, error) {
	sheet := facts.Sheet{}
	for _, r := range records {
		e, err := r.Entry()
		if err != nil {
			return nil, err
		}
		sheet[r.Category] = append(sheet[r.Category], e)
	}
	return sheet, nil
}
