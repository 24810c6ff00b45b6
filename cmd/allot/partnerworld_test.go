package main

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/content/photo/phototest"
)

// partnerWorld is three hotels and three operators with every kind of calendar
// and every state of a contract between them, always made in the same order, on
// the first of June 2030. Every hotel has a word of its own in all its texts.
type partnerWorld struct {
	*trade
	poseidon, lara, alpina     company
	nordlicht, baltic, zephyr  company
	palace, mare, park, chalet house
	annex                      house // not published
	// calendars of the palace by their kind, and what feeds the others.
	master, connected, agency, alone any
	fedMare, fedChalet               any
	// contracts by hotel and operator, and keys by a name for whoever holds them.
	contracts map[string]any
	keys      map[string]string
}

const partnerToday = "2030-06-01"

func newPartnerWorld(t *testing.T) *partnerWorld {
	t.Helper()
	at10, err := time.Parse(time.RFC3339, partnerToday+"T10:00:00Z")
	require.NoError(t, err)
	w := &partnerWorld{
		trade:     newTrade(t, "ALLOT_DEV=true", "ALLOT_CLOCK_OFFSET="+time.Until(at10).String(), "ALLOT_BASE_URL=https://allot.example", "ALLOT_V1_RATE_PER_MINUTE=0"),
		contracts: map[string]any{}, keys: map[string]string{},
	}
	w.settle()
	w.deal()
	w.sell()
	w.personalise()
	w.book()
	w.invoice()
	return w
}

// settle opens the accounts and publishes the houses.
func (w *partnerWorld) settle() {
	w.poseidon = w.open("accommodation", "anna@poseidon.example", "Poseidon Hotels")
	w.lara = w.open("accommodation", "mehmet@lara.example", "Lara Otel")
	w.alpina = w.open("accommodation", "resi@alpina.example", "Alpina")
	w.nordlicht = w.open("tour_operator", "jana@nordlicht.example", "Nordlicht Reisen")
	w.baltic = w.open("tour_operator", "piotr@baltic.example", "Baltic Sun")
	w.zephyr = w.open("tour_operator", "zoe@zephyr.example", "Zephyr")
	w.palace = w.build(w.poseidon, "Poseidon Palace", "posei", "GR", "Chania", "Double", "Suite")
	w.mare = w.build(w.poseidon, "Poseidon Mare", "posei", "GR", "Heraklion", "Studio")
	w.park = w.build(w.lara, "Lara Park", "larap", "TR", "Side", "Standard")
	w.chalet = w.build(w.alpina, "Alpina Chalet", "alpin", "AT", "Zell am See", "Zimmer <Süd> & Nord")
	for _, h := range []struct {
		c company
		h house
	}{{w.poseidon, w.palace}, {w.poseidon, w.mare}, {w.lara, w.park}, {w.alpina, w.chalet}} {
		w.republish(h.c, h.h)
	}
	w.annex = w.build(w.alpina, "Alpina Annex", "alpin", "AT", "Zell am See", "Einzel")
}

// build makes a property with a few facts, a photo and rooms of three units.
func (w *partnerWorld) build(c company, name, word, country, city string, rooms ...string) house {
	w.t.Helper()
	h := house{word: word}
	h.id = int(w.ok(201, post, "/api/info/property/create/", c.token, object{"name": name, "country": country, "city": city, "address": word + " street 1"}).body["id"].(float64))
	path := fmt.Sprintf("/api/info/property/%d/facts/", h.id)
	w.ok(201, post, path+"general/", c.token, object{"official_name": name + " " + word, "year_built": 1990})
	for i, room := range rooms {
		id := w.ok(201, post, path+"rooms/", c.token, object{"name": room + " " + word, "code": fmt.Sprintf("%s%d", strings.ToUpper(word[:2]), i+1), "room_total_units": 3}).body["id"]
		if i == 0 {
			h.room = id
		}
		h.rooms = append(h.rooms, id)
	}
	body, contentType := form(w.t, map[string]string{"caption": word + " beach", "category": "beach"}, "a.jpg", phototest.JPEG(w.t, 64, 48))
	photo := w.checked(201, post, gallery(h.id), w.send(post, gallery(h.id), c.token, bytes.NewReader(body), "Content-Type", contentType))
	h.photos = append(h.photos, photo.body["id"])
	w.ok(200, get, fmt.Sprintf("%s?property=%d", calendarsPath, h.id), c.token, nil) // opens its calendars
	return h
}

