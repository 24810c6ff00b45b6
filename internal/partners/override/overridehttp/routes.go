// Package overridehttp serves the fact overrides and photos of tour operators,
// the approvals of the hotels, and the page that the link in a letter opens.
package overridehttp

import (
	"net/http"

	"allot/internal/content/facts"
	"allot/internal/content/photo"
	"allot/internal/identity/auth"
	"allot/internal/partners/override"
	"allot/internal/platform/httpx"
)

// Deps are the services that the handlers use.
type Deps struct {
	Overrides *override.Service
	Catalogue *facts.Catalogue
}

type handlers struct{ Deps }

const (
	partners  = "Partners"
	operators = "Tour operators"
	// formOverhead is the size that a form may have in addition to its file.
	formOverhead = 64 << 10
	// notAgreed documents the refusal of an override.
	notAgreed = "The contract does not allow it, or your permissions do not"
)

var (
	operator = auth.Rule{Types: []auth.AccountType{auth.TourOperator}, Flag: auth.PartnerConnections}
	hotel    = auth.Rule{Types: []auth.AccountType{auth.Accommodation}, Flag: auth.PartnerConnections}
)

const get, put, post, patch, del = http.MethodGet, http.MethodPut, http.MethodPost, http.MethodPatch, http.MethodDelete

// Register adds the routes of the module.
func Register(s *httpx.Server, d Deps) {
	h := &handlers{d}
	registerFacts(s, h)
	registerPhotos(s, h)
	registerApprovals(s, h)
	addPage(s, h)
}

func registerFacts(s *httpx.Server, h *handlers) {
	op := func(id, method, path, summary, description string) httpx.Op {
		return httpx.Op{ID: id, Method: method, Path: "/api/partners/override-facts/" + path, Tag: partners, Rule: operator, Summary: summary, Description: description}
	}
	httpx.Register(s, op("listFactOverrides", get, "", "List your fact overrides",
		"Of hotels that you have a contract with, newest first, each with what the hotel has published beside it. "+
			"`source_changed` says that the hotel has published other values since; saving the override again settles that."), h.listFacts)
	save := op("saveFactOverride", post, "create/", "Create or update a fact override",
		"For your own view only: the hotel's data stays as it is. `fields` is a JSON merge patch, checked against the schema of the category; null hides a fact. "+
			"It takes the place of an earlier patch for the same record as a whole. Records of array categories are named by `record_id`. "+
			"The term `to_edit_facts` of the contract decides: `N` refuses (403), `O` waits for the hotel, while what was in force before stays; `Y` is in force at once.")
	save.Upserts, save.MaxBody = true, httpx.ListBody
	save.Refusals = map[int]string{
		http.StatusForbidden: notAgreed,
		http.StatusNotFound:  "There is no such property among those of your contracts, or it does not share this category",
	}
	httpx.Register(s, save, h.saveFacts)
	httpx.Register(s, op("getFactOverrides", get, "get/{prop_id}/", "Read your fact overrides of one property", "With what the hotel has published beside each."), h.propertyFacts)
	remove := op("deleteFactOverride", del, "{id}/", "Delete a fact override", "You read what the hotel has published again at once.")
	remove.Status = http.StatusNoContent
	httpx.Register(s, remove, h.deleteFacts)
}

func registerPhotos(s *httpx.Server, h *handlers) {
	const base = "/api/tour-operator/photos/{property_id}/"
	op := func(id, method, path, summary, description string) httpx.Op {
		return httpx.Op{ID: id, Method: method, Path: path, Tag: operators, Rule: operator, Summary: summary, Description: description}
	}
	httpx.Register(s, op("getPhotoSelection", get, base, "Read your photo selection of a property",
		"Every photo that the hotel has published and every one of your own: the selected first, in their order. Without a selection the hotel's choice and order "+
			"hold and your own photos follow. `new_photos` were published after you made the selection."), h.gallery)
	choose := op("updatePhotoSelection", put, base, "Update your photo selection of a property",
		"Which photos you show, and whether your own logo. `photos` lists what you show, in this order; null gives choice and order back to the hotel. The terms `to_select_photos` and `to_add_its_logo` "+
			"of the contract decide: `N` refuses (403), `O` waits for the hotel, `Y` is in force at once.")
	choose.MaxBody = httpx.ListBody
	choose.Refusals = map[int]string{http.StatusForbidden: notAgreed}
	httpx.Register(s, choose, h.saveGallery)
	add := op("addOwnPhoto", post, base+"own/", "Add a photo of your own",
		"A form with the `file`: JPEG, PNG or WebP of at most 20 MB and 64 million pixels, stored as every photo. Your plan limits their number for each property; "+
			"the term `to_add_own_photos` decides as above.")
	add.Status, add.Creates, add.Files, add.MaxBody = http.StatusCreated, true, []string{"file"}, photo.MaxBytes+formOverhead
	add.Refusals = map[int]string{http.StatusForbidden: notAgreed + ", or your plan has no room for one more"}
	httpx.Register(s, add, h.addPhoto)
	change := op("updateOwnPhoto", patch, base+"own/{photo_id}/", "Update a photo of your own",
		"What is missing stays. Where the hotel approves photos it approves this too; until then the words before stand. "+
			"One of the newest beyond your plan can only be deleted.")
	change.Refusals = map[int]string{http.StatusForbidden: notAgreed + ", or the photo is beyond your plan"}
	httpx.Register(s, change, h.updatePhoto)
	remove := op("deleteOwnPhoto", del, base+"own/{photo_id}/", "Delete a photo of your own", "It is gone from your selection too.")
	remove.Status = http.StatusNoContent
	httpx.Register(s, remove, h.deletePhoto)
}

func registerApprovals(s *httpx.Server, h *handlers) {
	op := func(id, method, path, summary, description string) httpx.Op {
		return httpx.Op{ID: id, Method: method, Path: "/api/partners/override-approvals/" + path, Tag: partners, Rule: hotel, Summary: summary, Description: description}
	}
	httpx.Register(s, op("listOverrideRequests", get, "", "List what partners want to show differently",
		"Oldest first: facts, photo selections, own photos and logos of partners whose contract is in force. Without `status`, those that wait for you."), h.approvals)
	late := map[int]string{http.StatusConflict: "It does not wait any more, or the contract does not allow it any more"}
	approve := op("approveOverride", post, "{id}/approve/", "Approve what a partner wants", "It is in force at once, in the view of this partner only. The partner is told. "+
		"For a property beyond your plan it can only be declined: 403 `plan_limit_reached`.")
	decline := op("declineOverride", post, "{id}/decline/", "Decline what a partner wants", "What was in force before stays. The partner is told the reason.")
	approve.Refusals, decline.Refusals = late, late
	httpx.Register(s, approve, h.approve)
	httpx.Register(s, decline, h.decline)
}
