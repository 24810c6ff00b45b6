package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/stretchr/testify/require"
)

const (
	calendarsPath = "/api/allotment/calendars/"
	sharesPath    = "/api/allotment/shares/"
	ledgersPath   = "/api/rooming/ledgers/"
	entriesPath   = "/api/rooming/entries/"

	// noteWord is in what a hotel notes for itself.
	noteWord = "zwibblefax"
)

// ahead is a day so many from now, in UTC.
func ahead(days int) string { return time.Now().UTC().AddDate(0, 0, days).Format(time.DateOnly) }

// calendar makes one that is called after the house, and returns its id.
func (s *trade) calendar(hotel company, h house, kind string, change object) any {
	s.t.Helper()
	body := object{"property": h.id, "name": h.word + " " + kind, "kind": kind}
	for k, v := range change {
		body[k] = v
	}
	return s.ok(201, post, calendarsPath, hotel.token, body).body["id"]
}

// connect makes the calendar of a contract.
func (s *trade) connect(hotel company, h house, contract any) any {
	s.t.Helper()
	return s.calendar(hotel, h, "connected", object{"counterparty_contract": contract})
}

// at is a path of a record.
func at(path string, id any, rest string) string { return path + number(id) + "/" + rest }

// rooming makes a list of one guest for the second night from now, who is called
// like the list, and returns the ids of its ledger and entry.
func (s *trade) rooming(by company, h house, list object) (ledger, entry any) {
	s.t.Helper()
	list["property"] = h.id
	ledger = s.ok(201, post, ledgersPath, by.token, list).body["id"]
	entry = s.ok(201, post, at(ledgersPath, ledger, "entries/"), by.token, object{
		"room": h.room, "arrival": ahead(2), "departure": ahead(4), "units": 1, "note": list["name"],
		"guests": []object{{"first_name": list["name"], "last_name": "Guest", "type": "adult"}},
	}).body["id"]
	return ledger, entry
}

// run leaves something of the hotel wherever availability is kept, with its word
// in it and the other word in every note, and shows that the hotel reads both.
func (s *trade) run(hotel company, h house, operator company, contract any) records {
	s.t.Helper()
	own := s.connect(hotel, h, contract)
	agency := s.calendar(hotel, h, "allotment", object{"external_name": h.word + " agency", "external_details": noteWord})
	alone := s.calendar(hotel, h, "standalone", nil)
	rate := s.ok(201, post, rateContracts, hotel.token, object{
		"property": h.id, "partner": operator.id, "name": h.word + " rates", "start_date": ahead(1), "end_date": ahead(60), "status": "active",
		"rooms": []object{{"room": h.room, "start_date": ahead(1), "end_date": ahead(60), "quantity": 1}},
	}).body["id"]
	fed := s.calendar(hotel, h, "contracted", object{"rate_contract": rate})
	master := s.ok(200, get, calendarsPath+fmt.Sprintf("?property=%d", h.id), hotel.token, nil).list()[0]["id"]
	s.ok(201, post, at(calendarsPath, agency, "blocks/"), hotel.token, object{"room": h.room, "start_date": ahead(1), "end_date": ahead(30), "quantity": 1})
	for _, calendar := range []any{master, own, agency, alone, fed} {
		s.ok(200, post, at(calendarsPath, calendar, "daily/"), hotel.token, object{
			"room": h.room, "date": ahead(6), "status": "stop", "reason": "renovation", "note": h.word + " " + noteWord,
		})
	}
	spare := s.ok(201, post, fmt.Sprintf("/api/info/property/%d/facts/rooms/", h.id), hotel.token, object{"name": h.word + " spare", "room_total_units": 5}).body["id"]
	share := s.ok(201, post, sharesPath, hotel.token, object{"property": h.id, "donor_room": spare, "recipient_room": h.room, "max_units": 2}).body["id"]
	s.ok(201, post, "/api/stop-sale/event/create/", hotel.token, object{"room": h.room, "date": ahead(6), "color": 2, "source": h.word + " desk"})
	ledger, entry := s.rooming(hotel, h, object{"name": h.word + " group", "partner": operator.id})
	s.ok(200, post, at(ledgersPath, ledger, "confirm/"), hotel.token, object{})

	of := records{
		property: number(h.id),
		under: map[string][]string{
			calendarsPath: {number(master), number(own), number(agency), number(alone), number(fed)}, sharesPath: {number(share)},
			ledgersPath: {number(ledger)}, entriesPath: {number(entry)},
			"/api/allotment/property/": {number(h.id)}, "/api/stop-sale/": {number(h.id)},
		},
		query: map[string]string{calendarsPath + "{id}/day-breakdown/": "?room=" + number(h.room) + "&date=" + ahead(6)},
	}
	for _, path := range []string{
		calendarsPath, at(calendarsPath, own, ""), at(calendarsPath, own, "grid/"), at(calendarsPath, own, "timeline/"),
		at(calendarsPath, own, "day-breakdown/"+of.query[calendarsPath+"{id}/day-breakdown/"]), at(calendarsPath, own, "daily/"),
		at(ledgersPath, ledger, ""), at(entriesPath, entry, ""), "/api/stop-sale/sources/", fmt.Sprintf("/api/stop-sale/%d/", h.id),
	} {
		a := s.ok(200, get, path, hotel.token, nil)
		require.Contains(s.t, a.raw, h.word, path)
		notes := path == calendarsPath || strings.HasSuffix(path, "/daily/") || strings.Contains(path, "/day-breakdown/")
		require.Equal(s.t, notes, strings.Contains(a.raw, noteWord), path)
	}
	return of
}
