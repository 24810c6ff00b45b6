package contenttest

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/facts"
	"allot/internal/content/photo/phototest"
	"allot/internal/content/property"
	"allot/internal/platform/apperr"
	"allot/internal/platform/outbox"
	"allot/internal/testkit/audittest"
)

func events(t *testing.T, e *apptest.Env) []property.Updated {
	t.Helper()
	var stored []outbox.Stored
	err := e.DB.From(t.Context()).NewSelect().Model(&stored).Where("kind = ?", property.Updated{}.EventKind()).Order("id").Scan(t.Context())
	require.NoError(t, err)
	list := make([]property.Updated, len(stored))
	for i, s := range stored {
		require.NoError(t, s.Decode(&list[i]))
	}
	return list
}

func TestService_Events(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	who, p := e.Hotel(t, "Hotel")
	name, city, stars := "New", "Chania", 4.5
	given := &stars
	_, err := e.Properties.Update(who.Context(t), who.Caller, p.ID, property.Change{Name: &name, City: &city, Stars: &given}, property.Logo{})
	require.NoError(t, err)
	_, err = e.Properties.Update(who.Context(t), who.Caller, p.ID, property.Change{Name: &name}, property.Logo{})
	require.NoError(t, err)
	room := e.Save(t, who, p.ID, "rooms", facts.Record{"name": "Double"})
	e.Save(t, who, p.ID, "rooms", facts.Record{"id": room, "name": "Twin"})
	e.Save(t, who, p.ID, "rooms", facts.Record{"id": room, "name": "Twin"})
	rooms, _ := e.Catalogue.Find(facts.CategoryRooms)
	require.NoError(t, e.Properties.DeleteRecord(who.Context(t), who.Caller, p.ID, rooms, room))

	list := events(t, e)
	require.Len(t, list, 5, "made, changed, and facts made, changed and deleted; what changes nothing is no news")
	for _, ev := range list {
		require.Equal(t, property.UpdatedRoute{OwnerID: who.User.OwnerID, PropertyID: p.ID, Scope: property.ScopeDraft}, ev.Route)
		require.Nil(t, ev.Shared, "a draft is nobody else's business")
		require.Equal(t, property.ScopeDraft, ev.Data.Scope)
		require.True(t, ev.Data.Complete)
		require.Len(t, ev.Data.Facts, len(e.Catalogue.Categories()), "the property as its GET gives it")
	}
	require.Contains(t, list[0].Data.ChangedFields, "/name")
	require.Equal(t, []string{"/city", "/name", "/stars"}, list[1].Data.ChangedFields)
	require.Equal(t, map[string]any{"/city": "", "/name": "Hotel", "/stars": nil}, list[1].Data.Previous)
	require.Equal(t, map[string]any{"/city": "Chania", "/name": "New", "/stars": 4.5}, list[1].Data.Current)
	require.Equal(t, "New", list[1].Data.Name)
	record := fmt.Sprintf("/facts/rooms/%d", room)
	require.Equal(t, []string{record}, list[2].Data.ChangedFields)
	require.Equal(t, map[string]any{record: nil}, list[2].Data.Previous)
	require.Equal(t, map[string]any{record: map[string]any{"name": "Double"}}, list[2].Data.Current)
	require.Equal(t, []string{record + "/name"}, list[3].Data.ChangedFields)
	require.Equal(t, map[string]any{record + "/name": "Double"}, list[3].Data.Previous)
	require.Equal(t, map[string]any{record + "/name": "Twin"}, list[3].Data.Current)
	require.Equal(t, []any{map[string]any{"id": float64(room), "position": 0.0, "name": "Twin"}}, list[3].Data.Facts["rooms"])
	require.Equal(t, []string{record}, list[4].Data.ChangedFields)
	require.Equal(t, map[string]any{record: nil}, list[4].Data.Current)
}

func TestService_EventsOfLogo(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	who, p := e.Hotel(t, "Hotel")
	after, err := e.Properties.Update(who.Context(t), who.Caller, p.ID, property.Change{}, property.Logo{Upload: bytes.NewReader(phototest.EncodePNG(t, phototest.Corners(40, 30)))})
	require.NoError(t, err)
	_, err = e.Properties.Update(who.Context(t), who.Caller, p.ID, property.Change{}, property.Logo{Clear: true})
	require.NoError(t, err)

	list, path := events(t, e), "/media/"+after.LogoKey
	require.Len(t, list, 3)
	require.Equal(t, path, *list[1].Data.Logo, "a path, and no key of the store")
	require.Equal(t, map[string]any{"/logo": nil}, list[1].Data.Previous)
	require.Equal(t, map[string]any{"/logo": path}, list[1].Data.Current)
	require.Nil(t, list[2].Data.Logo)
	require.Equal(t, map[string]any{"/logo": path}, list[2].Data.Previous)
}

