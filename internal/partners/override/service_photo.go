package override

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"allot/internal/content/publication"
	"allot/internal/identity/auth"
	"allot/internal/partners/contract"
	"allot/internal/platform/apperr"
)

// Gallery is the photos that an operator can select and its selection.
type Gallery struct {
	PropertyID int64
	// The contract's terms for selecting photos, adding photos and the logo.
	Select, AddOwn, AddLogo contract.Answer
	// Selection is nil while the hotel's selection and order are shown.
	Selection *Override
	Photos    []GalleryPhoto
	// NewPhotos were published after the selection was made.
	NewPhotos []int64
	Logo      *Override // nil: the hotel's logo is shown
	LogoKey   string
}

// GalleryPhoto is a photo with its position in the selection.
type GalleryPhoto struct {
	Photo
	Selected bool
	Override *Override // of an own photo
}

// GalleryChange is a change of the gallery; nil fields stay as they are.
type GalleryChange struct {
	// Photos are those to show, in this order; a pointer to nil restores the
	// hotel's selection and order.
	Photos     **[]Ref
	UseOwnLogo *bool
	// AsRead reports that the client sends back a response: values equal to the
	// current ones are no change, and do not turn the hotel's selection into
	// the operator's.
	AsRead bool
}

// Gallery returns the published photos of a property and the operator's own
// ones: first the selected in their order, then the others.
func (s *Service) Gallery(ctx context.Context, who auth.Caller, propertyID int64) (Gallery, error) {
	card, c, err := s.visible(ctx, who.OwnerID, propertyID, contract.RightPhotos)
	if err != nil {
		return Gallery{}, err
	}
	v, err := s.deps.Publications.Current(ctx, card.PropertyID)
	if err != nil {
		return Gallery{}, err
	}
	return s.gallery(ctx, who.OwnerID, c, v)
}

func (s *Service) gallery(ctx context.Context, operator int64, c contract.Contract, v publication.Version) (Gallery, error) {
	g := Gallery{
		PropertyID: v.PropertyID, NewPhotos: []int64{}, Select: c.May(operator, contract.RightSelectPhotos),
		AddOwn: c.May(operator, contract.RightAddPhotos), AddLogo: c.May(operator, contract.RightAddLogo),
	}
	overrides, err := s.store.PropertyOverrides(ctx, operator, v.PropertyID)
	if err != nil {
		return g, err
	}
	photos, own, err := s.availablePhotos(ctx, overrides, v)
	if err != nil {
		return g, err
	}
	chosen := selection{}
	for i, ov := range overrides {
		switch ov.Kind {
		case KindSelection:
			g.Selection = &overrides[i]
			if err := json.Unmarshal(ov.Wanted, &chosen); err != nil {
				return g, fmt.Errorf("decode photo selection %d: %w", ov.ID, err)
			}
			if g.NewPhotos, err = newPhotos(ov.Base, v.Snapshot.Photos); err != nil {
				return g, err
			}
		case KindLogo:
			g.Logo = &overrides[i]
		case KindFacts, KindOwnPhoto:
		}
	}
	g.Photos = arrange(photos, own, g.Selection != nil, chosen)
	g.LogoKey, err = s.logoOf(ctx, operator)
	return g, err
}

// logoOf returns the logo of an account's company, empty if it has none.
func (s *Service) logoOf(ctx context.Context, account int64) (string, error) {
	company, err := s.deps.Settings.Company(ctx, account)
	if err != nil || company == nil {
		return "", err
	}
	return company.LogoKey, nil
}

// availablePhotos returns the photos that an operator may show: the hotel's,
// and its own with their overrides by photo id.
func (s *Service) availablePhotos(ctx context.Context, overrides []Override, v publication.Version) ([]Photo, map[int64]*Override, error) {
	photos, own := hotelPhotos(v.Snapshot.Photos), map[int64]*Override{}
	files, err := s.files(ctx, overrides)
	if err != nil {
		return nil, nil, err
	}
	for i, ov := range overrides {
		file, ok := files[ov.RecordID]
		if ov.Kind != KindOwnPhoto || !ok {
			continue
		}
		p, err := file.photo(ov.Wanted)
		if err != nil {
			return nil, nil, err
		}
		photos = append(photos, p)
		own[p.ID] = &overrides[i]
	}
	return photos, own, nil
}

