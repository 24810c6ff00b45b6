package exchangetest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/content/property"
	"allot/internal/testkit/dbtest"
)

// TestMigration runs the migration of stored events on those of an older program.
func TestMigration(t *testing.T) {
	t.Parallel()
	b := setupEvent(t)
	file, err := os.ReadFile(filepath.Join("..", "..", "platform", "db", "migrations", string(dbtest.Engine()), "00030_events.sql"))
	require.NoError(t, err)
	up, _, _ := strings.Cut(string(file), "-- +goose Down")
	owner, now := b.hotel.User.OwnerID, b.Clock.Now()
	old := `{"owner_id":%d,"property":{"id":%d,"name":"Hotel","logo":null},"changed_fields":["/name","/stars"],"previous":{"/name":"Old","/stars":null}%s}`
	ctx := t.Context()
	require.NoError(t, b.DB.InTx(ctx, func(ctx context.Context) error {
		if _, err := b.DB.From(ctx).NewRaw("DELETE FROM outbox_events").Exec(ctx); err != nil {
			return err
		}
		for _, row := range [][2]string{
			{"property.updated", fmt.Sprintf(old, owner, b.property.ID, "")},
			{"property.updated", fmt.Sprintf(old, owner, b.property.ID, `,"version":7`)},
			{"stopsale.created", `{"owner_id":1,"entries":[]}`},
			{"availability.updated", `{"owner_id":1,"rooms":[]}`},
			{"property.deleted", `{"owner_id":1,"property_id":5}`},
		} {
			_, err := b.DB.From(ctx).NewRaw("INSERT INTO outbox_events (kind, owner_id, payload, request_id, created_at) VALUES (?, ?, ?, '', ?)",
				row[0], owner, row[1], now).Exec(ctx)
			if err != nil {
				return err
			}
		}
		for range 2 { // a second time changes nothing
			for statement := range strings.SplitSeq(up, ";\n") {
				if strings.TrimSpace(statement) == "" {
					continue
				}
				if _, err := b.DB.From(ctx).NewRaw(statement).Exec(ctx); err != nil {
					return err
				}
			}
		}
		return nil
	}))
	require.Empty(t, b.stored(t, "stopsale.created"))
	require.Empty(t, b.stored(t, "availability.updated"))
	require.JSONEq(t, `{"owner_id":1,"property_id":5}`, string(b.stored(t, "property.deleted")[0].Payload))

	list := b.stored(t, "property.updated")
	require.Len(t, list, 2)
	for i, want := range []property.UpdatedRoute{
		{OwnerID: owner, PropertyID: b.property.ID, Scope: property.ScopeDraft},
		{OwnerID: owner, PropertyID: b.property.ID, Scope: property.ScopePublished, Version: 7},
	} {
		var ev property.Updated
		require.NoError(t, list[i].Decode(&ev))
		require.Equal(t, want, ev.Route)
		require.Equal(t, "Hotel", ev.Data.Name)
		require.Equal(t, []string{"/name", "/stars"}, ev.Data.ChangedFields)
		require.Equal(t, map[string]any{"/name": "Old", "/stars": nil}, ev.Data.Previous)
		require.Equal(t, want.Scope, ev.Data.Scope)
		require.False(t, ev.Data.Complete)
		require.Len(t, b.tell(t, list[i], "hotel"), 1)
	}
	require.Empty(t, b.tell(t, list[1], "plain"), "what partners may see of it was not kept")
}
