// Package propertyhttp serves properties and their facts under /api/info/ and
// its former prefix /api/facts/.
package propertyhttp

import (
	"net/http"
	"strings"

	"allot/internal/content/facts"
	"allot/internal/content/property"
	"allot/internal/identity/auth"
	"allot/internal/platform/httpx"
	"allot/internal/platform/picture"
)

// Deps is what the handlers work with.
type Deps struct {
	Properties *property.Service
	Catalogue  *facts.Catalogue
}

type handlers struct{ Deps }

const (
	tag           = "Properties and fact sheets"
	maxFactValues = 100_000 // 500 rooms with all they have
	factBody      = 2 << 20 // a list of room types with texts in many languages
)

var (
	// Every user of a hotel can list its properties.
	member = auth.Rule{Types: []auth.AccountType{auth.Accommodation}}
	editor = auth.Rule{Types: []auth.AccountType{auth.Accommodation}, Flag: auth.FactSheets}
)

// former returns the path under the former prefix, /api/facts/.
func former(path string) []string {
	return []string{strings.Replace(path, "/api/info/", "/api/facts/", 1)}
}

// Register adds every path of the module.
func Register(s *httpx.Server, d Deps) {
	h := &handlers{d}
	registerProperties(s, h)
	registerFacts(s, h)
}

func registerProperties(s *httpx.Server, h *handlers) {
	const get, post, put, del = http.MethodGet, http.MethodPost, http.MethodPut, http.MethodDelete
	op := func(id, method, path, summary, description string, rule auth.Rule) httpx.Op {
		return httpx.Op{
			ID: id, Method: method, Path: path, Former: former(path), Tag: tag, Summary: summary, Description: description, Rule: rule,
		}
	}
	httpx.Register(s, op("listProperties", get, "/api/info/properties/", "List your properties", "By name. Takes the filters of the search.", member), h.list)
	httpx.Register(s, op("searchProperties", get, "/api/info/properties/search/", "Search your properties",
		"By a part of the name (in any case, with or without accents), country and status; all of them must match.", member), h.list)
	httpx.Register(s, op("getProperty", get, "/api/info/property/{id}/", "Read a property with all its facts", "Every category with its records, and how complete the sheet is: what is worked on, not what is published.", editor), h.get)

	create := op("createProperty", post, "/api/info/property/create/", "Create a property",
		"JSON, or a form with the file `logo` (JPEG, PNG or WebP). Country, currency and time zone are those of the company unless given. "+
			"How many properties an account may have depends on its plan. After a change to a smaller plan the newest properties beyond it can be read and deleted; "+
			"every other write on them, be it of facts, photos, calendars or rooming lists, is 403 `plan_limit_reached` with `read_only`.", editor)
	create.Status, create.Creates, create.Files, create.MaxBody = http.StatusCreated, true, []string{"logo"}, picture.SmallBytes+64<<10
	httpx.Register(s, create, h.create)

	update := op("updateProperty", put, "/api/info/property/update/{id}/", "Update a property",
		"What is missing stays, null clears. `status`, `facts_completeness` and the times are read-only. A new logo is sent as a file in a form. "+
			"A property beyond the plan is 403 `plan_limit_reached`.", editor)
	update.Files, update.MaxBody = []string{"logo"}, picture.SmallBytes+64<<10
	httpx.Register(s, update, h.update)

	remove := op("deleteProperty", del, "/api/info/property/delete/{id}/", "Delete a property and everything that belongs to it",
		"Facts, photos, published versions and files go in one step and cannot be brought back. The audit trail stays. A property beyond the plan can be deleted too.", editor)
	remove.Status = http.StatusNoContent
	httpx.Register(s, remove, h.delete)
}

func registerFacts(s *httpx.Server, h *handlers) {
	const get, post, del = http.MethodGet, http.MethodPost, http.MethodDelete
	op := func(id, method, path, summary, description string, rule auth.Rule) httpx.Op {
		return httpx.Op{
			ID: id, Method: method, Path: path, Former: former(path), Tag: tag, Summary: summary, Description: description, Rule: rule, MaxBody: factBody,
		}
	}
	httpx.Register(s, op("listFactCategories", get, "/api/info/fact-schemas/", "List the fact categories",
		"In the order of the sheet, with the labels in the asked language.", auth.Rule{}), h.listSchemas)
	httpx.Register(s, op("getFactSchema", get, "/api/info/fact-schemas/{category}/", "Read the JSON Schema of a category",
		"The schema is the contract: it says which fields there are, their types, units and values, and which of them publication needs (`x-publish-required`).",
		auth.Rule{}), h.getSchema)
	httpx.Register(s, op("getFactsProgress", get, "/api/info/init-facts-info/{id}/", "How complete the facts are",
		"Every category with its completeness and what is missing for publication.", editor), h.factsState)
	initialise := op("initialiseFacts", post, "/api/info/init-facts-info/{id}/", "Initialise the fact categories",
		"Makes the record of every single-value category that has none, filled with what the property already tells. Doing it again changes nothing.", editor)
	initialise.Creates = true
	httpx.Register(s, initialise, h.initFacts)
	httpx.Register(s, op("getFacts", get, "/api/info/property/{id}/facts/{category}/", "Read the facts of one category",
		"An object for a single-value category, a list for an array category.", editor), h.getFacts)
	save := op("saveFacts", post, "/api/info/property/{id}/facts/{category}/", "Save facts of one category",
		"Creates or updates. An object changes the fields it names, null clears one (JSON Merge Patch). In an array category an object with `id` changes that record, "+
			"without `id` it makes a new one, and a list saves all its records or none. Unknown fields are refused: the schema is the contract. "+
			"201 if a record was made, with the record; a list is answered with the whole category.", editor)
	save.ChecksBody, save.Upserts, save.MaxValues = true, true, maxFactValues
	httpx.Register(s, save, h.saveFacts)
	remove := op("deleteFactRecord", del, "/api/info/property/{id}/facts/{category}/{record_id}/", "Delete a record of an array category", "What is published stays until the sheet is published again.", editor)
	remove.Status = http.StatusNoContent
	httpx.Register(s, remove, h.deleteRecord)
}
