package ratelimit_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/clocktest"
	"allot/internal/platform/ratelimit"
)

func TestNames_Take(t *testing.T) {
	t.Parallel()
	clock := clocktest.New()
	names := ratelimit.NewNames(2, time.Hour, clock.Now)
	require.True(t, names.Take("a").Allowed)
	require.True(t, names.Take("a").Allowed)
	clock.Advance(20 * time.Minute)
	refused := names.Take("a")
	require.False(t, refused.Allowed)
	require.Equal(t, 40*time.Minute, refused.Reset)
	require.True(t, names.Take("b").Allowed)
	clock.Advance(40 * time.Minute)
	require.True(t, names.Take("a").Allowed)
}
