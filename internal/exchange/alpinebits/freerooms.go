package alpinebits

import (
	"cmp"
	"slices"

	"allot/internal/platform/civil"
)

// The CountTypes of FreeRooms.
const (
	countBookable    = "2"
	countOutOfOrder  = "6"
	countOutOfMarket = "9"
)

// FreeRooms is a message about how many rooms can be booked.
type FreeRooms struct {
	Hotel Hotel
	// Complete says that the message replaces all earlier ones.
	Complete bool
	// Closed are the seasons in which the whole house is closed.
	Closed  []civil.Range
	Periods []Period
}

// Period is what a message says of a category, or of one room of it, for some nights.
type Period struct {
	Line     int
	Season   civil.Range
	Category string // InvTypeCode
	Room     string // InvCode; empty: the category
	// Bookable and the others are numbers of rooms. None of them: fully booked.
	Bookable, OutOfOrder, OutOfMarket int
}

// ReadFreeRooms reads and checks a message.
func ReadFreeRooms(v Version, request []byte) (FreeRooms, error) {
	var m FreeRooms
	root, err := parse(request, requests[ActionFreeRooms])
	if err != nil {
		return m, err
	}
	if err := root.only(envelope, "UniqueID Inventories"); err != nil {
		return m, err
	}
	if m.Complete, err = readCompleteSet(root); err != nil {
		return m, err
	}
	list, err := root.the("Inventories")
	if err != nil {
		return m, err
	}
	if err := list.only("HotelCode HotelName", "Inventory"); err != nil {
		return m, err
	}
	if m.Hotel, err = readHotel(v, list); err != nil {
		return m, err
	}
	if len(list.kids) == 0 {
		return m, refuse(codeMissing, "%s needs an Inventory", list.at())
	}
	for _, e := range list.kids {
		if err := m.readInventory(e, len(list.kids)); err != nil {
			return m, err
		}
	}
	return m, m.check()
}

func readCompleteSet(root *element) (bool, error) {
	list := root.all("UniqueID")
	if len(list) == 0 {
		return false, nil
	}
	id := list[0]
	if err := id.only("Type ID Instance ID_Context", ""); err != nil {
		return false, err
	}
	t := id.attr("Type")
	if len(list) > 1 || t != "16" && t != "35" || !id.has("ID") || id.attr("Instance") != "CompleteSet" {
		return false, refuse(codeValue, `%s must be there once, with Type 16 or 35, an ID and Instance "CompleteSet"`, id.at())
	}
	return true, nil
}

// readInventory reads one Inventory of so many.
func (m *FreeRooms) readInventory(e *element, of int) error {
	if err := e.only("", "StatusApplicationControl InvCounts"); err != nil {
		return err
	}
	control := e.kid("StatusApplicationControl")
	if control == nil {
		if !m.Complete || of > 1 || len(e.kids) > 0 {
			return refuse(codeMissing, "%s needs a StatusApplicationControl: without one it resets everything, alone and in a complete set", e.at())
		}
		return nil
	}
	if _, err := e.the("StatusApplicationControl"); err != nil {
		return err
	}
	if err := control.only("Start End InvTypeCode InvCode AllInvCode", ""); err != nil {
		return err
	}
	season, err := control.season()
	if err != nil {
		return err
	}
	switch control.attr("AllInvCode") {
	case "true", "1":
		return m.addClosed(e, control, season)
	case "", "false", "0":
	default:
		return refuse(codeValue, "AllInvCode of %s must be true or false", control.at())
	}
	p := Period{Line: control.line, Season: season}
	if p.Category, err = control.code("InvTypeCode", maxCategory); err != nil {
		return err
	}
	if control.has("InvCode") {
		if p.Room, err = control.code("InvCode", maxRoom); err != nil {
			return err
		}
	}
	if err := p.readCounts(e); err != nil {
		return err
	}
	m.Periods = append(m.Periods, p)
	return nil
}

const (
	maxCategory = 8
	maxRoom     = 16
)

