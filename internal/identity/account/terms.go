package account

import (
	"context"
	"strings"

	"allot/internal/platform/fold"
)

// TermKind is what a record is that staff find an account by.
type TermKind string

// The records with terms.
const (
	TermUser     TermKind = "user"
	TermCompany  TermKind = "company"
	TermProperty TermKind = "property"
)

// Terms are what staff find a record by.
type Terms struct {
	OwnerID  int64
	Kind     TermKind
	RecordID int64
	Texts    []string // names, addresses and codes
	Phone    string
}

// Folded returns the texts as they are searched.
func (t Terms) Folded() string { return fold.Fold(strings.Join(t.Texts, " ")) }

// Digits returns those of the telephone number, without what people write between them.
func (t Terms) Digits() string { return digits(t.Phone) }

// Terms are what staff find a user by.
func (u User) Terms() Terms {
	return Terms{OwnerID: u.OwnerID, Kind: TermUser, RecordID: u.ID, Texts: []string{u.Email, u.FirstName + " " + u.LastName}}
}

// phoneDigits is how many digits a text has at least that is looked for as a telephone
// number: fewer are found in too many numbers.
const phoneDigits = 5

// PhoneDigits returns the digits of a text that may be a telephone number or a part of one;
// any other text has none.
func PhoneDigits(text string) string {
	found := digits(text)
	if len(found) < phoneDigits || strings.Trim(text, "0123456789+-/(). \u00a0") != "" {
		return ""
	}
	return found
}

func digits(text string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, text)
}

// SetTerms stores what staff find a record by. The module that owns the record calls it when
// the record was made or has changed.
func (s *Service) SetTerms(ctx context.Context, t Terms) error {
	return s.store.InTx(ctx, func(ctx context.Context) error { return s.store.SetTerms(ctx, t) })
}

// RemoveTerms is SetTerms for a record that is deleted.
func (s *Service) RemoveTerms(ctx context.Context, owner int64, kind TermKind, record int64) error {
	return s.store.InTx(ctx, func(ctx context.Context) error { return s.store.RemoveTerms(ctx, owner, kind, record) })
}
