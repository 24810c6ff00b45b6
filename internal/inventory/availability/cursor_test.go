package availability

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func FuzzCursor(f *testing.F) {
	f.Add("")
	f.Add("AQ")
	f.Add("AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
	f.Fuzz(func(t *testing.T, text string) {
		if c, ok := parseCursor(text, "epoch"); ok {
			require.Equal(t, text, c.text("epoch"), "a cursor has one form")
		}
	})
}
