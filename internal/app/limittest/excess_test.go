package limittest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/photo"
	"allot/internal/content/property"
	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
	"allot/internal/inventory/stopsale"
	"allot/internal/partners/contract"
	"allot/internal/partners/ratecontract"
	"allot/internal/platform/civil"
)

// house is a property with something of everything that a hotel writes on it.
type house struct {
	property.Property
	rooms                                                []int64
	master, calendar, block, share, photo, event, ledger any
	entry, rate, approval                                any
	contract                                             int64
	operator                                             *apptest.Who
	spare                                                int64 // a room that nothing refers to
	secondPhoto, secondEntry, secondEvent                any
}

const (
	calendarsPath = "/api/allotment/calendars/"
	sharesPath    = "/api/allotment/shares/"
	ledgersPath   = "/api/rooming/ledgers/"
	entriesPath   = "/api/rooming/entries/"
	ratesPath     = "/api/partners/rate-contracts/"
	approvalsPath = "/api/partners/override-approvals/"
	contractsPath = "/api/partners/contracts/"
	invoicesPath  = "/api/invoicing/invoices/"
	contactsPath  = "/api/settings/contacts/"
	keysPath      = "/api/settings/api-key/"
)

func newHouse(t *testing.T, e *apptest.Env, hotel, operator *apptest.Who, contractID int64, name string) *house {
	t.Helper()
	h := &house{Property: e.Property(t, hotel, name), contract: contractID, operator: operator}
	for i := range 2 {
		h.rooms = append(h.rooms, e.Room(t, hotel, h.ID, fmt.Sprint("Room ", i), fmt.Sprint("R", i), 10))
	}
	h.spare = e.Room(t, hotel, h.ID, "Spare", "SP", 1)
	first, second := e.Add(t, hotel, h.ID, photo.Change{}), e.Add(t, hotel, h.ID, photo.Change{})
	h.photo, h.secondPhoto = first.ID, second.ID
	e.Publish(t, hotel, e.Staff(), h.Property)
	h.master = e.Master(t, hotel, h.Property).ID
	h.calendar = ok(t, hotel, call{method: post, path: calendarsPath, body: object{"property": h.ID, "kind": "allotment", "name": "Sunny"}})
	h.block = ok(t, hotel, call{method: post, path: at(calendarsPath, h.calendar, "blocks/"), body: h.newBlock("2030-06-01")})
	h.share = ok(t, hotel, call{method: post, path: sharesPath, body: object{"property": h.ID, "donor_room": h.rooms[0], "recipient_room": h.rooms[1], "max_units": 1}})
	h.event = e.Mark(t, hotel, h.rooms[0], "2030-06-01", stopsale.Stop).ID
	h.secondEvent = e.Mark(t, hotel, h.rooms[0], "2030-06-02", stopsale.Stop).ID
	l := e.Ledger(t, hotel, nil, h.Property, h.master.(int64))
	june := civil.MustParse("2030-06-10")
	h.ledger, h.entry, h.secondEntry = l.ID, e.Pending(t, hotel, l.ID, h.rooms[0], june, 2, 1).ID, e.Pending(t, hotel, l.ID, h.rooms[0], june, 2, 1).ID
	h.rate = e.Granted(t, hotel, operator, h.Property, []ratecontract.RoomAllotment{{RoomID: h.rooms[0], StartDate: june, EndDate: june + 5, Quantity: 1}}).ID
	ok(t, operator, call{method: post, path: "/api/partners/override-facts/create/", body: object{
		"property": h.ID, "category": "rooms", "record_id": h.rooms[0], "fields": object{"name": "Sea side"},
	}})
	h.approval = h.findApproval(t, hotel)
	return h
}

// findApproval returns the id of the override that waits for the hotel.
func (h *house) findApproval(t *testing.T, hotel *apptest.Who) any {
	t.Helper()
	list := apptest.Decode[struct {
		Results []struct{ ID, Property int64 }
	}](t, hotel.Do(t, get, approvalsPath, ""), http.StatusOK)
	for _, a := range list.Results {
		if a.Property == h.ID {
			return a.ID
		}
	}
	require.Fail(t, "no override waits")
	return nil
}

