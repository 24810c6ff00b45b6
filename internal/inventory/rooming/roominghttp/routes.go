// Package roominghttp serves rooming ledgers: for people under /api/rooming/, for
// systems with an API key under /api/v1/.
package roominghttp

import (
	"net/http"

	"allot/internal/identity/auth"
	"allot/internal/inventory/rooming"
	"allot/internal/platform/httpx"
)

type handlers struct{ rooming *rooming.Service }

const (
	tag     = "Rooming"
	ledgers = "/api/rooming/ledgers/"
	entries = "/api/rooming/entries/"

	// maxEntriesBody is room for the longest list of entries with their guests.
	maxEntriesBody = 8 << 20
	// maxEntriesValues is 1,000 entries with some guests each.
	maxEntriesValues = 100_000
)

// either admits both account types; the service decides who may do what with
// which ledger.
var either = auth.Rule{Types: []auth.AccountType{auth.Accommodation, auth.TourOperator}, Flag: auth.Rooming}

// Register adds the routes of the module.
func Register(s *httpx.Server, service *rooming.Service) {
	h := &handlers{service}
	h.registerLedgers(s)
	h.registerSteps(s)
	h.registerEntries(s)
	h.registerFeed(s)
	h.registerSubmit(s)
}

func (h *handlers) registerFeed(s *httpx.Server) {
	httpx.RegisterPrepared[roomingFeedRequest, roomingFeedBody](s, httpx.Op{
		ID: "exportRoomingLedgers", Method: http.MethodGet, Path: "/api/v1/rooming/{token}/", Tag: "Partner API", Rule: auth.Rule{Key: auth.KeyRooming},
		Summary: "Export rooming ledgers (v1)",
		Description: "By id: of a hotel its own, of a tour operator those that name it as partner in hotels whose contract in force allows rooming, under its own names and codes. " +
			"Filters can be combined. With `from` or `to`, only entries that touch these days, be it by their departure day, and ledgers that have one.",
	}, h.feed)
}

func conflict(what string) map[int]string { return map[int]string{http.StatusConflict: what} }

func (h *handlers) registerLedgers(s *httpx.Server) {
	httpx.Register(s, httpx.Op{
		ID: "listRoomingLedgers", Method: http.MethodGet, Path: ledgers, Tag: tag, Rule: either,
		Summary: "List rooming ledgers",
		Description: "Newest first: a hotel's own, or those of a tour operator in hotels whose contract allows rooming. Without `entries`: `counts` says how many there are. " +
			"Filters can be combined; `from` and `to` find ledgers with a stay that touches these days, be it by its departure day.",
	}, h.list)
	httpx.Register(s, httpx.Op{
		ID: "createRoomingLedger", Method: http.MethodPost, Path: ledgers, Tag: tag, Rule: either, Status: http.StatusCreated, Creates: true,
		MaxBody: maxEntriesBody, MaxValues: maxEntriesValues,
		Summary: "Create a rooming ledger",
		Description: "A hotel makes one for a tour operator whose contract allows rooming, or with `partner` null for a booking of somebody else. " +
			"An operator makes one for itself in a published property of such a hotel; `partner` is then itself. " +
			"`entries` are saved with it: all of them, or nothing is made.",
		Refusals: conflict("The property or calendar was removed in this very moment"),
	}, h.create)
	httpx.Register(s, httpx.Op{
		ID: "getRoomingLedger", Method: http.MethodGet, Path: ledgers + "{id}/", Tag: tag, Rule: either,
		Summary: "Read a rooming ledger", Description: "With its first 500 entries; the others are on the pages of `entries/`.",
	}, h.get)
	httpx.Register(s, httpx.Op{
		ID: "updateRoomingLedger", Method: http.MethodPatch, Path: ledgers + "{id}/", Tag: tag, Rule: either,
		Summary: "Update a rooming ledger",
		Description: "Name and calendar; what is missing stays. The calendar is for the hotel to choose and cannot change while confirmed entries hold rooms on it (409 `entries_confirmed`). " +
			"Property and partner cannot be changed. An operator changes a ledger only while it is `open`.",
		Refusals: conflict("The ledger's state does not allow it, or confirmed entries hold rooms on its calendar"),
	}, h.update)
	httpx.Register(s, httpx.Op{
		ID: "deleteRoomingLedger", Method: http.MethodDelete, Path: ledgers + "{id}/", Tag: tag, Rule: either, Status: http.StatusNoContent,
		Summary:     "Delete a rooming ledger",
		Description: "With its entries, while it is `open`, or by the hotel once it is `closed` or `cancelled`. One with confirmed entries is 409 `entries_confirmed`: cancel it first.",
		Refusals:    conflict("The ledger's state does not allow it, or it has confirmed entries"),
	}, h.delete)
}

