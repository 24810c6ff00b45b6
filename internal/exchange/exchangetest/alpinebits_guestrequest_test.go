package exchangetest

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/exchange/alpinebits"
	"allot/internal/exchange/connection"
	"allot/internal/inventory/rooming"
	"allot/internal/platform/civil"
)

func (s *alpinebitsPms) read(since string) string {
	s.t.Helper()
	criteria := ""
	if since != "" {
		criteria = `<SelectionCriteria Start="` + since + `"/>`
	}
	return s.accepted(alpinebits.ActionRead, `<OTA_ReadRQ`+ns+`><ReadRequests><HotelReadRequest HotelCode="`+s.property.Code+`">`+criteria+`</HotelReadRequest></ReadRequests></OTA_ReadRQ>`)
}

// acknowledge acknowledges entries as reservations (14) or cancellations (15).
func (s *alpinebitsPms) acknowledge(kind string, entries ...int64) string {
	s.t.Helper()
	list := ""
	for _, id := range entries {
		list += `<HotelReservation><UniqueID Type="` + kind + `" ID="allot-` + strconv.FormatInt(id, 10) + `"/></HotelReservation>`
	}
	return s.accepted(alpinebits.ActionAcknowledge, `<OTA_NotifReportRQ`+ns+`><Success/><NotifDetails><HotelNotifReport><HotelReservations>`+list+
		`</HotelReservations></HotelNotifReport></NotifDetails></OTA_NotifReportRQ>`)
}

