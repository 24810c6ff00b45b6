package availability

import (
	"context"

	"allot/internal/inventory/allotment"
	"allot/internal/inventory/allotment/reading"
	"allot/internal/platform/civil"
)

const (
	// lookAhead bounds the items that a dayReader looks at for what it reads together.
	lookAhead = 200
	// firstAhead is how many it reads together at first, so that an answer begins soon; each time
	// after that it is moreAhead times as many.
	firstAhead, moreAhead = 4, 3
)

// dayReader reads the days of an export's items, in order, with few queries for many items.
type dayReader struct {
	allotments *allotment.Service
	items      []item
	season     civil.Range
	known      func(it *item) bool // its days are not needed; nil: none is known

	ahead map[int64]*reading.Snapshot
	seen  int // items that ahead was read for
	most  int // properties that are read together next; 0 at first
}

// of returns the days of an item, which has no refusal and was not asked for before.
func (d *dayReader) of(ctx context.Context, i int) (*reading.Snapshot, error) {
	if i >= d.seen {
		if err := d.read(ctx, i); err != nil {
			return nil, err
		}
	}
	it := &d.items[i]
	if snap, found := d.ahead[it.id]; found {
		delete(d.ahead, it.id)
		return snap, nil
	}
	return d.allotments.Snapshot(ctx, it.owner, it.id, d.season)
}

// read reads ahead from an item on.
func (d *dayReader) read(ctx context.Context, from int) error {
	var (
		list []reading.Place
		at   []int
		end  = min(from+lookAhead, len(d.items))
	)
	d.most = max(firstAhead, d.most)
	for i := from; i < end; i++ {
		it := &d.items[i]
		if len(list) == d.most {
			end = i
			break
		}
		if it.refusal == nil && (i == from || d.known == nil || !d.known(it)) {
			list, at = append(list, reading.Place{OwnerID: it.owner, PropertyID: it.id}), append(at, i)
		}
	}
	d.most = min(moreAhead*d.most, lookAhead)
	ahead, done, err := d.allotments.ReadAhead(ctx, list, d.season)
	if err != nil {
		return err
	}
	d.ahead, d.seen = ahead, end
	if done < len(list) {
		d.seen = at[done]
	}
	return nil
}
