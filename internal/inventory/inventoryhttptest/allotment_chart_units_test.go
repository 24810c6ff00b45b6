package inventoryhttptest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/inventory/chart/charttest"
	"allot/internal/platform/civil"
)

// A partner plans with the numbers of this sheet: each of them is the grid's.
func TestChart_Units(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	sub := d.connected(t)
	for _, b := range []object{
		{"start_date": "2030-05-01", "end_date": "2030-06-20", "quantity": 2, "release_days": 7}, // released until the 6th
		{"start_date": "2030-06-21", "end_date": "2030-10-31", "quantity": 6, "release_days": 0},
		{"start_date": "2030-11-01", "end_date": "2030-11-15", "quantity": 3, "release_days": 0},
		{"start_date": "2030-11-16", "end_date": "2030-11-30", "quantity": 9, "release_days": 0},
		{"room": d.rooms[1], "start_date": "2030-07-05", "end_date": "2030-07-05", "quantity": 4, "release_days": 0},
	} {
		require.Equal(t, http.StatusCreated, d.hotel.Do(t, post, calendarAt(t, sub, "blocks/"), d.block(t, b)).Code)
	}
	for _, of := range []struct {
		name     string
		calendar any
	}{{"the Master", d.Master(t, d.hotel, d.property).ID}, {"an operator", sub}} {
		for _, months := range []int{1, 3, 12} {
			t.Run(fmt.Sprintf("%d months of %s have the numbers of the grid", months, of.name), func(t *testing.T) {
				t.Parallel()
				from := civil.MustParse("2030-05-01")
				to := from.AddMonths(months).Add(-1)
				query := fmt.Sprintf("?from=%s&to=%s", from, to)
				base := d.base(t, calendarAt(t, of.calendar, "grid/")+query)
				today := civil.MustParse(deskToday)
				date := from
				for _, rows := range charttest.Months(t, d.chart(t, calendarAt(t, of.calendar, "pdf/")+query+"&lang=el"), today.Day()) {
					require.Len(t, rows, len(d.rooms))
					for room, row := range rows {
						for i, units := range row.Days {
							want := charttest.Unknown
							if date.Add(i) >= today {
								want = base[room][date.Add(i).String()]
							}
							require.Equal(t, want, units, "room %d on %s", room, date.Add(i))
						}
					}
					date = date.Add(len(rows[0].Days))
				}
				require.Equal(t, to+1, date)
			})
		}
	}
}

// base reads the allotment in force of each room and date from a grid.
func (d *desk) base(t *testing.T, path string) []map[string]int {
	t.Helper()
	var grid struct {
		Rooms []struct {
			Days map[string]struct {
				Base int `json:"base"`
			} `json:"days"`
		} `json:"rooms"`
	}
	res := d.hotel.Do(t, get, path, "")
	require.Equal(t, http.StatusOK, res.Code, res.Body)
	require.NoError(t, json.Unmarshal(res.Body.Bytes(), &grid))
	list := make([]map[string]int, len(grid.Rooms))
	for i, room := range grid.Rooms {
		list[i] = map[string]int{}
		for date, day := range room.Days {
			list[i][date] = day.Base
		}
	}
	return list
}
