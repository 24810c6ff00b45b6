package property_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/facts"
	"allot/internal/platform/apperr"
	"allot/internal/platform/outbox"
	"allot/internal/property"
	"allot/internal/property/propertytest"
)

func events(t *testing.T, e *propertytest.Env) []property.Updated {
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
	e := propertytest.New(t)
	who, p := e.Hotel(t, "Hotel")
	name, city, stars := "New", "Chania", 4.5
	given := &stars
	_, err := e.Properties.Update(who.Context(t), who.Caller, p.ID, property.Change{Name: &name, City: &city, Stars: &given}, property.Logo{})
	require.NoError(t, err)
	_, err = e.Properties.Update(who.Context(t), who.Caller, p.ID, property.Change{Name: &name}, property.Logo{})
	require.NoError(t, err)
	e.Save(t, who, p.ID, "rooms", facts.Record{"name": "Double"})

	list := events(t, e)
	require.Len(t, list, 2, "made and changed; what changes nothing, and facts that are not published, are no news")
	require.Contains(t, list[0].ChangedFields, "/name")
	require.Equal(t, []string{"/city", "/name", "/stars"}, list[1].ChangedFields)
	require.Equal(t, map[string]any{"/city": "", "/name": "Hotel", "/stars": nil}, list[1].Previous)
	require.Equal(t, "New", list[1].Property.Name)
}

func TestService_Trail(t *testing.T) {
	t.Parallel()
	e := propertytest.New(t)
	who, p := e.Hotel(t, "Hotel")
	room := e.Save(t, who, p.ID, "rooms", facts.Record{"name": "Double"})
	e.Save(t, who, p.ID, "rooms", facts.Record{"id": room, "name": "Double"})
	e.Save(t, who, p.ID, "rooms", facts.Record{"id": room, "name": "Twin"})
	rooms, _ := e.Catalogue.Find(facts.CategoryRooms)
	require.NoError(t, e.Properties.DeleteRecord(who.Context(t), who.Caller, p.ID, rooms, room))
	trail, err := e.Audit.Of(t.Context(), who.User.ID, "facts.rooms", room)
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
	e := propertytest.New(t)
	who, p := e.Hotel(t, "Hotel")
	_, foreign := e.Hotel(t, "Other")
	unknown, err := e.Properties.Unknown(t.Context(), who.User.ID, []int64{p.ID, foreign.ID, 9999})
	require.NoError(t, err)
	require.Equal(t, []int64{foreign.ID, 9999}, unknown)
}

func TestService_Some(t *testing.T) {
	t.Parallel()
	e := propertytest.New(t)
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
	e := propertytest.New(t)
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

	rooms, err := e.Properties.RoomsOf(t.Context(), who.User.ID, []int64{second.ID, p.ID, foreign.ID})
	require.NoError(t, err)
	require.Len(t, rooms, 2, "only of one's own")
	require.Equal(t, []int64{double, twin}, []int64{rooms[p.ID][0].ID, rooms[p.ID][1].ID})
	require.Equal(t, suite, rooms[second.ID][0].ID)
	rooms, err = e.Properties.RoomsOf(t.Context(), who.User.ID, nil)
	require.NoError(t, err)
	require.Empty(t, rooms)

	ids, err := e.Properties.IDs(t.Context(), who.User.ID)
	require.NoError(t, err)
	require.Equal(t, []int64{p.ID, second.ID}, ids)
}
