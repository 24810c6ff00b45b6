package app

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/lang"
)

// A form shows these lists: every value has words in every language.
func TestOptionLists(t *testing.T) {
	t.Parallel()
	lists := optionLists()
	require.Len(t, lists, 10)
	for name, options := range lists {
		for _, l := range lang.Offered {
			require.NotEmpty(t, options(l), name)
			for _, o := range options(l) {
				require.NotEmpty(t, o.Value, name)
				require.NotEmpty(t, o.Label, "%s in %s: %s", name, l, o.Value)
			}
			if own, ok := optionLabels[l][name]; ok {
				require.Len(t, own, len(options(l)), "%s in %s has words for values that are none", name, l)
			}
		}
	}
}