func (h *house) newBlock(day string) object {
	return object{"room": h.rooms[0], "start_date": day, "end_date": day, "quantity": 2}
}

func (h *house) at(before, after string) string { return at(before, h.ID, after) }

// writes are what the hotel does on a property. Each can be done once.
func (h *house) writes() []call {
	info := h.at("/api/info/property/", "")
	day := object{"room": h.rooms[0], "date": "2030-07-01", "closed": 1}
	return []call{
		{method: put, path: h.at("/api/info/property/update/", ""), body: object{"city": "Chania"}},
		{method: post, path: info + "facts/rooms/", body: object{"name": "New", "code": "NEW", "room_total_units": 3}},
		{method: post, path: info + "facts/general/", body: object{"official_name": "Aurora"}},
		{method: del, path: at(info+"facts/rooms/", h.spare, "")},
		{method: post, path: h.at("/api/info/init-facts-info/", "")},
		{method: patch, path: at(info+"gallery/", h.photo, ""), body: object{"caption": "Pool"}},
		{method: post, path: info + "gallery/order/", body: object{"photos": []any{h.secondPhoto}}},
		{method: post, path: info + "publish/create/"},
		{method: patch, path: at(calendarsPath, h.calendar, ""), body: object{"name": "Sunny Tours"}},
		{method: post, path: at(calendarsPath, h.master, "daily/"), body: day},
		{method: post, path: at(calendarsPath, h.calendar, "daily/"), body: day},
		{method: post, path: at(calendarsPath, h.calendar, "daily/batch/"), body: object{"days": []object{day}}},
		{method: post, path: at(calendarsPath, h.calendar, "bulk/"), body: object{"from": "2030-08-01", "to": "2030-08-03", "status": "stop"}},
		{method: post, path: at(calendarsPath, h.calendar, "blocks/"), body: h.newBlock("2030-09-01")},
		{method: patch, path: at("/api/allotment/blocks/", h.block, ""), body: object{"quantity": 3}},
		{method: post, path: sharesPath, body: object{"property": h.ID, "donor_room": h.rooms[1], "recipient_room": h.rooms[0], "max_units": 1, "start_date": "2031-01-01", "is_active": false}},
		{method: patch, path: at(sharesPath, h.share, ""), body: object{"max_units": 2}},
		{method: post, path: "/api/stop-sale/event/create/", body: object{"room": h.rooms[1], "date": "2030-06-03", "color": 2}},
		{method: put, path: at("/api/stop-sale/event/", h.event, "update/"), body: object{"color": 3}},
		{method: del, path: at("/api/stop-sale/event/", h.secondEvent, "delete/")},
		{method: post, path: "/api/stop-sale/save/", body: object{"property": h.ID, "rooms": []object{{"id": h.rooms[0], "name": "Renamed"}}}},
		{method: post, path: ratesPath, body: object{
			"property": h.ID, "partner": h.operator.User.OwnerID, "name": "Winter", "start_date": "2030-11-01", "end_date": "2030-12-01",
			"rooms": []object{{"room": h.rooms[0], "start_date": "2030-11-01", "end_date": "2030-12-01", "quantity": 1}},
		}},
		{method: patch, path: at(ratesPath, h.rate, ""), body: object{"name": "Summer 2030"}},
		{method: post, path: ledgersPath, body: object{"property": h.ID, "name": "Wedding"}},
		{method: patch, path: at(ledgersPath, h.ledger, ""), body: object{"name": "Group 7"}},
		{method: post, path: at(ledgersPath, h.ledger, "entries/"), body: object{"room": h.rooms[0], "arrival": "2030-06-20", "departure": "2030-06-22"}},
		{method: patch, path: at(entriesPath, h.entry, ""), body: object{"note": "late"}},
		{method: post, path: at(entriesPath, h.entry, "confirm/")},
		{method: post, path: at(approvalsPath, h.approval, "approve/")},
	}
}

