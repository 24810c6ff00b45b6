package inventoryhttptest

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/partners/contract"
)

func TestDay_warnings(t *testing.T) {
	t.Parallel()
	b := setupAllotment(t)
	operator := b.Operator(t)
	c := b.Accepted(t, b.hotel, operator, func(c *contract.Contract) { c.StopSaleDeadline = 14 })
	company, err := b.Settings.CompanyName(t.Context(), operator.User.OwnerID)
	require.NoError(t, err)
	warned := func(date string) string {
		return fmt.Sprintf(`"warnings":[{"code":"stop_sale_deadline","contract":%d,"partner":%q,"from":%[3]q,"to":%[3]q,"dates":[{"from":%[3]q,"to":%[3]q}],
			"message":"the contract with %[2]s wants 14 days of notice for a stop sale: days before 2030-06-14 are closed later than agreed"}]`, c.ID, company, date)
	}
	day := func(date, more string) string {
		return fmt.Sprintf(`{"calendar":%d,"room":%d,"date":%q,"closed":0,"confirmed":0,"rooming":0,"status":"stop","reason":null,"note":""%s}`,
			b.master.ID, b.rooms[0], date, more)
	}
	b.requireSaved(t, b.day(t, b.master, "2030-06-01", object{"status": "stop"}), day("2030-06-01", ","+warned("2030-06-01")))
	b.requireSaved(t, b.day(t, b.master, "2030-06-20", object{"status": "stop"}), day("2030-06-20", ""))
	batch := object{"days": []object{{"room": b.rooms[0], "date": "2030-06-02", "status": "stop"}}}
	b.requireSaved(t, b.hotel.Do(t, post, pathAllotment(b.master, "daily/batch/"), text(t, batch)),
		fmt.Sprintf(`{"saved":1,"skipped":0,"days":[%s],%s}`, day("2030-06-02", ""), warned("2030-06-02")))
	bulk := object{"rooms": b.rooms[:1], "from": "2030-06-03", "to": "2030-06-03", "status": "block"}
	b.requireSaved(t, b.hotel.Do(t, post, pathAllotment(b.master, "bulk/"), text(t, bulk)),
		fmt.Sprintf(`{"saved":1,"skipped":0,%s}`, warned("2030-06-03")))
}