// arrange puts the selected photos first. Without a selection, all are
// selected.
func arrange(photos []Photo, own map[int64]*Override, selected bool, chosen selection) []GalleryPhoto {
	order, picked := photos, map[Ref]bool{}
	if selected {
		order = chosen.pick(photos)
	}
	for _, p := range order {
		picked[p.ref()] = true
	}
	if selected {
		for _, p := range photos {
			if !picked[p.ref()] {
				order = append(order, p)
			}
		}
	}
	out := make([]GalleryPhoto, len(order))
	for i, p := range order {
		out[i] = GalleryPhoto{Photo: p, Selected: picked[p.ref()]}
		out[i].Position = i
		if p.Own {
			out[i].Override = own[p.ID]
		}
	}
	return out
}

// SaveGallery changes which photos an operator shows, and whether it shows its
// own logo.
func (s *Service) SaveGallery(ctx context.Context, who auth.Caller, propertyID int64, in GalleryChange) (g Gallery, err error) {
	err = s.change(ctx, who.OwnerID, propertyID, contract.RightPhotos, func(ctx context.Context, c contract.Contract, v publication.Version) error {
		in := in
		if in.AsRead {
			now, err := s.gallery(ctx, who.OwnerID, c, v)
			if err != nil {
				return err
			}
			in.dropUnchanged(now)
		}
		if in.Photos != nil {
			if err := s.savePhotos(ctx, who.OwnerID, c, v, *in.Photos); err != nil {
				return err
			}
		}
		if in.UseOwnLogo != nil {
			if err := s.saveLogo(ctx, who.OwnerID, c, v, *in.UseOwnLogo); err != nil {
				return err
			}
		}
		g, err = s.gallery(ctx, who.OwnerID, c, v)
		return err
	})
	return g, err
}

// dropUnchanged removes the values that equal the current ones.
func (in *GalleryChange) dropUnchanged(now Gallery) {
	var shown []Ref
	for _, p := range now.Photos {
		if p.Selected {
			shown = append(shown, p.ref())
		}
	}
	if in.Photos != nil && *in.Photos != nil && slices.Equal(**in.Photos, shown) {
		in.Photos = nil
	}
	if in.UseOwnLogo != nil && *in.UseOwnLogo == (now.Logo != nil) {
		in.UseOwnLogo = nil
	}
}

func (s *Service) savePhotos(ctx context.Context, operator int64, c contract.Contract, v publication.Version, refs *[]Ref) error {
	ov := Override{OperatorID: operator, HotelID: v.OwnerID, PropertyID: v.PropertyID, Kind: KindSelection, BaseVersion: v.Number()}
	if refs == nil {
		return s.removeIfAny(ctx, ov)
	}
	if c.May(operator, contract.RightSelectPhotos) == contract.No {
		return refused(KindSelection)
	}
	overrides, err := s.store.PropertyOverrides(ctx, operator, v.PropertyID)
	if err != nil {
		return err
	}
	photos, _, err := s.availablePhotos(ctx, overrides, v)
	if err != nil {
		return err
	}
	wanted, base := selection{Photos: *refs}, selectionBase{Photos: []int64{}}
	if err := wanted.check(photos); err != nil {
		return err
	}
	for _, p := range v.Snapshot.Photos {
		base.Photos = append(base.Photos, p.ID)
	}
	_, _, err = s.put(ctx, c, ov, wanted, base)
	return err
}

// removeIfAny removes the stored override of the same kind if there is one.
func (s *Service) removeIfAny(ctx context.Context, ov Override) error {
	found, err := s.store.ExistingOverride(ctx, ov)
	if errors.Is(err, apperr.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	return s.remove(ctx, found.OperatorID, found.ID, found.Kind)
}

// logoChoice is the value of an override for the logo. It does not name a file:
// the company's current logo is shown.
type logoChoice struct {
	UseOwnLogo bool `json:"use_own_logo"`
}

func (s *Service) saveLogo(ctx context.Context, operator int64, c contract.Contract, v publication.Version, use bool) error {
	ov := Override{OperatorID: operator, HotelID: v.OwnerID, PropertyID: v.PropertyID, Kind: KindLogo, BaseVersion: v.Number()}
	if !use {
		return s.removeIfAny(ctx, ov)
	}
	if c.May(operator, contract.RightAddLogo) == contract.No {
		return refused(KindLogo)
	}
	logo, err := s.logoOf(ctx, operator)
	if err != nil {
		return err
	}
	if logo == "" {
		return apperr.Field("use_own_logo", "needs a logo: give your company one in the settings first")
	}
	_, _, err = s.put(ctx, c, ov, logoChoice{UseOwnLogo: true}, struct{}{})
	return err
}
