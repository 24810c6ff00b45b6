package roomingdb

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"allot/internal/inventory/rooming"
	"allot/internal/platform/civil"
	"allot/internal/platform/db"
	"allot/internal/platform/page"
)

type entryRow struct {
	bun.BaseModel `bun:"table:rooming_entries,alias:e"`
	rooming.Entry
}

func entriesOf(rows []entryRow) []rooming.Entry {
	list := make([]rooming.Entry, len(rows))
	for i, r := range rows {
		list[i] = r.Entry
	}
	return list
}

// chunk bounds the rows of one statement.
const chunk = 500

// InsertEntries stores entries in their order and sets their ids.
func (s *Store) InsertEntries(ctx context.Context, entries []rooming.Entry) error {
	for len(entries) > 0 {
		s.touch(ctx, entries[0].OwnerID, entries[0].PartnerID) // of one ledger
		some := entries[:min(len(entries), chunk)]
		entries = entries[len(some):]
		rows := make([]entryRow, len(some))
		for i, e := range some {
			rows[i].Entry = e
		}
		_, err := s.db.From(ctx).NewInsert().Model(&rows).Returning("id").Exec(ctx)
		if err != nil {
			return referring(err, "insert %d rooming entries", len(rows))
		}
		for i, r := range rows {
			some[i].ID = r.ID
		}
	}
	return nil
}

// UpdateEntry stores the columns of an entry that can change.
func (s *Store) UpdateEntry(ctx context.Context, e rooming.Entry) error {
	s.touch(ctx, e.OwnerID, e.PartnerID)
	_, err := s.db.From(ctx).NewUpdate().Model(&entryRow{Entry: e}).
		ExcludeColumn("id", "ledger_id", "owner_id", "property_id", "partner_id", "created_at").
		Where("id = ? AND owner_id = ?", e.ID, e.OwnerID).Exec(ctx)
	return referring(err, "update rooming entry %d", e.ID)
}

// DeleteEntry removes an entry.
func (s *Store) DeleteEntry(ctx context.Context, e rooming.Entry) error {
	s.touch(ctx, e.OwnerID, e.PartnerID)
	_, err := s.db.From(ctx).NewDelete().Model((*entryRow)(nil)).Where("id = ? AND owner_id = ?", e.ID, e.OwnerID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("delete rooming entry %d: %w", e.ID, err)
	}
	return nil
}

// MoveEntries changes the status of every entry of a ledger that has one of
// some statuses.
func (s *Store) MoveEntries(ctx context.Context, l rooming.Ledger, from []rooming.EntryStatus, to rooming.Moved, at time.Time) error {
	s.touch(ctx, l.OwnerID, l.PartnerID)
	_, err := s.db.From(ctx).NewUpdate().Model((*entryRow)(nil)).Set("status = ?", to.Status).Set("calendar_id = ?", to.Calendar).
		Set("reason = ?", to.Reason).Set("updated_at = ?", at).
		Where("ledger_id = ? AND owner_id = ? AND status IN (?)", l.ID, l.OwnerID, bun.List(from)).Exec(ctx)
	if err != nil {
		return fmt.Errorf("move entries of rooming ledger %d to %s: %w", l.ID, to.Status, err)
	}
	return nil
}

// Entry finds an entry of a ledger that the account is a side of.
func (s *Store) Entry(ctx context.Context, account, id int64) (rooming.Entry, error) {
	var row entryRow
	err := s.db.From(ctx).NewSelect().Model(&row).Where("id = ? AND (owner_id = ? OR partner_id = ?)", id, account, account).Scan(ctx)
	return row.Entry, db.Found(err, "select rooming entry %d", id)
}

// EntriesByID lists the entries with some ids of ledgers that the account is a side of.
func (s *Store) EntriesByID(ctx context.Context, account int64, ids []int64) ([]rooming.Entry, error) {
	var rows []entryRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Where("id IN (?) AND (owner_id = ? OR partner_id = ?)", bun.List(ids), account, account).
		Order("id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select %d rooming entries: %w", len(ids), err)
	}
	return entriesOf(rows), nil
}

// Entries lists a page of a ledger's entries in the order they were written.
func (s *Store) Entries(ctx context.Context, owner, ledger int64, req page.Request) ([]rooming.Entry, error) {
	var rows []entryRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Where("ledger_id = ? AND owner_id = ?", ledger, owner).
		Order("id").Limit(req.Limit()).Offset(req.Offset()).Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select entries of rooming ledger %d: %w", ledger, err)
	}
	return entriesOf(rows), nil
}

// EntriesIn lists all entries of a ledger that have one of some states.
func (s *Store) EntriesIn(ctx context.Context, owner, ledger int64, states []rooming.EntryStatus) ([]rooming.Entry, error) {
	var rows []entryRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Where("ledger_id = ? AND owner_id = ? AND status IN (?)", ledger, owner, bun.List(states)).
		Order("id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select entries of rooming ledger %d by state: %w", ledger, err)
	}
	return entriesOf(rows), nil
}

// Booked lists the entries that wait or are confirmed on calendars with a night in
// the season, by arrival, each with the calendar of its ledger.
func (s *Store) Booked(ctx context.Context, owner int64, calendars []int64, season civil.Range) ([]rooming.Entry, error) {
	var rows []entryRow
	err := s.db.From(ctx).NewSelect().Model(&rows).ExcludeColumn("calendar_id").ColumnExpr("l.calendar_id AS calendar_id").
		Join("JOIN rooming_ledgers AS l ON l.id = e.ledger_id").Where("l.calendar_id IN (?) AND l.owner_id = ?", bun.List(calendars), owner).
		Where("(e.status = ? OR e.calendar_id = l.calendar_id)", rooming.EntryPending).
		Where("e.status IN (?, ?)", rooming.EntryPending, rooming.EntryConfirmed).Where("e.arrival <= ? AND e.departure > ?", season.To, season.From).
		Order("e.arrival", "e.id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select stays of calendars %v: %w", calendars, err)
	}
	return entriesOf(rows), nil
}

// Sent lists the pending entries with a night in the season of ledgers that were
// sent and have no calendar yet, in a property, by arrival.
func (s *Store) Sent(ctx context.Context, owner, property int64, season civil.Range) ([]rooming.Entry, error) {
	var rows []entryRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Join("JOIN rooming_ledgers AS l ON l.id = e.ledger_id").
		Where("l.owner_id = ? AND l.calendar_id IS NULL AND l.status = ?", owner, rooming.StatusSent).
		Where("e.property_id = ? AND e.status = ? AND e.arrival <= ? AND e.departure > ?", property, rooming.EntryPending, season.To, season.From).
		Order("e.arrival", "e.id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select stays that were sent to property %d: %w", property, err)
	}
	return entriesOf(rows), nil
}
