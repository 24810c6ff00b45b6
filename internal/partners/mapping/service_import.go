package mapping

import (
	"cmp"
	"context"
	"fmt"
	"io"

	"allot/internal/content/publication"
	"allot/internal/identity/auth"
	"allot/internal/platform/csvfile"
)

// importBatch is how many rows share a transaction: few enough that other
// writers hardly wait, enough that 50,000 rows take seconds.
const importBatch = 500

// Import reads a mapping file as a stream and stores it in batches. An invalid
// row is reported and skipped. If the file breaks off, the batches before stay
// stored and the refusal reports how many rows those are.
func (s *Service) Import(ctx context.Context, who auth.Caller, r io.Reader) (csvfile.ImportResult, error) {
	file, err := csvfile.NewReader(r)
	if err != nil {
		return csvfile.ImportResult{}, err
	}
	columns, missing := newLayout(file.Header)
	if err := cmp.Or(csvfile.CheckColumns(columns.unknown, fileHeader), missing); err != nil {
		return csvfile.ImportResult{}, err
	}
	result := csvfile.NewImportResult(nil)
	im := &importer{Service: s, operator: who.OwnerID, result: &result}
	err = csvfile.Import(file, importBatch, &result, columns.read, func(rows []row) error {
		if err := im.keep(ctx, rows); err != nil {
			return fmt.Errorf("keep the mappings of lines %d to %d: %w", rows[0].line, rows[len(rows)-1].line, err)
		}
		return nil
	})
	return result, result.SoFar(err)
}

// importer imports the rows of one file.
type importer struct {
	*Service
	operator int64
	result   *csvfile.ImportResult
	// codes are the properties by the hotels' own codes, read when the first
	// row has nothing else. Two hotels may have one code.
	codes map[string][]int64
}

// importTrace is the audit entry of a batch, instead of one for each of up to
// 50,000 mappings.
type importTrace struct {
	Created   int `json:"created"`
	Updated   int `json:"updated"`
	Skipped   int `json:"skipped"`
	FirstLine int `json:"first_line"`
	LastLine  int `json:"last_line"`
}

// keep stores a batch. The transaction may run more than once, so the counts
// are added only at the end.
func (im *importer) keep(ctx context.Context, rows []row) error {
	seen, err := im.lookUp(ctx, rows)
	if err != nil {
		return err
	}
	targets := im.resolve(rows, seen)
	if len(targets) == 0 {
		return nil
	}
	var trace importTrace
	err = im.store.InTx(ctx, func(ctx context.Context) error {
		trace = importTrace{FirstLine: rows[0].line, LastLine: rows[len(rows)-1].line}
		if err := im.store.LockOperator(ctx, im.operator, im.now()); err != nil {
			return err
		}
		properties, rooms, err := im.existing(ctx, targets, seen)
		if err != nil {
			return err
		}
		for _, t := range targets {
			trace.count(t.apply(properties, rooms))
		}
		if err := im.store.OfProperties().Save(ctx, im.operator, properties.dirty); err != nil {
			return err
		}
		if err := im.store.OfRooms().Save(ctx, im.operator, rooms.dirty); err != nil {
			return err
		}
		if trace.Created+trace.Updated == 0 {
			return nil
		}
		return im.record(ctx, "import", "mapping", 0, nil, trace)
	})
	if err != nil {
		return err
	}
	im.result.Created += trace.Created
	im.result.Updated += trace.Updated
	im.result.Skipped += trace.Skipped
	return nil
}

func (t *importTrace) count(result outcome) {
	switch result {
	case created:
		t.Created++
	case updated:
		t.Updated++
	case unchanged:
		t.Skipped++
	}
}

// existing reads the mappings that the targets may change.
func (im *importer) existing(ctx context.Context, targets []target, seen batchLookup) (*propertyWork, *roomWork, error) {
	var propertyIDs, roomIDs []int64
	for _, t := range targets {
		propertyIDs = append(propertyIDs, t.property)
		if t.room != 0 {
			roomIDs = append(roomIDs, t.room)
		}
	}
	properties, err := im.store.OfProperties().Of(ctx, im.operator, propertyIDs)
	if err != nil {
		return nil, nil, err
	}
	rooms, err := im.store.OfRooms().Of(ctx, im.operator, roomIDs)
	if err != nil {
		return nil, nil, err
	}
	now := im.now()
	return newWork[PropertyMapping, *PropertyMapping, PropertyChange](im.operator, now, freshProperty(seen.cards), properties),
		newWork[RoomMapping, *RoomMapping, RoomChange](im.operator, now, freshRoom(seen.rooms), rooms), nil
}

// byCode returns the properties with this code of the hotels.
func (im *importer) byCode(ctx context.Context, hotels idList, code string) ([]int64, error) {
	if im.codes == nil {
		im.codes = map[string][]int64{}
		err := im.eachCard(ctx, publication.CardFilter{Owners: hotels}, func(c publication.Card) {
			im.codes[c.Code] = append(im.codes[c.Code], c.PropertyID)
		})
		if err != nil {
			return nil, err
		}
	}
	return im.codes[code], nil
}
