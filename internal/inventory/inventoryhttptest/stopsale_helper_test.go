package inventoryhttptest

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/content/property"
	"allot/internal/inventory/stopsale"
)

// fill gives the hotel so many sources, in one transaction.
func (b *bundle) fill(t *testing.T, n int) error {
	t.Helper()
	return b.DB.InTx(t.Context(), func(ctx context.Context) error {
		for i := range n {
			name := fmt.Sprintf("source %d", i)
			src := stopsale.Source{OwnerID: b.hotel.User.OwnerID, Name: name, NameKey: name, CreatedAt: b.Clock.Now()}
			if err := b.StopStore.InsertSource(ctx, &src); err != nil {
				return err
			}
		}
		return nil
	})
}

// in makes a property in a time zone.
func (b *bundle) in(t *testing.T, zone string) property.Property {
	t.Helper()
	p := b.Property(t, b.hotel, "Hotel in "+zone)
	p, err := b.Properties.Update(b.hotel.Context(t), b.hotel.Caller, p.ID, property.Change{Timezone: &zone}, property.Logo{})
	require.NoError(t, err)
	return p
}

// past stores an event of a day that is over.
func (b *bundle) past(t *testing.T, room int64, date string) {
	t.Helper()
	_, id, err := b.Properties.Room(t.Context(), b.hotel.User.OwnerID, room)
	require.NoError(t, err)
	now := b.Clock.Now()
	require.NoError(t, b.DB.InTx(t.Context(), func(ctx context.Context) error {
		return b.StopStore.InsertEvent(ctx, &stopsale.Event{
			OwnerID: b.hotel.User.OwnerID, PropertyID: id, RoomID: room, Date: day(date), Color: stopsale.Stop, CreatedAt: now, UpdatedAt: now,
		})
	}))
}
