package fold_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/fold"
)

func TestWords(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"":                       "",
		" -- ":                   "",
		"Saint-Jean d'Août":      "saint jean d aout",
		"  Playa   del Inglés  ": "playa del ingles",
		"Άγιος Νικόλαος (Κρήτη)": "αγιοσ νικολαοσ κρητη",
		"Route 66/b": "route 66 b",
	} {
		require.Equal(t, want, fold.Words(in), in)
	}
}
