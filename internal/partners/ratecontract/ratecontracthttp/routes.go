// Package ratecontracthttp serves rate contracts under /api/partners/.
package ratecontracthttp

import (
	"net/http"

	"allot/internal/identity/auth"
	"allot/internal/partners/ratecontract"
	"allot/internal/platform/httpx"
)

type handlers struct{ contracts *ratecontract.Service }

const tag = "Partners"

var (
	reader = auth.Rule{Types: []auth.AccountType{auth.Accommodation, auth.TourOperator}, Flag: auth.PartnerConnections}
	editor = auth.Rule{Types: []auth.AccountType{auth.Accommodation}, Flag: auth.PartnerConnections}
)

// Register adds the routes of the module.
func Register(s *httpx.Server, contracts *ratecontract.Service) {
	h := &handlers{contracts}
	httpx.Register(s, httpx.Op{
		ID: "listRateContracts", Method: http.MethodGet, Path: "/api/partners/rate-contracts/", Tag: tag, Rule: reader,
		Summary: "List rate contracts",
		Description: "Newest first: a hotel's own, or those granted to a tour operator, who sees no drafts. Without `rooms`, of which a contract may have 1,000: `rooms_count` says how many. Filters can be combined; `status` is how a contract reads today " +
			"where its property is, `q` finds parts of name and number, whatever the case and the accents.",
	}, h.list)
	httpx.Register(s, httpx.Op{
		ID: "createRateContract", MaxBody: httpx.ListBody, Method: http.MethodPost, Path: "/api/partners/rate-contracts/", Tag: tag, Rule: editor, Status: http.StatusCreated, Creates: true,
		Summary: "Create a rate contract",
		Description: "The allotments that a hotel grants one tour operator in one property, at most 1,000 rows within at most 5 years. Rows of one room must not overlap, " +
			"and none allots more than the room's `room_total_units`. Without `number` the next of the hotel's own is given (`RC-2030-0001`); " +
			"one that another contract of the account has is 409 `already_exists`. The operator is notified of what is active: without a contract with it, the hotel's own address must be confirmed (403 `email_not_confirmed`).",
		Refusals: map[int]string{http.StatusConflict: "Another rate contract of the account has this number"},
	}, h.create)
	httpx.Register(s, httpx.Op{
		ID: "getRateContract", Method: http.MethodGet, Path: "/api/partners/rate-contracts/{id}/", Tag: tag, Rule: reader,
		Summary: "Read a rate contract", Description: "With its rows and the names of hotel, property and operator. A draft is there for the hotel only.",
	}, h.get)
	httpx.Register(s, httpx.Op{
		ID: "updateRateContract", MaxBody: httpx.ListBody, Method: http.MethodPatch, Path: "/api/partners/rate-contracts/{id}/", Tag: tag, Rule: editor,
		Summary: "Update a rate contract",
		Description: "What is missing stays; `rooms` replaces all rows, null removes them; `\"number\": null` has one given. Property and partner cannot be changed. " +
			"`status`: a draft becomes `active`; an active contract becomes `ended` at once and for good, or a `draft` again before its first day. " +
			"One that has ended by date is active again with a later `end_date`. Anything else is 409 `invalid_transition`.",
		Refusals: map[int]string{http.StatusConflict: "The number is taken, or the status cannot change so"},
	}, h.update)
	httpx.Register(s, httpx.Op{
		ID: "deleteRateContract", Method: http.MethodDelete, Path: "/api/partners/rate-contracts/{id}/", Tag: tag, Rule: editor, Status: http.StatusNoContent,
		Summary: "Delete a rate contract", Description: "In any state. The operator is notified if it was active.",
	}, h.delete)
}
