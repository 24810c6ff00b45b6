package partnerstest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/partners/contract"
)

// suspend stops an account, and returns what lets it go on.
func (b *overrideBundle) suspend(t *testing.T, who *apptest.Who) (resume func()) {
	t.Helper()
	_, err := b.Accounts.Suspend(b.Staff().Context(t), who.User.OwnerID, "")
	require.NoError(t, err)
	return func() {
		_, err := b.Accounts.Resume(b.Staff().Context(t), who.User.OwnerID)
		require.NoError(t, err)
		b.Clock.Advance(time.Minute + time.Second)
	}
}

func TestLetter_suspended(t *testing.T) {
	t.Parallel()

	for name, side := range map[string]func(b *overrideBundle) *apptest.Who{
		"the hotel":    func(b *overrideBundle) *apptest.Who { return b.Hotel },
		"the operator": func(b *overrideBundle) *apptest.Who { return b.Operator },
	} {
		t.Run("waits while "+name+" is suspended", func(t *testing.T) {
			t.Parallel()
			b := setupOverride(t, contract.Ask)
			b.save(t, "general", 0, `{"chain_name":"Changed"}`, 201)
			resume := b.suspend(t, side(b))
			b.Start(t)
			require.Empty(t, b.asked(t, b.Hotel.User.Email))
			resume()
			require.Eventually(t, func() bool { return len(b.asked(t, b.Hotel.User.Email)) == 1 }, time.Minute, 20*time.Millisecond)
		})
	}
}

func TestLink_suspended(t *testing.T) {
	t.Parallel()
	b := setupOverride(t, contract.Ask)
	b.Start(t)
	b.save(t, "general", 0, `{"chain_name":"Changed"}`, 201)
	link := b.link(t, b.Hotel.User.Email)
	resume := b.suspend(t, b.Hotel)
	for _, res := range []int{b.Do(t, get, link, "").Code, b.press(t, link, "approve").Code} {
		require.Equal(t, 403, res)
	}
	require.Contains(t, b.press(t, link, "decline").Body.String(), "This account is suspended")
	resume()
	require.Equal(t, "waiting", b.only(t)["status"], "nothing was decided")
	require.Equal(t, 200, b.press(t, link, "approve").Code)
}
