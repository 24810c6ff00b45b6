package mailer_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/lang"
	"allot/internal/platform/mailer"
)

func TestGreeting(t *testing.T) {
	t.Parallel()
	require.Equal(t, "Hello Anna Petrou,", mailer.Greeting("en", "Anna Petrou"))
	require.Equal(t, "Guten Tag,", mailer.Greeting("de", ""))
	require.Equal(t, "Hello,", mailer.Greeting("ja", ""), "a language that we do not speak")
	seen := map[string]bool{}
	for _, l := range lang.Offered {
		seen[mailer.Greeting(l, "")] = true
	}
	require.Len(t, seen, len(lang.Offered), "each language has its own")
}
