package widget

import (
	"context"
	"errors"

	"allot/internal/content/publication"
	"allot/internal/exchange/partnerapi"
	"allot/internal/inventory/allotment/reading"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/request"
)

// shownDays is how many days of availability a widget has, today included: what a
// visitor plans is rarely further off.
const shownDays = 365

// Page is where a request for a widget comes from.
type Page struct {
	Origin string // as the browser sent it; empty: not from a page of another site
	Own    bool   // the page is one of ours
}

// Open finds a widget for a page. listed reports that scripts on the page may read what
// is answered. A request without an Origin is from no page of another site, since browsers
// always send it there: it is answered, but no such page can read it.
func (s *Service) Open(ctx context.Context, publicID string, from Page) (w Widget, listed bool, err error) {
	if c := s.deps.Requests.Take(request.From(ctx).ClientIP); !c.Allowed {
		return Widget{}, false, ErrTooOften.After(c.Reset)
	}
	if w, err = s.store.ByPublicID(ctx, publicID); err != nil {
		return Widget{}, false, err
	}
	suspended, err := s.deps.Accounts.Suspended(ctx, w.OwnerID)
	if err != nil {
		return Widget{}, false, err
	}
	if len(suspended) > 0 {
		return Widget{}, false, apperr.ErrNotFound
	}
	if from.Origin == "" || from.Own {
		return w, false, nil
	}
	if !partnerapi.CoversPage(w.AllowedHosts, from.Origin) {
		return w, false, ErrDomain.Withf("this widget may not be shown on %s: the hotel can add its host to allowed_hosts of the widget", shorten(from.Origin))
	}
	return w, true, nil
}

// shorten bounds what a message repeats of a request.
func shorten(origin string) string {
	const longest = 100
	if len(origin) > longest {
		return origin[:longest]
	}
	return origin
}

// viewKey is everything that a view is made of.
type viewKey struct {
	Widget      int64
	Settings    string // of the widget
	Publication int64
	Days        int64 // version of the availability
	Today       civil.Date
	Language    string
}

// View is what a widget shows, in one language.
type View struct {
	Widget
	Language    string
	Property    publication.Card
	Description string
	Facts       []Section
	Photos      []publication.Photo
	Season      civil.Range // of the availability
	Rooms       []Room
}

// Room is a published room type with its days.
type Room struct {
	Name  string
	Spans []Span
}

// Span is a run of days in one state.
type Span struct {
	From, To civil.Date
	State    rules.State
}

// Prepared is a view that is not made yet.
type Prepared struct {
	Key  viewKey // equal keys mean equal views
	Make func(ctx context.Context) (*View, error)
}

// Prepare finds out what a view is made of, so that a reader who has it already need not
// be sent it again. A property without a published version is not found.
func (s *Service) Prepare(ctx context.Context, w Widget, language string) (Prepared, error) {
	card, err := s.deps.Publications.Card(ctx, w.PropertyID)
	if errors.Is(err, apperr.ErrNotFound) {
		return Prepared{}, apperr.ErrNotFound.Withf("nothing of this property is published yet")
	}
	if err != nil {
		return Prepared{}, err
	}
	key := viewKey{Widget: w.ID, Settings: w.settings(), Publication: card.PublicationID, Language: language}
	var snap *reading.Snapshot
	if w.Shows(PartAvailability) {
		around := civil.Of(s.now()) // where the property is it may be a day earlier or later
		snap, err = s.deps.Allotments.Snapshot(ctx, w.OwnerID, w.PropertyID, civil.Range{From: around.Add(-1), To: around.Add(shownDays)})
		if err != nil {
			return Prepared{}, err
		}
		key.Days, key.Today = snap.Version, snap.Today
	}
	return Prepared{Key: key, Make: func(ctx context.Context) (*View, error) {
		if v, kept := s.views.Peek(key); kept {
			return v, nil
		}
		v, err := s.view(ctx, w, card, snap, language)
		if err == nil {
			s.views.Put(key, v)
		}
		return v, err
	}}, nil
}

func (s *Service) view(ctx context.Context, w Widget, card publication.Card, snap *reading.Snapshot, language string) (*View, error) {
	v := &View{Widget: w, Language: language, Property: card}
	version, err := s.deps.Publications.Current(ctx, w.PropertyID)
	if err != nil {
		return nil, err
	}
	if w.Shows(PartFacts) {
		v.Description, v.Facts = describe(s.deps.Catalogue, version.Snapshot.Facts, language)
	}
	if w.Shows(PartPhotos) {
		v.Photos = version.Snapshot.Photos
	}
	if snap != nil {
		v.Season = civil.Range{From: snap.Today, To: snap.Today.Add(shownDays - 1)}
		v.Rooms = rooms(version.Rooms(), snap, v.Season)
	}
	return v, nil
}

// rooms resolves the days of published rooms on the Master, which is what the hotel itself
// sells. No number leaves it.
func rooms(published []publication.Room, snap *reading.Snapshot, season civil.Range) []Room {
	list := []Room{}
	var cells rules.Cells
	for _, r := range published {
		at, there := snap.RoomAt(r.ID)
		if !there { // deleted since
			continue
		}
		snap.Cells(0, at, season, &cells)
		list = append(list, Room{Name: r.Name, Spans: spansOf(cells.State, season.From)})
	}
	return list
}

func spansOf(states []rules.State, first civil.Date) []Span {
	var list []Span
	for i, state := range states {
		day := first.Add(i)
		if n := len(list); n > 0 && list[n-1].State == state {
			list[n-1].To = day
			continue
		}
		list = append(list, Span{From: day, To: day, State: state})
	}
	return list
}

// bytes estimates the memory that a view takes.
func (v *View) bytes() int {
	const head, photo, line, span = 1000, 700, 200, 24
	n := head + len(v.Description) + photo*len(v.Photos)
	for _, section := range v.Facts {
		for _, e := range section.Entries {
			n += line * (len(e.Lines) + 1)
		}
	}
	for _, r := range v.Rooms {
		n += line + span*len(r.Spans)
	}
	return n
}
