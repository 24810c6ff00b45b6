package availability

import (
	"bytes"
	"context"
	"errors"

	"allot/internal/inventory/gzjoin"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/stamp"
)

// fragmentKey identifies the encoded text of a property: its entry, the view and
// the state of its days.
type fragmentKey struct {
	entry, view digest
	season      civil.Range
	stamp       int64
	today       civil.Date
}

// fragment is an encoded property, plain or compressed.
type fragment struct {
	text  []byte
	part  gzjoin.Part
	empty bool // the property has none of the selected calendars
}

func (f fragment) bytes() int {
	const key = 200 // and the overhead of a cache entry
	return key + cap(f.text) + f.part.Bytes()
}

// fragmentReader iterates over the encoded properties of an export.
type fragmentReader struct {
	*Export
	view      digest
	zip       bool
	fragments *stamp.Cache[fragmentKey, fragment]
	days      dayReader
}

func (x *Export) fragmentReader(zip bool) *fragmentReader {
	p := &fragmentReader{Export: x, view: x.query.viewDigest(), zip: zip, fragments: x.service.plain}
	if zip {
		p.fragments = x.service.zipped
	}
	p.days = dayReader{allotments: x.service.deps.Allotments, items: x.items, season: x.season, known: func(it *item) bool {
		return p.fragments.Has(p.keyOf(it))
	}}
	return p
}

func (p *fragmentReader) keyOf(it *item) fragmentKey {
	return fragmentKey{it.digest, p.view, p.season, it.stamp, it.today}
}

// each yields the fragments one by one. While one is consumed it holds no connection, no lock
// and only those days that were read together.
func (p *fragmentReader) each(ctx context.Context, yield func(fragment) error) error {
	e := newEncoder(p.season)
	defer e.release()
	for i := range p.items {
		f, there, err := p.fragment(ctx, i, e)
		if err != nil {
			return err
		}
		if !there || f.empty && p.Complete && p.query.filtersCalendars() {
			continue
		}
		if err := yield(f); err != nil {
			return err
		}
	}
	return nil
}

// fragment returns the encoded property of an item, cached or new. there is false for one
// deleted meanwhile. The text of a refusal is valid until the next call.
func (p *fragmentReader) fragment(ctx context.Context, i int, e *encoder) (f fragment, there bool, err error) {
	it := &p.items[i]
	if it.refusal != nil {
		e.refused(it.entry, it.refusal)
		if f.text = e.Out; p.zip {
			f.text = nil
			f.part, err = gzjoin.Deflate(e.Out)
		}
		return f, true, err
	}
	key := p.keyOf(it)
	if f, kept := p.fragments.Peek(key); kept {
		return f, true, nil
	}
	snap, err := p.days.of(ctx, i)
	if errors.Is(err, apperr.ErrNotFound) {
		return f, false, nil
	}
	if err != nil {
		return f, false, err
	}
	key.stamp, key.today = snap.Stamp, snap.Today
	f.empty = e.property(it.entry, snap, p.query)
	if p.zip {
		f.part, err = gzjoin.Deflate(e.Out)
	} else {
		f.text = bytes.Clone(e.Out)
	}
	if err == nil {
		p.fragments.Put(key, f)
	}
	return f, true, err
}
