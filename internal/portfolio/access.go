package portfolio

import (
	"context"
	"errors"
	"time"

	"allot/internal/auth"
	"allot/internal/contract"
	"allot/internal/platform/apperr"
	"allot/internal/publication"
)

// Reason says why facts cannot be read.
type Reason string

// The reasons. They are API: never rename one.
const (
	ReasonNoContract   Reason = "no_contract"
	ReasonNotAllowed   Reason = "not_allowed"
	ReasonNotPublished Reason = "not_published"
)

// Access is what an account may read and do with a property as things stand.
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

// Check tells what the caller may read of a property. Of one that is not there,
// and of one that no contract in force connects to the caller, it says the same.
func (s *Service) Check(ctx context.Context, who auth.Caller, id int64) (Access, error) {
	a := Access{Property: id, Categories: map[string]bool{}, Edit: contract.No}
	for _, c := range s.Catalogue.Categories() {
		a.Categories[c.Key] = false
	}
	through, err := s.sightOf(ctx, who, id)
	if errors.Is(err, apperr.ErrNotFound) {
		return a.refused(ReasonNoContract), nil
	}
	if err != nil {
		return Access{}, err
	}
	if through.contract != nil {
		a.Contract = &through.contract.ID
	}
	for key := range a.Categories {
		a.Categories[key] = through.allows(contract.RightCategory(key))
	}
	a.Edit, a.Photos = through.may(contract.RightEditFacts), through.allows(contract.RightPhotos)
	card, err := s.Publications.Card(ctx, id)
	switch {
	case err == nil:
		a = a.published(card)
	case !errors.Is(err, apperr.ErrNotFound):
		return Access{}, err
	}
	switch {
	case !through.allows(contract.RightFacts):
		return a.refused(ReasonNotAllowed), nil
	case !a.Published:
		return a.refused(ReasonNotPublished), nil
	}
	a.Accessible = true
	return a, nil
}

// sightOf finds through what the caller sees a property, published or not.
// Without a contract in force it is not found.
func (s *Service) sightOf(ctx context.Context, who auth.Caller, id int64) (sight, error) {
	owner, err := s.Properties.OwnerOf(ctx, id)
	if err != nil {
		return sight{}, err
	}
	if owner == who.OwnerID {
		return sight{}, who.InScope(id)
	}
	c, err := s.Contracts.Between(ctx, owner, who.OwnerID)
	if err != nil {
		return sight{}, err
	}
	if !c.Status.InForce() {
		return sight{}, apperr.ErrNotFound
	}
	return sight{&c}, nil
}

func (a Access) refused(why Reason) Access {
	a.Reason = &why
	return a
}

func (a Access) published(c publication.Card) Access {
	a.Published, a.Version, a.PublishedAt = true, &c.Version, &c.PublishedAt
	return a
}
