package override

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"allot/internal/auth"
	"allot/internal/contract"
	"allot/internal/platform/apperr"
	"allot/internal/publication"
)

// Gallery is what an operator can choose from and what it has chosen.
type Gallery struct {
	PropertyID int64
	// What the contract says of selecting, adding photos and the logo.
	Select, AddOwn, AddLogo contract.Answer
	// Selection is the wish, nil while the choice and order are the hotel's.
	Selection *Wish
	Photos    []GalleryPhoto
	// NewPhotos were published after the selection was made.
	NewPhotos []int64
	Logo      *Wish // nil: the hotel's logo is shown
	LogoKey   string
}

// GalleryPhoto is a photo with its place in the selection.
type GalleryPhoto struct {
	Photo
	Selected bool
	Wish     *Wish // of an own photo
}

// GalleryChange is what shall be different; nil leaves it as it is.
type GalleryChange struct {
	// Photos are those to show, in this order; nil in it gives the choice and
	// the order back to the hotel.
	Photos     **[]Ref
	UseOwnLogo *bool
	// AsRead tells that the caller sends back what it has read: what is as it was
	// then is no change, and no selection is made of the hotel's own choice.
	AsRead bool
}

// Gallery returns the published photos of a property and the operator's own
// ones: first the selected in their order, then the others.
func (s *Service) Gallery(ctx context.Context, who auth.Caller, propertyID int64) (Gallery, error) {
	card, c, err := s.visible(ctx, who.OwnerID, propertyID, contract.RightPhotos)
	if err != nil {
		return Gallery{}, err
	}
	v, err := s.Publications.Current(ctx, card.PropertyID)
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
	wishes, err := s.store.PropertyWishes(ctx, operator, v.PropertyID)
	if err != nil {
		return g, err
	}
	photos, own, err := s.choice(ctx, wishes, v)
	if err != nil {
		return g, err
	}
	chosen := selection{}
	for i, w := range wishes {
		switch w.Kind {
		case KindSelection:
			g.Selection = &wishes[i]
			if err := json.Unmarshal(w.Wanted, &chosen); err != nil {
				return g, fmt.Errorf("decode photo selection %d: %w", w.ID, err)
			}
			if g.NewPhotos, err = newPhotos(w.Base, v.Snapshot.Photos); err != nil {
				return g, err
			}
		case KindLogo:
			g.Logo = &wishes[i]
		case KindFacts, KindOwnPhoto:
		}
	}
	g.Photos = arrange(photos, own, g.Selection != nil, chosen)
	g.LogoKey, err = s.logoOf(ctx, operator)
	return g, err
}

// logoOf is the logo of an account's company, empty if it has none.
func (s *Service) logoOf(ctx context.Context, account int64) (string, error) {
	company, err := s.Settings.Company(ctx, account)
	if err != nil || company == nil {
		return "", err
	}
	return company.LogoKey, nil
}

// choice is every photo that an operator may show: those of the hotel, and its
// own with the wishes behind them.
func (s *Service) choice(ctx context.Context, wishes []Wish, v publication.Version) ([]Photo, map[int64]*Wish, error) {
	photos, own := ofHotel(v.Snapshot.Photos), map[int64]*Wish{}
	files, err := s.files(ctx, wishes)
	if err != nil {
		return nil, nil, err
	}
	for i, w := range wishes {
		file, ok := files[w.RecordID]
		if w.Kind != KindOwnPhoto || !ok {
			continue
		}
		p, err := file.photo(w.Wanted)
		if err != nil {
			return nil, nil, err
		}
		photos = append(photos, p)
		own[p.ID] = &wishes[i]
	}
	return photos, own, nil
}

// arrange puts the selected photos first. Without a selection all are.
func arrange(photos []Photo, own map[int64]*Wish, selected bool, chosen selection) []GalleryPhoto {
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
			out[i].Wish = own[p.ID]
		}
	}
	return out
}

// SaveGallery changes which photos an operator shows, and whether its own logo.
func (s *Service) SaveGallery(ctx context.Context, who auth.Caller, propertyID int64, in GalleryChange) (g Gallery, err error) {
	err = s.change(ctx, who.OwnerID, propertyID, contract.RightPhotos, func(ctx context.Context, c contract.Contract, v publication.Version) error {
		in := in
		if in.AsRead {
			now, err := s.gallery(ctx, who.OwnerID, c, v)
			if err != nil {
				return err
			}
			in.drop(now)
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

// drop leaves out what is so already.
func (in *GalleryChange) drop(now Gallery) {
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
	w := Wish{OperatorID: operator, HotelID: v.OwnerID, PropertyID: v.PropertyID, Kind: KindSelection, BaseVersion: v.Number()}
	if refs == nil {
		return s.giveBack(ctx, w)
	}
	if c.May(operator, contract.RightSelectPhotos) == contract.No {
		return refused(KindSelection)
	}
	wishes, err := s.store.PropertyWishes(ctx, operator, v.PropertyID)
	if err != nil {
		return err
	}
	photos, _, err := s.choice(ctx, wishes, v)
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
	_, _, err = s.put(ctx, c, w, wanted, base)
	return err
}

// giveBack removes a wish if there is one.
func (s *Service) giveBack(ctx context.Context, w Wish) error {
	found, err := s.store.SameWish(ctx, w)
	if errors.Is(err, apperr.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	return s.remove(ctx, found.OperatorID, found.ID, found.Kind)
}

// logoWish is what a wish for the own logo holds: the company's, whichever it
// is at the time.
type logoWish struct {
	UseOwnLogo bool `json:"use_own_logo"`
}

func (s *Service) saveLogo(ctx context.Context, operator int64, c contract.Contract, v publication.Version, use bool) error {
	w := Wish{OperatorID: operator, HotelID: v.OwnerID, PropertyID: v.PropertyID, Kind: KindLogo, BaseVersion: v.Number()}
	if !use {
		return s.giveBack(ctx, w)
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
	_, _, err = s.put(ctx, c, w, logoWish{UseOwnLogo: true}, struct{}{})
	return err
}
