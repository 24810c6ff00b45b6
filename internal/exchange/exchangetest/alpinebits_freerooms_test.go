package exchangetest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/exchange/alpinebits"
	"allot/internal/exchange/connection"
	"allot/internal/platform/civil"
)

func TestFreeRooms(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	s := newPMS(t, e, "H1")
	double := e.Room(t, s.who, s.property.ID, "Double", "DZ", 5)
	single := e.Room(t, s.who, s.property.ID, "Single", "EZ", 3)
	suite := e.Room(t, s.who, s.property.ID, "Suite without a short code", "SUITE-DELUXE", 2)

	// The property is in UTC and it is 31 May 2030.
	t.Run("a complete set says what is taken", func(t *testing.T) { //nolint:paralleltest // one story
		s.accepted(alpinebits.ActionFreeRooms, s.freeRooms(true,
			inventory(`Start="2030-08-01" End="2030-08-02" AllInvCode="true"`),
			inventory(`Start="2030-05-01" End="2030-06-01" InvTypeCode="DZ"`, "2=3"),
			inventory(`Start="2030-06-02" End="2030-06-02" InvTypeCode="DZ"`),
			inventory(`Start="2030-06-03" End="2030-06-03" InvTypeCode="DZ"`, "2=1", "6=2", "9=1"),
			inventory(`Start="2030-06-04" End="2030-06-04" InvTypeCode="DZ"`, "6=2"),
			inventory(`Start="2030-06-01" End="2030-06-04" InvTypeCode="EZ"`, "2=3"),
		))
		require.Equal(t, []int{0, 2, 2, 5, 4, 5, 0}, s.reported(double, "2030-05-30", "2030-05-31", "2030-06-01", "2030-06-02", "2030-06-03", "2030-06-04", "2030-06-05"))
		require.Equal(t, []int{0, 3}, s.reported(single, "2030-06-01", "2030-08-01"))
		require.Equal(t, []int{2, 2, 0}, s.reported(suite, "2030-08-01", "2030-08-02", "2030-08-03"), "a closing season is of the whole house")
		log := s.logs()[0]
		require.Equal(t, connection.LogSuccess, log.Status)
		require.Equal(t, "OTA_HotelInvCountNotif:FreeRooms 2024-10: complete set, 5 periods", log.Message)
		require.Equal(t, 6, log.ItemsOK)
	})

	t.Run("a delta changes what it names, the next complete set everything", func(t *testing.T) { //nolint:paralleltest // one story
		s.accepted(alpinebits.ActionFreeRooms, s.freeRooms(false, inventory(`Start="2030-06-02" End="2030-06-02" InvTypeCode="DZ"`, "2=5")))
		require.Equal(t, []int{2, 0, 4}, s.reported(double, "2030-06-01", "2030-06-02", "2030-06-03"))
		s.accepted(alpinebits.ActionFreeRooms, s.freeRooms(true, inventory(`Start="2030-06-10" End="2030-06-10" InvTypeCode="EZ"`, "2=1")))
		require.Equal(t, []int{0, 0, 0}, s.reported(double, "2030-06-01", "2030-06-03", "2030-08-01"))
		require.Equal(t, []int{2}, s.reported(single, "2030-06-10"))
		s.accepted(alpinebits.ActionFreeRooms, s.freeRooms(true, "<Inventory/>"))
		require.Equal(t, []int{0}, s.reported(single, "2030-06-10"), "a reset")
	})

	t.Run("single rooms are added up in their category", func(t *testing.T) { //nolint:paralleltest // one story
		s.accepted(alpinebits.ActionFreeRooms, s.freeRooms(true,
			inventory(`Start="2030-06-01" End="2030-06-10" InvTypeCode="DZ" InvCode="101"`),
			inventory(`Start="2030-06-01" End="2030-06-05" InvTypeCode="DZ" InvCode="102"`, "6=1"),
			inventory(`Start="2030-06-01" End="2030-06-10" InvTypeCode="DZ" InvCode="103"`, "2=1"),
		))
		require.Equal(t, []int{2, 2, 1, 1, 0}, s.reported(double, "2030-06-01", "2030-06-05", "2030-06-06", "2030-06-10", "2030-06-11"))
		s.accepted(alpinebits.ActionFreeRooms, s.freeRooms(false, inventory(`Start="2030-06-03" End="2030-06-07" InvTypeCode="DZ" InvCode="101"`, "2=1")))
		require.Equal(t, []int{2, 1, 1, 0, 0, 1}, s.reported(double, "2030-06-02", "2030-06-03", "2030-06-05", "2030-06-06", "2030-06-07", "2030-06-08"))
		s.accepted(alpinebits.ActionFreeRooms, s.freeRooms(false, inventory(`Start="2030-06-09" End="2030-06-12" InvTypeCode="DZ" InvCode="103"`)))
		require.Equal(t, []int{1, 2, 2, 1}, s.reported(double, "2030-06-08", "2030-06-09", "2030-06-10", "2030-06-12"))
		s.accepted(alpinebits.ActionFreeRooms, s.freeRooms(true, "<Inventory/>"))
		s.accepted(alpinebits.ActionFreeRooms, s.freeRooms(false, inventory(`Start="2030-06-09" End="2030-06-09" InvTypeCode="DZ" InvCode="101"`)))
		require.Equal(t, []int{1, 0}, s.reported(double, "2030-06-09", "2030-06-12"), "the reset has removed what was known of single rooms")
		s.accepted(alpinebits.ActionFreeRooms, s.freeRooms(true, "<Inventory/>"))
	})

	t.Run("what has no effect is told", func(t *testing.T) { //nolint:paralleltest // one story
		answer := s.accepted(alpinebits.ActionFreeRooms, s.freeRooms(false,
			inventory(`Start="2030-06-01" End="2030-06-01" InvTypeCode="DZ"`, "2=9"),
			inventory(`Start="2030-06-01" End="2030-06-01" InvTypeCode="XX"`, "2=1"),
			inventory(`Start="2030-06-01" End="2040-06-01" InvTypeCode="EZ"`, "2=3"),
		))
		require.Contains(t, answer, `<Warning Type="3" RecordID="DZ">DZ has 5 rooms in Allot, the counts from 2030-06-01 add up to 9`)
		require.Contains(t, answer, `<Warning Type="3" RecordID="XX">XX is no room of this hotel`)
		require.Contains(t, answer, `<Warning Type="3">days after 2033-02-24 are too far in the future`)
		require.Equal(t, connection.LogPartial, s.logs()[0].Status)
		require.Contains(t, s.refused(alpinebits.ActionFreeRooms, s.freeRooms(false, inventory(`Start="2030-06-01" End="2030-06-01" InvTypeCode="dz"`))), `Code="402"`)
	})

	t.Run("overbooked days are told to the system and to the hotel", func(t *testing.T) { //nolint:paralleltest // one story
		calendar := e.Master(t, s.who, s.property)
		l := e.Ledger(t, s.who, nil, s.property, calendar.ID)
		entry := e.Pending(t, s.who, l.ID, double, civil.New(2030, 7, 1), 2, 4)
		_, err := e.Rooming.ConfirmEntry(s.who.Context(t), s.who.Caller, entry.ID)
		require.NoError(t, err)
		answer := s.accepted(alpinebits.ActionFreeRooms, s.freeRooms(false, inventory(`Start="2030-07-01" End="2030-07-05" InvTypeCode="DZ"`, "2=2")))
		require.Contains(t, answer, `<Warning Type="3" RecordID="DZ">DZ is overbooked, because Allot has sold rooms too: 2030-07-01 (2 units too many), 2030-07-02 (2 units too many)</Warning>`)
		p := s.pool(double, "2030-07-01")
		require.Equal(t, []int{4, 3, 1}, []int{p.Committed, p.Reported, p.External})
		told := e.Told(t, s.who)
		require.NotEmpty(t, told)
		require.Contains(t, told[0].Body, "Double")
	})

	t.Run("nothing of a refused message is stored", func(t *testing.T) { //nolint:paralleltest // one story
		before := s.reported(double, "2030-09-01")
		s.refused(alpinebits.ActionFreeRooms, s.freeRooms(false,
			inventory(`Start="2030-09-01" End="2030-09-05" InvTypeCode="DZ"`, "2=1"),
			inventory(`Start="2030-09-05" End="2030-09-06" InvTypeCode="DZ"`, "2=1"),
		))
		require.Equal(t, before, s.reported(double, "2030-09-01"))
		require.Equal(t, connection.LogFailed, s.logs()[0].Status)
		require.Contains(t, s.logs()[0].Message, "periods must not overlap")
	})
}