func (h *handlers) registerSteps(s *httpx.Server) {
	httpx.Register(s, httpx.Op{
		ID: "sendRoomingLedger", Method: http.MethodPost, Path: ledgers + "{id}/send/", Tag: tag, Rule: either,
		Summary:     "Send a rooming ledger to the hotel",
		Description: "By the operator, from `open` to `sent`. The hotel is notified. Afterwards the operator can cancel entries, but not change them.",
		Refusals:    conflict("The ledger is not open, or has no pending entries"),
	}, h.step((*rooming.Service).Send))
	httpx.Register(s, httpx.Op{
		ID: "confirmRoomingLedger", Method: http.MethodPost, Path: ledgers + "{id}/confirm/", Tag: tag, Rule: either,
		Summary: "Confirm all pending entries",
		Description: "By the hotel: all of them or none; a list that the operator writes only once it was sent. Each adds its units to `confirmed` of the ledger's calendar for every night. Too few units are 409 `pool_exceeded` with the dates. " +
			"A ledger without a calendar gets the connected one of its operator, else the one that the operator's rate contract feeds; without either it is 409 `calendar_required`. " +
			"A stay that begins before today where the property is, is 400 `past_date`. " +
			"The hotel may confirm beyond the allotment of the calendar and on closed days: it is done, and `warnings` says so (`beyond_allotment`, `closed_day`). " +
			"In a property beyond the hotel's plan it is 403 `plan_limit_reached`; declining, cancelling and deleting go on.",
		Refusals: conflict("Not enough units, no calendar, nothing pending, or the ledger's state does not allow it"),
	}, h.step((*rooming.Service).Confirm))
	httpx.Register(s, httpx.Op{
		ID: "declineRoomingLedger", Method: http.MethodPost, Path: ledgers + "{id}/decline/", Tag: tag, Rule: either,
		Summary: "Decline all pending entries",
		Description: "By the hotel, of a list that was sent, with a `reason` that the operator reads. What is confirmed in it stays; " +
			"if nothing is, the ledger is `cancelled`. The operator is notified.",
		Refusals: conflict("Nothing is pending, or the ledger's state does not allow it"),
	}, h.reasoned((*rooming.Service).Decline))
	httpx.Register(s, httpx.Op{
		ID: "cancelRoomingLedger", Method: http.MethodPost, Path: ledgers + "{id}/cancel/", Tag: tag, Rule: either,
		Summary:     "Cancel a rooming ledger",
		Description: "By either side: every pending and every confirmed entry is cancelled, and what was confirmed is given back. A `reason` is read by both sides. The other side is notified.",
		Refusals:    conflict("The ledger's state does not allow it"),
	}, h.reasoned((*rooming.Service).Cancel))
	httpx.Register(s, httpx.Op{
		ID: "closeRoomingLedger", Method: http.MethodPost, Path: ledgers + "{id}/close/", Tag: tag, Rule: either,
		Summary:     "Close a rooming ledger",
		Description: "By the hotel, once nothing is pending. What is confirmed stays held; the hotel can still cancel it.",
		Refusals:    conflict("Entries are pending, or the ledger's state does not allow it"),
	}, h.step((*rooming.Service).Close))
}

