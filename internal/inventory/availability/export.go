package availability

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"slices"

	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment/reading"
	"allot/internal/platform/civil"
)

// ExportWindow is that of what systems pull.
var ExportWindow = Window{Default: 365, Max: 1100}

// Export is an answer before it is written: which properties it shows and how far
// each has come. Making one reads no day.
type Export struct {
	// Complete tells that every property is listed: what is not in it is not the
	// reader's any more. Else those are which changed since.
	Complete bool

	service *Service
	ask     *Ask
	season  civil.Range
	items   []item
	cutOf   int // properties that there are, where not all are told; else zero
	next    cursor
	tag     digest
}

// item is a property of an answer.
type item struct {
	*entry
	refusal *Refusal

	// Where there is no refusal:
	stamp int64      // of the days
	today civil.Date // where the property is
}

// Export finds what a key is told. since is the cursor of an earlier answer, or
// empty.
func (s *Service) Export(ctx context.Context, key auth.KeyCaller, ask *Ask, since string) (*Export, error) {
	season, err := s.Season(ask.From, ask.To, ExportWindow)
	if err != nil {
		return nil, err
	}
	from, err := s.resume(key, ask, since)
	if err != nil {
		return nil, err
	}
	p, err := s.Portfolio(ctx, ReaderWith(key))
	if err != nil {
		return nil, err
	}
	ask.system = true
	entries := p.shown(ask, key.InScope)
	total := len(entries)
	if key.MaxProperties > 0 && total > key.MaxProperties {
		entries = entries[:key.MaxProperties]
	}
	x, clock, err := s.export(ctx, ask, season, entries)
	if err != nil {
		return nil, err
	}
	if len(entries) < total {
		x.cutOf = total
	}
	x.next = cursor{from.asked, x.state(), clock}
	x.tag = x.name(from.asked, since)
	if since != "" && from.state == x.next.state && from.clock <= clock { // else the clock has been set back, with the database
		x.Complete = false
		x.items = slices.DeleteFunc(x.items, func(it item) bool {
			return it.refusal != nil || it.stamp < from.clock
		})
	}
	return x, nil
}

// resume reads the cursor. Without one it only names what is asked.
func (s *Service) resume(key auth.KeyCaller, ask *Ask, since string) (cursor, error) {
	b := binary.AppendVarint(binary.AppendVarint(nil, key.KeyID), int64(key.MaxProperties))
	b = appendNumbers(binary.AppendVarint(b, ReaderWith(key).Contract), key.Properties)
	asked := digestOf(ask.appendAll(b))
	if since == "" {
		return cursor{asked: asked}, nil
	}
	from, ok := parseCursor(since, s.Epoch)
	switch {
	case !ok:
		return from, errCursor
	case from.asked != asked:
		return from, errOtherCursor
	}
	return from, nil
}

// shown are the entries that an answer shows, by id, of those allowed.
func (p *Portfolio) shown(ask *Ask, allowed func(id int64) bool) []*entry {
	list := make([]*entry, 0, len(p.entries))
	for _, e := range p.entries {
		if ask.shows(e) && allowed(e.id) {
			list = append(list, e)
		}
	}
	return list
}

func idsOf(entries []*entry) []int64 {
	ids := make([]int64, len(entries))
	for i, e := range entries {
		ids[i] = e.id
	}
	return ids
}

// export is an answer with everything in it, and a reading of the clock from
// before.
func (s *Service) export(ctx context.Context, ask *Ask, season civil.Range, entries []*entry) (*Export, int64, error) {
	x := &Export{Complete: true, service: s, ask: ask, season: season, items: make([]item, len(entries))}
	ids := make([]int64, 0, len(entries))
	var err error
	for i, e := range entries {
		it := item{entry: e, refusal: ask.refuses(e)}
		if it.refusal == nil {
			ids = append(ids, e.id)
			if it.today, err = civil.Today(s.Now(), e.zone); err != nil {
				return nil, 0, fmt.Errorf("today at property %d: %w", e.id, err)
			}
		}
		x.items[i] = it
	}
	st, err := s.Stamps.Stamps(ctx, reading.Availability.Of(ids...))
	if err != nil {
		return nil, 0, err
	}
	for i := range x.items {
		if x.items[i].refusal == nil {
			x.items[i].stamp, st.Values = st.Values[0], st.Values[1:]
		}
	}
	return x, st.Clock, nil
}

// state names everything but the days: who is in the answer, under which names
// and through what, which days are meant, which depends on what day it is, and
// which history of the database the clock is of.
func (x *Export) state() digest {
	b := make([]byte, 0, (len(x.items)+1)*(len(digest{})+4))
	b = append(b, x.service.Epoch...)
	b = binary.AppendVarint(binary.AppendVarint(b, int64(x.season.From)), int64(x.season.To))
	for _, it := range x.items {
		b = append(b, it.digest[:]...)
		b = binary.AppendVarint(b, int64(it.today))
	}
	return digestOf(b)
}

// name is what equal answers have in common, and no others, but for the time and
// the cursor in them: an older cursor is as good.
func (x *Export) name(asked digest, since string) digest {
	b := append(append(make([]byte, 0, 64+8*len(x.items)), asked[:]...), x.next.state[:]...)
	b = binary.AppendVarint(b, int64(x.cutOf))
	for _, it := range x.items {
		b = binary.AppendVarint(b, it.stamp)
	}
	return digestOf(append(b, since...))
}

// Tag names the answer for those who ask whether it is still right.
func (x *Export) Tag() string { return "a" + base64.RawURLEncoding.EncodeToString(x.tag[:]) }

// Next is the cursor to go on with.
func (x *Export) Next() string { return x.next.text(x.service.Epoch) }
