// Package contracthttp serves contracts, their versions and permissions under
// /api/partners/.
package contracthttp

import (
	"net/http"

	"allot/internal/identity/auth"
	"allot/internal/identity/settings"
	"allot/internal/partners/contract"
	"allot/internal/platform/httpx"
)

// Deps are the services that the handlers use.
type Deps struct {
	Contracts *contract.Service
	Settings  *settings.Service
}

type handlers struct{ Deps }

const tag = "Partners"

// rule admits both account types; of their sub-users those with the partner
// permission.
var rule = auth.Rule{Types: []auth.AccountType{auth.Accommodation, auth.TourOperator}, Flag: auth.PartnerConnections}

// maxBody is room for all terms and texts of a contract, as it is read.
const maxBody = 256 << 10

func op(id, method, path, summary, description string, aliases ...string) httpx.Op {
	return httpx.Op{ID: id, Method: method, Path: path, Aliases: aliases, Tag: tag, Summary: summary, Description: description, Rule: rule, MaxBody: maxBody}
}

// refuses documents the refusals that all changes of a contract have in common.
func refuses(o httpx.Op) httpx.Op {
	o.Refusals = map[int]string{
		http.StatusForbidden: "It is for the other side to do this, or your plan or permissions do not allow it",
		http.StatusConflict:  "The state of the contract does not allow it, or the contract has moved since you read it",
	}
	return o
}

// Register adds the routes of the module.
func Register(s *httpx.Server, d Deps) {
	h := &handlers{d}
	h.registerReads(s)
	h.registerMoves(s)
	h.registerPermissions(s)
}

func (h *handlers) registerReads(s *httpx.Server) {
	const get = http.MethodGet
	httpx.Register(s, op("listContracts", get, "/api/partners/contracts/", "List your contracts",
		"Newest first. `incoming` wait for your answer, `outgoing` for your partner's, `current` are in force, `ended` are rejected or cancelled.",
		"/api/partners/my-contracts/"), h.listContracts)
	httpx.Register(s, op("getContract", get, "/api/partners/contracts/{id}/", "Read a contract",
		"With the permission matrix, the change that waits for an answer, and what you can do now.", "/api/partners/contract/view/{id}/"), h.getContract)
	httpx.Register(s, op("listContractVersions", get, "/api/partners/contracts/{id}/versions/", "List the versions of a contract",
		"Every counter-proposal and amendment, newest first, with its difference to the terms at that time."), h.listVersions)
	httpx.Register(s, op("listPartners", get, "/api/partners/my-partners/", "List your connected partners",
		"The companies that you have a contract in force with, latest contract first."), h.listPartners)
}

func (h *handlers) registerMoves(s *httpx.Server) {
	const post = http.MethodPost
	create := refuses(op("createContract", post, "/api/partners/contracts/create/", "Propose a contract or invite a partner",
		"To `partner`, an account of the other type, or to `invite_email`. Who is not registered yet gets a letter with a link, and whoever opens that and registers or signs in has the proposal. "+
			"Where registration is closed, only who has an account (403 `registration_closed`). Terms that you leave out have their default. After a rejection or cancellation the same contract starts over.", "/api/partners/contract/create/"))
	create.Status, create.Creates = http.StatusCreated, true
	create.Refusals[http.StatusTooManyRequests] = "You have sent this receiver as many proposals and invitations as a day allows"
	httpx.Register(s, create, h.createContract)
	join := refuses(op("joinByInvitation", post, "/api/partners/invitations/join/", "Join the contract of an invitation",
		"With the secret from the link of the letter, whatever address that went to. It works once, within 30 days, until the invitation is withdrawn. "+
			"An address that is confirmed joins the invitations to it by itself."))
	join.Refusals = map[int]string{http.StatusForbidden: "The invitation is for the other account type, or your permissions do not allow it"}
	httpx.Register(s, join, h.joinInvitation)
	httpx.Register(s, refuses(op("amendContract", http.MethodPut, "/api/partners/contracts/{id}/update/", "Propose other terms",
		"Of a proposal that you received: a counter-proposal. Of your own: edits it. Of a contract in force: asks for an amendment, one at a time; "+
			"the terms in force stay until it is accepted. A missing term is unchanged, null is the default. "+
			"Of the contracts beyond your plan, the latest to come into force, nothing can be proposed, accepted or permitted by you (403 `plan_limit_reached`); rejecting and cancelling go on, and your partner is free.",
		"/api/partners/contract/edit/{id}/")), h.updateContract)
	httpx.Register(s, refuses(op("cancelContract", http.MethodDelete, "/api/partners/contracts/{id}/delete/", "Cancel a contract",
		"In force or not. Nothing is shared under it from now on; it stays readable.", "/api/partners/contract/delete/{id}/")), h.cancelContract)
	httpx.Register(s, refuses(op("acceptContract", post, "/api/partners/contracts/{id}/accept/", "Accept a contract or amendment",
		"By the side that has not made the latest proposal. With `revision` you accept what you have read and nothing else.")), h.acceptContract)
	httpx.Register(s, refuses(op("rejectContract", post, "/api/partners/contracts/{id}/reject/", "Reject a contract or amendment",
		"The side that has made the proposal withdraws it so.")), h.rejectContract)
	httpx.Register(s, refuses(op("decideAmendment", post, "/api/partners/contract/contractVersion/{version_id}/", "Accept or reject an amendment",
		"Answers exactly this version; its own side can only reject, that is withdraw it.")), h.reviewVersion)
}

func (h *handlers) registerPermissions(s *httpx.Server) {
	const path = "/api/partners/contracts/{id}/permissions/"
	httpx.Register(s, op("getContractPermissions", http.MethodGet, path, "Read the permission matrix of a contract",
		"What the tour operator may see and do while the contract is in force. Flags that the accommodation provider has not set follow the terms."), h.getPermissions)
	set := refuses(op("updateContractPermissions", http.MethodPut, path, "Set permissions of a contract",
		"Only by the accommodation provider, at once and without the other side's consent: it is its data. The body is a part of the matrix; "+
			"a missing flag is unchanged, null follows the terms again, names that the matrix does not have are refused. "+
			"Flags of which another value was agreed later follow the new terms."))
	httpx.Register(s, set, h.setPermissions)
	httpx.Register(s, op("checkContractAccess", http.MethodGet, "/api/partners/facts-access/{contract_id}/", "Check what a contract lets you see and do",
		"As it holds now for your account: nothing unless the contract is in force, nothing in an area that is not allowed."), h.factsAccess)
}
