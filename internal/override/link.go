package override

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"allot/internal/platform/apperr"
	"allot/internal/platform/secret"
)

const (
	// ApprovalPage is where the link in a letter leads.
	ApprovalPage = "/override-approval/"
	// linkLife is how long it works.
	linkLife = 14 * 24 * time.Hour
	// linkRecord keeps sealed values of other kinds from opening here.
	linkRecord = "override/approval"
)

// link is what the link in a letter carries: for whom it was written, and which
// wish exactly it is about.
type link struct {
	HotelID  int64     `json:"h"`
	UserID   int64     `json:"u"`
	WishID   int64     `json:"w"`
	Revision int       `json:"r"`
	Until    time.Time `json:"e"`
}

func (s *Service) seal(l link) (string, error) {
	raw, err := json.Marshal(l)
	if err != nil {
		return "", fmt.Errorf("write link: %w", err)
	}
	return s.LinkBase() + ApprovalPage + s.Box.Seal(raw, linkRecord) + "/", nil
}

// open reads a link, also one that has expired.
func (s *Service) open(sealed string) (link, error) {
	var l link
	raw, err := s.Box.Open(sealed, linkRecord)
	if errors.Is(err, secret.ErrUnreadable) {
		return l, apperr.ErrNotFound
	}
	if err != nil {
		return l, err
	}
	if err := json.Unmarshal(raw, &l); err != nil {
		return l, fmt.Errorf("read link: %w", err)
	}
	return l, nil
}
