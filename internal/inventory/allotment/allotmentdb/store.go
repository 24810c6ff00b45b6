// Package allotmentdb stores calendars, days and the pool.
package allotmentdb

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/inventory/allotment"
	"allot/internal/inventory/allotment/reading"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/apperr"
	"allot/internal/platform/db"
)

// Store is the allotment module's tables.
type Store struct {
	db *db.DB

	// Statements of every write of days, and of every load.
	raise, raiseByCalendar *db.Statement
	version                *db.Statement
	loans, blocks          *db.Statement
	days, pools            roomQuery
	daysByKey              *db.Statement // on SQLite
	dayBatch               *batch[rules.Day]
	poolBatch              *batch[rules.Pool]
}

// New returns a store on d.
func New(d *db.DB) *Store {
	const raise = "UPDATE allotment_properties SET version = version + 1, outline = outline + ? WHERE owner_id = ? AND property_id = "
	s := &Store{
		db:              d,
		raise:           d.Statement(raise + "? RETURNING property_id, version, outline"),
		raiseByCalendar: d.Statement(raise + "(SELECT property_id FROM allotment_calendars WHERE id = ? AND owner_id = ?) RETURNING property_id, version, outline"),
		version:         d.Statement("SELECT version, outline FROM allotment_properties WHERE property_id = ? AND owner_id = ?"),
		loans:           d.Statement(loanQuery),
		blocks:          d.Statement(blockQuery),
		days:            newRoomQuery(d, dayQuery), pools: newRoomQuery(d, poolQuery),
		dayBatch: newDayBatch(d), poolBatch: newPoolBatch(d),
	}
	if d.Engine() == db.SQLite {
		s.daysByKey = d.Statement(daysByKeyQuery)
	}
	return s
}

var _ allotment.Store = (*Store)(nil)

// InTx runs fn in a transaction.
func (s *Store) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return s.db.InTx(ctx, fn)
}

// Raise locks the availability of a property, raises its stamp and returns its
// next version.
func (s *Store) Raise(ctx context.Context, owner, property int64, scope allotment.WriteScope) (reading.Version, error) {
	_, v, err := s.runRaise(ctx, s.raise, int(scope), owner, property)
	return v, db.Found(err, "raise version of property %d", property)
}

// RaiseByCalendar is Raise for the property of a calendar.
func (s *Store) RaiseByCalendar(ctx context.Context, owner, calendar int64, scope allotment.WriteScope) (property int64, v reading.Version, err error) {
	property, v, err = s.runRaise(ctx, s.raiseByCalendar, int(scope), owner, calendar, owner)
	return property, v, db.Found(err, "raise version of the property of calendar %d", calendar)
}

func (s *Store) runRaise(ctx context.Context, raise *db.Statement, args ...any) (property int64, v reading.Version, err error) {
	err = queryRow(ctx, raise, []any{&property, &v.Number, &v.Layout}, args...)
	if err == nil {
		s.db.Raise(ctx, reading.Availability, property)
	}
	return property, v, err
}

// RaiseAll is Raise for the days of some properties of an account, in order of their ids, so
// that two who raise several do not wait for each other. It returns the versions of those
// that are there.
func (s *Store) RaiseAll(ctx context.Context, owner int64, properties []int64) (map[int64]int64, error) {
	const some = "owner_id = ? AND property_id IN (?)"
	lock := s.db.From(ctx).NewSelect().Table("allotment_properties").Column("property_id").Where(some, owner, bun.List(properties)).Order("property_id")
	if _, err := s.db.ForUpdate(lock).Exec(ctx); err != nil {
		return nil, fmt.Errorf("lock availability of properties of %d: %w", owner, err)
	}
	var rows []struct {
		ID     int64 `bun:"property_id"`
		Number int64 `bun:"version"`
	}
	err := s.db.From(ctx).NewUpdate().Table("allotment_properties").Set("version = version + 1").Where(some, owner, bun.List(properties)).
		Returning("property_id, version").Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("raise versions of properties of %d: %w", owner, err)
	}
	versions := make(map[int64]int64, len(rows))
	for _, r := range rows {
		versions[r.ID] = r.Number
		s.db.Raise(ctx, reading.Availability, r.ID)
	}
	return versions, nil
}

// LockVersion locks the availability of a property, if there is one.
func (s *Store) LockVersion(ctx context.Context, owner, property int64) error {
	q := s.db.From(ctx).NewSelect().Table("allotment_properties").Column("property_id").Where("property_id = ? AND owner_id = ?", property, owner)
	if _, err := s.db.ForUpdate(q).Exec(ctx); err != nil {
		return fmt.Errorf("lock availability of property %d: %w", property, err)
	}
	return nil
}

// Version returns the version of the last write that ctx can see.
func (s *Store) Version(ctx context.Context, owner, property int64) (reading.Version, error) {
	var v reading.Version
	err := queryRow(ctx, s.version, []any{&v.Number, &v.Layout}, property, owner)
	return v, db.Found(err, "select version of property %d", property)
}

// Versions is Version for properties of some accounts, by property.
func (s *Store) Versions(ctx context.Context, owners, properties []int64) (map[int64]reading.Version, error) {
	var rows []struct {
		ID     int64 `bun:"property_id"`
		Number int64 `bun:"version"`
		Layout int64 `bun:"outline"`
	}
	err := s.db.From(ctx).NewSelect().Table("allotment_properties").Column("property_id", "version", "outline").
		Where("property_id IN (?) AND owner_id IN (?)", bun.List(properties), bun.List(owners)).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("select versions of %d properties: %w", len(properties), err)
	}
	versions := make(map[int64]reading.Version, len(rows))
	for _, r := range rows {
		versions[r.ID] = reading.Version{Number: r.Number, Layout: r.Layout}
	}
	return versions, nil
}

// queryRow scans the single row of a statement into dest.
func queryRow(ctx context.Context, st *db.Statement, dest []any, args ...any) error {
	found := false
	err := st.Query(ctx, func(rows *sql.Rows) error {
		found = true
		return rows.Scan(dest...)
	}, args...)
	if err == nil && !found {
		return sql.ErrNoRows
	}
	return err
}

// InsertProperty creates the row that Raise locks.
func (s *Store) InsertProperty(ctx context.Context, owner, property int64) error {
	_, err := s.db.From(ctx).NewRaw("INSERT INTO allotment_properties (property_id, owner_id, version) VALUES (?, ?, 0)",
		property, owner).Exec(ctx)
	if err != nil {
		return fmt.Errorf("insert availability of property %d: %w", property, err)
	}
	return nil
}

// chunk bounds the rows of one statement.
const chunk = 500

// upsert inserts rows or updates those with the same key, in statements of bounded
// size.
func upsert[R any](ctx context.Context, d *db.DB, rows []R, conflict string, columns ...string) error {
	for len(rows) > 0 {
		some := rows[:min(len(rows), chunk)]
		rows = rows[len(some):]
		q := d.From(ctx).NewInsert().Model(&some).On("CONFLICT (" + conflict + ") DO UPDATE")
		for _, c := range columns {
			q = q.Set("? = EXCLUDED.?", bun.Ident(c), bun.Ident(c))
		}
		if _, err := q.Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

// uniqueError returns refusal for the violation of a unique index.
func uniqueError(err error, refusal *apperr.Error, format string, args ...any) error {
	if db.IsUnique(err) {
		return refusal
	}
	if err != nil {
		return fmt.Errorf(format+": %w", append(args, err)...)
	}
	return nil
}
