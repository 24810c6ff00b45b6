package partnershttptest

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
)

// A hotel that closes the category of its rooms closes it here too: their names
// are what the category says. The property itself can still be mapped.
func TestMappings_ClosedRooms(t *testing.T) {
	t.Parallel()
	b := setupMapping(t)
	mapped, room := b.saveRoom(t, b.property.RoomID(0), "DBL"), b.property.RoomID(1)
	matrix := fmt.Sprintf("/api/partners/contracts/%d/permissions/", b.contract.ID)
	ok(t, b.hotel.Do(t, put, matrix, `{"facts": {"rooms": false}}`), http.StatusOK)

	for _, list := range []string{"mappings/rooms/", "mappings/rooms/?q=room", "mappings/unmapped/?kind=rooms", "mappings/export/csv/"} {
		res := b.operator.Do(t, get, pathMapping("%s", list), "")
		require.Equal(t, http.StatusOK, res.Code, list)
		require.NotContains(t, res.Body.String(), "Room 1", list)
		require.NotContains(t, res.Body.String(), "Room 2", list)
	}
	apptest.RequireNotFound(t, b.operator.Do(t, get, pathMapping("mappings/rooms/%v/", mapped), ""))
	apptest.RequireInvalid(t, b.operator.Do(t, post, pathMapping("mappings/rooms/"), fmt.Sprintf(`{"room":%d,"code":"TWN"}`, room)), "room", noRoom)
	for _, file := range []string{
		fmt.Sprintf("room_id,mapped_code\n%d,TWN\n", room),
		fmt.Sprintf("property_id,room_code,mapped_code\n%d,R2,TWN\n", b.property.PropertyID),
	} {
		report := ok(t, b.operator.Do(t, post, pathMapping("mappings/import/csv/"), file, csv), http.StatusOK)
		require.EqualValues(t, 1, report["errors_total"], report)
		require.EqualValues(t, 0, report["created"], report)
	}
	b.saveProperty(t, b.property.PropertyID, "POS")

	ok(t, b.hotel.Do(t, put, matrix, `{"facts": {"rooms": null}}`), http.StatusOK)
	require.EqualValues(t, mapped, ok(t, b.operator.Do(t, get, pathMapping("mappings/rooms/%v/", mapped), ""), http.StatusOK)["id"], "opened again, the codes are there")
}
