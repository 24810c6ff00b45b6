package ratecontractdb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/partners/ratecontract"
	"allot/internal/platform/civil"
)

type roomRow struct {
	bun.BaseModel `bun:"table:ratecontract_rooms,alias:w"`
	ContractID    int64      `bun:"ratecontract_id"`
	Position      int        `bun:"position"`
	OwnerID       int64      `bun:"owner_id"`
	RoomID        int64      `bun:"room_id"`
	StartDate     civil.Date `bun:"start_date"`
	EndDate       civil.Date `bun:"end_date"`
	Quantity      int        `bun:"quantity"`
	ReleaseDays   int        `bun:"release_days"`
}

// ReplaceRows stores the rows of a contract in their order.
func (s *Store) ReplaceRows(ctx context.Context, r ratecontract.RateContract) error {
	_, err := s.db.From(ctx).NewDelete().Model((*roomRow)(nil)).Where("ratecontract_id = ? AND owner_id = ?", r.ID, r.OwnerID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("delete rows of rate contract %d: %w", r.ID, err)
	}
	if len(r.Rooms) == 0 {
		return nil
	}
	rows := make([]roomRow, len(r.Rooms))
	for i, w := range r.Rooms {
		rows[i] = roomRow{
			ContractID: r.ID, Position: i, OwnerID: r.OwnerID, RoomID: w.RoomID,
			StartDate: w.StartDate, EndDate: w.EndDate, Quantity: w.Quantity, ReleaseDays: w.ReleaseDays,
		}
	}
	if _, err := s.db.From(ctx).NewInsert().Model(&rows).Exec(ctx); err != nil {
		return fmt.Errorf("insert %d rows of rate contract %d: %w", len(rows), r.ID, err)
	}
	return nil
}

// CountRows counts the rows of contracts.
func (s *Store) CountRows(ctx context.Context, list []ratecontract.RateContract) (map[int64]int, error) {
	counts := make(map[int64]int, len(list))
	if len(list) == 0 {
		return counts, nil
	}
	ids, owners := make([]int64, len(list)), make([]int64, len(list))
	for i, r := range list {
		ids[i], owners[i] = r.ID, r.OwnerID
	}
	var rows []struct {
		ID int64 `bun:"ratecontract_id"`
		N  int   `bun:"n"`
	}
	err := s.db.From(ctx).NewSelect().Model((*roomRow)(nil)).Column("ratecontract_id").ColumnExpr("count(*) AS n").
		Where("ratecontract_id IN (?) AND owner_id IN (?)", bun.List(ids), bun.List(owners)).Group("ratecontract_id").Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("count rows of %d rate contracts: %w", len(list), err)
	}
	for _, r := range rows {
		counts[r.ID] = r.N
	}
	return counts, nil
}

// addRows reads the rows of all contracts of a list at once.
func (s *Store) addRows(ctx context.Context, list []ratecontract.RateContract) error {
	if len(list) == 0 {
		return nil
	}
	at, ids, owners := make(map[int64]int, len(list)), make([]int64, len(list)), make([]int64, len(list))
	for i := range list {
		list[i].Rooms, at[list[i].ID] = []ratecontract.RoomAllotment{}, i
		ids[i], owners[i] = list[i].ID, list[i].OwnerID
	}
	var rows []roomRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Where("ratecontract_id IN (?) AND owner_id IN (?)", bun.List(ids), bun.List(owners)).
		Order("ratecontract_id", "position").Scan(ctx)
	if err != nil {
		return fmt.Errorf("select rows of %d rate contracts: %w", len(list), err)
	}
	for _, w := range rows {
		r := &list[at[w.ContractID]]
		r.Rooms = append(r.Rooms, ratecontract.RoomAllotment{
			RoomID: w.RoomID, StartDate: w.StartDate, EndDate: w.EndDate, Quantity: w.Quantity, ReleaseDays: w.ReleaseDays,
		})
	}
	return nil
}
