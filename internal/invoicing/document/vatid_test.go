package document_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/invoicing/document"
)

func TestSameVATID(t *testing.T) {
	t.Parallel()
	for _, pair := range [][2]string{
		{"DE123456789", "DE 123 456 789"}, {"de123456789", "DE123456789"}, {"GR123456789", "EL 123456789"}, {"ATU-1234.5678", "ATU12345678"},
	} {
		require.True(t, document.SameVATID(pair[0], pair[1]), pair)
		require.True(t, document.SameVATID(pair[1], pair[0]), pair)
	}
	for _, pair := range [][2]string{{"", ""}, {" ", "-"}, {"DE123456789", ""}, {"DE123456789", "AT123456789"}, {"DE123456789", "DE12345678"}} {
		require.False(t, document.SameVATID(pair[0], pair[1]), pair)
		require.False(t, document.SameVATID(pair[1], pair[0]), pair)
	}
}
