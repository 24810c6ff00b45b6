// Package settingshttp serves the settings module under /api/settings/.
package settingshttp

import (
	"net/http"

	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
	"allot/internal/identity/settings"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
	"allot/internal/platform/picture"
)

// Deps is what the handlers work with. The settings of a user and of a company combine several
// modules.
type Deps struct {
	Settings *settings.Service
	Accounts *account.Service
	Plans    *plan.Service
}

type handlers struct{ Deps }

const tag = "Settings"

// maxListBody bounds a mailing list that is sent back with all its contacts.
const maxListBody = 8 << 20

// maxListValues is as many contacts as they are read.
const maxListValues = 150_000

// maxImport bounds a contact file: far more than 100,000 rows of names.
const maxImport = 64 << 20

var (
	signedIn = auth.Rule{}
	// member allows every user of an account that has a company; staff have none.
	member = auth.Rule{Types: []auth.AccountType{auth.Accommodation, auth.TourOperator}}
	editor = auth.Rule{Types: member.Types, Flag: auth.Settings}
	// writer allows every user who may do something: contacts and lists are chosen where facts,
	// photos, charts and calendars are mailed.
	writer = auth.Rule{Types: member.Types, AnyFlag: true}
	reader = auth.Rule{Flag: auth.Settings}
)

// Register adds every path of the module.
func Register(s *httpx.Server, d Deps) {
	h := &handlers{d}
	h.registerCompany(s)
	h.registerPersonal(s)
	h.registerContacts(s)
	h.registerLists(s)
	addUnsubscribe(s, h)
	httpx.Register(s, httpx.Op{
		ID: "listAuditEntries", Method: http.MethodGet, Path: "/api/settings/audit/", Tag: tag, Rule: reader,
		Summary: "Audit trail", Description: "Who changed what in the account, newest first. Filters can be combined; `from` and `to` are days in UTC, both included.",
	}, h.listAudit)
}

func (h *handlers) registerCompany(s *httpx.Server) {
	httpx.Register(s, httpx.Op{
		ID: "getCompany", Method: http.MethodGet, Path: "/api/settings/company/", Tag: tag, Rule: member,
		Summary: "Read the company profile", Description: "As invoices, fact sheets and partners show it.",
	}, h.getCompany)
	httpx.Register(s, httpx.Op{
		ID: "updateCompany", Method: http.MethodPut, Path: "/api/settings/company/", Aliases: []string{"/api/settings/company/settings"}, Tag: tag, Rule: editor,
		Files: []string{"logo"}, MaxBody: picture.SmallBytes + 64<<10,
		Summary:     "Update the company profile",
		Description: "JSON, or a form with the file `logo` (JPEG, PNG or WebP). What is missing stays, null clears; `\"logo\": null` removes the picture. Currency and time zone fall back to EUR and UTC.",
	}, h.updateCompany)
	httpx.Register(s, httpx.Op{
		ID: "getCompanySettings", Method: http.MethodGet, Path: "/api/settings/company/settings", Tag: tag, Rule: member,
		Summary: "Company settings", Description: "The company profile together with what holds for the whole account.",
	}, h.companySettings)
}

func (h *handlers) registerPersonal(s *httpx.Server) {
	httpx.Register(s, httpx.Op{
		ID: "getPersonalSettings", Method: http.MethodGet, Path: "/api/settings/account/settings", Tag: tag, Rule: signedIn,
		Summary: "Personal settings", Description: "Your profile and your preferences in one answer.",
	}, h.personalSettings)
	httpx.Register(s, httpx.Op{
		ID: "updatePersonalSettings", Method: http.MethodPut, Path: "/api/settings/account/settings", Tag: tag, Rule: signedIn,
		Summary: "Update personal settings", Description: "Your name, e-mail address and preferences, all or nothing. What is missing stays.",
	}, h.updatePersonal)
	httpx.Register(s, httpx.Op{
		ID: "getPreferences", Method: http.MethodGet, Path: "/api/settings/preferences/", Tag: tag, Rule: signedIn,
		Summary: "Read your preferences", Description: "Of the signed-in user.",
	}, h.getPreferences)
	httpx.Register(s, httpx.Op{
		ID: "updatePreferences", Method: http.MethodPut, Path: "/api/settings/preferences/edit/", Tag: tag, Rule: signedIn,
		Summary: "Update your preferences", Description: "What is missing stays, null sets back to the default. Of `email_notifications` only the kinds that are named change.",
	}, h.updatePreferences)
}