// deal brings every state of a contract about.
func (w *partnerWorld) deal() {
	w.contracts["poseidon nordlicht"] = w.agree(w.poseidon, w.nordlicht, everything())
	quiet := everything()
	quiet["share_stop_sale_reasons"] = false
	w.contracts["poseidon baltic"] = w.agree(w.poseidon, w.baltic, quiet)
	w.contracts["poseidon zephyr"] = w.propose(w.poseidon, w.zephyr, everything()) // P
	silent := everything()
	silent["to_sync_ss"] = false
	w.contracts["lara nordlicht"] = w.agree(w.lara, w.nordlicht, silent)
	over := w.agree(w.lara, w.baltic, everything())
	w.billed(w.lara, w.park, w.baltic, "2030-05-02", "larap last season")
	w.ok(200, del, contractPath(over, "delete/"), w.lara.token, nil) // X
	w.contracts["lara baltic"] = over
	no := w.propose(w.lara, w.zephyr, everything())
	w.ok(200, post, contractPath(no, "reject/"), w.zephyr.token, nil) // R
	w.contracts["lara zephyr"] = no
	other := w.propose(w.alpina, w.zephyr, everything())
	w.ok(200, put, contractPath(other, "update/"), w.zephyr.token, object{"to_edit_facts": "O"}) // C
	w.contracts["alpina zephyr"] = other

	w.keys["poseidon"], w.keys["lara"], w.keys["alpina"] = w.poseidon.key, w.lara.key, w.alpina.key
	w.keys["nordlicht"], w.keys["baltic"], w.keys["zephyr"] = w.nordlicht.key, w.baltic.key, w.zephyr.key
	for name, by := range map[string]company{"nordlicht for poseidon": w.nordlicht, "poseidon for nordlicht": w.poseidon} {
		w.keys[name] = w.newKey(by, w.contracts["poseidon nordlicht"])
	}
	w.keys["baltic for lara"] = w.newKey(w.baltic, over)
}

// rates grants an operator rooms of a house.
func (w *partnerWorld) rates(hotel company, h house, operator company, status string) any {
	w.t.Helper()
	return w.ok(201, post, rateContracts, hotel.token, object{
		"property": h.id, "partner": operator.id, "name": h.word + " rates", "start_date": partnerToday, "end_date": "2030-10-31", "status": status,
		"rooms": []object{{"room": h.room, "start_date": partnerToday, "end_date": "2030-10-31", "quantity": 2}},
	}).body["id"]
}

