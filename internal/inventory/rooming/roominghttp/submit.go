package roominghttp

import (
	"context"
	"fmt"
	"net/http"

	"allot/internal/identity/auth"
	"allot/internal/inventory/rooming"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/httpx"
)

type (
	submitRoomingRequest struct{ Body submitRoomingBody }
	submitRoomingBody    struct {
		Reference    string                 `json:"reference" doc:"Your own number of this list, at most 100 characters: one for each list in a property"`
		PropertyID   *int64                 `json:"property_id,omitempty" doc:"Id of the property; or property_code"`
		Property     *int64                 `json:"property,omitempty" doc:"The same as property_id, under the name that it has for people"`
		PropertyCode string                 `json:"property_code,omitempty" doc:"If there is no property_id: your code of the property, any of the four, or the hotel's own where you have none"`
		Partner      *int64                 `json:"partner,omitempty" doc:"From a hotel: id of a tour operator, or null"`
		Calendar     *int64                 `json:"calendar,omitempty" doc:"From a hotel: id of the calendar that holds what is confirmed"`
		Name         string                 `json:"name" doc:"At most 200 characters"`
		Entries      []submittedRoomingStay `json:"entries" minItems:"1" maxItems:"1000"`
	}
	submittedRoomingStay struct {
		RoomID    *int64              `json:"room_id,omitempty" doc:"Id of a room of the property; or room_code"`
		Room      *int64              `json:"room,omitempty" doc:"The same as room_id, under the name that it has for people"`
		RoomCode  string              `json:"room_code,omitempty" doc:"If there is no room_id: the room_code that your feed shows"`
		Arrival   civil.Date          `json:"arrival"`
		Departure civil.Date          `json:"departure" doc:"Departure day: the last night is the one before"`
		Units     int                 `json:"units,omitempty" minimum:"1" maximum:"10000" default:"1"`
		Guests    []roomingGuestInput `json:"guests,omitempty" maxItems:"100"`
		Board     string              `json:"board,omitempty" enum:",RO,BB,HB,HB_PLUS,FB,FB_PLUS,AI_LIGHT,AI,UAI"`
		Reference string              `json:"reference,omitempty" maxLength:"100" doc:"Your booking number"`
		Note      string              `json:"note,omitempty" maxLength:"1000" doc:"Read by both sides"`
	}
	submitRoomingResponse struct {
		Status int
		Body   roomingFeedLedger
	}
)

func (h *handlers) registerSubmit(s *httpx.Server) {
	httpx.Register(s, httpx.Op{
		ID: "submitRoomingList", Method: http.MethodPost, Path: "/api/v1/rooming/{token}/", Tag: "Partner API", Rule: auth.Rule{Key: auth.KeyRoomingWrite},
		Upserts: true, MaxBody: maxEntriesBody, MaxValues: maxEntriesValues,
		Summary: "Send a rooming list (v1)",
		Description: "Makes a rooming ledger with its entries, at most 1,000, and sends it to the hotel, all or nothing. Properties and rooms are named by id or by the codes that `GET` on this path shows. " +
			"From a hotel's system the ledger is one of its own: it stays `open`, to be confirmed by the hotel. " +
			"`reference` is yours, one for each list in a property: the same list sent again under it is answered with the ledger that there is (200 instead of 201), however often and whatever has become of it. " +
			"Another list under it is refused with 409 `reference_used`, which names the `ledger`, until that one is cancelled.",
		Refusals: conflict("Another list was sent under this reference: `ledger`, `status` and `available_actions` say which and what can be done with it"),
	}, h.submit)
}

// usePlainNames takes the ids from property and room where they are called so, and reports
// whether any are.
func (b *submitRoomingBody) usePlainNames() (plain bool, err error) {
	var f apperr.Fields
	usePlain := func(id **int64, named *int64, at, name string) {
		if named == nil {
			return
		}
		f.Checkf(*id == nil || **id == *named, at+name, "must be the same as %s, or one of the two must be missing", name+"_id")
		*id, plain = named, true
	}
	usePlain(&b.PropertyID, b.Property, "", "property")
	for i := range b.Entries {
		usePlain(&b.Entries[i].RoomID, b.Entries[i].Room, fmt.Sprintf("entries[%d].", i), "room")
	}
	return plain, f.Err()
}

func (h *handlers) submit(ctx context.Context, req *submitRoomingRequest) (*submitRoomingResponse, error) {
	b := &req.Body
	plain, err := b.usePlainNames()
	if err != nil {
		return nil, err
	}
	in := rooming.Submission{
		Reference: b.Reference, PropertyCode: b.PropertyCode, PlainNames: plain,
		LedgerChange: rooming.LedgerChange{PropertyID: b.PropertyID, PartnerID: &b.Partner, CalendarID: &b.Calendar, Name: &b.Name},
		Entries:      make([]rooming.SubmittedEntry, len(b.Entries)),
	}
	for i := range b.Entries {
		e := &b.Entries[i]
		in.Entries[i] = rooming.SubmittedEntry{RoomCode: e.RoomCode, EntryChange: rooming.EntryChange{
			RoomID: e.RoomID, Arrival: &e.Arrival, Departure: &e.Departure, Guests: guestsOf(e.Guests), Board: &e.Board, Reference: &e.Reference, Note: &e.Note,
		}}
		if e.Units != 0 {
			in.Entries[i].Units = &e.Units
		}
	}
	sent, created, err := h.rooming.Submit(ctx, auth.KeyFrom(ctx), in)
	if err != nil {
		return nil, err
	}
	status := http.StatusOK
	if created {
		status = http.StatusCreated
	}
	return &submitRoomingResponse{Status: status, Body: shared(sent)}, nil
}
