package availability

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"slices"

	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment"
	"allot/internal/inventory/allotment/reading"
	"allot/internal/platform/civil"
)

// ExportWindow is the window of exports.
var ExportWindow = Window{Default: 365, Max: allotment.Horizon}

// Export is a response before it is written: its properties and their stamps.
// Creating one reads no days.
type Export struct {
	// Complete reports that every property is listed, so that a missing one is no
	// longer the reader's. Otherwise only changed properties are listed.
	Complete bool

	service       *Service
	query         *Query
	season        civil.Range
	items         []item
	truncatedFrom int // number of properties if the list was truncated, otherwise 0
	next          cursor
	tag           digest
}

// item is a property of an export.
type item struct {
	*entry
	refusal *Refusal

	// Without a refusal:
	stamp int64      // of the days
	today civil.Date // where the property is
}

// Export returns what a key can read. since is the cursor of an earlier response,
// or empty.
func (s *Service) Export(ctx context.Context, key auth.KeyCaller, query *Query, since string) (*Export, error) {
	season, err := s.Season(query.From, query.To, ExportWindow)
	if err != nil {
		return nil, err
	}
	from, err := s.parseSince(key, query, since)
	if err != nil {
		return nil, err
	}
	p, err := s.Portfolio(ctx, ReaderWith(key))
	if err != nil {
		return nil, err
	}
	query.byKey = true
	entries := p.filter(query, key.InScope)
	total := len(entries)
	if key.MaxProperties > 0 && total > key.MaxProperties {
		entries = entries[:key.MaxProperties]
	}
	x, clock, err := s.export(ctx, query, season, entries)
	if err != nil {
		return nil, err
	}
	if len(entries) < total {
		x.truncatedFrom = total
	}
	x.next = cursor{from.query, x.state(), clock}
	x.tag = x.tagDigest(from.query, since)
	if since != "" && from.state == x.next.state && from.clock <= clock { // otherwise the database was restored
		x.Complete = false
		x.items = slices.DeleteFunc(x.items, func(it item) bool {
			return it.refusal != nil || it.stamp < from.clock
		})
	}
	return x, nil
}

// parseSince parses the cursor. Without one it only sets the digest of the query.
func (s *Service) parseSince(key auth.KeyCaller, query *Query, since string) (cursor, error) {
	b := binary.AppendVarint(binary.AppendVarint(nil, key.KeyID), int64(key.MaxProperties))
	b = appendNumbers(binary.AppendVarint(b, ReaderWith(key).Contract), key.Properties)
	queryDigest := digestOf(query.appendAll(b))
	if since == "" {
		return cursor{query: queryDigest}, nil
	}
	from, ok := parseCursor(since, s.deps.Epoch)
	switch {
	case !ok:
		return from, errCursor
	case from.query != queryDigest:
		return from, errOtherCursor
	}
	return from, nil
}

// filter returns the entries that the query selects and allowed admits, by id.
func (p *Portfolio) filter(query *Query, allowed func(id int64) bool) []*entry {
	list := make([]*entry, 0, len(p.entries))
	for _, e := range p.entries {
		if query.includesProperty(e) && allowed(e.id) {
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

// export returns a complete export, and a reading of the clock from before.
func (s *Service) export(ctx context.Context, query *Query, season civil.Range, entries []*entry) (*Export, int64, error) {
	x := &Export{Complete: true, service: s, query: query, season: season, items: make([]item, len(entries))}
	ids := make([]int64, 0, len(entries))
	var err error
	for i, e := range entries {
		it := item{entry: e, refusal: query.refusalFor(e)}
		if it.refusal == nil {
			ids = append(ids, e.id)
			if it.today, err = civil.Today(s.deps.Now(), e.zone); err != nil {
				return nil, 0, fmt.Errorf("today at property %d: %w", e.id, err)
			}
		}
		x.items[i] = it
	}
	st, err := s.deps.Stamps.Stamps(ctx, reading.Availability.Of(ids...))
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

// state is a digest of everything except the days: the entries, the days selected,
// today where each property is, and the epoch of the database.
func (x *Export) state() digest {
	b := make([]byte, 0, (len(x.items)+1)*(len(digest{})+4))
	b = append(b, x.service.deps.Epoch...)
	b = binary.AppendVarint(binary.AppendVarint(b, int64(x.season.From)), int64(x.season.To))
	for _, it := range x.items {
		b = append(b, it.digest[:]...)
		b = binary.AppendVarint(b, int64(it.today))
	}
	return digestOf(b)
}

// tagDigest is equal for equal responses only, apart from the time and the cursor
// in them: an older cursor is as good.
func (x *Export) tagDigest(queryDigest digest, since string) digest {
	b := append(append(make([]byte, 0, 64+8*len(x.items)), queryDigest[:]...), x.next.state[:]...)
	b = binary.AppendVarint(b, int64(x.truncatedFrom))
	for _, it := range x.items {
		b = binary.AppendVarint(b, it.stamp)
	}
	return digestOf(append(b, since...))
}

// Tag returns the entity tag of the response.
func (x *Export) Tag() string { return "a" + base64.RawURLEncoding.EncodeToString(x.tag[:]) }

// Next returns the cursor for the next request.
func (x *Export) Next() string { return x.next.text(x.service.deps.Epoch) }
