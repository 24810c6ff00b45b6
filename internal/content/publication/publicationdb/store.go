// Package publicationdb keeps submissions, published versions and the files that
// they use.
package publicationdb

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"allot/internal/content/publication"
	"allot/internal/platform/db"
)

// Store is the publication module's tables.
type Store struct{ db *db.DB }

// New makes a store on d.
func New(d *db.DB) *Store { return &Store{d} }

var _ publication.Store = (*Store)(nil)

// InTx runs fn in a transaction.
func (s *Store) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return s.db.InTx(ctx, fn)
}

type row struct {
	bun.BaseModel `bun:"table:publications,alias:p"`

	ID           int64              `bun:"id,pk,autoincrement"`
	OwnerID      int64              `bun:"owner_id"`
	PropertyID   int64              `bun:"property_id"`
	Version      *int               `bun:"version"`
	Status       publication.Status `bun:"status"`
	PropertyName string             `bun:"property_name"`
	Country      string             `bun:"country"`
	Completeness int                `bun:"completeness"`
	Missing      string             `bun:"missing"`
	Snapshot     string             `bun:"snapshot"`
	SubmittedBy  int64              `bun:"submitted_by"`
	SubmittedAt  time.Time          `bun:"submitted_at"`
	ReviewedBy   *int64             `bun:"reviewed_by"`
	ReviewedAt   *time.Time         `bun:"reviewed_at"`
	Reason       string             `bun:"reason"`
}

type fileRow struct {
	bun.BaseModel `bun:"table:publication_files,alias:f"`
	PublicationID int64  `bun:"publication_id,pk"`
	Key           string `bun:"key,pk"`
}

func (r row) publication() (publication.Publication, error) {
	p := publication.Publication{
		ID: r.ID, OwnerID: r.OwnerID, PropertyID: r.PropertyID, PropertyName: r.PropertyName, Country: r.Country,
		Version: r.Version, Status: r.Status, Completeness: r.Completeness,
		SubmittedBy: r.SubmittedBy, SubmittedAt: r.SubmittedAt, ReviewedBy: r.ReviewedBy, ReviewedAt: r.ReviewedAt, Reason: r.Reason,
	}
	if err := json.Unmarshal([]byte(r.Missing), &p.Missing); err != nil {
		return p, fmt.Errorf("decode what publication %d lacks: %w", r.ID, err)
	}
	return p, nil
}

func (r row) version() (publication.Version, error) {
	p, err := r.publication()
	if err != nil {
		return publication.Version{}, err
	}
	var frozen publication.Snapshot
	if err := json.Unmarshal([]byte(r.Snapshot), &frozen); err != nil {
		return publication.Version{}, fmt.Errorf("decode snapshot %d: %w", r.ID, err)
	}
	return p.WithSnapshot(frozen), nil
}

// InsertPublication stores a submission with its snapshot and sets its id.
func (s *Store) InsertPublication(ctx context.Context, p *publication.Publication, snapshot publication.Snapshot) error {
	missing, err := json.Marshal(p.Missing)
	if err != nil {
		return fmt.Errorf("encode what is missing: %w", err)
	}
	frozen, err := json.Marshal(snapshot)
	if err != nil {
		return fmt.Errorf("encode snapshot of property %d: %w", p.PropertyID, err)
	}
	r := &row{
		OwnerID: p.OwnerID, PropertyID: p.PropertyID, PropertyName: p.PropertyName, Country: p.Country,
		Status: p.Status, Completeness: p.Completeness, Missing: string(missing),
		Snapshot: string(frozen), SubmittedBy: p.SubmittedBy, SubmittedAt: p.SubmittedAt,
	}
	if _, err := s.db.From(ctx).NewInsert().Model(r).Returning("id").Exec(ctx); err != nil {
		return fmt.Errorf("insert publication of property %d: %w", p.PropertyID, err)
	}
	p.ID = r.ID
	files := []fileRow{}
	for _, key := range snapshot.Files() {
		files = append(files, fileRow{PublicationID: r.ID, Key: key})
	}
	if len(files) == 0 {
		return nil
	}
	if _, err := s.db.From(ctx).NewInsert().Model(&files).Exec(ctx); err != nil {
		return fmt.Errorf("insert files of publication %d: %w", r.ID, err)
	}
	return nil
}

// UpdatePublication stores the state of a submission; its snapshot never changes.
func (s *Store) UpdatePublication(ctx context.Context, p publication.Publication) error {
	_, err := s.db.From(ctx).NewUpdate().Model(&row{
		Version: p.Version, Status: p.Status, ReviewedBy: p.ReviewedBy, ReviewedAt: p.ReviewedAt, Reason: p.Reason,
	}).Column("version", "status", "reviewed_by", "reviewed_at", "reason").Where("id = ? AND owner_id = ?", p.ID, p.OwnerID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("update publication %d: %w", p.ID, err)
	}
	return nil
}

// ReplacePending marks the pending submission of a property as replaced.
func (s *Store) ReplacePending(ctx context.Context, owner, property int64) error {
	_, err := s.db.From(ctx).NewUpdate().Model((*row)(nil)).Set("status = ?", publication.StatusReplaced).
		Where("property_id = ? AND owner_id = ? AND status = ?", property, owner, publication.StatusPending).Exec(ctx)
	if err != nil {
		return fmt.Errorf("replace submission of property %d: %w", property, err)
	}
	return nil
}

// Publication returns a submission of any account, without its snapshot.
func (s *Store) Publication(ctx context.Context, id int64) (publication.Publication, error) {
	var r row
	err := s.db.From(ctx).NewSelect().Model(&r).ExcludeColumn("snapshot").Where("id = ?", id).Scan(ctx)
	if err := db.Found(err, "select publication %d", id); err != nil {
		return publication.Publication{}, err
	}
	return r.publication()
}

// Snapshot returns the snapshot of a submission.
func (s *Store) Snapshot(ctx context.Context, p publication.Publication) (publication.Snapshot, error) {
	var r row
	err := s.db.From(ctx).NewSelect().Model(&r).Where("id = ? AND owner_id = ?", p.ID, p.OwnerID).Scan(ctx)
	if err := db.Found(err, "select snapshot %d", p.ID); err != nil {
		return publication.Snapshot{}, err
	}
	v, err := r.version()
	return v.Snapshot, err
}

// FilesInUse reports which of the keys some snapshot uses.
func (s *Store) FilesInUse(ctx context.Context, keys []string) (map[string]bool, error) {
	return s.db.InUse(ctx, (*fileRow)(nil), keys, "key")
}