// removals only take something away.
func (h *house) removals() []call {
	return []call{
		{method: post, path: at(entriesPath, h.entry, "cancel/")},
		{method: del, path: at(entriesPath, h.entry, "")},
		{method: post, path: at(ledgersPath, h.ledger, "cancel/")},
		{method: del, path: at(ledgersPath, h.ledger, "")},
		{method: post, path: at(approvalsPath, h.approval, "decline/"), body: object{"reason": "no"}},
		{method: del, path: at(ratesPath, h.rate, "")},
		{method: del, path: at(calendarsPath, h.calendar, "")},
		{method: del, path: at(h.at("/api/info/property/", "gallery/"), h.photo, "")},
		{method: del, path: h.at("/api/info/property/delete/", "")},
	}
}

// creates are what would be refused on a property within the plan too, for its own limit.
func (h *house) creates() []call {
	return []call{
		{method: post, path: h.at("/api/info/property/", "gallery/"), picture: true},
		{method: post, path: calendarsPath, body: object{"property": h.ID, "kind": "standalone", "name": "Desk"}},
	}
}

func (h *house) reads() []string {
	return []string{
		h.at("/api/info/property/", ""), h.at("/api/info/property/", "gallery/"), h.at("/api/info/property/", "publish/"), h.at("/api/info/property/", "facts/rooms/"),
		at(calendarsPath, h.calendar, ""), at(calendarsPath, h.calendar, "blocks/"), at(calendarsPath, h.calendar, "grid/?from=2030-06-01&to=2030-06-30"),
		at(calendarsPath, h.master, "daily/"), h.at("/api/stop-sale/", ""), at(ratesPath, h.rate, ""), at(ledgersPath, h.ledger, ""), at(sharesPath, h.share, ""),
	}
}

// limited is a feature of which an account has more than its plan allows.
type limited struct {
	feature     plan.Feature
	limit, used int
	who         *apptest.Who
	reads       []string
	oldest      []call // writes on the oldest record
	newest      []call // the same on the newest
	create      call   // makes one more
	remove      []call // takes one away that is beyond the limit, but not the newest
}

// world is a hotel and an operator with more than Free allows of everything.
type world struct {
	*apptest.Env
	hotel, operator *apptest.Who
	features        []limited
}

func newWorld(t *testing.T) *world {
	t.Helper()
	e := apptest.New(t)
	w := &world{Env: e}
	w.hotel, w.operator = e.Pair(t)
	connections := w.connections(t)
	houses := []*house{}
	for _, name := range []string{"Aurora", "Boreas", "Calypso"} {
		houses = append(houses, newHouse(t, e, w.hotel, w.operator, connections[0], name))
	}
	first, last := houses[0], houses[2]
	w.features = append(w.features, limited{
		feature: plan.FeatureProperties, limit: 1, used: 3, who: w.hotel,
		reads:  append([]string{"/api/info/properties/", "/api/rooming/ledgers/", ratesPath, approvalsPath, calendarsPath}, append(first.reads(), last.reads()...)...),
		oldest: first.writes(), newest: append(last.writes(), last.creates()...), remove: houses[1].removals(),
		create: call{method: post, path: "/api/info/property/create/", body: object{"name": "Delphi"}},
	})
	w.photos(t, first)
	w.ownPhotos(t, first)
	w.keys(t)
	w.calendars(t, first)
	w.invoices(t)
	w.contacts(t)
	return w
}

// ids makes n records, or the rest of them after those that there are, and returns theirs.
func (w *world) ids(t *testing.T, who *apptest.Who, n int, c func(i int) call) []any {
	t.Helper()
	list := make([]any, n)
	for i := range list {
		list[i] = ok(t, who, c(i))
	}
	return list
}