func TestFreeRooms_DoNotCountWhatAllotSoldTwice(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	yes := true
	s := newPMS(t, e, "H1", func(c *connection.Change) { c.IncludesPlatformBookings = &yes })
	double := e.Room(t, s.who, s.property.ID, "Double", "DZ", 5)
	l := e.Ledger(t, s.who, nil, s.property, e.Master(t, s.who, s.property).ID)
	entry := e.Pending(t, s.who, l.ID, double, civil.New(2030, 7, 1), 1, 2)
	_, err := e.Rooming.ConfirmEntry(s.who.Context(t), s.who.Caller, entry.ID)
	require.NoError(t, err)
	s.accepted(alpinebits.ActionFreeRooms, s.freeRooms(true, inventory(`Start="2030-07-01" End="2030-07-01" InvTypeCode="DZ"`, "2=1")))
	p := s.pool(double, "2030-07-01")
	require.Equal(t, []int{2, 2}, []int{p.Committed, p.Reported}, "four are taken, two of them by Allot")
}

func TestInventory(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	s := newPMS(t, e, "H1")
	double := e.Room(t, s.who, s.property.ID, "Double & <more>", "DZ", 5)
	e.Room(t, s.who, s.property.ID, "Suite", "SUITE-DELUXE", 2)
	content := func(rooms string) string {
		return `<OTA_HotelDescriptiveContentNotifRQ` + ns + `><HotelDescriptiveContents><HotelDescriptiveContent HotelCode="H1"><FacilityInfo><GuestRooms>` + rooms +
			`</GuestRooms></FacilityInfo></HotelDescriptiveContent></HotelDescriptiveContents></OTA_HotelDescriptiveContentNotifRQ>`
	}
	category := func(code string, rooms ...string) string {
		text := `<GuestRoom Code="` + code + `" MinOccupancy="1" MaxOccupancy="2"><TypeRoom StandardOccupancy="2" RoomClassificationCode="42"/><MultimediaDescriptions><MultimediaDescription InfoCode="25">` +
			`<TextItems><TextItem><Description TextFormat="PlainText" Language="en">Room</Description></TextItem></TextItems></MultimediaDescription></MultimediaDescriptions></GuestRoom>`
		for _, r := range rooms {
			text += `<GuestRoom Code="` + code + `"><TypeRoom RoomID="` + r + `"/></GuestRoom>`
		}
		return text
	}
	total := func() int {
		rooms, err := e.Properties.Rooms(t.Context(), s.who.User.OwnerID, s.property.ID)
		require.NoError(t, err)
		return rooms[0].TotalUnits
	}

	s.setRoomCodes(http.StatusOK, map[string]any{fmt.Sprint(double): "DZ"})
	answer := s.accepted(alpinebits.ActionInventoryPush, content(category("DZ", "1", "2", "3")+category("NEW", "9")))
	require.Contains(t, answer, `<Warning Type="11" RecordID="NEW">NEW was no room of this hotel: it was made in the fact sheet`)
	require.Equal(t, 3, total())
	// The category that nobody knew is a room of the working fact sheet, and is known now.
	rooms, err := e.Properties.Rooms(t.Context(), s.who.User.OwnerID, s.property.ID)
	require.NoError(t, err)
	require.Len(t, rooms, 3)
	made := rooms[2]
	require.Equal(t, []any{"NEW", "Room", 1, 1, 2, 2}, []any{made.Code, made.Name, made.TotalUnits, made.MinOccupancy, made.StandardOccupancy, made.MaxOccupancy})
	require.Contains(t, s.logs()[0].Message, "1 rooms made")
	require.NotContains(t, s.accepted(alpinebits.ActionInventoryPush, content(category("NEW", "9", "10"))), "<Warning")
	s.accepted(alpinebits.ActionFreeRooms, s.freeRooms(false, inventory(`Start="2030-06-01" End="2030-06-01" InvTypeCode="NEW"`, "2=1")))
	require.Equal(t, []int{1}, s.reported(made.ID, "2030-06-01"))
	for _, code := range []string{"999", "0", "-1", "x", ""} {
		require.Contains(t, s.refused(alpinebits.ActionInventoryPush, content(strings.Replace(category("DZ"), `RoomClassificationCode="42"`, `RoomClassificationCode="`+code+`"`, 1))), "RoomClassificationCode")
	}
	picture := strings.Replace(category("DZ"), `</MultimediaDescriptions>`, `<MultimediaDescription InfoCode="23"><ImageItems><ImageItem Category="6"><ImageFormat/></ImageItem></ImageItems></MultimediaDescription></MultimediaDescriptions>`, 1)
	s.accepted(alpinebits.ActionInventoryPush, content(picture))
	s.accepted(alpinebits.ActionInventoryPush, content(strings.Replace(picture, `Category="6"`, `Category="23"`, 1)))
	require.Contains(t, s.refused(alpinebits.ActionInventoryPush, content(strings.Replace(picture, `Category="6"`, `Category="24"`, 1))), "OTA table PIC", "the table has 23")
	s.accepted(alpinebits.ActionInventoryPush, content(category("DZ")))
	require.Equal(t, 3, total(), "a message that lists no rooms says nothing of their number")
	require.Contains(t, s.accepted(alpinebits.ActionInventoryPush, content("")), "no room was removed")

	l := e.Ledger(t, s.who, nil, s.property, e.Master(t, s.who, s.property).ID)
	entry := e.Pending(t, s.who, l.ID, double, civil.New(2030, 7, 1), 1, 3)
	_, err = e.Rooming.ConfirmEntry(s.who.Context(t), s.who.Caller, entry.ID)
	require.NoError(t, err)
	require.Contains(t, s.refused(alpinebits.ActionInventoryPush, content(category("DZ", "1"))), "2030-07-01", "fewer rooms than are sold")
	require.Equal(t, 3, total())

	pulled := s.accepted(alpinebits.ActionInventoryPull, `<OTA_HotelDescriptiveInfoRQ`+ns+`><HotelDescriptiveInfos><HotelDescriptiveInfo HotelCode="H1"/></HotelDescriptiveInfos></OTA_HotelDescriptiveInfoRQ>`)
	require.Contains(t, pulled, `<GuestRoom Code="DZ" MinOccupancy="1" MaxOccupancy="1"><TypeRoom StandardOccupancy="1" RoomClassificationCode="42"/>`)
	require.Contains(t, pulled, "Double &amp; &lt;more&gt;")
	require.Contains(t, pulled, "Suite has no code")

	s.accepted(alpinebits.ActionFreeRooms, s.freeRooms(false, inventory(`Start="2030-06-01" End="2030-06-01" InvTypeCode="NEW"`, "2=2")))

	// The code of a room that is no more is free again: one room is made for it, not one with each message.
	s.setRoomCodes(http.StatusOK, map[string]any{fmt.Sprint(double): "DZ", fmt.Sprint(made.ID): "NEU"})
	res := s.who.Do(t, http.MethodDelete, fmt.Sprintf("/api/info/property/%d/facts/rooms/%d/", s.property.ID, made.ID), "")
	require.Equal(t, http.StatusNoContent, res.Code, res.Body)
	for range 2 {
		s.accepted(alpinebits.ActionInventoryPush, content(category("NEU", "9")))
	}
	rooms, err = e.Properties.Rooms(t.Context(), s.who.User.OwnerID, s.property.ID)
	require.NoError(t, err)
	require.Len(t, rooms, 3)
	s.accepted(alpinebits.ActionFreeRooms, s.freeRooms(false, inventory(`Start="2030-06-01" End="2030-06-01" InvTypeCode="NEU"`)))
	require.Equal(t, []int{1}, s.reported(rooms[2].ID, "2030-06-01"))
	s.setRoomCodes(http.StatusOK, map[string]any{fmt.Sprint(double): "DZ", fmt.Sprint(made.ID): "NEU"}) // as they were read
	s.setRoomCodes(http.StatusBadRequest, map[string]any{fmt.Sprint(made.ID): "NEU"})                   // they are forgotten now
}

