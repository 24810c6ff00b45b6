package allotmentdb

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/db"
	"allot/internal/platform/page"
)

type blockRow struct {
	bun.BaseModel `bun:"table:allotment_blocks,alias:b"`
	rules.Block
}

const blockQuery = `SELECT id, owner_id, property_id, calendar_id, room_id, start_date, end_date, quantity, release_days, source
  FROM allotment_blocks WHERE calendar_id = ? AND owner_id = ? ORDER BY room_id, start_date`

// Blocks lists those of one calendar, by room and season.
func (s *Store) Blocks(ctx context.Context, owner, calendar int64) (list []rules.Block, err error) {
	var reads db.Reads
	list = []rules.Block{}
	s.addBlocks(&reads, owner, calendar, &list)
	if err := s.db.Read(ctx, &reads); err != nil {
		return nil, fmt.Errorf("select blocks of calendar %d: %w", calendar, err)
	}
	return list, nil
}

func (s *Store) addBlocks(reads *db.Reads, owner, calendar int64, into *[]rules.Block) {
	reads.Add(s.blocks, func(rows *sql.Rows) error {
		var b rules.Block
		err := rows.Scan(&b.ID, &b.OwnerID, &b.PropertyID, &b.CalendarID, &b.RoomID, &b.StartDate, &b.EndDate, &b.Quantity, &b.ReleaseDays, &b.Source)
		*into = append(*into, b)
		return err
	}, calendar, owner)
}

// Block finds a block of the account.
func (s *Store) Block(ctx context.Context, owner, id int64) (rules.Block, error) {
	var row blockRow
	err := s.db.From(ctx).NewSelect().Model(&row).Where("b.id = ? AND b.owner_id = ?", id, owner).Scan(ctx)
	return row.Block, db.Found(err, "select block %d", id)
}

// PageBlocks returns a page of them.
func (s *Store) PageBlocks(ctx context.Context, owner, calendar int64, req page.Request) ([]rules.Block, int, error) {
	var rows []blockRow
	query := func() *bun.SelectQuery {
		return s.db.From(ctx).NewSelect().Model(&rows).Where("b.calendar_id = ? AND b.owner_id = ?", calendar, owner)
	}
	err := query().Order("b.room_id", "b.start_date").Limit(req.Limit()).Offset(req.Offset()).Scan(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("select page of blocks of calendar %d: %w", calendar, err)
	}
	list := make([]rules.Block, len(rows))
	for i, r := range rows {
		list[i] = r.Block
	}
	n, known := req.Count(len(rows))
	if known {
		return list, n, nil
	}
	all, err := query().Count(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("count blocks of calendar %d: %w", calendar, err)
	}
	return list, int(all), nil
}

// InsertBlocks stores blocks and sets their ids.
func (s *Store) InsertBlocks(ctx context.Context, blocks []rules.Block) error {
	for from := 0; from < len(blocks); from += chunk {
		some := blocks[from:min(len(blocks), from+chunk)]
		rows := make([]blockRow, len(some))
		for i, b := range some {
			rows[i].Block = b
		}
		if _, err := s.db.From(ctx).NewInsert().Model(&rows).Returning("id").Exec(ctx); err != nil {
			return fmt.Errorf("insert %d blocks: %w", len(rows), err)
		}
		for i, r := range rows {
			some[i].ID = r.ID
		}
	}
	return nil
}

// UpdateBlock stores a changed block.
func (s *Store) UpdateBlock(ctx context.Context, b rules.Block) error {
	row := &blockRow{Block: b}
	_, err := s.db.From(ctx).NewUpdate().Model(row).Column("room_id", "start_date", "end_date", "quantity", "release_days", "source").
		Where("id = ? AND owner_id = ?", b.ID, b.OwnerID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("update block %d: %w", b.ID, err)
	}
	return nil
}

// DeleteBlocks removes some blocks of a calendar.
func (s *Store) DeleteBlocks(ctx context.Context, owner, calendar int64, ids []int64) error {
	if len(ids) == 0 {
		return nil
	}
	_, err := s.db.From(ctx).NewDelete().Model((*blockRow)(nil)).
		Where("calendar_id = ? AND owner_id = ? AND id IN (?)", calendar, owner, bun.List(ids)).Exec(ctx)
	if err != nil {
		return fmt.Errorf("delete %d blocks of calendar %d: %w", len(ids), calendar, err)
	}
	return nil
}