func (h *handlers) registerEntries(s *httpx.Server) {
	httpx.Register(s, httpx.Op{
		ID: "listRoomingEntries", Method: http.MethodGet, Path: ledgers + "{id}/entries/", Tag: tag, Rule: either,
		Summary: "List the entries of a rooming ledger", Description: "In the order they were written.",
	}, h.listEntries)
	httpx.Register(s, httpx.Op{
		ID: "addRoomingEntries", Method: http.MethodPost, Path: ledgers + "{id}/entries/", Tag: tag, Rule: either, Status: http.StatusCreated, Creates: true,
		ChecksBody: true, MaxBody: maxEntriesBody, MaxValues: maxEntriesValues,
		Summary: "Add entries to a rooming ledger",
		Description: "One entry, or a list of at most 1,000 of which all are added or none, answered with the list. By either side while the ledger is `open`, later by the hotel. " +
			"`departure` is the departure day, at most 365 nights after `arrival`. An operator names rooms that are published to it.",
		Refusals: conflict("The ledger's state does not allow it, or it would have more than 5,000 entries"),
	}, h.addEntries)
	httpx.Register(s, httpx.Op{
		ID: "getRoomingEntry", Method: http.MethodGet, Path: entries + "{id}/", Tag: tag, Rule: either,
		Summary: "Read a rooming entry", Description: "With the name of its room.",
	}, h.getEntry)
	httpx.Register(s, httpx.Op{
		ID: "updateRoomingEntry", MaxBody: httpx.ListBody, Method: http.MethodPatch, Path: entries + "{id}/", Tag: tag, Rule: either,
		Summary: "Update a rooming entry",
		Description: "What is missing stays; `guests` replaces all guests, null removes them. A confirmed entry is changed by the hotel only: another room, other days or units move what it holds in one step, " +
			"or are refused with 409 `pool_exceeded` and the dates.",
		Refusals: conflict("Not enough units, or the state of entry or ledger does not allow it"),
	}, h.updateEntry)
	httpx.Register(s, httpx.Op{
		ID: "deleteRoomingEntry", Method: http.MethodDelete, Path: entries + "{id}/", Tag: tag, Rule: either, Status: http.StatusNoContent,
		Summary:     "Delete a rooming entry",
		Description: "While its ledger is `open`. A confirmed entry must be cancelled first; entries of a ledger that was sent are cancelled, not deleted.",
		Refusals:    conflict("The state of entry or ledger does not allow it"),
	}, h.deleteEntry)
	httpx.Register(s, httpx.Op{
		ID: "confirmRoomingEntry", Method: http.MethodPost, Path: entries + "{id}/confirm/", Tag: tag, Rule: either,
		Summary:     "Confirm a rooming entry",
		Description: "By the hotel. As confirming the ledger, for one entry. A sent ledger whose last pending entry is answered is `confirmed`, or `cancelled` if nothing of it stands.",
		Refusals:    conflict("Not enough units, no calendar, or the state of entry or ledger does not allow it"),
	}, h.answer((*rooming.Service).ConfirmEntry))
	httpx.Register(s, httpx.Op{
		ID: "declineRoomingEntry", Method: http.MethodPost, Path: entries + "{id}/decline/", Tag: tag, Rule: either,
		Summary:     "Decline a rooming entry",
		Description: "By the hotel, of a list that was sent, with a `reason` that the operator reads. The operator is notified.",
		Refusals:    conflict("The state of entry or ledger does not allow it"),
	}, h.reasonedEntry((*rooming.Service).DeclineEntry))
	httpx.Register(s, httpx.Op{
		ID: "cancelRoomingEntry", Method: http.MethodPost, Path: entries + "{id}/cancel/", Tag: tag, Rule: either,
		Summary:     "Cancel a rooming entry",
		Description: "By either side. A confirmed entry gives its units back for each night. A `reason` is read by both sides. The other side is notified.",
		Refusals:    conflict("The state of entry or ledger does not allow it"),
	}, h.reasonedEntry((*rooming.Service).CancelEntry))
}
