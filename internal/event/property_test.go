package event_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/contract"
	"allot/internal/facts"
	"allot/internal/photo/phototest"
	"allot/internal/property"
)

func TestService_RenderProperty(t *testing.T) {
	t.Parallel()
	b := setup(t)
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

func mustJSON(t *testing.T, v any) []byte {
	t.Helper()
	text, err := json.Marshal(v)
	require.NoError(t, err)
	return text
}
