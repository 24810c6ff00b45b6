package publication

import (
	"time"
	"unicode/utf8"

	"allot/internal/facts"
	"allot/internal/photo"
	"allot/internal/platform/apperr"
	"allot/internal/property"
)

// Status is where a submission stands.
type Status string

// The states. A submission that is replaced by a newer one before anybody
// reviewed it is over.
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

// Snapshot is what is frozen at submission.
type Snapshot struct {
	Property property.Property `json:"property"`
	LogoKey  string            `json:"logo_key"`
	Facts    facts.Sheet       `json:"facts"`
	Photos   []Photo           `json:"photos"`
}

// Photo is a picture of a snapshot. Its files stay as long as the snapshot,
// even if the hotel takes the photo out of its gallery.
type Photo struct {
	photo.Photo
	// What the API of photos does not show.
	Checksum  int64  `json:"checksum"`
	Key       string `json:"key"`
	MediumKey string `json:"medium_key"`
	SmallKey  string `json:"small_key"`
}

func frozen(p photo.Photo) Photo {
	return Photo{Photo: p, Checksum: p.Checksum, Key: p.Key, MediumKey: p.MediumKey, SmallKey: p.SmallKey}
}

// thawed is the photo as its own module knows it.
func (p Photo) thawed() photo.Photo {
	t := p.Photo
	t.Checksum, t.Key, t.MediumKey, t.SmallKey = p.Checksum, p.Key, p.MediumKey, p.SmallKey
	return t
}

// Version is a published snapshot.
type Version struct {
	Publication
	Snapshot Snapshot
}

// Froze is a publication with the snapshot that it froze. The property was frozen
// before it was submitted; where it stands now is where its publication stands.
func (p Publication) Froze(s Snapshot) Version {
	switch p.Status {
	case StatusPending:
		s.Property.Status = property.StatusPending
	case StatusPublished:
		s.Property.Status, s.Property.PublishedAt = property.StatusPublished, p.ReviewedAt
	case StatusDeclined:
		s.Property.Status = property.StatusDeclined
	case StatusReplaced: // another submission tells
	}
	return Version{Publication: p, Snapshot: s}
}

// Number is the version's number.
func (v Version) Number() int { return *v.Version }

// PublishedAt is when the version became what partners see.
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
		s.Photos[i] = frozen(one)
	}
	return s
}

// Files are the keys of everything that the snapshot shows.
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
