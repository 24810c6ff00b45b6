package exchangetest

import (
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/exchange/alpinebits"
)

// expected is what becomes of a file of the pack.
type expected string

const (
	accept  expected = "accepted"
	reject  expected = "refused"
	unknown expected = "answered with ERROR:unknown or missing action"
	answer  expected = "not sent, because it is an answer"
)

// verdict says what a file is sent as and what must become of it.
func verdict(t *testing.T, name string) (action alpinebits.Action, want expected) {
	t.Helper()
	switch {
	case strings.Contains(name, "RS.xml"), strings.Contains(name, "RS-"):
		return "", answer
	// Actions that the server does not announce, because Allot has no counterpart of
	// rates and events, and takes the facts of a hotel from its fact sheet.
	case strings.HasPrefix(name, "RatePlans-"):
		return "OTA_HotelRatePlanNotif:RatePlans", unknown
	case strings.HasPrefix(name, "BaseRates-"):
		return "OTA_HotelRatePlan:BaseRates", unknown
	case strings.HasPrefix(name, "Activity-"):
		return "OTA_HotelPostEventNotif:EventReports", unknown
	case strings.Contains(name, "HotelInfo-err"), strings.Contains(name, "ContentNotifRQ-hotelinfo"):
		return "OTA_HotelDescriptiveContentNotif:Info", unknown
	case strings.Contains(name, "InfoRQ-hotelinfo"):
		return "OTA_HotelDescriptiveInfo:Info", unknown
	case strings.Contains(name, "OTA_HotelResNotifRQ"): // Allot gives reservations, it takes none
		return "OTA_HotelResNotif:GuestRequests", unknown
	}
	for prefix, a := range map[string]alpinebits.Action{
		"freerooms__": alpinebits.ActionFreeRooms, "FreeRooms-": alpinebits.ActionFreeRooms, "Handshake-": alpinebits.ActionPing,
		"inventory__": alpinebits.ActionInventoryPush, "Inventory-OTA_HotelDescriptiveContent": alpinebits.ActionInventoryPush,
		"Inventory-OTA_HotelDescriptiveInfo": alpinebits.ActionInventoryPull, "GuestRequests-OTA_ReadRQ": alpinebits.ActionRead,
	} {
		if !strings.HasPrefix(name, prefix) {
			continue
		}
		if regexp.MustCompile(`[_-]err[_-]`).MatchString(name) {
			return a, reject
		}
		// The server announces every capability that a support file is about: categories,
		// closing seasons, rooms out of market and rooms out of order.
		return a, accept
	}
	t.Fatalf("what should become of %s?", name)
	return "", ""
}

func TestPack_BehavesAsTheNamesSay(t *testing.T) {
	t.Parallel()
	folder := packAlpinebits(t)
	if folder == "" {
		t.Skip("NOT TESTED: the rules and samples of the standard: ../shared/packs/alpinebits is missing")
	}
	e := apptest.New(t)
	hotels := map[string]*alpinebitsPms{"123": newPMS(t, e, "123"), "9996": newPMS(t, e, "9996")}
	for _, s := range hotels {
		for _, code := range []string{"DOUBLE", "double", "DZ", "EZ"} {
			e.Room(t, s.who, s.property.ID, "Room "+code, code, 5)
		}
	}
	files, err := filepath.Glob(filepath.Join(folder, "*", "*.xml"))
	require.NoError(t, err)
	require.Len(t, files, 44+31)
	code := regexp.MustCompile(`HotelCode="(\w+)"`)
	seen := map[expected]int{}
	for _, version := range alpinebits.Versions {
		var answers []string
		for _, file := range files {
			name := filepath.Base(file)
			action, want := verdict(t, name)
			seen[want]++
			if want == answer {
				continue
			}
			raw, err := os.ReadFile(file)
			require.NoError(t, err)
			s := hotels["9996"]
			if m := code.FindSubmatch(raw); m != nil && hotels[string(m[1])] != nil {
				s = hotels[string(m[1])]
			}
			s.version = version
			res := s.call(action, string(raw))
			body := res.Body.String()
			switch want {
			case unknown:
				require.Equal(t, http.StatusBadRequest, res.Code, name)
				require.Equal(t, "ERROR:unknown or missing action", body, name)
				continue
			case accept:
				require.Contains(t, body, "<Success/>", "%s, %s", name, version)
			case answer: // it was left out
			case reject:
				require.Contains(t, body, `<Error Type="13"`, "%s, %s", name, version)
			}
			require.Equal(t, http.StatusOK, res.Code, name)
			answers = append(answers, body)
		}
		judgeAlpinebits(t, version, answers...)
	}
	t.Log(seen)
	require.GreaterOrEqual(t, seen[accept], 3*17)
	require.GreaterOrEqual(t, seen[reject], 3*26)
}