// setRoomCodes changes the codes that the connection's settings give to rooms.
func (s *alpinebitsPms) setRoomCodes(status int, codes map[string]any) {
	s.t.Helper()
	body, err := json.Marshal(map[string]any{"settings": map[string]any{"room_codes": codes}})
	require.NoError(s.t, err)
	res := s.who.Do(s.t, http.MethodPatch, fmt.Sprintf("/api/v1/integrations/connections/%d/", s.conn.ID), string(body))
	require.Equal(s.t, status, res.Code, res.Body)
}

// A single room with a count stands for so many units of its category, as the official
// support_rooms file has it.
func TestFreeRooms_roomsOfSeveralUnits(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	s := newPMS(t, e, "H1")
	double := e.Room(t, s.who, s.property.ID, "Double", "DZ", 5)
	one := func(start, end string, counts ...string) string {
		return inventory(fmt.Sprintf(`Start="%s" End="%s" InvTypeCode="DZ" InvCode="HL1"`, start, end), counts...)
	}
	send := func(complete bool, list ...string) string {
		return s.accepted(alpinebits.ActionFreeRooms, s.freeRooms(complete, list...))
	}
	send(true, one("2030-06-01", "2030-06-10", "2=3"), inventory(`Start="2030-06-01" End="2030-06-10" InvTypeCode="DZ" InvCode="HL2"`))
	require.Equal(t, []int{1, 1}, s.reported(double, "2030-06-01", "2030-06-10"), "HL2 is one unit, and booked")
	send(false, one("2030-06-02", "2030-06-02", "2=1"), one("2030-06-03", "2030-06-03", "2=1", "6=1"), one("2030-06-04", "2030-06-04"))
	require.Equal(t, []int{3, 3, 4, 1}, s.reported(double, "2030-06-02", "2030-06-03", "2030-06-04", "2030-06-05"), "without counts all three are booked")
	send(true, one("2030-06-01", "2030-06-02"))
	require.Equal(t, []int{3, 0}, s.reported(double, "2030-06-01", "2030-06-03"), "a complete set does not forget how many units a room has")
	// A larger count holds for what was said before.
	send(false, one("2030-06-05", "2030-06-05", "2=4"))
	require.Equal(t, []int{4, 0}, s.reported(double, "2030-06-01", "2030-06-05"))
	require.Contains(t, send(false, one("2030-06-06", "2030-06-06", "2=6")), "the rooms that were reported of it stand for 6")
}
