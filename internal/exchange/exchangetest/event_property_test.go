package exchangetest

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/content/facts"
	"allot/internal/content/photo/phototest"
	"allot/internal/content/property"
	"allot/internal/partners/contract"
)

func TestService_RenderProperty(t *testing.T) {
	t.Parallel()
	b := setupEvent(t)
	b.partner(t, "no contacts", func(c *contract.Contract) { c.Flags = contract.Flags{contract.RightCategory("contacts"): contract.No} })
	contact := b.Save(t, b.hotel, b.property.ID, "contacts", facts.Record{"person": "Maria", "department": "sales"})
	name := "Hotel Nova"
	after, err := b.Properties.Update(b.hotel.Context(t), b.hotel.Caller, b.property.ID, property.Change{Name: &name},
		property.Logo{Upload: bytes.NewReader(phototest.EncodePNG(t, phototest.Corners(40, 30)))})
	require.NoError(t, err)
	logo := linkBase + "/media/" + after.LogoKey

	read := func(who string) (d property.UpdatedData) {
		list := b.tell(t, b.last(t, "property.updated"), who)
		require.Len(t, list, 1)
		require.NoError(t, json.Unmarshal([]byte(list[0]), &d))
		return d
	}
	draft := read("hotel")
	require.Equal(t, []string{"/logo", "/name"}, draft.ChangedFields)
	require.Equal(t, logo, *draft.Logo, "the address as the GET gives it")
	require.Equal(t, map[string]any{"/logo": logo, "/name": name}, draft.Current)
	require.Equal(t, map[string]any{"/logo": nil, "/name": "Hotel Aurora"}, draft.Previous)
	require.Equal(t, property.ScopeDraft, draft.Scope)

	b.Publish(t, b.hotel, b.Admin(t), b.property)
	person := "/facts/contacts/" + string(mustJSON(t, contact))
	shown := read("plain")
	require.Equal(t, property.ScopePublished, shown.Scope)
	require.Equal(t, []string{"/logo", "/name", person}, shown.ChangedFields)
	require.Equal(t, map[string]any{"person": "Maria", "department": "sales"}, shown.Current[person])
	require.Equal(t, name, shown.Name)
	require.Equal(t, logo, *shown.Logo)
	require.Contains(t, shown.Facts, "contacts")

	shut := read("no contacts")
	require.Equal(t, []string{"/logo", "/name"}, shut.ChangedFields)
	require.NotContains(t, shut.Facts, "contacts")
	require.NotContains(t, shut.Current, person)

	b.Save(t, b.hotel, b.property.ID, "contacts", facts.Record{"id": contact, "person": "Eleni"})
	b.Publish(t, b.hotel, b.Admin(t), b.property)
	require.Empty(t, b.tell(t, b.last(t, "property.updated"), "no contacts"), "nothing of it is its business")
	require.Equal(t, []string{person + "/person"}, read("plain").ChangedFields)
}

// An operator whose contract opens photos and no facts is told of photos alone.
func TestService_RenderPropertyPhotos(t *testing.T) {
	t.Parallel()
	b := setupEvent(t)
	b.partner(t, "neither", func(c *contract.Contract) {
		c.Flags = contract.Flags{contract.RightFacts: contract.No, contract.RightPhotos: contract.No}
	})
	data := property.NewUpdatedData(b.property, map[string]any{"general": "secret"}, property.ScopePublished)
	data.Note("/name", "Old", b.property.Name)
	data.Note("/photos", []int64{1}, []int64{1, 2})
	data.Note("/facts/general/checkin", "14:00", "15:00")
	stored := b.last(t, "property.updated")
	stored.Payload = mustJSON(t, property.Updated{
		Route: property.UpdatedRoute{OwnerID: b.hotel.User.OwnerID, PropertyID: b.property.ID, Scope: property.ScopePublished}, Data: data, Shared: &data,
	})
	require.NotContains(t, b.names(t, stored), "neither")
	told := b.tell(t, stored, "no facts")
	require.Len(t, told, 1)
	require.JSONEq(t, `["/photos"]`, string(mustJSON(t, member(t, told[0], "changed_fields"))))
	require.JSONEq(t, `{"/photos":[1,2]}`, string(mustJSON(t, member(t, told[0], "current"))))
	require.Nil(t, member(t, told[0], "facts"))
	require.EqualValues(t, b.property.ID, member(t, told[0], "id"))
	require.Equal(t, b.property.Name, member(t, told[0], "name"))
	require.Empty(t, member(t, told[0], "timezone"), "the rest of the property is facts")

	data.ChangedFields = []string{"/name"}
	stored.Payload = mustJSON(t, property.Updated{
		Route: property.UpdatedRoute{OwnerID: b.hotel.User.OwnerID, PropertyID: b.property.ID, Scope: property.ScopePublished}, Data: data, Shared: &data,
	})
	require.Empty(t, b.tell(t, stored, "no facts"))
}

func member(t *testing.T, text, name string) any {
	t.Helper()
	var m map[string]any
	require.NoError(t, json.Unmarshal([]byte(text), &m))
	return m[name]
}

func mustJSON(t *testing.T, v any) []byte {
	t.Helper()
	text, err := json.Marshal(v)
	require.NoError(t, err)
	return text
}
