package publication

import (
	"time"
	"unicode/utf8"

	"allot/internal/content/facts"
	"allot/internal/content/photo"
	"allot/internal/content/property"
	"allot/internal/platform/apperr"
)

// Status is the state of a submission.
type Status string

// The states. A submission is replaced if a newer one comes before its review.
const (
	StatusPending   Status = "pending"
	StatusPublished Status = "published"
	StatusDeclined  Status = "declined"
	StatusReplaced  Status = "replaced"
)

// Publication is one submission of a fact sheet, and a published version once
// it is approved.
type Publication struct {
	ID           int64      `json:"id"`
	OwnerID      int64      `json:"owner_id"`
	PropertyID   int64      `json:"property_id"`
	PropertyName string     `json:"property_name"`
	Country      string     `json:"country"`
	Version      *int       `json:"version" doc:"Number of the published version, null before"`
	Status       Status     `json:"status" enum:"pending,published,declined,replaced"`
	Completeness int        `json:"completeness"`
	Missing      []string   `json:"missing" nullable:"false" doc:"Paths of what publication asks for and the sheet lacks"`
	SubmittedBy  int64      `json:"submitted_by"`
	SubmittedAt  time.Time  `json:"submitted_at"`
	ReviewedBy   *int64     `json:"reviewed_by"`
	ReviewedAt   *time.Time `json:"reviewed_at" doc:"Also the time of publication"`
	Reason       string     `json:"reason" doc:"Why it was declined"`
}

// Snapshot is the content of a property at its submission.
type Snapshot struct {
	Property property.Property `json:"property"`
	LogoKey  string            `json:"logo_key"`
	Facts    facts.Sheet       `json:"facts"`
	Photos   []Photo           `json:"photos"`
}

// Photo is a picture of a snapshot. Its files stay as long as the snapshot, even if the hotel
// deletes the photo from its gallery.
type Photo struct {
	photo.Photo
	// Fields that the API of photos does not show.
	Checksum  int64  `json:"checksum"`
	Key       string `json:"key"`
	MediumKey string `json:"medium_key"`
	SmallKey  string `json:"small_key"`
}

func snapshotPhoto(p photo.Photo) Photo {
	return Photo{Photo: p, Checksum: p.Checksum, Key: p.Key, MediumKey: p.MediumKey, SmallKey: p.SmallKey}
}

// galleryPhoto returns the photo as the photo module knows it.
func (p Photo) galleryPhoto() photo.Photo {
	t := p.Photo
	t.Checksum, t.Key, t.MediumKey, t.SmallKey = p.Checksum, p.Key, p.MediumKey, p.SmallKey
	return t
}

// Version is a published snapshot.
type Version struct {
	Publication
	Snapshot Snapshot
}

// WithSnapshot returns a publication with its snapshot. The snapshot was taken before the
// submission, so the status of its property is set from the publication.
func (p Publication) WithSnapshot(s Snapshot) Version {
	switch p.Status {
	case StatusPending:
		s.Property.Status = property.StatusPending
	case StatusPublished:
		s.Property.Status, s.Property.PublishedAt = property.StatusPublished, p.ReviewedAt
	case StatusDeclined:
		s.Property.Status = property.StatusDeclined
	case StatusReplaced: // the newer submission has the status
	}
	return Version{Publication: p, Snapshot: s}
}

// Number returns the number of the version.
func (v Version) Number() int { return *v.Version }

// PublishedAt returns when the version was published.
func (v Version) PublishedAt() time.Time { return *v.ReviewedAt }

// The refusals.
var (
	ErrIncomplete = apperr.New(apperr.Conflict, "facts_incomplete",
		"the sheet cannot be submitted: facts that publication needs are missing")
	ErrReviewed     = apperr.New(apperr.Conflict, "invalid_transition", "the submission is not waiting for review any more")
	ErrNotPublished = apperr.New(apperr.Conflict, "not_published",
		"nothing of this property is published yet: submit its fact sheet first")
)

const maxReason = 1000

func checkReason(reason string) error {
	var f apperr.Fields
	f.Check(reason != "", "reason", "is required: the hotel must know what to change")
	f.Checkf(utf8.RuneCountInString(reason) <= maxReason, "reason", "must have at most %d characters", maxReason)
	return f.Err()
}

func snapshotOf(p property.Property, sheet facts.Sheet, photos []photo.Photo) Snapshot {
	s := Snapshot{Property: p, LogoKey: p.LogoKey, Facts: sheet, Photos: make([]Photo, len(photos))}
	for i, one := range photos {
		s.Photos[i] = snapshotPhoto(one)
	}
	return s
}

// Files lists the keys of all files of the snapshot.
func (s Snapshot) Files() []string {
	keys := []string{}
	if s.LogoKey != "" {
		keys = append(keys, s.LogoKey)
	}
	seen := map[string]bool{}
	for _, p := range s.Photos {
		for _, k := range []string{p.Key, p.MediumKey, p.SmallKey} {
			if !seen[k] {
				seen[k] = true
				keys = append(keys, k)
			}
		}
	}
	return keys
}