func (w *world) connections(t *testing.T) []int64 {
	t.Helper()
	const limit, used = 3, 5
	ids := []int64{}
	partners := []*apptest.Who{w.operator}
	for i := range used {
		if i > 0 {
			partners = append(partners, w.Operator(t))
		}
		ids = append(ids, w.Accepted(t, w.hotel, partners[i], apptest.Answer(contract.Ask)).ID)
		w.Clock.Advance(time.Second)
	}
	// The partner's amendment waits for the hotel's answer.
	for _, i := range []int{1, 4} {
		ok(t, partners[i], call{method: put, path: at(contractsPath, ids[i], "update/"), body: object{"ss_deadline": 3}})
	}
	matrix := func(id int64) call {
		return call{method: put, path: at(contractsPath, id, "permissions/"), body: object{"facts": object{"contacts": false}}}
	}
	accept := func(id int64) call { return call{method: post, path: at(contractsPath, id, "accept/")} }
	update := func(id int64) call {
		return call{method: put, path: at(contractsPath, id, "update/"), body: object{"ss_deadline": 5}}
	}
	w.features = append(w.features, limited{
		feature: plan.FeaturePartnerConnections, limit: limit, used: used, who: w.hotel,
		reads:  []string{contractsPath, at(contractsPath, ids[4], ""), at(contractsPath, ids[4], "versions/"), at(contractsPath, ids[4], "permissions/"), "/api/partners/my-partners/"},
		oldest: []call{matrix(ids[0]), update(ids[0]), accept(ids[1])}, newest: []call{matrix(ids[4]), accept(ids[4])},
		create: call{method: post, path: contractsPath + "create/", body: object{"invite_email": "new@operator.example"}},
		remove: []call{{method: del, path: at(contractsPath, ids[3], "delete/")}},
	})
	return ids
}

func (w *world) photos(t *testing.T, h *house) {
	t.Helper()
	const limit, used = 10, 12
	gallery := h.at("/api/info/property/", "gallery/")
	add := call{method: post, path: gallery, picture: true}
	ids := append([]any{h.photo, h.secondPhoto}, w.ids(t, w.hotel, used-2, func(int) call { return add })...)
	writes := func(id any) []call {
		return []call{
			{method: patch, path: at(gallery, id, ""), body: object{"caption": "View"}},
			{method: patch, path: at(gallery, id, ""), body: object{"is_cover": true}},
		}
	}
	w.features = append(w.features, limited{
		feature: plan.FeaturePhotos, limit: limit, used: used, who: w.hotel, reads: []string{gallery},
		oldest: writes(ids[1]), newest: writes(ids[used-1]), create: add, remove: []call{{method: del, path: at(gallery, ids[used-2], "")}},
	})
}

func (w *world) ownPhotos(t *testing.T, h *house) {
	t.Helper()
	const limit, used = 10, 12
	path := h.at("/api/tour-operator/photos/", "")
	add := call{method: post, path: path + "own/", picture: true}
	ids := w.ids(t, w.operator, used, func(int) call { return add })
	write := func(id any) []call {
		return []call{{method: patch, path: at(path+"own/", id, ""), body: object{"caption": "View"}}}
	}
	w.features = append(w.features, limited{
		feature: plan.FeaturePhotos, limit: limit, used: used, who: w.operator, reads: []string{path},
		oldest: write(ids[0]), newest: write(ids[used-1]), create: add, remove: []call{{method: del, path: at(path+"own/", ids[used-2], "")}},
	})
}

func (w *world) keys(t *testing.T) {
	t.Helper()
	make1 := func(i int) call {
		return call{method: post, path: keysPath + "create/", body: object{"name": fmt.Sprint("System ", i), "permissions": object{"fact_sheet": true}}}
	}
	ids := w.ids(t, w.hotel, 3, make1)
	domain := func(id any, host string) call {
		return call{method: post, path: "/api/settings/whitelists/create/", body: object{"api_key": id, "domain": host}}
	}
	old, fresh := ok(t, w.hotel, domain(ids[0], "a.example")), ok(t, w.hotel, domain(ids[2], "a.example"))
	writes := func(id, entry any) []call {
		return []call{
			{method: put, path: at(keysPath+"update/", id, ""), body: object{"name": "Other"}},
			domain(id, "b.example"),
			{method: del, path: at("/api/settings/whitelists/delete/", entry, "")},
			{method: post, path: at(keysPath+"rotate/", id, ""), body: object{}},
		}
	}
	w.features = append(w.features, limited{
		feature: plan.FeatureAPIKeys, limit: 1, used: 3, who: w.hotel,
		reads:  []string{"/api/settings/api-keys/", at(keysPath, ids[2], ""), "/api/settings/whitelists/"},
		oldest: writes(ids[0], old), newest: writes(ids[2], fresh), create: make1(9), remove: []call{{method: del, path: at(keysPath+"delete/", ids[1], "")}},
	})
}

