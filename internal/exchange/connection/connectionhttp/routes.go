// Package connectionhttp serves connections, imports and the flat export under
// /api/v1/integrations/, and calls the systems of connections.
package connectionhttp

import (
	"net/http"

	"allot/internal/exchange/connection"
	"allot/internal/identity/auth"
	"allot/internal/inventory/availability"
	"allot/internal/platform/httpx"
)

// Deps are the services behind the routes.
type Deps struct {
	Connections  *connection.Service
	Availability *availability.Service
}

type handlers struct {
	svc          *connection.Service
	availability *availability.Service
}

const (
	tag    = "Integrations"
	prefix = "/api/v1/integrations/"
	// maxImport and maxInbound bound bodies.
	maxImport  = 256 << 20
	maxInbound = 8 << 20
)

var (
	// rule admits hotels: a tour operator has no rooms of its own that a system could
	// report.
	rule  = auth.Rule{Types: []auth.AccountType{auth.Accommodation}, Flag: auth.Integrations}
	write = auth.Rule{Key: auth.KeyAvailabilityWrite, Types: []auth.AccountType{auth.Accommodation}}
	read  = auth.Rule{Key: auth.KeyStopSale}
)

func op(id, method, path, summary, description string) httpx.Op {
	return httpx.Op{ID: id, Method: method, Path: prefix + path, Tag: tag, Rule: rule, Summary: summary, Description: description}
}

// Register adds every path of the module.
func Register(s *httpx.Server, d Deps) {
	h := &handlers{d.Connections, d.Availability}
	h.registerConnections(s)
	h.registerImports(s)
	httpx.RegisterDownload(s, httpx.Op{
		ID: "exportAvailabilityRows", Method: http.MethodGet, Path: prefix + "export/{token}/", Tag: tag, Rule: read, OwnFormat: true,
		Summary: "Export availability as flat rows",
		Description: "The data of `/api/v1/allotment-stop-sale/` with one row for each calendar, room and day, live, with the same filters: `format=json` gives `{rows: []}`, " +
			"`csv` a table in UTF-8 with its mark, in which a value that a spreadsheet would take for a formula has an apostrophe before it, `xml` the same names as JSON. " +
			"A property without data has one row with `error`. The ETag is that of the data: with `If-None-Match` an answer that did not change is 304.",
	}, jsonType, h.export, csvType, xmlType)
}

func (h *handlers) registerConnections(s *httpx.Server) {
	const id = "connections/{id}/"
	httpx.Register(s, op("listConnections", http.MethodGet, "connections/", "List connections",
		"To property management systems, newest first. Credentials are never shown."), h.list)
	create := op("createConnection", http.MethodPost, "connections/", "Create a connection",
		"Links a property to its property management system; an account can have 100. `provider` decides what `settings` and `credentials` hold, and unknown names are refused:\n\n"+
			"- `csv_url`: settings `{url}`, credentials `{username, password}` for HTTP Basic, or none. A CSV file with the columns of the import is fetched.\n"+
			"- `generic_rest`: settings `{pull_url, push_url}`, one or both; credentials `{header, value}`, or none. Rows as JSON are fetched from `pull_url`; "+
			"the availability of the property, as `/api/v1/allotment-stop-sale/` gives it to the hotel, is posted to `push_url`.\n"+
			"- `alpinebits`: credentials `{username, password}`, with which the system signs in; the user name is unique in the installation (409 `already_exists`), the password has at least 12 characters. "+
			"Settings `{room_codes: {room id: code}, hotel_code, addresses}`: the system may call from the `addresses` or networks alone, if there are any; codes have 1 to 8 characters; a room that is not named has its own code if that fits. "+
			"`hotel_code` is needed only if the code of the property has more than 16 characters.\n\n"+
			"Addresses begin with https:// and must not lead into a private network. `sync_interval` is in minutes: 0 for none, else at least 5 and at least the data refresh interval of the plan. "+
			"After failures the pauses grow to a day; after 5 days of nothing but failures the status is `error`, automatic syncs end and the hotel is notified.")
	create.Status, create.Creates = http.StatusCreated, true
	create.Refusals = map[int]string{http.StatusConflict: "The user name is taken, or the account has 100 connections"}
	httpx.Register(s, create, h.create)
	httpx.Register(s, op("getConnection", http.MethodGet, id, "Show a connection", "Without its credentials."), h.get)
	update := op("updateConnection", http.MethodPatch, id, "Change a connection",
		"What is missing stays. `settings` and `credentials` are replaced as a whole; `\"credentials\": null` removes them. Property and provider cannot be changed. "+
			"Stored credentials are shown to no place that they were not given for: if an address changes to another host, port or scheme and no `credentials` come with it, they are removed. "+
			"Then `credentials_dropped` is true, the status `error`, the answer has a warning, and nothing is called until `credentials` are sent (`null` if none are needed). "+
			"`status` is `active` or `paused`; a connection in `error` is active again after any change of status, settings or credentials.")
	update.Refusals = map[int]string{http.StatusConflict: "The user name is taken, or the credentials were dropped (`credentials_dropped`) and the status would be active without them"}
	httpx.Register(s, update, h.update)
	remove := op("deleteConnection", http.MethodDelete, id, "Delete a connection",
		"With its log. The units that it reported for days from today on leave the pool at once, since nobody would take them back.")
	remove.Status = http.StatusNoContent
	httpx.Register(s, remove, h.delete)
	sync := op("syncConnection", http.MethodPost, id+"sync/", "Sync a connection now",
		"Starts a sync and answers with its entry of the log, whose `status` is `running` until it has finished. One at a time, and two of an account: otherwise 409 `sync_running`. A connection whose credentials were dropped is not synced: 409 `credentials_dropped`. "+
			"A fetched file has at most 64 MiB. The system of an AlpineBits connection calls by itself: 409 `sync_not_possible`.")
	sync.Status, sync.Creates = http.StatusAccepted, true
	sync.Refusals = map[int]string{http.StatusConflict: "A sync is running, the credentials were dropped, or the provider has no sync"}
	httpx.Register(s, sync, h.sync)
	httpx.Register(s, op("listSyncLogs", http.MethodGet, id+"sync-logs/", "List the log of a connection",
		"Newest first: syncs, and calls of the system. The newest 1,000 entries are kept, for 90 days at most."), h.logs)
}

