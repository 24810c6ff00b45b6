package availability_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/inventory/availability"
)

func FuzzCursor(f *testing.F) {
	f.Add("")
	f.Add("AQ")
	f.Add("AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
	f.Fuzz(func(t *testing.T, text string) {
		if again, ok := availability.ReadCursor(text); ok {
			require.Equal(t, text, again, "a cursor has one form")
		}
	})
}
