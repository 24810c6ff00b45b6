package settings

import (
	"encoding/json"
	"errors"
	"fmt"

	"allot/internal/platform/apperr"
	"allot/internal/platform/secret"
)

const (
	// UnsubscribePage is where links to unsubscribe lead.
	UnsubscribePage = "/unsubscribe/"
	// unsubscribeRecord is the purpose that binds the encrypted value: values for other
	// purposes do not open here.
	unsubscribeRecord = "settings/unsubscribe"
)

// subscription is the content of a link to unsubscribe. It has the address, not the contact's
// id, so that it works after the contact was deleted. It does not expire, because letters are
// kept for years.
type subscription struct {
	OwnerID  int64  `json:"o"`
	Email    string `json:"e"`
	Language string `json:"l"`
}

// UnsubscribeLink returns the address at which a contact ends list mail of an account.
func (s *Service) UnsubscribeLink(owner int64, email, language string) (string, error) {
	raw, err := json.Marshal(subscription{OwnerID: owner, Email: email, Language: language})
	if err != nil {
		return "", fmt.Errorf("write link to unsubscribe: %w", err)
	}
	return s.deps.LinkBase() + UnsubscribePage + s.deps.Box.Seal(raw, unsubscribeRecord) + "/", nil
}

func (s *Service) openSubscription(sealed string) (sub subscription, err error) {
	raw, err := s.deps.Box.Open(sealed, unsubscribeRecord)
	if errors.Is(err, secret.ErrUnreadable) {
		return sub, apperr.ErrNotFound
	}
	if err != nil {
		return sub, err
	}
	if err := json.Unmarshal(raw, &sub); err != nil {
		return sub, fmt.Errorf("read link to unsubscribe: %w", err)
	}
	return sub, nil
}
