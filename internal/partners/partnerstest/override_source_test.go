package partnerstest

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/facts"
	"allot/internal/identity/notify"
	"allot/internal/partners/contract"
)

// told counts what somebody was told of a kind.
func (b *overrideBundle) told(t *testing.T, who *apptest.Who, kind notify.Kind) (n int) {
	t.Helper()
	b.Settle(t)
	for _, one := range b.Told(t, who) {
		if one.Kind == kind {
			n++
		}
	}
	return n
}

func (b *overrideBundle) publish(t *testing.T, category string, record facts.Record) {
	t.Helper()
	b.Clock.Advance(time.Minute)
	b.Save(t, b.Hotel, b.Property.ID, category, record)
	b.Publish(t, b.Hotel, b.Admin, b.Property)
}

// override is the operator's only one.
func (b *overrideBundle) only(t *testing.T) object {
	t.Helper()
	all := list(t, body(t, b.Operator.Do(t, get, factsPath, ""), 200), "results")
	require.Len(t, all, 1)
	return all[0]
}

func TestSource_changes(t *testing.T) {
	t.Parallel()
	b := setupOverride(t, contract.Yes)
	b.Start(t)
	room := b.source(t, "rooms")
	second := b.Env.Operator(t)
	b.Accepted(t, b.Hotel, second, apptest.Answer(contract.Yes))
	b.save(t, "rooms", room.ID, `{"size":31,"description":{"de":"Unser Text"}}`, 201)
	b.publish(t, "general", facts.Record{"chain_name": "Other chain"})
	b.publish(t, "rooms", facts.Record{"id": json.Number(fmt.Sprint(room.ID)), "description": map[string]any{"fr": "Vue sur mer"}})
	require.Equal(t, 0, b.told(t, b.Operator, notify.OverrideSourceChanged), "nothing behind the override has changed")
	require.Equal(t, false, b.only(t)["source_changed"])

	b.publish(t, "rooms", facts.Record{"id": json.Number(fmt.Sprint(room.ID)), "size": json.Number("99"), "description": map[string]any{"de": "Neu"}})
	at := b.Clock.Now()
	require.Equal(t, 1, b.told(t, b.Operator, notify.OverrideSourceChanged))
	require.Equal(t, 0, b.told(t, second, notify.OverrideSourceChanged))
	o := b.only(t)
	require.Equal(t, true, o["source_changed"])
	require.Equal(t, at.UTC().Format(time.RFC3339), o["source_changed_at"])
	require.Equal(t, []any{"description.de", "size"}, o["source_changed_fields"])
	require.Equal(t, object{"size": 99.0, "description": object{"de": "Neu"}}, o["source"])
	require.Equal(t, json.Number("31"), b.sheet(t, b.Operator)["rooms"][0].Data["size"], "the override holds")

	b.publish(t, "rooms", facts.Record{"id": json.Number(fmt.Sprint(room.ID)), "size": json.Number("98")})
	require.Equal(t, 1, b.told(t, b.Operator, notify.OverrideSourceChanged), "told once")
	require.Equal(t, at.UTC().Format(time.RFC3339), b.only(t)["source_changed_at"])

	{ // saving again settles it, and the next change is news again
		o := b.save(t, "rooms", room.ID, `{"size":31,"description":{"de":"Unser Text"}}`, 200)
		require.Equal(t, false, o["source_changed"])
		require.Nil(t, o["source_changed_at"])
		b.publish(t, "rooms", facts.Record{"id": json.Number(fmt.Sprint(room.ID)), "size": json.Number("97")})
		require.Equal(t, 2, b.told(t, b.Operator, notify.OverrideSourceChanged))
	}

	{ // a source that is back where it was is no change
		b.publish(t, "rooms", facts.Record{"id": json.Number(fmt.Sprint(room.ID)), "size": json.Number("98")})
		b.Settle(t)
		o := b.only(t)
		require.Equal(t, false, o["source_changed"])
		require.Nil(t, o["source_changed_at"])
		require.Empty(t, o["source_changed_fields"])
	}

	{ // an override of a record that is gone stays and shows nothing
		rooms, _ := b.Catalogue.Find("rooms")
		require.NoError(t, b.Properties.DeleteRecord(b.Hotel.Context(t), b.Hotel.Caller, b.Property.ID, rooms, room.ID))
		require.Equal(t, 2, b.told(t, b.Operator, notify.OverrideSourceChanged), "the working copy concerns nobody")
		b.Publish(t, b.Hotel, b.Admin, b.Property)
		require.Equal(t, 3, b.told(t, b.Operator, notify.OverrideSourceChanged))
		o := b.only(t)
		require.Equal(t, true, o["source_changed"])
		require.Nil(t, o["source"])
		require.Equal(t, false, o["in_force"])
		require.Empty(t, b.sheet(t, b.Operator)["rooms"])
		require.Equal(t, 400, b.Operator.Do(t, post, overrideCreate, b.override(t, "rooms", room.ID, `{"size":30}`)).Code)
	}
}

func TestSource_contactsThatAreNotShared(t *testing.T) {
	t.Parallel()
	b := setupOverride(t, contract.Yes)
	hidden := b.Save(t, b.Hotel, b.Property.ID, "contacts", facts.Record{"person": "Night porter", "shared_with_partners": false})
	b.Publish(t, b.Hotel, b.Admin, b.Property)
	apptest.RequireInvalid(t, b.Operator.Do(t, post, overrideCreate, b.override(t, "contacts", hidden, `{"person":"x"}`)),
		"record_id", "must be the id of a record of contacts that the hotel has published")
}
