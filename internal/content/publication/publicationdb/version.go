package publicationdb

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"allot/internal/content/publication"
	"allot/internal/platform/db"
	"allot/internal/platform/page"
)

// Pending lists the pending submissions of all accounts, oldest first.
func (s *Store) Pending(ctx context.Context, req page.Request) ([]publication.Publication, int, error) {
	return s.list(ctx, req, func(q *bun.SelectQuery) *bun.SelectQuery {
		return q.Where("status = ?", publication.StatusPending).Order("submitted_at", "id")
	})
}

// History lists the submissions of a property, newest first.
func (s *Store) History(ctx context.Context, owner, property int64, req page.Request) ([]publication.Publication, int, error) {
	return s.list(ctx, req, func(q *bun.SelectQuery) *bun.SelectQuery {
		return q.Where("property_id = ? AND owner_id = ?", property, owner).Order("id DESC")
	})
}

func (s *Store) list(ctx context.Context, req page.Request, narrow func(*bun.SelectQuery) *bun.SelectQuery) ([]publication.Publication, int, error) {
	var rows []row
	q := narrow(s.db.From(ctx).NewSelect().Model(&rows).ExcludeColumn("snapshot"))
	n, err := q.Limit(req.Limit()).Offset(req.Offset()).ScanAndCount(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("select publications: %w", err)
	}
	list := make([]publication.Publication, len(rows))
	for i, r := range rows {
		if list[i], err = r.publication(); err != nil {
			return nil, 0, err
		}
	}
	return list, int(n), nil
}

// LastPublished returns when an account, or some properties of it, last published.
func (s *Store) LastPublished(ctx context.Context, owner int64, only []int64) (*time.Time, error) {
	var r row
	q := s.db.From(ctx).NewSelect().Model(&r).Column("reviewed_at").Where("owner_id = ? AND version IS NOT NULL", owner)
	if len(only) > 0 {
		q = q.Where("property_id IN (?)", bun.List(only))
	}
	err := q.Order("reviewed_at DESC").Limit(1).Scan(ctx)
	if db.IsNoRows(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("select last publication of %d: %w", owner, err)
	}
	return r.ReviewedAt, nil
}

// Version returns one published version of an account.
func (s *Store) Version(ctx context.Context, owner, id int64) (publication.Version, error) {
	var r row
	err := s.db.From(ctx).NewSelect().Model(&r).Where("id = ? AND owner_id = ? AND version IS NOT NULL", id, owner).Scan(ctx)
	if err := db.Found(err, "select version %d", id); err != nil {
		return publication.Version{}, err
	}
	return r.version()
}

// LastVersion returns the newest published version of a property.
func (s *Store) LastVersion(ctx context.Context, owner, property int64) (publication.Version, error) {
	var r row
	err := s.db.From(ctx).NewSelect().Model(&r).
		Where("property_id = ? AND owner_id = ? AND version IS NOT NULL", property, owner).
		Order("version DESC").Limit(1).Scan(ctx)
	if err := db.Found(err, "select published version of property %d", property); err != nil {
		return publication.Version{}, err
	}
	return r.version()
}

// Current returns the newest published version of a property of any account.
func (s *Store) Current(ctx context.Context, property int64) (publication.Version, error) {
	var r row
	err := s.db.From(ctx).NewSelect().Model(&r).Where("property_id = ? AND version IS NOT NULL", property).
		Order("version DESC").Limit(1).Scan(ctx)
	if err := db.Found(err, "select what is published of property %d", property); err != nil {
		return publication.Version{}, err
	}
	return r.version()
}

// CurrentOf lists the newest published versions of properties of any account.
func (s *Store) CurrentOf(ctx context.Context, properties []int64) ([]publication.Version, error) {
	var rows []row
	err := s.db.From(ctx).NewSelect().Model(&rows).Where("p.property_id IN (?)", bun.List(properties)).
		Where("p.version = (SELECT max(v.version) FROM publications v WHERE v.property_id = p.property_id)").
		Order("p.property_id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select what is published of %d properties: %w", len(properties), err)
	}
	return versions(rows)
}

// VersionsAsOf lists the versions that are shown as of a time, by property.
func (s *Store) VersionsAsOf(ctx context.Context, properties []int64, countries []string, asOf time.Time) ([]publication.Version, error) {
	var rows []row
	q := asShown(s.db.From(ctx).NewSelect().Model(&rows), countries, asOf).Where("c.property_id IN (?)", bun.List(properties))
	if err := q.Order("c.property_id").Scan(ctx); err != nil {
		return nil, fmt.Errorf("select published versions: %w", err)
	}
	return versions(rows)
}

// ShownAsOf lists which versions of the properties of owners are shown as of a time.
func (s *Store) ShownAsOf(ctx context.Context, f publication.CardFilter, asOf time.Time) ([]publication.Shown, error) {
	list := []publication.Shown{}
	q := asShown(s.db.From(ctx).NewSelect().Model((*row)(nil)), f.Countries, asOf).Column("p.property_id", "p.reviewed_at").
		Where("c.owner_id IN (?) AND p.owner_id IN (?)", bun.List(f.Owners), bun.List(f.Owners)) // both, so that the planner can start with either table
	if len(f.Properties) > 0 {
		q = q.Where("c.property_id IN (?)", bun.List(f.Properties))
	}
	if err := q.Order("c.property_id").Scan(ctx, &list); err != nil {
		return nil, fmt.Errorf("select which versions are shown: %w", err)
	}
	return list, nil
}

// asShown selects the version of each property that is shown as of a time: its newest one at
// that time, or its first if it had none yet, because a new hotel need not be delayed. The
// query starts from the cards, and each finds its one version by number.
func asShown(q *bun.SelectQuery, countries []string, asOf time.Time) *bun.SelectQuery {
	q = q.Join("JOIN publication_cards AS c ON c.property_id = p.property_id").
		Where(`p.version = coalesce(
  (SELECT max(v.version) FROM publications v WHERE v.property_id = c.property_id AND v.reviewed_at <= ?),
  (SELECT min(v.version) FROM publications v WHERE v.property_id = c.property_id))`, asOf)
	if len(countries) > 0 {
		q = q.Where("p.country IN (?)", bun.List(countries))
	}
	return q
}

func versions(rows []row) ([]publication.Version, error) {
	list := make([]publication.Version, len(rows))
	for i, r := range rows {
		v, err := r.version()
		if err != nil {
			return nil, err
		}
		list[i] = v
	}
	return list, nil
}