const rowsDoc = "A row names a `room` (id or code), a `date` or `from` and `to` (the last day, included), and either what a property management system reports as taken " +
	"(`reserved`, `checked_in`, `out_of_order`; a missing one is 0, and the row replaces what was reported before for these days), " +
	"or days of a calendar (`status`, `closed`, `confirmed`, and `calendar`, by default that of the parameter, else the Master; what is missing stays, `status` `none` or in JSON null lifts it). " +
	"A code that rooms of several properties have needs `property_id`; a number that is the id of one room and the code of another is rejected in CSV, in JSON a number is an id and a text a code. " +
	"Past days are left out, a row with no other is rejected; days are at most 1,100 ahead. " +
	"A bad row is listed in `rejected` and loses nothing but itself. Reported units that do not fit are stored, counted as far as they fit, listed in `overbooked`, and the hotel is notified. " +
	"All imports of an account by key count as one system; `includes_platform_bookings=true` says that its counts contain rooms sold through Allot. " +
	"`dry_run=true` answers what would change and writes nothing; a file is judged in parts, each against what is stored now. "

func (h *handlers) registerImports(s *httpx.Server) {
	httpx.Register(s, httpx.Op{
		ID: "importAvailability", Method: http.MethodPost, Path: prefix + "import/{token}/", Tag: tag, Rule: write, OwnFormat: true, MaxBody: maxImport,
		Stream:  []string{"text/csv", "application/csv", "text/plain", "application/vnd.ms-excel", "application/json", "application/octet-stream"},
		Summary: "Import availability",
		Description: "The file is the raw body or the field `file` of a form, at most 256 MiB, and is written while it arrives. CSV: the first line names the columns, an unknown one refuses the file; " +
			"comma, semicolon or tab, UTF-8, UTF-16 or Windows-1252 are recognised. JSON: `{\"rows\": [...]}` or a bare list, each row at most 64 KiB. " + rowsDoc +
			"If the file breaks off, what came before stays, and the refusal says how many rows were `accepted`. An account has one import at a time: another is 409 `import_running`. " +
			"`GET /api/v1/integrations/imports/` shows how far it is.",
		Refusals: map[int]string{http.StatusConflict: "An import of the account is running"},
	}, h.runImport)
	httpx.Register(s, httpx.Op{
		ID: "receiveAdapterRows", Method: http.MethodPost, Path: prefix + "inbound/{token}/", Tag: tag, Rule: write, MaxBody: maxInbound,
		Stream:      []string{"application/json"},
		Summary:     "Receive rows from a system's adapter",
		Description: "JSON: `{\"rows\": [...]}` or a bare list, at most 20,000 rows and 8 MiB. " + rowsDoc + "It can be called while an import runs. A repeat of the same call changes nothing.",
	}, h.receive)
	httpx.Register(s, op("listImports", http.MethodGet, "imports/", "List imports",
		"Newest first, without the rejected rows. Its numbers are current within a few seconds while an import runs. Kept for 90 days. A user with a property scope cannot see them."), h.imports)
	httpx.Register(s, op("getImport", http.MethodGet, "imports/{id}/", "Show an import",
		"With the first 1,000 rejected rows. `interrupted`: the sender or the server went away; what was saved stays saved, and the file can be sent again."), h.importRecord)
}
