package portfolio

import (
	"context"
	"errors"
	"time"

	"allot/internal/content/publication"
	"allot/internal/identity/auth"
	"allot/internal/partners/contract"
	"allot/internal/platform/apperr"
)

// Reason is why facts cannot be read.
type Reason string

// The reasons. They are API: never rename one.
const (
	ReasonNoContract   Reason = "no_contract"
	ReasonNotAllowed   Reason = "not_allowed"
	ReasonNotPublished Reason = "not_published"
)

// Access is what an account may currently read and change of a property.
type Access struct {
	Property    int64           `json:"property"`
	Accessible  bool            `json:"accessible" doc:"Facts can be read now"`
	Contract    *int64          `json:"contract" doc:"The contract in force that it goes by; null without one, and for your own property"`
	Reason      *Reason         `json:"reason" enum:"no_contract,not_allowed,not_published" doc:"Why not; null if accessible"`
	Published   bool            `json:"published"`
	Version     *int            `json:"version"`
	PublishedAt *time.Time      `json:"published_at"`
	Categories  map[string]bool `json:"categories" doc:"Which categories of the fact sheet are open"`
	Edit        contract.Answer `json:"edit" enum:"Y,N,O" doc:"May facts be overridden; O with approval"`
	Photos      bool            `json:"photos" doc:"Photos can be seen"`
}

// Check returns what the caller may read of a property. A missing property and
// one without a contract in force give the same answer.
func (s *Service) Check(ctx context.Context, who auth.Caller, id int64) (Access, error) {
	a := Access{Property: id, Categories: map[string]bool{}, Edit: contract.No}
	for _, c := range s.deps.Catalogue.Categories() {
		a.Categories[c.Key] = false
	}
	granted, err := s.grantOf(ctx, who, id)
	if errors.Is(err, apperr.ErrNotFound) {
		return a.refused(ReasonNoContract), nil
	}
	if err != nil {
		return Access{}, err
	}
	if granted.contract != nil {
		a.Contract = &granted.contract.ID
	}
	for key := range a.Categories {
		a.Categories[key] = granted.allows(contract.RightCategory(key))
	}
	a.Edit, a.Photos = granted.may(contract.RightEditFacts), granted.allows(contract.RightPhotos)
	card, err := s.deps.Publications.Card(ctx, id)
	switch {
	case err == nil:
		a = a.published(card)
	case !errors.Is(err, apperr.ErrNotFound):
		return Access{}, err
	}
	switch {
	case !granted.allows(contract.RightFacts):
		return a.refused(ReasonNotAllowed), nil
	case !a.Published:
		return a.refused(ReasonNotPublished), nil
	}
	a.Accessible = true
	return a, nil
}

// grantOf returns what the caller may see of a property, published or not.
// Without a contract in force the property is apperr.ErrNotFound.
func (s *Service) grantOf(ctx context.Context, who auth.Caller, id int64) (grant, error) {
	owner, err := s.deps.Properties.OwnerOf(ctx, id)
	if err != nil {
		return grant{}, err
	}
	if owner == who.OwnerID {
		return grant{}, who.InScope(id)
	}
	c, err := s.deps.Contracts.Between(ctx, owner, who.OwnerID)
	if err != nil {
		return grant{}, err
	}
	if !c.Status.InForce() {
		return grant{}, apperr.ErrNotFound
	}
	return grant{&c}, nil
}

func (a Access) refused(why Reason) Access {
	a.Reason = &why
	return a
}

func (a Access) published(c publication.Card) Access {
	a.Published, a.Version, a.PublishedAt = true, &c.Version, &c.PublishedAt
	return a
}