func (w *world) calendars(t *testing.T, h *house) {
	t.Helper()
	const limit, used = 5, 7
	make1 := func(i int) call {
		return call{method: post, path: calendarsPath, body: object{"property": h.ID, "kind": "allotment", "name": fmt.Sprint("Tours ", i)}}
	}
	ids := append([]any{h.master, h.calendar}, w.ids(t, w.hotel, used-2, make1)...)
	newest := ids[used-1]
	block := ok(t, w.hotel, call{method: post, path: at(calendarsPath, newest, "blocks/"), body: h.newBlock("2030-06-01")})
	day := func(c any) []call {
		d := object{"room": h.rooms[1], "date": "2030-07-05", "closed": 1}
		return []call{
			{method: post, path: at(calendarsPath, c, "daily/"), body: d},
			{method: post, path: at(calendarsPath, c, "daily/batch/"), body: object{"days": []object{d}}},
			{method: post, path: at(calendarsPath, c, "bulk/"), body: object{"rooms": []int64{h.rooms[1]}, "from": "2030-08-10", "to": "2030-08-12", "status": "stop"}},
		}
	}
	changes := append(
		day(newest), call{method: patch, path: at(calendarsPath, newest, ""), body: object{"name": "Last Tours"}},
		call{method: post, path: at(calendarsPath, newest, "blocks/"), body: h.newBlock("2030-09-01")},
		call{method: patch, path: at("/api/allotment/blocks/", block, ""), body: object{"quantity": 1}},
		call{method: del, path: at("/api/allotment/blocks/", block, "")},
	)
	w.features = append(w.features, limited{
		feature: plan.FeatureCalendars, limit: limit, used: used, who: w.hotel,
		reads:  []string{fmt.Sprint(calendarsPath, "?property=", h.ID), at(calendarsPath, newest, ""), at(calendarsPath, newest, "blocks/"), at(calendarsPath, newest, "grid/?from=2030-06-01&to=2030-06-30")},
		oldest: append(day(h.master), day(ids[limit-1])...), newest: changes, create: make1(99), remove: []call{{method: del, path: at(calendarsPath, ids[used-2], "")}},
	})
}

func (w *world) invoices(t *testing.T) {
	t.Helper()
	const limit, used = 30, 32
	make1 := call{method: post, path: invoicesPath + "create/", body: invoice(w.operator)}
	ids := w.ids(t, w.hotel, used, func(int) call { return make1 })
	writes := func(id any) []call {
		return []call{{method: put, path: at(invoicesPath, id, "update/"), body: object{"notes": "Thank you"}}, {method: post, path: at(invoicesPath, id, "send/")}}
	}
	w.features = append(w.features, limited{
		feature: plan.FeatureInvoices, limit: limit, used: used, who: w.hotel, reads: []string{invoicesPath, at(invoicesPath, ids[used-1], "")},
		oldest: writes(ids[0]), newest: writes(ids[used-1]), create: make1, remove: []call{{method: del, path: at(invoicesPath, ids[used-2], "")}},
	})
}

func (w *world) contacts(t *testing.T) {
	t.Helper()
	limit, used := plan.Free.Features.Contacts, plan.Free.Features.Contacts+2
	ok(t, w.hotel, call{method: post, path: contactsPath + "import/csv/", csv: "email\n" + lines(used-1, func(i int) string { return fmt.Sprintf("guest%d@x.example", i) })})
	newest := ok(t, w.hotel, call{method: post, path: contactsPath + "create/", body: contact(used - 1)})
	page := apptest.Decode[struct {
		Count   int
		Results []struct{ ID int64 }
	}](t, w.hotel.Do(t, get, contactsPath+"?page_size=2&page=1001", ""), http.StatusOK)
	require.Equal(t, used, page.Count)
	first := apptest.Decode[struct{ Results []struct{ ID int64 } }](t, w.hotel.Do(t, get, contactsPath+"?page_size=1", ""), http.StatusOK)
	update := func(id any) []call {
		return []call{{method: put, path: at(contactsPath, id, "update/"), body: object{"company": "Nordlicht"}}}
	}
	w.features = append(w.features, limited{
		feature: plan.FeatureContacts, limit: limit, used: used, who: w.hotel,
		reads:  []string{contactsPath + "?page_size=500&page=5", at(contactsPath, newest, "")},
		oldest: update(first.Results[0].ID), newest: update(newest), create: call{method: post, path: contactsPath + "create/", body: contact(used + 1)},
		remove: []call{{method: del, path: at(contactsPath, page.Results[0].ID, "delete/")}},
	})
}

