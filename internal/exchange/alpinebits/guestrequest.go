package alpinebits

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"allot/internal/inventory/rooming"
)

// Read is a request for the reservations of a hotel.
type Read struct {
	Hotel Hotel
	// Since asks for all reservations that were written since then, acknowledged ones
	// too; zero: for those that were not acknowledged.
	Since time.Time
}

// ReadReservations reads such a request.
func ReadReservations(v Version, request []byte) (r Read, err error) {
	root, err := parse(request, requests[ActionRead])
	if err != nil {
		return r, err
	}
	list, err := root.the("ReadRequests")
	if err != nil {
		return r, err
	}
	asked, err := list.the("HotelReadRequest")
	if err != nil {
		return r, err
	}
	if err := asked.only("HotelCode HotelName", "SelectionCriteria"); err != nil {
		return r, err
	}
	if r.Hotel, err = readHotel(v, asked); err != nil {
		return r, err
	}
	criteria := asked.kid("SelectionCriteria")
	if criteria == nil {
		return r, nil
	}
	if err := criteria.only("Start", ""); err != nil {
		return r, err
	}
	r.Since, err = dateTime(criteria.attr("Start"))
	if err != nil {
		return r, refuse(codeDates, "Start of %s must be a time such as 2030-05-31T12:00:00+02:00", criteria.at())
	}
	return r, nil
}

// dateTime reads a time; without a zone it is UTC.
func dateTime(text string) (t time.Time, err error) {
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05"} {
		if t, err = time.Parse(layout, text); err == nil {
			return t.UTC(), nil
		}
	}
	return t, err
}

// Acknowledgement says which reservations a system has stored, and which it refuses.
type Acknowledgement struct {
	Stored    []Reservation
	NotStored []NotStored
}

// Reservation is the id of one, of a reservation or of its cancellation.
type Reservation struct {
	ID        string
	Cancelled bool
}

// NotStored is a reservation that a system refuses, with its reason.
type NotStored struct{ ID, Reason string }

// ReadAcknowledgement reads such a message.
func ReadAcknowledgement(request []byte) (a Acknowledgement, err error) {
	root, err := parse(request, requests[ActionAcknowledge])
	if err != nil {
		return a, err
	}
	if err := root.only(envelope, "Success Warnings NotifDetails"); err != nil {
		return a, err
	}
	if _, err := root.the("Success"); err != nil {
		return a, err
	}
	if list := root.kid("Warnings"); list != nil {
		for _, w := range list.all("Warning") {
			a.NotStored = append(a.NotStored, NotStored{w.attr("RecordID"), strings.TrimSpace(w.text)})
		}
	}
	details := root.kid("NotifDetails")
	if details == nil {
		return a, nil
	}
	report, err := details.the("HotelNotifReport")
	if err != nil {
		return a, err
	}
	list, err := report.the("HotelReservations")
	if err != nil {
		return a, err
	}
	for _, r := range list.all("HotelReservation") {
		id, err := r.the("UniqueID")
		if err != nil {
			return a, err
		}
		kind := id.attr("Type")
		if kind != typeReservation && kind != typeCancellation || id.attr("ID") == "" {
			return a, refuse(codeValue, "%s needs an ID, and the Type 14 of a reservation or 15 of a cancellation", id.at())
		}
		a.Stored = append(a.Stored, Reservation{id.attr("ID"), kind == typeCancellation})
	}
	return a, nil
}

const (
	typeReservation  = "14"
	typeCancellation = "15"
)

// stay is a reservation as it is given to the hotel's system.
type stay struct {
	rooming.Entry
	code     string // of the room; empty if it has none
	operator string // the company
	modified bool   // the system has an earlier version
}

// reservationsAnswer is the answer with the reservations of a hotel.
func reservationsAnswer(v Version, of Hotel, stays []stay, warnings []Warning) []byte {
	return document(ActionRead, func(w *writer) {
		w.success(warnings)
		w.open("ReservationsList")
		for _, s := range stays {
			s.write(w, v, of)
		}
		w.close("ReservationsList")
	})
}

func (s stay) cancelled() bool { return s.Status != rooming.EntryConfirmed }

// write writes a reservation; of a cancellation the system needs the id only.
func (s stay) write(w *writer, v Version, of Hotel) {
	changed := ""
	if v != V2020 {
		changed = s.UpdatedAt.UTC().Format(time.RFC3339)
	}
	status, kind := "Reserved", typeReservation
	switch {
	case s.cancelled():
		status, kind = "Cancelled", typeCancellation
	case s.modified:
		status = "Modify"
	}
	w.open("HotelReservation", "CreateDateTime", s.CreatedAt.UTC().Format(time.RFC3339), "LastModifyDateTime", changed, "ResStatus", status)
	w.empty("UniqueID", "Type", kind, "ID", reservationID(s.ID))
	if !s.cancelled() {
		s.writeRooms(w)
		s.writeGuest(w)
		s.writeRest(w, of)
	}
	w.close("HotelReservation")
}

