package allotmentdb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/identity/account"
	"allot/internal/inventory/allotment"
	"allot/internal/platform/civil"
)

type wakeRow struct {
	bun.BaseModel `bun:"table:allotment_properties,alias:w"`
	allotment.Waking
	ToldClosed bool `bun:"told_closed"`
}

// Wake stores the day on which a property is looked at next, unless one is stored.
func (s *Store) Wake(ctx context.Context, owner, property int64, on civil.Date) error {
	_, err := s.db.From(ctx).NewUpdate().Model((*wakeRow)(nil)).Set("wake_on = ?", on).
		Where("property_id = ? AND owner_id = ? AND wake_on IS NULL", property, owner).Exec(ctx)
	if err != nil {
		return fmt.Errorf("store when property %d is looked at: %w", property, err)
	}
	return nil
}

// SetWake stores the day; zero: the property need not be looked at.
func (s *Store) SetWake(ctx context.Context, owner, property int64, on civil.Date) error {
	q := s.db.From(ctx).NewUpdate().Model((*wakeRow)(nil)).Where("property_id = ? AND owner_id = ?", property, owner)
	if on.IsZero() {
		q = q.Set("wake_on = NULL")
	} else {
		q = q.Set("wake_on = ?", on)
	}
	if _, err := q.Exec(ctx); err != nil {
		return fmt.Errorf("store when property %d is looked at again: %w", property, err)
	}
	return nil
}

// Waking lists properties whose day has come at the latest on a date, by day and id, those
// that follow one.
func (s *Store) Waking(ctx context.Context, at civil.Date, after allotment.Waking, limit int) ([]allotment.Waking, error) {
	var rows []wakeRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Column("owner_id", "property_id", "wake_on").
		Where("w.wake_on <= ? AND (w.wake_on, w.property_id) > (?, ?)", at, after.On, after.PropertyID).Order("w.wake_on", "w.property_id").Limit(int64(limit)).Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select properties to be looked at: %w", err)
	}
	list := make([]allotment.Waking, len(rows))
	for i, r := range rows {
		list[i] = r.Waking
	}
	return list, nil
}

// ToldClosed returns for each property of an account whether operators were told that it
// is closed to them, and locks that: a plan that ends by date and one that is granted at
// the same moment must not tell by what the other has changed already.
func (s *Store) ToldClosed(ctx context.Context, owner int64) (map[int64]bool, error) {
	var rows []wakeRow
	q := s.db.From(ctx).NewSelect().Model(&rows).Column("property_id", "told_closed").Where("w.owner_id = ?", owner).Order("w.property_id")
	err := s.db.ForUpdate(q).Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select what was told of properties of %d: %w", owner, err)
	}
	told := make(map[int64]bool, len(rows))
	for _, r := range rows {
		told[r.PropertyID] = r.ToldClosed
	}
	return told, nil
}

// SetToldClosed stores what operators were told.
func (s *Store) SetToldClosed(ctx context.Context, owner, property int64, closed bool) error {
	s.db.Raise(ctx, account.Content, owner) // a plan ends by date without a write
	_, err := s.db.From(ctx).NewUpdate().Model((*wakeRow)(nil)).Set("told_closed = ?", closed).
		Where("property_id = ? AND owner_id = ?", property, owner).Exec(ctx)
	if err != nil {
		return fmt.Errorf("store what was told of property %d: %w", property, err)
	}
	return nil
}