func TestGuestRequests(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	s := newPMS(t, e, "H1")
	other := newPMS(t, e, "H2")
	room := e.Room(t, s.who, s.property.ID, "Double", "DZ", 20)
	who := s.who.Caller
	operator := e.Operator(t)
	e.Accepted(t, s.who, operator)
	calendar := e.Master(t, s.who, s.property)
	l := e.Ledger(t, s.who, nil, s.property, calendar.ID)

	arrival, departure, units := civil.New(2030, 7, 1), civil.New(2030, 7, 8), 2
	board, reference, note := "HB", "TO-4711", "late arrival <22:00 & later>"
	age := 9
	guests := []rooming.Guest{{FirstName: "Otto", LastName: "Muster & Söhne", Type: rooming.GuestAdult}, {LastName: "Muster", Type: rooming.GuestAdult}, {FirstName: "Kim", LastName: "Muster", Type: rooming.GuestChild, Age: &age}}
	added, err := e.Rooming.AddEntries(s.who.Context(t), who, l.ID, []rooming.EntryChange{{
		RoomID: &room, Arrival: &arrival, Departure: &departure, Units: &units, Guests: &guests, Board: &board, Reference: &reference, Note: &note,
	}}, false)
	require.NoError(t, err)
	entry := added[0].ID
	empty := "<ReservationsList></ReservationsList>"

	t.Run("what is not confirmed is not given", func(t *testing.T) { //nolint:paralleltest // one story
		for _, v := range alpinebits.Versions {
			s.version = v
			require.Contains(t, s.read(""), empty)
		}
	})

	t.Run("a confirmed stay is given until it is acknowledged", func(t *testing.T) { //nolint:paralleltest // one story
		_, err := e.Rooming.ConfirmEntry(s.who.Context(t), who, entry)
		require.NoError(t, err)
		for _, v := range alpinebits.Versions {
			s.version = v
			answer := s.read("")
			require.Contains(t, answer, `ResStatus="Reserved"><UniqueID Type="14" ID="allot-`+strconv.FormatInt(entry, 10)+`"/>`)
			require.Equal(t, 2, strings.Count(answer, `<RoomType RoomTypeCode="DZ"/>`), "one RoomStay a unit")
			require.Contains(t, answer, `<MealsIncluded MealPlanIndicator="true" MealPlanCodes="12"/>`)
			require.Contains(t, answer, `<GuestCount Count="2"/></GuestCounts><TimeSpan Start="2030-07-01" End="2030-07-08"/>`)
			require.Contains(t, answer, `<GuestCount Count="1" Age="9"/>`)
			require.Contains(t, answer, `<GivenName>Otto</GivenName><Surname>Muster &amp; Söhne</Surname>`)
			require.Contains(t, answer, `late arrival &lt;22:00 &amp; later&gt;`)
			require.Contains(t, answer, `ResID_Value="TO-4711"`)
		}
		s.acknowledge("14", entry)
		require.Contains(t, s.read(""), empty)
		require.Contains(t, s.read("2030-05-31T00:00:00Z"), `ResStatus="Modify"`, "who asks for a time is given acknowledged ones, too")
		require.Contains(t, s.read("2030-06-01T00:00:00Z"), empty)
	})

	t.Run("other hotels are given nothing of it", func(t *testing.T) { //nolint:paralleltest // one story
		require.Contains(t, other.read(""), empty)
		other.version = alpinebits.V2024
		require.Contains(t, other.acknowledge("14", entry), "was not given to you")
		require.Contains(t, other.refused(alpinebits.ActionRead, `<OTA_ReadRQ`+ns+`><ReadRequests><HotelReadRequest HotelCode="H1"/></ReadRequests></OTA_ReadRQ>`), `Code="392"`)
	})

	t.Run("a change that comes between reading and acknowledging is not lost", func(t *testing.T) { //nolint:paralleltest // one story
		change := func(text string) {
			e.Clock.Advance(time.Minute)
			_, err := e.Rooming.UpdateEntry(s.who.Context(t), who, entry, rooming.EntryChange{Note: &text})
			require.NoError(t, err)
		}
		change("first")
		require.Contains(t, s.read(""), "first")
		change("second")
		s.acknowledge("14", entry)
		answer := s.read("")
		require.Contains(t, answer, "second")
		require.Contains(t, answer, `ResStatus="Modify"`)
		s.acknowledge("14", entry)
		require.Contains(t, s.read(""), empty)
	})

	t.Run("a refusal of the system is in the log and the stay is given again", func(t *testing.T) { //nolint:paralleltest // one story
		e.Clock.Advance(time.Minute)
		text := "third"
		_, err := e.Rooming.UpdateEntry(s.who.Context(t), who, entry, rooming.EntryChange{Note: &text})
		require.NoError(t, err)
		s.read("")
		s.accepted(alpinebits.ActionAcknowledge, `<OTA_NotifReportRQ`+ns+`><Success/><Warnings><Warning Type="3" Code="450" RecordID="allot-`+strconv.FormatInt(entry, 10)+`">room is occupied</Warning></Warnings></OTA_NotifReportRQ>`)
		require.Equal(t, connection.LogFailed, s.logs()[0].Status)
		require.Contains(t, s.logs()[0].Message, "room is occupied")
		require.Contains(t, s.read(""), "third")
	})

	t.Run("a cancelled stay is given as a cancellation, without the guests", func(t *testing.T) { //nolint:paralleltest // one story
		e.Clock.Advance(time.Minute)
		_, err := e.Rooming.CancelEntry(s.who.Context(t), who, entry, "no rooms")
		require.NoError(t, err)
		answer := s.read("")
		require.Contains(t, answer, `ResStatus="Cancelled"><UniqueID Type="15"`)
		require.NotContains(t, answer, "Muster")
		s.acknowledge("14", entry) // of the version before
		require.Contains(t, s.read(""), "Cancelled")
		s.acknowledge("15", entry)
		require.Contains(t, s.read(""), empty)
	})

	t.Run("a stay that the system never had is not cancelled", func(t *testing.T) { //nolint:paralleltest // one story
		never := e.Pending(t, s.who, l.ID, room, civil.New(2030, 8, 1), 1, 1)
		_, err := e.Rooming.ConfirmEntry(s.who.Context(t), who, never.ID)
		require.NoError(t, err)
		_, err = e.Rooming.CancelEntry(s.who.Context(t), who, never.ID, "")
		require.NoError(t, err)
		require.Contains(t, s.read(""), empty)
	})

	t.Run("a stay that was deleted is a cancellation", func(t *testing.T) { //nolint:paralleltest // one story
		list := e.Ledger(t, s.who, operator, s.property, calendar.ID)
		gone := e.Pending(t, s.who, list.ID, room, civil.New(2030, 9, 1), 1, 1)
		_, err := e.Rooming.ConfirmEntry(s.who.Context(t), who, gone.ID)
		require.NoError(t, err)
		require.Contains(t, s.read(""), `<CompanyName Code="`+strconv.FormatInt(operator.User.OwnerID, 10)+`" CodeContext="Allot">`)
		s.acknowledge("14", gone.ID)
		_, err = e.Rooming.Cancel(s.who.Context(t), who, list.ID, "")
		require.NoError(t, err)
		require.NoError(t, e.Rooming.Delete(s.who.Context(t), who, list.ID))
		require.Contains(t, s.read(""), `<UniqueID Type="15" ID="allot-`+strconv.FormatInt(gone.ID, 10)+`"/></HotelReservation>`)
		s.acknowledge("15", gone.ID)
		require.Contains(t, s.read(""), empty)
	})
}