// mealPlans are the codes of boards in the standard.
var mealPlans = map[string]string{
	"RO": "14", "BB": "3", "HB": "12", "HB_PLUS": "12", "FB": "10", "FB_PLUS": "10", "AI_LIGHT": "1", "AI": "1", "UAI": "1",
}

// writeRooms writes a RoomStay for each unit, with its share of the guests in their
// order.
func (s stay) writeRooms(w *writer) {
	w.open("RoomStays")
	each := (len(s.Guests) + s.Units - 1) / s.Units
	for n := range s.Units {
		w.open("RoomStay")
		if s.code != "" {
			w.open("RoomTypes")
			w.empty("RoomType", "RoomTypeCode", s.code)
			w.close("RoomTypes")
		}
		if plan := mealPlans[s.Board]; plan != "" {
			w.open("RatePlans")
			w.open("RatePlan")
			w.empty("MealsIncluded", "MealPlanIndicator", "true", "MealPlanCodes", plan)
			w.close("RatePlan", "RatePlans")
		}
		first := min(n*each, len(s.Guests))
		writeGuestCounts(w, s.Guests[first:min(first+each, len(s.Guests))])
		w.empty("TimeSpan", "Start", s.Arrival.String(), "End", s.Departure.String())
		w.close("RoomStay")
	}
	w.close("RoomStays")
}

// writeGuestCounts writes how many adults there are, and children by age.
func writeGuestCounts(w *writer, guests []rooming.Guest) {
	if len(guests) == 0 {
		return
	}
	const noAge = -1
	counts := map[int]int{}
	for _, g := range guests {
		age := noAge
		if g.Type != rooming.GuestAdult && g.Age != nil {
			age = *g.Age
		}
		counts[age]++
	}
	w.open("GuestCounts")
	ages := make([]int, 0, len(counts))
	for age := range counts {
		ages = append(ages, age)
	}
	slices.Sort(ages)
	for _, age := range ages {
		text := ""
		if age != noAge {
			text = strconv.Itoa(age)
		}
		w.empty("GuestCount", "Count", strconv.Itoa(counts[age]), "Age", text)
	}
	w.close("GuestCounts")
}

// writeGuest writes the lead guest. The standard demands both names.
func (s stay) writeGuest(w *writer) {
	if len(s.Guests) == 0 {
		return
	}
	g := s.Guests[0]
	w.open("ResGuests")
	w.open("ResGuest")
	w.open("Profiles")
	w.open("ProfileInfo")
	w.open("Profile")
	w.open("Customer")
	w.open("PersonName")
	w.leaf("GivenName", cut(cmp.Or(g.FirstName, "-"), 64))
	w.leaf("Surname", cut(cmp.Or(g.LastName, "-"), 64))
	w.close("PersonName", "Customer", "Profile", "ProfileInfo", "Profiles", "ResGuest", "ResGuests")
}

func (s stay) writeRest(w *writer, of Hotel) {
	w.open("ResGlobalInfo")
	if text := s.comment(); text != "" {
		w.open("Comments")
		w.open("Comment", "Name", "customer comment")
		w.leaf("Text", text)
		w.close("Comment", "Comments")
	}
	if s.Reference != "" {
		w.open("HotelReservationIDs")
		w.empty("HotelReservationID", "ResID_Type", "13", "ResID_Value", cut(s.Reference, 64), "ResID_Source", "Allot")
		w.close("HotelReservationIDs")
	}
	if s.operator != "" && s.PartnerID != nil {
		w.open("Profiles")
		w.open("ProfileInfo")
		w.open("Profile", "ProfileType", "4")
		w.open("CompanyInfo")
		w.leaf("CompanyName", s.operator, "Code", strconv.FormatInt(*s.PartnerID, 10), "CodeContext", "Allot")
		w.close("CompanyInfo", "Profile", "ProfileInfo", "Profiles")
	}
	w.empty("BasicPropertyInfo", "HotelCode", of.Code, "HotelName", cut(of.Name, 128))
	w.close("ResGlobalInfo")
}

// comment lists the guests after the first, for whom the standard has no element, and
// the note.
func (s stay) comment() string {
	var parts []string
	if len(s.Guests) > 1 {
		names := make([]string, 0, len(s.Guests)-1)
		for _, g := range s.Guests[1:] {
			names = append(names, strings.TrimSpace(g.FirstName+" "+g.LastName))
		}
		parts = append(parts, "Guests: "+strings.Join(names, ", "))
	}
	if s.Note != "" {
		parts = append(parts, s.Note)
	}
	return strings.Join(parts, "\n")
}

const reservationPrefix = "allot-"

func reservationID(entry int64) string { return reservationPrefix + strconv.FormatInt(entry, 10) }

// entryOf returns the entry of an id that was given, 0 if it is no such id.
func entryOf(id string) int64 {
	digits, ours := strings.CutPrefix(id, reservationPrefix)
	n, err := strconv.ParseInt(digits, 10, 64)
	if !ours || err != nil || reservationID(n) != id {
		return 0
	}
	return n
}