// sell makes the calendars and sets their days.
func (w *partnerWorld) sell() {
	hotel := w.poseidon.token
	w.connected = w.connect(w.poseidon, w.palace, w.contracts["poseidon nordlicht"])
	w.agency = w.calendar(w.poseidon, w.palace, "allotment", object{"external_name": "posei agency", "external_details": noteWord})
	w.alone = w.calendar(w.poseidon, w.palace, "standalone", nil)
	w.fedMare = w.calendar(w.poseidon, w.mare, "contracted", object{"rate_contract": w.rates(w.poseidon, w.mare, w.zephyr, "active")})
	w.fedChalet = w.calendar(w.alpina, w.chalet, "contracted", object{"rate_contract": w.rates(w.alpina, w.chalet, w.nordlicht, "active")})
	w.rates(w.lara, w.park, w.baltic, "active") // and no calendar
	ended := w.rates(w.alpina, w.chalet, w.baltic, "active")
	w.ok(200, patch, rateContracts+number(ended)+"/", w.alpina.token, object{"status": "ended"})

	w.master = w.ok(200, get, fmt.Sprintf("%s?property=%d", calendarsPath, w.palace.id), hotel, nil).list()[0]["id"]
	w.ok(201, post, at(calendarsPath, w.connected, "blocks/"), hotel, object{"room": w.palace.rooms[0], "start_date": "2030-06-03", "end_date": "2030-06-06", "quantity": 2})
	w.ok(201, post, at(calendarsPath, w.agency, "blocks/"), hotel, object{"room": w.palace.rooms[1], "start_date": "2030-06-01", "end_date": "2030-06-30", "quantity": 1})
	set := func(calendar any, day object) {
		w.t.Helper()
		day["note"] = "posei " + noteWord
		w.ok(200, post, at(calendarsPath, calendar, "daily/"), hotel, day)
	}
	set(w.connected, object{"room": w.palace.rooms[0], "date": "2030-06-04", "closed": 1})
	set(w.connected, object{"room": w.palace.rooms[1], "date": "2030-06-05", "status": "request", "reason": "group_hold"})
	set(w.master, object{"room": w.palace.rooms[0], "date": "2030-06-05", "status": "stop", "reason": "renovation"})
	set(w.master, object{"room": w.palace.rooms[1], "date": "2030-06-06", "status": "block", "reason": "hotel_event"})
	set(w.master, object{"room": w.palace.rooms[1], "date": "2030-06-03", "status": "free"})
	set(w.agency, object{"room": w.palace.rooms[1], "date": "2030-06-04", "confirmed": 1})
	set(w.alone, object{"room": w.palace.rooms[0], "date": "2030-06-04", "status": "stop"})
	w.ok(201, post, sharesPath, hotel, object{"property": w.palace.id, "donor_room": w.palace.rooms[1], "recipient_room": w.palace.rooms[0], "max_units": 1})
	w.ok(201, post, "/api/stop-sale/event/create/", hotel, object{"room": w.palace.rooms[0], "date": "2030-06-05", "color": 2, "source": "posei desk"})
	w.ok(201, post, "/api/stop-sale/event/create/", hotel, object{"room": w.palace.rooms[0], "date": "2030-06-06", "color": 2})
}

// personalise gives an operator names, codes and views of its own.
func (w *partnerWorld) personalise() {
	token := w.nordlicht.token
	w.ok(201, post, mappingsPath+"properties/", token, object{"property": w.palace.id, "hotel_code": "NL-1", "internal_code": "I-1", "external_code": "E-1", "supplier_code": "S-1"})
	w.ok(201, post, mappingsPath+"rooms/", token, object{"room": w.palace.rooms[0], "code": "DZ", "name": "Doppelzimmer „Süd“"})
	w.ok(200, put, "/api/tour-operator/event-codes/", token, object{"free": "FS", "open": "OP", "on_request": "RQ", "stop": "XX", "block": "BL"})
	w.ok(201, post, saveWish, token, object{"property": w.palace.id, "category": "general", "fields": object{"official_name": "Palast am Meer"}})
	body, contentType := form(w.t, map[string]string{"caption": "Unser Bild", "category": "pool"}, "own.jpg", phototest.JPEG(w.t, 48, 64))
	own := w.checked(201, post, fmt.Sprintf("/api/tour-operator/photos/%d/own/", w.palace.id),
		w.send(post, fmt.Sprintf("/api/tour-operator/photos/%d/own/", w.palace.id), token, bytes.NewReader(body), "Content-Type", contentType)).body["id"]
	w.ok(200, put, fmt.Sprintf("/api/tour-operator/photos/%d/", w.palace.id), token, object{"photos": []object{{"id": own, "own": true}, {"id": w.palace.photos[0]}}})
}

