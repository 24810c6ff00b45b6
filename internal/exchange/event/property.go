package event

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"allot/internal/content/property"
	"allot/internal/partners/contract"
)

type storedProperty struct{ property.Updated }

func (n *storedProperty) owner() int64 { return n.Route.OwnerID }

func (n *storedProperty) property() int64 { return n.Route.PropertyID }

// receivers returns, for a publication, the operators whose systems may export
// facts or photos. Changes of a draft go to the hotel only.
func (n *storedProperty) receivers(ctx context.Context, s *Service) ([]Receiver, error) {
	if n.Route.Scope != property.ScopePublished {
		return nil, nil
	}
	list, err := s.partners(ctx, n.Route.OwnerID)
	return slices.DeleteFunc(list, func(r Receiver) bool { return !r.allows(contract.RightFacts) && !r.allows(contract.RightPhotos) }), err
}

// partners returns the operators whose contract in force allows exports, by
// account.
func (s *Service) partners(ctx context.Context, hotel int64) ([]Receiver, error) {
	contracts, err := s.deps.Contracts.Hosted(ctx, hotel)
	var list []Receiver
	for _, c := range contracts {
		if r := (Receiver{Account: c.PartnerID, Contract: &c}); r.allows(contract.RightExports) {
			list = append(list, r)
		}
	}
	slices.SortFunc(list, byAccount)
	return list, err
}

func byAccount(a, b Receiver) int { return cmp.Compare(a.Account, b.Account) }

func (n *storedProperty) render(_ context.Context, s *Service, to Receiver) ([]json.RawMessage, error) {
	data := n.Data
	if !to.Owner {
		if n.Shared == nil {
			return nil, nil
		}
		if data = restrict(*n.Shared, to); len(data.ChangedFields) == 0 {
			return nil, nil
		}
	}
	s.addHost(&data)
	return encode(data)
}

// restrict removes from the data for partners what the receiver's contract does
// not grant. An operator that may not read facts learns only which property it
// is.
func restrict(d property.UpdatedData, to Receiver) property.UpdatedData {
	if p := d.Property; !to.allows(contract.RightFacts) {
		d.Property = property.Property{
			ID: p.ID, OwnerID: p.OwnerID, Code: p.Code, Name: p.Name, Country: p.Country, City: p.City,
			Status: p.Status, CreatedAt: p.CreatedAt, UpdatedAt: p.UpdatedAt, PublishedAt: p.PublishedAt,
		}
	}
	d.Facts, d.Previous, d.Current = maps.Clone(d.Facts), maps.Clone(d.Previous), maps.Clone(d.Current)
	maps.DeleteFunc(d.Facts, func(category string, _ any) bool { return !to.allows(contract.RightCategory(category)) })
	d.ChangedFields = slices.DeleteFunc(slices.Clone(d.ChangedFields), func(pointer string) bool {
		shut := !opens(pointer, to)
		if shut {
			delete(d.Previous, pointer)
			delete(d.Current, pointer)
		}
		return shut
	})
	return d
}

// opens reports whether the receiver may see the value at a pointer.
func opens(pointer string, to Receiver) bool {
	area, rest, _ := strings.Cut(strings.TrimPrefix(pointer, "/"), "/")
	switch area {
	case "facts":
		category, _, _ := strings.Cut(rest, "/")
		return to.allows(contract.RightCategory(category))
	case "photos":
		return to.allows(contract.RightPhotos)
	}
	return to.allows(contract.RightFacts)
}

// addHost turns the paths of the logo into full addresses.
func (s *Service) addHost(d *property.UpdatedData) {
	const logo = "/logo"
	if d.Logo != nil {
		address := s.deps.LinkBase() + *d.Logo
		d.Logo = &address
	}
	for _, values := range []map[string]any{d.Previous, d.Current} {
		if path, ok := values[logo].(string); ok {
			values[logo] = s.deps.LinkBase() + path
		}
	}
}
