package alpinebits_test

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/exchange/alpinebits"
)

const ns = ` xmlns="http://www.opentravel.org/OTA/2003/05" Version="1"`

// FuzzRead has every reader read anything: it is read or refused, and what is answered
// is XML.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"", "<a", `<OTA_PingRQ` + ns + `><EchoData>{"versions":[{"version":"2024-10"}]}</EchoData></OTA_PingRQ>`,
		`<OTA_HotelInvCountNotifRQ` + ns + `><UniqueID Type="16" ID="1" Instance="CompleteSet"/><Inventories HotelCode="1"><Inventory><StatusApplicationControl Start="2030-01-01" End="2030-01-02" InvTypeCode="D"/><InvCounts><InvCount CountType="2" Count="1"/></InvCounts></Inventory></Inventories></OTA_HotelInvCountNotifRQ>`,
		`<OTA_HotelDescriptiveContentNotifRQ` + ns + `><HotelDescriptiveContents><HotelDescriptiveContent HotelCode="1"><FacilityInfo><GuestRooms><GuestRoom Code="D"><TypeRoom RoomID="1"/></GuestRoom></GuestRooms></FacilityInfo></HotelDescriptiveContent></HotelDescriptiveContents></OTA_HotelDescriptiveContentNotifRQ>`,
		`<OTA_HotelDescriptiveInfoRQ` + ns + `><HotelDescriptiveInfos><HotelDescriptiveInfo HotelName="x"/></HotelDescriptiveInfos></OTA_HotelDescriptiveInfoRQ>`,
		`<OTA_ReadRQ` + ns + `><ReadRequests><HotelReadRequest HotelCode="1"><SelectionCriteria Start="2030-01-01T00:00:00Z"/></HotelReadRequest></ReadRequests></OTA_ReadRQ>`,
		`<OTA_NotifReportRQ` + ns + `><Success/><Warnings><Warning RecordID="1">x</Warning></Warnings></OTA_NotifReportRQ>`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, request []byte) {
		for action, read := range map[alpinebits.Action]func() error{
			alpinebits.ActionPing: func() error {
				answer, err := alpinebits.Handshake(request)
				if err == nil {
					requireXML(t, answer)
				}
				return err
			},
			alpinebits.ActionFreeRooms:     func() error { _, err := alpinebits.ReadFreeRooms(alpinebits.V2020, request); return err },
			alpinebits.ActionInventoryPush: func() error { _, err := alpinebits.ReadInventory(alpinebits.V2022, request); return err },
			alpinebits.ActionInventoryPull: func() error { _, err := alpinebits.ReadInventoryPull(alpinebits.V2024, request); return err },
			alpinebits.ActionRead:          func() error { _, err := alpinebits.ReadReservations(alpinebits.V2024, request); return err },
			alpinebits.ActionAcknowledge:   func() error { _, err := alpinebits.ReadAcknowledgement(request); return err },
		} {
			if err := read(); err != nil {
				refusal, ok := errors.AsType[*alpinebits.RefusalError](err)
				require.True(t, ok, err)
				requireXML(t, alpinebits.Refused(action, refusal))
			}
		}
	})
}

func requireXML(t *testing.T, answer []byte) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(string(answer))); ; {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		require.NoError(t, err, string(answer))
	}
}
