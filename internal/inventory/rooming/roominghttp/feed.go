package roominghttp

import (
	"context"
	"io"
	"time"

	"allot/internal/identity/auth"
	"allot/internal/inventory/rooming"
	"allot/internal/partners/mapping"
	"allot/internal/partners/warning"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/field"
	"allot/internal/platform/httpx"
)

type (
	roomingFeedRequest struct {
		Status     rooming.Status `query:"status" enum:"open,sent,confirmed,closed,cancelled" doc:"State of the ledger"`
		From       civil.Date     `query:"from" doc:"First day that a stay touches"`
		To         civil.Date     `query:"to" doc:"Last day that a stay touches, included; at most 1,100 days"`
		PropertyID string         `query:"property_id" doc:"Ids of properties, at most 200, separated by commas"`
	}
	roomingFeedEntry struct {
		ID        int64               `json:"id"`
		RoomID    *int64              `json:"room_id" doc:"Null once the room is deleted"`
		RoomName  string              `json:"room_name" doc:"Yours if you have mapped the room; else, to the operator, as published"`
		RoomCode  string              `json:"room_code"`
		Arrival   civil.Date          `json:"arrival"`
		Departure civil.Date          `json:"departure" doc:"Departure day: the last night is the one before"`
		Units     int                 `json:"units"`
		Guests    []rooming.Guest     `json:"guests" nullable:"false"`
		Board     string              `json:"board" doc:"Code as in the fact sheet, or empty"`
		Reference string              `json:"reference" doc:"Booking number of the operator"`
		Status    rooming.EntryStatus `json:"status" enum:"pending,confirmed,declined,cancelled"`
		Note      string              `json:"note" doc:"Read by both sides"`
		Reason    string              `json:"reason" doc:"Why it was declined or cancelled; empty otherwise"`
		CreatedAt time.Time           `json:"created_at"`
		UpdatedAt time.Time           `json:"updated_at"`
	}
	roomingFeedLedger struct {
		ID             int64                 `json:"id"`
		Name           string                `json:"name"`
		Status         rooming.Status        `json:"status" enum:"open,sent,confirmed,closed,cancelled"`
		Reference      string                `json:"reference" doc:"Under which a system sent it with an API key; empty otherwise"`
		Reason         string                `json:"reason" doc:"Why it was declined or cancelled as a whole; empty otherwise"`
		PropertyID     int64                 `json:"property_id"`
		PropertyName   string                `json:"property_name" doc:"To the operator as published, if it is"`
		Codes          mapping.PropertyCodes `json:"codes"`
		User           int64                 `json:"user" doc:"The hotel's account"`
		UserCompany    string                `json:"user_company"`
		Partner        *int64                `json:"partner" doc:"The operator's account; null: nobody on the platform"`
		PartnerCompany string                `json:"partner_company"`
		Calendar       *int64                `json:"calendar" doc:"Calendar that holds what is confirmed; shown to the hotel only"`
		Counts         rooming.EntryCounts   `json:"counts" doc:"All entries of the ledger, by state"`
		CreatedAt      time.Time             `json:"created_at"`
		UpdatedAt      time.Time             `json:"updated_at"`
		Warnings       []warning.Warning     `json:"warnings,omitempty" doc:"Only in the answer to an operator that sent it: nights that are closed to it, or for which it has too few units"`
		Entries        []roomingFeedEntry    `json:"entries" nullable:"false" doc:"Those that touch the days that were asked for, in the order they were written"`
	}
	roomingFeedBody struct {
		httpx.Stamp
		Ledgers []roomingFeedLedger `json:"ledgers" nullable:"false"`
	}
)

func (r *roomingFeedRequest) filter() (rooming.Filter, error) {
	var bad apperr.Fields
	f := rooming.Filter{Properties: field.IDs(&bad, "property_id", r.PropertyID), Status: r.Status, From: r.From, To: r.To}
	field.CheckWindow(&bad, r.From, r.To)
	return f, bad.Err()
}

func (h *handlers) feed(ctx context.Context, req *roomingFeedRequest) (*httpx.Prepared, error) {
	filter, err := req.filter()
	if err != nil {
		return nil, err
	}
	key := auth.KeyFrom(ctx)
	state, err := h.rooming.State(ctx, key)
	if err != nil {
		return nil, err
	}
	tag, err := httpx.TagOf(state, filter)
	if err != nil {
		return nil, err
	}
	stamp := httpx.StampOf(h.rooming.Now())
	return &httpx.Prepared{Tag: tag, Stream: func(ctx context.Context, w io.Writer) error {
		x, err := h.rooming.Select(ctx, key, filter)
		if err != nil {
			return err
		}
		out := httpx.NewListWriter(w, "ledgers")
		if err := out.Open(stamp.Of(x.Shown, x.Total)); err != nil {
			return err
		}
		if err := x.Each(ctx, func(l rooming.Shared) error { return out.Add(shared(l)) }); err != nil {
			return err
		}
		return out.Close()
	}}, nil
}

func shared(l rooming.Shared) roomingFeedLedger {
	out := roomingFeedLedger{
		ID: l.ID, Name: l.Name, Status: l.Status, Reference: l.Reference, Reason: l.Reason, PropertyID: l.PropertyID, PropertyName: l.PropertyName,
		Codes: l.Codes.Shown(),
		User:  l.OwnerID, UserCompany: l.UserCompany, Partner: l.PartnerID, PartnerCompany: l.PartnerCompany, Calendar: l.CalendarID,
		Counts: l.Counts, CreatedAt: l.CreatedAt.UTC(), UpdatedAt: l.UpdatedAt.UTC(), Warnings: l.Warnings, Entries: make([]roomingFeedEntry, len(l.Entries)),
	}
	for i, e := range l.Entries {
		out.Entries[i] = roomingFeedEntry{
			ID: e.ID, RoomID: e.RoomID, RoomName: e.Room.Name, RoomCode: e.Room.Code, Arrival: e.Arrival, Departure: e.Departure, Units: e.Units,
			Guests: e.Guests, Board: e.Board, Reference: e.Reference, Status: e.Status, Note: e.Note, Reason: e.Reason,
			CreatedAt: e.CreatedAt.UTC(), UpdatedAt: e.UpdatedAt.UTC(),
		}
	}
	return out
}
