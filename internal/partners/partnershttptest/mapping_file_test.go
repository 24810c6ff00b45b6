package partnershttptest

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
)

func TestFiles(t *testing.T) {
	t.Parallel()
	b := setupMapping(t)
	at := pathMapping("mappings/import/csv/")
	file := fmt.Sprintf("room_id,mapped_code\n%d,DBL\nnone,SGL\n", b.property.RoomID(0))
	answer := func(created, updated, skipped int) string {
		return fmt.Sprintf(`{"created":%d,"updated":%d,"skipped":%d,"errors":[{"line":3,"message":"room_id must be a whole number above 0","problems":[{"field":"room_id","code":"too_small","params":{"min":1},"message":"must be a whole number above 0"}]}],
			"errors_total":1,"unknown_columns":[]}`, created, updated, skipped)
	}
	apptest.RequireJSON(t, b.operator.Do(t, post, at, file, csv), http.StatusOK, answer(1, 0, 0))
	body, header := form(t, strings.Replace(file, "DBL", "DZ", 1))
	apptest.RequireJSON(t, b.operator.Do(t, post, at, body, header), http.StatusOK, answer(0, 1, 0))
	body, header = form(t, strings.Replace(file, "DBL", "DZ", 1))
	apptest.RequireJSON(t, b.operator.Do(t, post, at, body, header), http.StatusOK, answer(0, 0, 1))
	apptest.RequireUnknown(t, b.operator.Do(t, post, at, "room_id,mapped_name,mapped_cod,Note\n1,n,x,y\n", csv),
		"file.mapped_cod", `is not known here; did you mean "mapped_code"?`, "file.Note", "is not known here")
	apptest.RequireUnknown(t, b.operator.Do(t, post, at, "property_id,hotel_cod\n1,x\n", csv),
		"file.hotel_cod", `is not known here; did you mean "hotel_code"?`)
	apptest.RequireUnknown(t, b.operator.Do(t, post, at, "propertyy_id,hotel_code\n1,x\n", csv),
		"file.propertyy_id", `is not known here; did you mean "property_id"?`)
	apptest.RequireInvalid(t, b.operator.Do(t, post, at, "city\nx\n", csv),
		"file", "must have a column that names the property or the room: property_id, property_code or room_id in the first line")
	require.Equal(t, http.StatusBadRequest, b.operator.Do(t, post, at, "", csv).Code)
	require.Equal(t, http.StatusUnsupportedMediaType, b.operator.Do(t, post, at, "{}").Code)

	out := b.operator.Do(t, get, pathMapping("mappings/export/csv/"), "")
	require.Equal(t, http.StatusOK, out.Code)
	require.Equal(t, "text/csv; charset=utf-8", out.Header().Get("Content-Type"))
	require.Equal(t, `attachment; filename="mappings.csv"; filename*=UTF-8''mappings.csv`, out.Header().Get("Content-Disposition"))
	require.Contains(t, out.Body.String(), ",R1,Room 1,DZ,\r\n")
	apptest.RequireJSON(t, b.operator.Do(t, post, at, out.Body.String(), csv), http.StatusOK,
		`{"created":0,"updated":0,"skipped":4,"errors":[],"errors_total":0,"unknown_columns":[]}`)
}
