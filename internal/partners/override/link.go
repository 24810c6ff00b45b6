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
	// ApprovalPage is the path of the page that the link in a letter opens.
	ApprovalPage = "/override-approval/"
	// linkLife is how long a link is valid.
	linkLife = 14 * 24 * time.Hour
	// linkRecord is the purpose that links are sealed with, so that values
	// sealed for other purposes are refused.
	linkRecord = "override/approval"
)

// link is the content of the link in a letter: the user it was sent to, and the
// revision of the override it is about.
type link struct {
	HotelID    int64     `json:"h"`
	UserID     int64     `json:"u"`
	OverrideID int64     `json:"w"`
	Revision   int       `json:"r"`
	Until      time.Time `json:"e"`
}

func (s *Service) seal(l link) (string, error) {
	raw, err := json.Marshal(l)
	if err != nil {
		return "", fmt.Errorf("write link: %w", err)
	}
	return s.deps.LinkBase() + ApprovalPage + s.deps.Box.Seal(raw, linkRecord) + "/", nil
}

// open reads a link. It does not refuse an expired one.
func (s *Service) open(sealed string) (link, error) {
	var l link
	raw, err := s.deps.Box.Open(sealed, linkRecord)
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