func TestUpdatedData_Bounded(t *testing.T) {
	t.Parallel()
	large := strings.Repeat("x", property.MaxEventBytes)

	t.Run("facts go first", func(t *testing.T) {
		t.Parallel()
		d := property.NewUpdatedData(property.Property{Name: "Hotel"}, map[string]any{"general": large}, property.ScopeDraft)
		d.Note("/name", "Old", "Hotel")
		got, err := d.Bounded()
		require.NoError(t, err)
		require.Nil(t, got.Facts)
		require.False(t, got.Complete)
		require.Equal(t, map[string]any{"/name": "Hotel"}, got.Current)
	})

	t.Run("then the values, never which fields they are of", func(t *testing.T) {
		t.Parallel()
		d := property.NewUpdatedData(property.Property{}, nil, property.ScopeDraft)
		d.Note("/facts/general/text", nil, large)
		got, err := d.Bounded()
		require.NoError(t, err)
		require.Empty(t, got.Current)
		require.False(t, got.Complete)
		require.Equal(t, []string{"/facts/general/text"}, got.ChangedFields)
	})
}

func TestService_Trail(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	who, p := e.Hotel(t, "Hotel")
	room := e.Save(t, who, p.ID, "rooms", facts.Record{"name": "Double"})
	e.Save(t, who, p.ID, "rooms", facts.Record{"id": room, "name": "Double"})
	e.Save(t, who, p.ID, "rooms", facts.Record{"id": room, "name": "Twin"})
	rooms, _ := e.Catalogue.Find(facts.CategoryRooms)
	require.NoError(t, e.Properties.DeleteRecord(who.Context(t), who.Caller, p.ID, rooms, room))
	trail, err := audittest.Of(t.Context(), e.DB, who.User.ID, "facts.rooms", room)
	require.NoError(t, err)
	actions := []string{}
	for _, entry := range trail {
		actions = append(actions, entry.Action)
	}
	require.Equal(t, []string{"create", "update", "delete"}, actions, "a save that changes nothing leaves no trace")
	require.JSONEq(t, `{"name":"Twin"}`, string(trail[2].Before))
}

func TestService_Unknown(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	who, p := e.Hotel(t, "Hotel")
	_, foreign := e.Hotel(t, "Other")
	unknown, err := e.Properties.Unknown(t.Context(), who.User.ID, []int64{p.ID, foreign.ID, 9999})
	require.NoError(t, err)
	require.Equal(t, []int64{foreign.ID, 9999}, unknown)
}

func TestService_Some(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	who, p := e.Hotel(t, "Hotel")
	other, foreign := e.Hotel(t, "Other")
	found, err := e.Properties.Some(t.Context(), []int64{who.User.ID, who.User.ID}, []int64{p.ID, p.ID, foreign.ID, 9999})
	require.NoError(t, err)
	require.Len(t, found, 1)
	require.Equal(t, "Hotel", found[p.ID].Name)
	found, err = e.Properties.Some(t.Context(), []int64{who.User.ID, other.User.ID}, []int64{p.ID, foreign.ID})
	require.NoError(t, err)
	require.Len(t, found, 2)
	found, err = e.Properties.Some(t.Context(), nil, nil)
	require.NoError(t, err)
	require.Empty(t, found)
}

func TestService_Room(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	who, p := e.Hotel(t, "Hotel")
	other, foreign := e.Hotel(t, "Other")
	second := e.Property(t, who, "Second")
	double := e.Save(t, who, p.ID, facts.CategoryRooms, facts.Record{"name": "Double", "room_total_units": 3})
	twin := e.Save(t, who, p.ID, facts.CategoryRooms, facts.Record{"name": "Twin"})
	suite := e.Save(t, who, second.ID, facts.CategoryRooms, facts.Record{"name": "Suite"})
	theirs := e.Save(t, other, foreign.ID, facts.CategoryRooms, facts.Record{"name": "Theirs"})
	restaurant := e.Save(t, who, p.ID, "restaurants", facts.Record{"name": "Main"})

	room, of, err := e.Properties.Room(t.Context(), who.User.ID, double)
	require.NoError(t, err)
	require.Equal(t, p.ID, of)
	require.Equal(t, []any{double, "Double", 3}, []any{room.ID, room.Name, room.TotalUnits})
	for _, id := range []int64{theirs, restaurant, 9999} {
		_, _, err = e.Properties.Room(t.Context(), who.User.ID, id)
		require.ErrorIs(t, err, apperr.ErrNotFound)
	}

	rooms, err := e.Properties.RoomsOf(t.Context(), []int64{who.User.ID}, []int64{second.ID, p.ID, foreign.ID})
	require.NoError(t, err)
	require.Len(t, rooms, 2, "only of one's own")
	require.Equal(t, []int64{double, twin}, []int64{rooms[p.ID][0].ID, rooms[p.ID][1].ID})
	require.Equal(t, suite, rooms[second.ID][0].ID)
	rooms, err = e.Properties.RoomsOf(t.Context(), []int64{who.User.ID}, nil)
	require.NoError(t, err)
	require.Empty(t, rooms)

	ids, err := e.Properties.IDs(t.Context(), who.User.ID)
	require.NoError(t, err)
	require.Equal(t, []int64{p.ID, second.ID}, ids)
}