// addClosed adds a closing season. These come first, so that a server knows them when
// it reads the rest.
func (m *FreeRooms) addClosed(e, control *element, season civil.Range) error {
	switch {
	case !m.Complete:
		return refuse(codeValue, "%s is a closing season: these are allowed in a complete set only", control.at())
	case len(m.Periods) > 0:
		return refuse(codeValue, "%s is a closing season: these must come before everything else", control.at())
	case control.has("InvTypeCode") || control.has("InvCode"):
		return refuse(codeValue, "%s is a closing season: it must have no InvTypeCode and no InvCode", control.at())
	case e.kid("InvCounts") != nil:
		return refuse(codeValue, "%s is a closing season: it must have no InvCounts", control.at())
	}
	m.Closed = append(m.Closed, season)
	return nil
}

func (p *Period) readCounts(e *element) error {
	if e.kid("InvCounts") == nil {
		return nil
	}
	counts, err := e.the("InvCounts")
	if err != nil {
		return err
	}
	if err := counts.only("", "InvCount"); err != nil {
		return err
	}
	if len(counts.kids) == 0 {
		return refuse(codeMissing, "%s needs an InvCount; leave it out where everything is booked", counts.at())
	}
	into := map[string]*int{countBookable: &p.Bookable, countOutOfOrder: &p.OutOfOrder, countOutOfMarket: &p.OutOfMarket}
	for _, c := range counts.kids {
		if err := c.only("CountType Count", ""); err != nil {
			return err
		}
		n, known := into[c.attr("CountType")]
		if !known {
			return refuse(codeValue, "CountType of %s must be 2, 6 or 9, each once", c.at())
		}
		delete(into, c.attr("CountType"))
		if !c.has("Count") {
			return refuse(codeMissing, "%s needs a Count", c.at())
		}
		if *n, err = c.count("Count", 0); err != nil {
			return err
		}
	}
	return nil
}

// check checks what holds between the parts of a message.
func (m *FreeRooms) check() error {
	for i, p := range m.Periods {
		if (p.Room == "") != (m.Periods[0].Room == "") {
			return refuse(codeValue, "line %d: room categories and distinct rooms must not be mixed in one message", m.Periods[i].Line)
		}
	}
	closed := slices.SortedFunc(slices.Values(m.Closed), func(a, b civil.Range) int { return cmp.Compare(a.From, b.From) })
	for i := 1; i < len(closed); i++ {
		if closed[i].From <= closed[i-1].To {
			return refuse(codeDates, "closing seasons must not overlap: one begins on %s, another ends on %s", closed[i].From, closed[i-1].To)
		}
	}
	sorted := slices.SortedFunc(slices.Values(m.Periods), func(a, b Period) int {
		return cmp.Or(cmp.Compare(a.Category, b.Category), cmp.Compare(a.Room, b.Room), cmp.Compare(a.Season.From, b.Season.From))
	})
	for i := 1; i < len(sorted); i++ {
		a, b := sorted[i-1], sorted[i]
		if a.Category == b.Category && a.Room == b.Room && b.Season.From <= a.Season.To {
			return refuse(codeDates, "periods must not overlap: those of %s in lines %d and %d both have %s", a.Category, a.Line, b.Line, b.Season.From)
		}
	}
	return nil
}

// bySingleRooms reports whether the message is about single rooms.
func (m *FreeRooms) bySingleRooms() bool { return len(m.Periods) > 0 && m.Periods[0].Room != "" }

// Hotel is whom a message is about.
type Hotel struct{ Code, Name string }

func readHotel(v Version, e *element) (h Hotel, err error) {
	h.Name = e.attr("HotelName")
	if !e.has("HotelCode") {
		if v == V2024 || h.Name == "" {
			return h, refuse(codeHotel, "%s needs a HotelCode", e.at())
		}
		return h, nil
	}
	h.Code, err = e.code("HotelCode", maxHotel)
	return h, err
}

const maxHotel = 16
