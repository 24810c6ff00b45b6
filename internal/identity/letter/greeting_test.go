package letter_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/letter"
	"allot/internal/platform/lang"
)

func TestGreeting(t *testing.T) {
	t.Parallel()
	require.Equal(t, "Hello Anna Petrou,", letter.Greeting("en", "Anna Petrou"))
	require.Equal(t, "Guten Tag,", letter.Greeting("de", ""))
	require.Equal(t, "Hello,", letter.Greeting("ja", ""), "a language that we do not speak")
	seen := map[string]bool{}
	for _, l := range lang.Offered {
		seen[letter.Greeting(l, "")] = true
	}
	require.Len(t, seen, len(lang.Offered), "each language has its own")
}
