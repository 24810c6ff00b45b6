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

// fragmentKey names the text of a property: which it is and how its reader knows
// it, how it is shown, and the state of its days.
type fragmentKey struct {
	entry, look digest
	season      civil.Range
	stamp       int64
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

// pass is one walk over the properties of an answer.
type pass struct {
	*Export
	look      digest
	zip       bool
	fragments *stamp.Cache[fragmentKey, fragment]
}

func (x *Export) pass(zip bool) *pass {
	p := &pass{Export: x, look: x.ask.look(), zip: zip, fragments: x.service.plain}
	if zip {
		p.fragments = x.service.zipped
	}
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
// moment ago is not there. That of a refusal is good until the next one is made.
func (p *pass) fragment(ctx context.Context, it *item, e *encoder) (f fragment, there bool, err error) {
	if it.refusal != nil {
		e.refused(it.entry, it.refusal)
		if f.text = e.out; p.zip {
			f.text = nil
			f.part, err = gzjoin.Deflate(e.out)
		}
		return f, true, err
	}
	key := fragmentKey{it.digest, p.look, p.season, it.stamp, it.today}
	if f, kept := p.fragments.Peek(key); kept {
		return f, true, nil
	}
	snap, err := p.service.Allotments.Snapshot(ctx, it.owner, it.id, p.season)
	if errors.Is(err, apperr.ErrNotFound) {
		return f, false, nil
	}
	if err != nil {
		return f, false, err
	}
	key.stamp, key.today = snap.Stamp, snap.Today
	f.empty = e.property(it.entry, snap, p.ask)
	if p.zip {
		f.part, err = gzjoin.Deflate(e.out)
	} else {
		f.text = bytes.Clone(e.out)
	}
	if err == nil {
		p.fragments.Put(key, f)
	}
	return f, true, err
}