func (h *handlers) registerContacts(s *httpx.Server) {
	httpx.Register(s, httpx.Op{
		ID: "listContacts", Method: http.MethodGet, Path: "/api/settings/contacts/", Tag: tag, Rule: writer,
		Summary: "List contacts", Description: "`q` finds parts of name, e-mail address and company, whatever the case and the accents.",
	}, h.listContacts)
	httpx.Register(s, httpx.Op{
		ID: "createContact", Method: http.MethodPost, Path: "/api/settings/contacts/create/", Tag: tag, Rule: editor, Status: http.StatusCreated, Creates: true,
		Summary: "Add a contact", Description: "An e-mail address names one contact of the account: a second is 409 `already_exists`. " +
			"The plan limits how many contacts an account has: one too many is 403 `plan_limit_reached`. Somebody who has unsubscribed before stays unsubscribed.",
		Refusals: map[int]string{http.StatusForbidden: "The plan has no room for one more contact, or you may not"},
	}, h.createContact)
	httpx.Register(s, httpx.Op{
		ID: "importContactsCsv", Method: http.MethodPost, Path: "/api/settings/contacts/import/csv/", Tag: tag, Rule: editor,
		Stream: []string{"text/csv", "application/csv", "text/plain", "application/vnd.ms-excel", "application/octet-stream"}, MaxBody: maxImport,
		Summary: "Import contacts from CSV",
		Description: "The file is the raw body or the field `file` of a form, at most 64 MiB. The first line names the columns, in English, German, Turkish or Greek; " +
			"comma, semicolon or tab, UTF-8, UTF-16 or Windows-1252 are recognised. A column that is not known refuses the file, unless `ignore_unknown` is true. Rows are kept in batches of 500: a bad row is reported with its line and loses nothing but itself, " +
			"and if the file breaks off, what came before stays. Sending a file again changes nothing twice. " +
			"Rows that would make more contacts than the plan allows, or change one beyond it, are reported in the same way. With `list` every contact of the file joins that mailing list, those that were skipped too.",
	}, h.importContacts)
	httpx.Register(s, httpx.Op{
		ID: "getContact", Method: http.MethodGet, Path: "/api/settings/contacts/{id}/", Tag: tag, Rule: writer,
		Summary: "Read a contact", Description: "With its tags; mailing lists refer to it by its id.",
	}, h.getContact)
	httpx.Register(s, httpx.Op{
		ID: "updateContact", Method: http.MethodPut, Path: "/api/settings/contacts/{id}/update/", Tag: tag, Rule: editor,
		Summary: "Update a contact", Description: "What is missing stays, null clears. `unsubscribed_at` is the contact's own choice and cannot be changed here. " +
			"One of the newest contacts beyond the plan is 403 `plan_limit_reached`; it can be deleted.",
	}, h.updateContact)
	httpx.Register(s, httpx.Op{
		ID: "deleteContact", Method: http.MethodDelete, Path: "/api/settings/contacts/{id}/delete/", Tag: tag, Rule: editor, Status: http.StatusNoContent,
		Summary: "Delete a contact", Description: "It leaves its mailing lists too.",
	}, h.deleteContact)
}

func (h *handlers) registerLists(s *httpx.Server) {
	httpx.RegisterJSONStream[mailingListsRequest, page.Page[mailingListBody]](s, httpx.Op{
		ID: "listMailingLists", Method: http.MethodGet, Path: "/api/settings/mailing-lists/", Tag: tag, Rule: writer,
		Summary: "List mailing lists", Description: "Newest first, each with its first 100 contacts; `contacts_count` counts all of them. " +
			"Where `contacts_truncated` is true an entry cannot be sent back: read the mailing list itself, which has all contacts.",
	}, h.listLists)
	httpx.Register(s, httpx.Op{
		ID: "createMailingList", Method: http.MethodPost, Path: "/api/settings/mailing-lists/create/", Tag: tag, Rule: editor, Status: http.StatusCreated, Creates: true,
		MaxBody: maxListBody, MaxValues: maxListValues,
		Summary: "Create a mailing list", Description: "The name is unique in the account; `contacts` are ids, at most 10,000. " +
			"An account has at most 500 mailing lists: one more is 409 `list_limit`.",
	}, h.createList)
	httpx.Register(s, httpx.Op{
		ID: "getMailingList", Method: http.MethodGet, Path: "/api/settings/mailing-lists/{id}/", Tag: tag, Rule: writer,
		Summary: "Read a mailing list with its contacts", Description: "The contacts that it has now; each is written to on its own.",
	}, h.getList)
	httpx.Register(s, httpx.Op{
		ID: "updateMailingList", Method: http.MethodPut, Path: "/api/settings/mailing-lists/{id}/update/", Tag: tag, Rule: editor, MaxBody: maxListBody, MaxValues: maxListValues,
		Summary: "Update a mailing list", Description: "`contacts` replaces who is on the list; what is missing stays. " +
			"The answer of the mailing list itself can be sent back whole; `contacts` with `contacts_truncated: true` are refused.",
	}, h.updateList)
	httpx.Register(s, httpx.Op{
		ID: "deleteMailingList", Method: http.MethodDelete, Path: "/api/settings/mailing-lists/{id}/delete/", Tag: tag, Rule: editor, Status: http.StatusNoContent,
		Summary: "Delete a mailing list", Description: "Its contacts stay.",
	}, h.deleteList)
}
