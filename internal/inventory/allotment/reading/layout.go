package reading

import (
	"context"

	"allot/internal/inventory/allotment/rules"
)

// Version is how often the availability of a property was written.
type Version struct {
	Number int64
	Layout int64 // of these the writes that changed more than days and blocks
}

// PropertyLayout is what a property is besides its days and blocks. Its number changes
// with it, so that readers and writers of days use the one in memory; except that
// a calendar may still name a contract or mailing list that was deleted since.
type PropertyLayout struct {
	OwnerID    int64
	PropertyID int64
	Name       string // of the property
	Timezone   string
	Rooms      []rules.Room     // in the hotel's order
	Calendars  []rules.Calendar // the Master first
	Shares     []rules.Share
}

// bytes is about what the layout takes of memory.
func (o *PropertyLayout) bytes() int {
	const share, text = 120, 256
	return share*len(o.Shares) + text*(len(o.Calendars)+len(o.Rooms)+1)
}

// Layout returns what a property is, from memory if it has that number. committed
// says that the transaction of ctx has changed nothing of it.
func (r *Reader) Layout(ctx context.Context, owner, id, number int64, committed bool) (*PropertyLayout, error) {
	if o, found := r.KeptLayout(owner, id, number); found && committed {
		return o, nil
	}
	p, err := r.deps.Properties.Get(ctx, owner, id)
	if err != nil {
		return nil, err
	}
	o := &PropertyLayout{OwnerID: owner, PropertyID: id, Name: p.Name, Timezone: p.Timezone}
	if o.Rooms, err = r.RoomsOf(ctx, owner, id); err != nil {
		return nil, err
	}
	if o.Calendars, err = r.store.Calendars(ctx, owner, id); err != nil {
		return nil, err
	}
	if o.Shares, err = r.store.Shares(ctx, owner, id); err != nil {
		return nil, err
	}
	if committed {
		r.caches.layouts.Put(layoutKey{owner, id, number}, o)
	}
	return o, nil
}

// KeptLayout returns the layout of a number if it is in memory.
func (r *Reader) KeptLayout(owner, id, number int64) (*PropertyLayout, bool) {
	return r.caches.layouts.Peek(layoutKey{owner, id, number})
}

// RoomsOf returns the room types of a property in the hotel's order.
func (r *Reader) RoomsOf(ctx context.Context, owner, property int64) ([]rules.Room, error) {
	list, err := r.deps.Properties.Rooms(ctx, owner, property)
	if err != nil {
		return nil, err
	}
	rooms := make([]rules.Room, len(list))
	for i, room := range list {
		rooms[i] = rules.Room{ID: room.ID, Name: room.Name, Code: room.Code, Units: room.TotalUnits}
	}
	return rooms, nil
}
