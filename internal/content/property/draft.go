package property

import (
	"maps"

	"allot/internal/content/facts"
)

// draft is the sheet of a property while it is changed.
type draft struct {
	property Property
	records  []stored
	before   facts.Sheet
	after    facts.Sheet // shares the records that stay
}

// stored is a record with its facts decoded.
type stored struct {
	Record
	facts facts.Record
}

func (r stored) entry() facts.Entry {
	return facts.Entry{ID: r.ID, Position: r.Position, Data: r.facts}
}

func newDraft(p Property, records []Record) (*draft, error) {
	d := &draft{property: p, records: make([]stored, len(records)), before: facts.Sheet{}}
	for i, r := range records {
		e, err := r.Entry()
		if err != nil {
			return nil, err
		}
		d.records[i] = stored{r, e.Data}
		d.before[r.Category] = append(d.before[r.Category], e)
	}
	d.after = maps.Clone(d.before)
	return d, nil
}

// of returns the records of one category, in their order.
func (d *draft) of(category string) []stored {
	list := []stored{}
	for _, r := range d.records {
		if r.Category == category {
			list = append(list, r)
		}
	}
	return list
}