// version is that of a property's availability. A plan may change what operators read of it.
var version = regexp.MustCompile(`"version":\d+`)

// read returns what every address answers.
func (w *world) read(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, f := range w.features {
		for _, path := range f.reads {
			res := f.who.Do(t, get, path, "")
			require.Equal(t, http.StatusOK, res.Code, "%s: %s", path, res.Body)
			all[fmt.Sprint(f.who.User.ID, " ", path)] = version.ReplaceAllString(res.Body.String(), `"version":0`)
		}
	}
	return all
}

// A fall to a smaller plan loses nothing: everything is read as before, the newest records
// beyond the limit cannot be changed, and the next upgrade frees them.
func TestExcess(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	before := w.read(t)
	w.Grant(t, w.hotel, plan.Free)
	w.Grant(t, w.operator, plan.Free)
	require.Equal(t, before, w.read(t))

	for _, f := range w.features {
		for _, c := range f.newest {
			refused(t, f.who, c, f.feature, f.limit, f.used)
		}
		refused(t, f.who, f.create, f.feature, f.limit, f.used)
	}
	require.Equal(t, before, w.read(t), "a refusal changes nothing")

	for _, f := range w.features {
		for _, c := range f.oldest {
			ok(t, f.who, c)
		}
	}
	for _, f := range w.features {
		for _, c := range f.remove {
			ok(t, f.who, c)
		}
		refused(t, f.who, f.create, f.feature, f.limit, f.used-1)
	}

	w.Grant(t, w.hotel, plan.Gold)
	w.Grant(t, w.operator, plan.Gold)
	for _, f := range w.features {
		for _, c := range f.newest {
			ok(t, f.who, c)
		}
		ok(t, f.who, f.create)
	}
}

// What others do is not refused for the limits of an account.
func TestExcess_others(t *testing.T) {
	t.Parallel()

	t.Run("an operator works with a hotel whose property is beyond the hotel's plan", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		hotel, operator := e.Pair(t)
		c := e.Accepted(t, hotel, operator, apptest.Answer(contract.Ask))
		e.Property(t, hotel, "Aurora")
		h := newHouse(t, e, hotel, operator, c.ID, "Boreas")
		e.Grant(t, hotel, plan.Free)
		ledger := ok(t, operator, call{method: post, path: ledgersPath, body: object{
			"property": h.ID, "name": "Group", "entries": []object{{"room": h.rooms[0], "arrival": "2030-06-20", "departure": "2030-06-22"}},
		}})
		ok(t, operator, call{method: post, path: at(ledgersPath, ledger, "send/")})
		refused(t, hotel, call{method: post, path: at(ledgersPath, ledger, "confirm/")}, plan.FeatureProperties, 1, 2)
		ok(t, hotel, call{method: post, path: at(ledgersPath, ledger, "decline/"), body: object{"reason": "full"}})
		ok(t, operator, call{method: post, path: h.at("/api/tour-operator/photos/", "own/"), picture: true})
		// Staff review what was submitted before.
		e.Grant(t, hotel, plan.Gold)
		sub, err := e.Publications.Submit(hotel.Context(t), hotel.Caller, h.ID)
		require.NoError(t, err)
		e.Grant(t, hotel, plan.Free)
		_, err = e.Publications.Approve(e.Staff().Context(t), e.Staff().Caller, sub.ID)
		require.NoError(t, err)
	})

	t.Run("the other side of a contract beyond the plan is free", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		hotel := e.Manager(t)
		var last *apptest.Who
		var c contract.Contract
		for range 4 {
			last = e.Operator(t)
			c = e.Accepted(t, hotel, last)
		}
		change := call{method: put, path: at(contractsPath, c.ID, "update/"), body: object{"ss_deadline": 3}}
		refused(t, hotel, change, plan.FeaturePartnerConnections, 3, 4)
		ok(t, last, change)
		refused(t, hotel, call{method: post, path: at(contractsPath, c.ID, "accept/")}, plan.FeaturePartnerConnections, 3, 4)
		ok(t, hotel, call{method: post, path: at(contractsPath, c.ID, "reject/")})
	})

	t.Run("a contract that starts over is the newest, whatever its id", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		hotel := e.Manager(t)
		e.Grant(t, hotel, plan.Gold)
		list := []contract.Contract{}
		for range 4 {
			list = append(list, e.Accepted(t, hotel, e.Operator(t)))
			e.Clock.Advance(time.Second)
		}
		e.Set(t, list[0].ID, "accepted_at", e.Clock.Now())
		e.Grant(t, hotel, plan.Free)
		change := func(c contract.Contract) call {
			return call{method: put, path: at(contractsPath, c.ID, "update/"), body: object{"ss_deadline": 3}}
		}
		refused(t, hotel, change(list[0]), plan.FeaturePartnerConnections, 3, 4)
		ok(t, hotel, change(list[3]))
	})

	t.Run("a key beyond the plan still reads", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		hotel := e.GoldHotel(t)
		e.Key(t, hotel, auth.KeyStopSale)
		token, _ := e.Key(t, hotel, auth.KeyStopSale)
		e.Grant(t, hotel, plan.Free)
		require.Equal(t, http.StatusOK, e.Do(t, get, "/api/v1/allotment-stop-sale/"+token+"/", "").Code)
	})
}

