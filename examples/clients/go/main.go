// A story with a client of oapi-codegen: see ../README.md.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"
	"strconv"
	"time"

	"github.com/oapi-codegen/runtime/types"
)

const password = "olive-tram-lantern" // of every user of the demo

var server = "http://127.0.0.1:8080"

func main() {
	log.SetFlags(0)
	if url := os.Getenv("ALLOT_URL"); url != "" {
		server = url
	}
	if err := story(context.Background()); err != nil {
		log.Fatal(err)
	}
}

func story(ctx context.Context) error {
	from, to := day(59), day(61)

	// The hotel looks at its calendar and stops a room type.
	hotel, err := logIn(ctx, "anna@hotel-poseidon.example")
	if err != nil {
		return err
	}
	properties, err := hotel.ListPropertiesWithResponse(ctx, nil)
	if err != nil || properties.JSON200 == nil {
		return failed("list properties", properties, err)
	}
	property := properties.JSON200.Results[0]
	fmt.Printf("%s, property %d\n", property.Name, property.Id)

	calendars, err := hotel.ListCalendarsWithResponse(ctx, &ListCalendarsParams{Property: &property.Id})
	if err != nil || calendars.JSON200 == nil {
		return failed("list calendars", calendars, err)
	}
	var master int64
	for _, c := range calendars.JSON200.Results {
		if c.Kind == "master" {
			master = c.Id
		}
	}
	grid, err := hotel.GetCalendarGridWithResponse(ctx, master, &GetCalendarGridParams{From: &from, To: &to})
	if err != nil || grid.JSON200 == nil {
		return failed("read the grid", grid, err)
	}
	room := grid.JSON200.Rooms[0]
	fmt.Printf("%s: %d units, %d days read\n", room.RoomName, room.TotalUnits, len(room.Days))

	status, reason := SaveAllotmentRangeRequestBodyStatus("stop"), SaveAllotmentRangeRequestBodyReason("renovation")
	saved, err := hotel.BulkUpdateDaysWithResponse(ctx, master, nil, SaveAllotmentRangeRequestBody{
		From: from, To: to, Rooms: &[]int64{room.RoomId}, Status: &status, Reason: &reason,
	})
	if err != nil || saved.JSON200 == nil {
		return failed("stop the room", saved, err)
	}
	fmt.Printf("%d days stopped\n", saved.JSON200.Saved)

	// The system of the tour operator reads the same days with a key.
	operator, err := logIn(ctx, "jana@nordlicht-reisen.example")
	if err != nil {
		return err
	}
	wanted, yes := CreateAPIKeyRequestBody{Name: "Story in Go"}, true
	made(&wanted.Permissions).StopSale = &yes
	key, err := operator.CreateApiKeyWithResponse(ctx, nil, wanted)
	if err != nil || key.JSON201 == nil || key.JSON201.Token == nil {
		return failed("make a key", key, err)
	}
	system, err := NewClientWithResponses(server)
	if err != nil {
		return err
	}
	only := strconv.FormatInt(property.Id, 10)
	seen, err := system.ExportAvailabilityWithResponse(ctx, *key.JSON201.Token, &ExportAvailabilityParams{From: &from, To: &to, PropertyId: &only})
	if err != nil || seen.JSON200 == nil {
		return failed("read with the key", seen, err)
	}
	for _, c := range *seen.JSON200.Properties[0].Calendars {
		for _, r := range c.Rooms {
			if r.RoomId != room.RoomId {
				continue
			}
			for _, d := range *r.Days {
				fmt.Printf("%s: %s, %d available\n", d.Date, d.State, *d.Available)
			}
		}
	}
	return nil
}

// logIn returns a client that sends the token of a session.
func logIn(ctx context.Context, email string) (*ClientWithResponses, error) {
	c, err := NewClientWithResponses(server)
	if err != nil {
		return nil, err
	}
	in, err := c.LogInWithResponse(ctx, LoginRequestBody{Email: email, Password: password})
	if err != nil || in.JSON200 == nil {
		return nil, failed("log in", in, err)
	}
	return NewClientWithResponses(server, WithRequestEditorFn(func(_ context.Context, r *http.Request) error {
		r.Header.Set("Authorization", "Token "+in.JSON200.AuthToken)
		return nil
	}))
}

func day(ahead int) types.Date { return types.Date{Time: time.Now().UTC().AddDate(0, 0, ahead)} }

// made makes an optional part of a request.
func made[T any](part **T) *T {
	*part = new(T)
	return *part
}

// failed says what was refused: every answer knows its status.
func failed(what string, answer interface{ Status() string }, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return fmt.Errorf("%s: %s", what, answer.Status())
}
