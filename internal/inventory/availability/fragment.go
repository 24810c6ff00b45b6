package availability

import (
	"bytes"
	"context"
	"errors"

	"allot/internal/inventory/gzjoin"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/lru"
)

// fragmentKey names the text of a property: which it is and how its reader knows
// it, how it is shown, and the state of its days.
type fragmentKey struct {
	entry, look digest
	season      civil.Range
	version     int64
	today       civil.Date
}

// fragment is a property as text, or compressed.
type fragment struct {
	text  []byte
	part  gzjoin.Part
	empty bool // the reader asks for calendars that the property does not have
}

func (f fragment) bytes() int {
	const key = 200 // and what else it takes to keep it
	return key + cap(f.text) + f.part.Bytes()
}

// pass is one walk over the properties of an answer. What it keeps for the next
// is at most half of what is kept at all: a reader of a thousand properties must
// not push out what a thousand readers of one property need.
type pass struct {
	*Export
	look      digest
	zip       bool
	fragments *lru.Cache[fragmentKey, fragment]

	fragmentRoom, snapshotRoom int // in bytes
}

func (x *Export) pass(zip bool) *pass {
	p := &pass{Export: x, look: x.ask.look(), zip: zip, fragments: x.service.plain, snapshotRoom: x.service.Allotments.SnapshotBound() / 2}
	if zip {
		p.fragments = x.service.zipped
	}
	p.fragmentRoom = p.fragments.Limit() / 2
	return p
}

// each yields the fragments of an answer, one after the other. Nothing is held
// while it is taken: no connection, no lock, and no days but those in memory
// anyway.
func (p *pass) each(ctx context.Context, yield func(fragment) error) error {
	e := newEncoder(p.season)
	defer e.release()
	for i := range p.items {
		f, there, err := p.fragment(ctx, &p.items[i], e)
		if err != nil {
			return err
		}
		if !there || f.empty && p.Complete && p.ask.picks() {
			continue
		}
		if err := yield(f); err != nil {
			return err
		}
	}
	return nil
}

// fragment finds the text of a property, or makes it. One that was deleted a
// moment ago is not there. What is not kept is good until the next one is made.
func (p *pass) fragment(ctx context.Context, it *item, e *encoder) (f fragment, there bool, err error) {
	key := fragmentKey{it.digest, p.look, p.season, it.stand.Version, it.stand.Today}
	if it.refusal == nil {
		if f, kept := p.fragments.Get(key); kept {
			p.fragmentRoom -= f.bytes()
			return f, true, nil
		}
		snap, err := p.service.Allotments.At(ctx, it.stand, p.season, p.snapshotRoom > 0)
		if errors.Is(err, apperr.ErrNotFound) {
			return f, false, nil
		}
		if err != nil {
			return f, false, err
		}
		p.snapshotRoom -= snap.Bytes()
		key.version, key.today = snap.Version, snap.Today
		f.empty = e.property(it.entry, snap, p.ask)
	} else {
		e.refused(it.entry, it.refusal)
	}
	keep := it.refusal == nil && p.fragmentRoom > 0
	if p.zip {
		f.part, err = gzjoin.Deflate(e.out)
	} else if f.text = e.out; keep {
		f.text = bytes.Clone(e.out)
	}
	if err == nil && keep {
		p.fragmentRoom -= f.bytes()
		p.fragments.Put(key, f, f.bytes())
	}
	return f, true, err
}