// A draft of last month is not beyond this month's limit, and what was sent is moved on.
func TestExcess_invoices(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	hotel, operator := e.Pair(t)
	e.Accepted(t, hotel, operator)
	add := func() any {
		return ok(t, hotel, call{method: post, path: invoicesPath + "create/", body: invoice(operator)})
	}
	first, sent, draft := add(), add(), add()
	ok(t, hotel, call{method: post, path: at(invoicesPath, sent, "send/")})
	pay(t, e, 1, hotel)
	e.Grant(t, hotel, plan.Free)
	change := func(id any) call {
		return call{method: put, path: at(invoicesPath, id, "update/"), body: object{"notes": "x"}}
	}
	ok(t, hotel, change(first))
	refused(t, hotel, change(draft), plan.FeatureInvoices, 1, 3)
	ok(t, hotel, call{method: post, path: at(invoicesPath, sent, "mark-paid/"), body: object{}})
	e.Clock.Advance(24 * time.Hour) // the clock starts on the last day of May
	hotel = e.Login(t, hotel.User.Email)
	ok(t, hotel, change(draft))
	ok(t, hotel, call{method: post, path: at(invoicesPath, draft, "send/")})
}

// An import reports the rows that would change a contact beyond the plan and does the others.
func TestExcess_import(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	hotel := e.GoldHotel(t)
	for i := range 3 {
		ok(t, hotel, call{method: post, path: contactsPath + "create/", body: contact(i)})
	}
	pay(t, e, 2, hotel)
	e.Grant(t, hotel, plan.Free)
	file := "email,company\nguest0@x.example,A\nguest2@x.example,B\nguest1@x.example,C\n"
	send := func(query string) (result struct {
		Created, Updated, Skipped int
		Errors                    []struct {
			Line    int
			Message string
		}
	},
	) {
		res := call{method: post, path: contactsPath + "import/csv/" + query, csv: file}.send(t, hotel)
		require.Equal(t, http.StatusOK, res.Code, res.Body)
		require.NoError(t, json.Unmarshal(res.Body.Bytes(), &result))
		return result
	}
	updated := send("?update=true")
	require.Equal(t, []int{0, 2, 0}, []int{updated.Created, updated.Updated, updated.Skipped})
	require.Len(t, updated.Errors, 1)
	require.Equal(t, 3, updated.Errors[0].Line)
	require.Contains(t, updated.Errors[0].Message, "beyond the 2 that your plan allows")
	skipped := send("?update=false")
	require.Equal(t, []int{3, 0}, []int{skipped.Skipped, len(skipped.Errors)})
	e.Grant(t, hotel, plan.Gold)
	require.Equal(t, 3, send("?update=true").Updated)
}