// book leaves rooming lists in every state that both sides see.
func (w *partnerWorld) book() {
	stay := func(by company, list object, from, to string) any {
		w.t.Helper()
		list["property"] = w.palace.id
		ledger := w.ok(201, post, ledgersPath, by.token, list).body["id"]
		w.ok(201, post, at(ledgersPath, ledger, "entries/"), by.token, object{
			"room": w.palace.rooms[0], "arrival": from, "departure": to, "units": 1, "board": "HB", "note": "late arrival",
			"guests": []object{{"first_name": "Ida", "last_name": "Krause", "type": "adult"}, {"first_name": "Kai", "last_name": "Krause", "type": "child", "age": 7}},
		})
		return ledger
	}
	sent := stay(w.nordlicht, object{"name": "Group Krause"}, "2030-06-03", "2030-06-04")
	w.ok(200, post, at(ledgersPath, sent, "send/"), w.nordlicht.token, nil)
	confirmed := stay(w.nordlicht, object{"name": "Group Meier"}, "2030-06-05", "2030-06-06")
	w.ok(200, post, at(ledgersPath, confirmed, "send/"), w.nordlicht.token, nil)
	w.ok(200, post, at(ledgersPath, confirmed, "confirm/"), w.poseidon.token, object{})
	stay(w.poseidon, object{"name": "posei walk-ins"}, "2030-07-01", "2030-07-03")
}

// billed sends an invoice.
func (w *partnerWorld) billed(hotel company, h house, operator company, issued, text string) string {
	w.t.Helper()
	return w.bill(hotel, invoiceTo(operator, h, text, object{"issue_date": issued, "due_date": "2030-07-01"}))
}

// invoice leaves invoices in the states that systems see, and some that only the hotel does.
func (w *partnerWorld) invoice() {
	w.bill(w.poseidon, invoiceTo(w.nordlicht, w.palace, "posei Group Meier", object{
		"issue_date": partnerToday, "due_date": "2030-07-01", "service_from": "2030-06-05", "service_to": "2030-06-06", "notes": "Danke & bis bald",
		"line_items": []object{
			{"description": "Double posei, Ida Krause", "quantity": "1", "unit": "room_night", "unit_price": "84.50", "from": "2030-06-05", "to": "2030-06-06"},
			{"description": "Breakfast", "quantity": "2", "unit": "person", "unit_price": "12.345", "tax_rate": "24"},
		},
	}))
	disputed := w.billed(w.lara, w.park, w.nordlicht, "2030-05-31", "larap stay")
	w.ok(200, post, at(invoicesPath, disputed, "dispute/"), w.nordlicht.token, object{"note": "larap nine nights"})
	paid := w.billed(w.poseidon, w.mare, w.baltic, "2030-04-02", "posei stay")
	w.ok(200, post, at(invoicesPath, paid, "mark-paid/"), w.poseidon.token, object{"paid_at": "2030-05-02", "reference": "Z 7"})
	w.draft(w.poseidon, invoiceTo(w.nordlicht, w.mare, "posei next group", object{"issue_date": "2030-06-02", "due_date": "2030-07-02"}))
	w.draft(w.poseidon, invoiceTo(company{}, w.mare, "posei walk-ins", object{
		"partner": nil, "recipient_name": "Agentur Müller", "recipient_country": "DE", "issue_date": "2030-06-02", "due_date": "2030-07-02",
	}))
}

var (
	times  = regexp.MustCompile(`\d{4}-\d\d-\d\dT[0-9:.]+Z`)
	media  = regexp.MustCompile(`/media/[^"<]+`)
	uuids  = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)
	cursor = regexp.MustCompile(`("next_cursor":"|<next_cursor>)[^"<]+`)
)

// still takes out of an answer what is another each time: times, names of files, ids of
// invoices and cursors.
func still(text string) string {
	text = times.ReplaceAllString(text, partnerToday+"T10:00:00Z")
	text = media.ReplaceAllString(text, "/media/picture.jpg")
	text = uuids.ReplaceAllString(text, "1b4e28ba-2fa1-4d2b-883f-0016d3cca427")
	return cursor.ReplaceAllString(text, "${1}cursor")
}
