package roominghttp

import (
	"context"
	"encoding/json"

	"allot/internal/identity/auth"
	"allot/internal/inventory/rooming"
	"allot/internal/platform/civil"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

type (
	roomingEntriesRequest struct {
		page.Query
		ID int64 `path:"id" minimum:"1" doc:"Id of the rooming ledger"`
	}
	roomingEntriesResponse struct {
		Body page.Page[roomingEntryBody]
	}
	addRoomingEntriesRequest struct {
		ID   int64 `path:"id" minimum:"1" doc:"Id of the rooming ledger"`
		Body entriesBody
	}
	addRoomingEntriesResponse struct{ Body entriesAnswer }

	// roomingGuestInput is a guest as it is sent; the service names what is wrong
	// with it, together with everything else.
	roomingGuestInput struct {
		FirstName string            `json:"first_name,omitempty" doc:"At most 100 characters"`
		LastName  string            `json:"last_name,omitempty" doc:"At most 100 characters; one of both names is needed"`
		Type      rooming.GuestType `json:"type,omitempty" doc:"adult, child or infant; adult if missing"`
		Age       *int              `json:"age,omitempty" doc:"0 to 130, or null"`
	}
	// roomingEntryInput documents an entry as it is sent; readEntry reads it.
	roomingEntryInput struct {
		Room      int64               `json:"room" doc:"Id of a room of the property"`
		Arrival   civil.Date          `json:"arrival"`
		Departure civil.Date          `json:"departure" doc:"Departure day: the last night is the one before"`
		Units     int                 `json:"units,omitempty" minimum:"1" maximum:"10000" default:"1"`
		Guests    []roomingGuestInput `json:"guests,omitempty" maxItems:"100"`
		Board     string              `json:"board,omitempty" enum:",RO,BB,HB,HB_PLUS,FB,FB_PLUS,AI_LIGHT,AI,UAI"`
		Reference string              `json:"reference,omitempty" maxLength:"100" doc:"Booking number of the operator"`
		Note      string              `json:"note,omitempty" maxLength:"1000" doc:"Read by both sides"`
	}
	roomingEntryIDRequest struct {
		ID int64 `path:"id" minimum:"1" doc:"Id of the rooming entry"`
	}
	// answerRoomingEntryRequest is an answer with a reason.
	answerRoomingEntryRequest struct {
		ID   int64 `path:"id" minimum:"1" doc:"Id of the rooming entry"`
		Body *struct {
			Reason string `json:"reason,omitempty" doc:"At most 1,000 characters; read by both sides"`
		}
	}
	updateRoomingEntryRequest struct {
		ID   int64 `path:"id" minimum:"1" doc:"Id of the rooming entry"`
		Body struct {
			Room      httpx.Patch[int64]               `json:"room,omitempty" doc:"Id of a room of the property"`
			Arrival   httpx.Patch[civil.Date]          `json:"arrival,omitempty"`
			Departure httpx.Patch[civil.Date]          `json:"departure,omitempty" doc:"Departure day"`
			Units     httpx.Patch[int]                 `json:"units,omitempty" doc:"1 to 10000"`
			Guests    httpx.Patch[[]roomingGuestInput] `json:"guests,omitempty" maxItems:"100" doc:"Replaces all guests; at most 100"`
			Board     httpx.Patch[string]              `json:"board,omitempty" doc:"Empty, or one of RO, BB, HB, HB_PLUS, FB, FB_PLUS, AI_LIGHT, AI, UAI"`
			Reference httpx.Patch[string]              `json:"reference,omitempty" doc:"At most 100 characters"`
			Note      httpx.Patch[string]              `json:"note,omitempty" doc:"At most 1,000 characters; read by both sides"`
		}
	}
	roomingEntryBody     struct{ rooming.NamedEntry }
	roomingEntryResponse struct{ Body roomingEntryBody }
)

func (h *handlers) listEntries(ctx context.Context, req *roomingEntriesRequest) (*roomingEntriesResponse, error) {
	list, count, err := h.rooming.Entries(ctx, auth.From(ctx), req.ID, req.Request())
	if err != nil {
		return nil, err
	}
	return &roomingEntriesResponse{Body: httpx.Page(ctx, &req.Query, count, entryBodies(list))}, nil
}

func (h *handlers) addEntries(ctx context.Context, req *addRoomingEntriesRequest) (*addRoomingEntriesResponse, error) {
	list, many, err := readEntries(req.Body.raw)
	if err != nil {
		return nil, err
	}
	added, err := h.rooming.AddEntries(ctx, auth.From(ctx), req.ID, list, many)
	if err != nil {
		return nil, err
	}
	var answer any = entryBodies(added)
	if !many {
		answer = roomingEntryBody{added[0]}
	}
	raw, err := json.Marshal(answer)
	return &addRoomingEntriesResponse{Body: entriesAnswer{raw}}, err
}

func entryBodies(list []rooming.NamedEntry) []roomingEntryBody {
	bodies := make([]roomingEntryBody, len(list))
	for i, e := range list {
		bodies[i] = roomingEntryBody{e}
	}
	return bodies
}

func (h *handlers) getEntry(ctx context.Context, req *roomingEntryIDRequest) (*roomingEntryResponse, error) {
	return shownEntry(h.rooming.Entry(ctx, auth.From(ctx), req.ID))
}

func (h *handlers) updateEntry(ctx context.Context, req *updateRoomingEntryRequest) (*roomingEntryResponse, error) {
	b := &req.Body
	c := rooming.EntryChange{
		RoomID: b.Room.Pointer(), Arrival: b.Arrival.Pointer(), Departure: b.Departure.Pointer(), Units: b.Units.Pointer(),
		Board: b.Board.Pointer(), Reference: b.Reference.Pointer(), Note: b.Note.Pointer(),
	}
	if b.Guests.Set {
		c.Guests = guestsOf(b.Guests.Value)
	}
	return shownEntry(h.rooming.UpdateEntry(ctx, auth.From(ctx), req.ID, c))
}

// entryChanges are the entries that come with a new ledger, whose types huma has
// checked. Units that are missing are one.
func entryChanges(list []roomingEntryInput) []rooming.EntryChange {
	changes := make([]rooming.EntryChange, len(list))
	for i := range list {
		in := &list[i]
		changes[i] = rooming.EntryChange{
			RoomID: &in.Room, Arrival: &in.Arrival, Departure: &in.Departure, Guests: guestsOf(in.Guests),
			Board: &in.Board, Reference: &in.Reference, Note: &in.Note,
		}
		if in.Units != 0 {
			changes[i].Units = &in.Units
		}
	}
	return changes
}

func guestsOf(list []roomingGuestInput) *[]rooming.Guest {
	guests := make([]rooming.Guest, len(list))
	for i, g := range list {
		guests[i] = rooming.Guest(g)
	}
	return &guests
}

func (h *handlers) deleteEntry(ctx context.Context, req *roomingEntryIDRequest) (*struct{}, error) {
	return nil, h.rooming.DeleteEntry(ctx, auth.From(ctx), req.ID)
}

// answer serves a verb of an entry.
func (h *handlers) answer(verb func(*rooming.Service, context.Context, auth.Caller, int64) (rooming.NamedEntry, error)) func(context.Context, *roomingEntryIDRequest) (*roomingEntryResponse, error) {
	return func(ctx context.Context, req *roomingEntryIDRequest) (*roomingEntryResponse, error) {
		return shownEntry(verb(h.rooming, ctx, auth.From(ctx), req.ID))
	}
}

// reasonedEntry is answer for a verb that takes a reason.
func (h *handlers) reasonedEntry(verb func(*rooming.Service, context.Context, auth.Caller, int64, string) (rooming.NamedEntry, error)) func(context.Context, *answerRoomingEntryRequest) (*roomingEntryResponse, error) {
	return func(ctx context.Context, req *answerRoomingEntryRequest) (*roomingEntryResponse, error) {
		reason := ""
		if req.Body != nil {
			reason = req.Body.Reason
		}
		return shownEntry(verb(h.rooming, ctx, auth.From(ctx), req.ID, reason))
	}
}

func shownEntry(e rooming.NamedEntry, err error) (*roomingEntryResponse, error) {
	if err != nil {
		return nil, err
	}
	return &roomingEntryResponse{Body: roomingEntryBody{e}}, nil
}
