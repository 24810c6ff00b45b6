// Package stopsalehttp serves the legacy stop sale: for hotels under
// /api/stop-sale/, for systems with an API key there and under /api/v1/.
//
// Its paths and bodies are frozen. Every response names the operation that
// replaces the one called.
package stopsalehttp

import (
	"net/http"
	"time"

	"allot/internal/identity/auth"
	"allot/internal/identity/mailing"
	"allot/internal/inventory/stopsale"
	"allot/internal/platform/httpx"
)

type handlers struct{ stops *stopsale.Service }

const tag = "Legacy stop sale"

var hotel = auth.Rule{Types: []auth.AccountType{auth.Accommodation}, Flag: auth.StopSales}

// deprecated returns the deprecation of an operation with its successor.
func deprecated(successor string) *httpx.Deprecation {
	return &httpx.Deprecation{Since: time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC), Successor: successor}
}

// op declares an operation for users, which calendars replace.
func op(id, method, path, summary, description string, aliases ...string) httpx.Op {
	return httpx.Op{
		ID: id, Method: method, Path: path, Aliases: aliases, Tag: tag, Summary: summary, Description: description, Rule: hotel,
		Deprecated: deprecated("/api/allotment/calendars/"),
	}
}

// Register adds every path of the module.
func Register(s *httpx.Server, stops *stopsale.Service) {
	h := &handlers{stops}
	registerCalendar(s, h)
	registerEvents(s, h)
	registerSources(s, h)
	registerFeeds(s, h)
}

func registerCalendar(s *httpx.Server, h *handlers) {
	const get, post = http.MethodGet, http.MethodPost
	httpx.RegisterJSONStream[calendarRequest, stopSaleCalendar](s, op("getLegacyStopSaleCalendar", get, "/api/stop-sale/{hotel_id}/", "Read the stop sale calendar of a property",
		"Its rooms with their events, by date. Without `from` those from the month on that it is where the property is, without `to` to the last.",
		"/api/stop-sale/calendar/{hotel_id}/"), h.calendar)
	save := op("saveLegacyStopSaleRooms", post, "/api/stop-sale/save/", "Save rooms of a property",
		"A room with `id` is changed, one without is made; what is missing stays. They are the rooms of the fact sheet, by the rules there: all are saved or none. Answers with the calendar.")
	save.Creates, save.MaxBody = true, httpx.ListBody
	save.Refusals = map[int]string{http.StatusNotFound: "There is no such property in your account"}
	httpx.Register(s, save, h.save)
	httpx.RegisterDownload(s, op("downloadLegacyStopSalePdf", get, "/api/stop-sale/pdf/{hotel_id}/", "Download the calendar as PDF",
		"Whole months from that of `from`, at most twelve."), "application/pdf", h.pdf)
	mail := op("mailLegacyStopSalePdf", post, "/api/stop-sale/pdf/{hotel_id}/send-mail/{mailing_list_id}/", "Mail the calendar to a mailing list",
		"The PDF, one message a contact, sent in the background."+mailing.Rules)
	mail.Status, mail.Creates = http.StatusAccepted, true
	mail.Refusals = map[int]string{http.StatusTooManyRequests: mailing.TooManyLetters}
	httpx.Register(s, mail, h.send)
}

// notice describes the check of notice periods in create and update.
const notice = " A day that is closed (2 or 4) with less notice than `ss_deadline` of a contract in force is closed, with the warning `stop_sale_deadline`."

func registerEvents(s *httpx.Server, h *handlers) {
	create := op("createLegacyStopSaleEvent", http.MethodPost, "/api/stop-sale/event/create/", "Set a day of a room",
		"One event a room and day: a second is 409 `already_exists`. Days before today, where the property is, are 400 `past_date`; they are at most 10 years ahead. "+
			"A `source` that the account does not have yet is added to its sources."+notice)
	create.Status, create.Creates = http.StatusCreated, true
	create.Refusals = map[int]string{
		http.StatusNotFound: "There is no such room in your account", http.StatusConflict: "The room has an event on this day",
	}
	httpx.Register(s, create, h.createEvent)
	update := op("updateLegacyStopSaleEvent", http.MethodPut, "/api/stop-sale/event/{id}/update/", "Change an event",
		"What is missing stays. An event can move to another day, and to another room of its property. Neither day may be before today (400 `past_date`)."+notice,
		"/api/stop-sale/event/update/{id}/")
	update.Refusals = map[int]string{http.StatusConflict: "The room has another event on this day"}
	httpx.Register(s, update, h.updateEvent)
	remove := op("deleteLegacyStopSaleEvent", http.MethodDelete, "/api/stop-sale/event/{id}/delete/", "Reset a day",
		"Takes the event away. A day before today cannot be reset (400 `past_date`).", "/api/stop-sale/event/delete/{id}/")
	remove.Status = http.StatusNoContent
	httpx.Register(s, remove, h.deleteEvent)
}

func registerSources(s *httpx.Server, h *handlers) {
	httpx.Register(s, op("listLegacyStopSaleSources", http.MethodGet, "/api/stop-sale/sources/", "List the sources of stop sales", "By name."), h.sources)
	create := op("createLegacyStopSaleSource", http.MethodPost, "/api/stop-sale/sources/", "Add a source", "At most 500 an account. A name that it has, in any case and with any accents, is 409 `already_exists`.")
	create.Status, create.Creates = http.StatusCreated, true
	create.Refusals = map[int]string{http.StatusConflict: "The account has a source of this name, or too many"}
	httpx.Register(s, create, h.createSource)
}

func registerFeeds(s *httpx.Server, h *handlers) {
	const who = "A hotel's key gives its own properties, a tour operator's the published properties and rooms of the hotels whose contract in force shares stop sales, under its own names and codes. "
	feed := func(id, path, summary, description string) httpx.Op {
		o := op(id, http.MethodGet, path, summary, who+description)
		o.Rule, o.Deprecated = auth.Rule{Key: auth.KeyStopSale}, deprecated("/api/v1/allotment-stop-sale/{token}/")
		return o
	}
	const days = "Days are those from the current month on unless asked otherwise; a day without an event is open."
	httpx.RegisterPrepared[feedRequest, stopSaleExport](s, feed("exportLegacyStopSaleDays", "/api/stop-sale/StopSale-Export/{token}/", "Export stop sales", days), h.export)
	httpx.RegisterPrepared[feedRequest, stopSaleRanges](s, feed("exportLegacyStopSaleRanges", "/api/stop-sale/partner-availability/{token}/", "Export stop sales as ranges",
		"Days of a room that follow each other with one color are a range. "+days), h.ranges)
	httpx.RegisterPrepared[feedRequest, stopSaleExportV1](s, feed("exportLegacyStopSales", "/api/v1/stop-sale/{token}/", "Export stop sales (v1)", days), h.exportV1)
}
