package suggest_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/suggest"
)

func TestNearest(t *testing.T) {
	t.Parallel()
	known := []string{"id", "q", "rooms", "property_id", "first_name", "last_name", "room_total_units", "dry"}
	for name, want := range map[string]string{
		"room": "rooms", "ROOMS": "rooms", "propertyid": "property_id", "property-id": "property_id", "property": "property_id",
		"name": "first_name", "total_units": "room_total_units", "room_total_unit": "room_total_units", "idd": "id",
		"x": "", "": "", "zz": "", "color": "", "größe": "", strings.Repeat("rooms", 20): "",
	} {
		require.Equal(t, want, suggest.Nearest(name, known), name)
	}
}
