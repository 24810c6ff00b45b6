package photodb

import (
	"context"
	"fmt"
	"strings"

	"github.com/uptrace/bun"

	"allot/internal/content/photo"
	"allot/internal/platform/db"
	"allot/internal/platform/page"
)

type photoRow struct {
	bun.BaseModel `bun:"table:photos,alias:p"`
	photo.Photo
}

// ofGallery selects every photo of one property of an account.
const ofGallery = "property_id = ? AND owner_id = ?"

// InsertPhoto stores a photo and sets its id.
func (s *Store) InsertPhoto(ctx context.Context, p *photo.Photo) error {
	row := &photoRow{Photo: *p}
	if _, err := s.db.From(ctx).NewInsert().Model(row).Returning("id").Exec(ctx); err != nil {
		return fmt.Errorf("insert photo of property %d: %w", p.PropertyID, err)
	}
	p.ID = row.ID
	return nil
}

// UpdatePhoto stores what can change of a photo, except its position.
func (s *Store) UpdatePhoto(ctx context.Context, p photo.Photo) error {
	_, err := s.db.From(ctx).NewUpdate().Model(&photoRow{Photo: p}).
		Column("room_id", "category", "caption", "is_cover", "updated_at").
		Where("id = ?", p.ID).Where(ofGallery, p.PropertyID, p.OwnerID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("update photo %d: %w", p.ID, err)
	}
	return nil
}

// DeletePhoto removes a photo.
func (s *Store) DeletePhoto(ctx context.Context, owner, property, id int64) error {
	_, err := s.db.From(ctx).NewDelete().Model((*photoRow)(nil)).
		Where("id = ?", id).Where(ofGallery, property, owner).Exec(ctx)
	if err != nil {
		return fmt.Errorf("delete photo %d: %w", id, err)
	}
	return nil
}

// Photo returns one photo of a gallery.
func (s *Store) Photo(ctx context.Context, owner, property, id int64) (photo.Photo, error) {
	var row photoRow
	err := s.db.From(ctx).NewSelect().Model(&row).Where("id = ?", id).Where(ofGallery, property, owner).Scan(ctx)
	return row.Photo, db.Found(err, "select photo %d", id)
}

// Cover returns the cover of a gallery.
func (s *Store) Cover(ctx context.Context, owner, property int64) (photo.Photo, error) {
	var row photoRow
	err := s.db.From(ctx).NewSelect().Model(&row).Where(ofGallery, property, owner).Where("is_cover").Scan(ctx)
	return row.Photo, db.Found(err, "select cover of property %d", property)
}

// First returns the first photo of a gallery.
func (s *Store) First(ctx context.Context, owner, property int64) (photo.Photo, error) {
	var row photoRow
	err := s.db.From(ctx).NewSelect().Model(&row).Where(ofGallery, property, owner).Order("position", "id").Limit(1).Scan(ctx)
	return row.Photo, db.Found(err, "select first photo of property %d", property)
}

// Photos lists a whole gallery in its order.
func (s *Store) Photos(ctx context.Context, owner, property int64) ([]photo.Photo, error) {
	var rows []photoRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Where(ofGallery, property, owner).Order("position", "id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select photos of property %d: %w", property, err)
	}
	return photos(rows), nil
}

// PhotosPage lists one page of a gallery in its order.
func (s *Store) PhotosPage(ctx context.Context, owner, property int64, f photo.Filter, req page.Request) ([]photo.Photo, int, error) {
	var rows []photoRow
	q := s.db.From(ctx).NewSelect().Model(&rows).Where(ofGallery, property, owner)
	if f.Category != "" {
		q = q.Where("category = ?", f.Category)
	}
	if f.Room != 0 {
		q = q.Where("room_id = ?", f.Room)
	}
	n, err := q.Order("position", "id").Limit(req.Limit()).Offset(req.Offset()).ScanAndCount(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("select page of photos of property %d: %w", property, err)
	}
	return photos(rows), int(n), nil
}

func photos(rows []photoRow) []photo.Photo {
	list := make([]photo.Photo, len(rows))
	for i, r := range rows {
		list[i] = r.Photo
	}
	return list
}

// CountPhotos counts the photos of a gallery.
func (s *Store) CountPhotos(ctx context.Context, owner, property int64) (int, error) {
	n, err := s.db.From(ctx).NewSelect().Model((*photoRow)(nil)).Where(ofGallery, property, owner).Count(ctx)
	if err != nil {
		return 0, fmt.Errorf("count photos of property %d: %w", property, err)
	}
	return int(n), nil
}

// Position returns the place of a photo among those of its gallery, oldest first, from 1.
func (s *Store) Position(ctx context.Context, owner, property, id int64) (int, error) {
	n, err := s.db.From(ctx).NewSelect().Model((*photoRow)(nil)).Where(ofGallery, property, owner).Where("id <= ?", id).Count(ctx)
	if err != nil {
		return 0, fmt.Errorf("count photos of property %d up to %d: %w", property, id, err)
	}
	return int(n), nil
}

// MostPhotos returns the number of photos of each account's property that has the most.
func (s *Store) MostPhotos(ctx context.Context, owners []int64) (map[int64]int, error) {
	each := s.db.From(ctx).NewSelect().Model((*photoRow)(nil)).ColumnExpr("owner_id, COUNT(*) AS n").
		Where("owner_id IN (?)", bun.List(owners)).Group("owner_id", "property_id")
	return s.db.Counts(ctx, "photos of accounts", s.db.From(ctx).NewSelect().TableExpr("(?) AS each_property", each).
		ColumnExpr("owner_id, MAX(n)").Group("owner_id"))
}

// LastPosition returns the position of the last photo of a gallery, -1 without one.
func (s *Store) LastPosition(ctx context.Context, owner, property int64) (int, error) {
	last := -1
	err := s.db.From(ctx).NewSelect().Model((*photoRow)(nil)).ColumnExpr("COALESCE(MAX(position), -1)").
		Where(ofGallery, property, owner).Scan(ctx, &last)
	if err != nil {
		return 0, fmt.Errorf("select last position of property %d: %w", property, err)
	}
	return last, nil
}

// SavePositions numbers the photos of a gallery in the order of ids, in one
// statement.
func (s *Store) SavePositions(ctx context.Context, owner, property int64, ids []int64) error {
	places := make([]any, 0, 2*len(ids))
	for i, id := range ids {
		places = append(places, id, i)
	}
	_, err := s.db.From(ctx).NewUpdate().Model((*photoRow)(nil)).
		Set("position = CASE id"+strings.Repeat(" WHEN ? THEN ?", len(ids))+" ELSE position END", places...).
		Where(ofGallery, property, owner).Exec(ctx)
	if err != nil {
		return fmt.Errorf("order photos of property %d: %w", property, err)
	}
	return nil
}

// FilesInUse reports which of the keys some photo uses.
func (s *Store) FilesInUse(ctx context.Context, keys []string) (map[string]bool, error) {
	return s.db.InUse(ctx, (*photoRow)(nil), keys, "key", "medium_key", "small_key")
}
