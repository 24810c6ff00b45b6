package reading

import (
	"context"
	"slices"

	"allot/internal/content/facts"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/apperr"
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
	read, err := r.readLayouts(ctx, []Place{{owner, id}})
	if err != nil {
		return nil, err
	}
	o, found := read[id]
	if !found {
		return nil, apperr.ErrNotFound
	}
	if committed {
		r.caches.layouts.Put(layoutKey{owner, id, number}, o)
	}
	return o, nil
}

// layouts returns what properties are that have those versions, by property. One without a
// version is left out.
func (r *Reader) layouts(ctx context.Context, list []Place, versions map[int64]Version) (map[int64]*PropertyLayout, error) {
	all, missing := make(map[int64]*PropertyLayout, len(list)), []Place{}
	for _, p := range list {
		version, there := versions[p.PropertyID]
		if !there {
			continue
		}
		if o, found := r.KeptLayout(p.OwnerID, p.PropertyID, version.Layout); found {
			all[p.PropertyID] = o
		} else {
			missing = append(missing, p)
		}
	}
	if len(missing) == 0 {
		return all, nil
	}
	read, err := r.readLayouts(ctx, missing)
	for id, o := range read {
		all[id] = o
		r.caches.layouts.Put(layoutKey{o.OwnerID, id, versions[id].Layout}, o)
	}
	return all, err
}

// readLayouts reads what properties are, with the same queries for one as for many.
func (r *Reader) readLayouts(ctx context.Context, list []Place) (map[int64]*PropertyLayout, error) {
	owners, ids := columnsOf(list)
	zones, err := r.deps.Properties.Zones(ctx, owners, ids)
	if err != nil {
		return nil, err
	}
	rooms, err := r.deps.Properties.RoomsOf(ctx, owners, ids)
	if err != nil {
		return nil, err
	}
	calendars, err := r.store.CalendarsOf(ctx, owners, ids)
	if err != nil {
		return nil, err
	}
	shares, err := r.store.SharesOf(ctx, owners, ids)
	if err != nil {
		return nil, err
	}
	read := make(map[int64]*PropertyLayout, len(zones))
	for _, z := range zones {
		if slices.Contains(list, Place{z.OwnerID, z.ID}) {
			read[z.ID] = &PropertyLayout{OwnerID: z.OwnerID, PropertyID: z.ID, Name: z.Name, Timezone: z.Timezone, Rooms: roomsOf(rooms[z.ID]), Calendars: []rules.Calendar{}, Shares: []rules.Share{}}
		}
	}
	for _, c := range calendars {
		if o, there := read[c.PropertyID]; there {
			o.Calendars = append(o.Calendars, c)
		}
	}
	for _, s := range shares {
		if o, there := read[s.PropertyID]; there {
			o.Shares = append(o.Shares, s)
		}
	}
	return read, nil
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
	return roomsOf(list), nil
}

func roomsOf(list []facts.Room) []rules.Room {
	rooms := make([]rules.Room, len(list))
	for i, room := range list {
		rooms[i] = rules.Room{ID: room.ID, Name: room.Name, Code: room.Code, Units: room.TotalUnits}
	}
	return rooms
}
