// Package mappinghttp serves the codes of tour operators under
// /api/tour-operator/.
package mappinghttp

import (
	"net/http"

	"allot/internal/identity/auth"
	"allot/internal/partners/mapping"
	"allot/internal/platform/httpx"
)

type handlers struct{ mappings *mapping.Service }

const (
	tag    = "Tour operators"
	prefix = "/api/tour-operator/"

	get, post, put, patch, del = http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete

	maxListBody = 4 << 20  // 1,000 mappings in any script
	maxImport   = 64 << 20 // far more than 50,000 rows
)

var operator = auth.Rule{Types: []auth.AccountType{auth.TourOperator}, Flag: auth.PartnerConnections}

func op(id, method, path, summary, description string) httpx.Op {
	return httpx.Op{ID: id, Method: method, Path: prefix + path, Tag: tag, Rule: operator, Summary: summary, Description: description}
}

func removal(id, path, summary, description string) httpx.Op {
	o := op(id, del, path, summary, description)
	o.Status = http.StatusNoContent
	return o
}

// upsert is a save of one thing or a list of them.
func upsert(id, path, summary, description string) httpx.Op {
	o := op(id, post, path, summary, description)
	o.Upserts, o.ChecksBody, o.MaxBody = true, true, maxListBody
	return o
}

// Register adds the routes of the module.
func Register(s *httpx.Server, m *mapping.Service) {
	h := &handlers{m}
	registerProperties(s, h)
	registerRooms(s, h)
	registerFiles(s, h)
	httpx.Register(s, op("listUnmapped", get, "mappings/unmapped/", "List what you have not mapped yet",
		"Rooms by property and position, or properties with `kind=properties`: all that your contracts show you and that you have not mapped."), h.listUnmapped)
	httpx.Register(s, op("getEventCodes", get, "event-codes/", "Read your event codes", "Your words for the states of a day; the state's own word where you have chosen none."), h.getEventCodes)
	httpx.Register(s, op("updateEventCodes", put, "event-codes/", "Update your event codes",
		"At most 20 characters each. What is missing stays, null sets back to the default. Several states may have one code."), h.updateEventCodes)
}

func registerProperties(s *httpx.Server, h *handlers) {
	properties := newPropertyHandlers(h.mappings)
	httpx.Register(s, op("listPropertyMappings", get, "mappings/properties/", "List your property mappings",
		"By property. Mappings of hotels whose contract is not in force are kept, but not listed."), h.listProperties)
	httpx.Register(s, upsert("savePropertyMapping", "mappings/properties/", "Map a property",
		"Creates or updates your mapping of the property: what is missing stays, null clears; at least one code must be left. 201 if it was made. "+
			"A list of at most 1,000 saves all of them or none and is answered with the list."), properties.save)
	httpx.Register(s, op("getPropertyMapping", get, "mappings/properties/{id}/", "Read a property mapping", "With what the hotel itself says beside it."), properties.get)
	httpx.Register(s, op("updatePropertyMapping", patch, "mappings/properties/{id}/", "Update a property mapping", "What is missing stays, null clears; at least one code must be left."), properties.update)
	httpx.Register(s, removal("deletePropertyMapping", "mappings/properties/{id}/", "Delete a property mapping", "The mappings of its rooms stay."), properties.delete)
}

func registerRooms(s *httpx.Server, h *handlers) {
	rooms := newRoomHandlers(h.mappings)
	httpx.Register(s, op("listRoomMappings", get, "mappings/rooms/", "List your room mappings",
		"By property and room. Mappings of hotels whose contract is not in force, and of rooms that are no longer published, are kept, but not listed."), h.listRooms)
	httpx.Register(s, upsert("saveRoomMapping", "mappings/rooms/", "Map a room",
		"Creates or updates your mapping of the room: what is missing stays, null clears; a code or a name must be left. 201 if it was made. "+
			"A list of at most 1,000 saves all of them or none and is answered with the list."), rooms.save)
	httpx.Register(s, op("getRoomMapping", get, "mappings/rooms/{id}/", "Read a room mapping", "With what the hotel itself says beside it."), rooms.get)
	httpx.Register(s, op("updateRoomMapping", patch, "mappings/rooms/{id}/", "Update a room mapping", "What is missing stays, null clears; a code or a name must be left."), rooms.update)
	httpx.Register(s, removal("deleteRoomMapping", "mappings/rooms/{id}/", "Delete a room mapping", "The room is unmapped again."), rooms.delete)
}

func registerFiles(s *httpx.Server, h *handlers) {
	importing := op("importMappingsCsv", post, "mappings/import/csv/", "Import mappings from CSV",
		"The file is the raw body or the field `file` of a form, at most 64 MiB; the export is a template for it. The first line names the columns: "+
			"`property_id` or `property_code` (the hotel's own) with your `hotel_code`, `internal_code`, `external_code`, `supplier_code`; "+
			"`room_id`, or `room_code` (the hotel's own) beside the property, with your `mapped_code` and `mapped_name`. A row maps a property, a room or both; "+
			"an id counts before a code, and an empty cell changes nothing. Comma, semicolon or tab, UTF-8, UTF-16 or Windows-1252 are recognised. A column that is not known refuses the file. "+
			"Rows are kept in batches of 500: a bad row is reported with its line and loses nothing but itself, and if the file breaks off, what came before stays. "+
			"Rows that change nothing are skipped.")
	importing.Stream = []string{"text/csv", "application/csv", "text/plain", "application/vnd.ms-excel", "application/octet-stream"}
	importing.MaxBody = maxImport
	httpx.Register(s, importing, h.importFile)
	httpx.RegisterDownload(s, op("exportMappingsCsv", get, "mappings/export/csv/", "Export mappings as CSV",
		"Every property and room that your contracts show you, with your codes or empty cells: fill them and import the file. UTF-8 with its mark. "+
			"A value that a spreadsheet would take for a formula has an apostrophe before it, which the import takes away."), "text/csv; charset=utf-8", h.exportFile)
}
