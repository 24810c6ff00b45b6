package identitytest

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/identity/notify"
	"allot/internal/platform/apperr"
)

func TestNotifyService_Send(t *testing.T) {
	t.Parallel()

	t.Run("reaches the manager and the colleagues whom it concerns, nobody else", func(t *testing.T) {
		t.Parallel()
		e := setupNotify(t)
		m, stranger := e.Manager(t), e.Manager(t)
		with, other, without := e.SubUser(t, m, auth.FactSheets), e.SubUser(t, m, auth.Photos), e.SubUser(t, m)
		tell(t, e, approved(m.User.ID))
		for _, w := range []*apptest.Who{m, with} {
			list := e.Told(t, w)
			require.Len(t, list, 1)
			n := list[0]
			require.NotZero(t, n.ID)
			require.Equal(t, e.Clock.Now(), n.CreatedAt)
			require.Equal(t, notify.Notification{
				ID: n.ID, OwnerID: m.User.ID, UserID: w.User.ID, Kind: notify.PublicationApproved, Language: "en",
				Title: "The fact sheet of Hotel Poseidon is published", Link: "/properties/7/", CreatedAt: n.CreatedAt,
				Body:   "The fact sheet of Hotel Poseidon was approved. Your partners now see this version.",
				Params: &notify.Params{Plain: map[string]string{"property": "Hotel Poseidon"}},
			}, n)
		}
		for _, w := range []*apptest.Who{other, without, stranger} {
			require.Empty(t, e.Told(t, w))
		}
	})

	t.Run("is kept in each user's language as it was then, for the letter", func(t *testing.T) {
		t.Parallel()
		e := setupNotify(t)
		m := e.Manager(t)
		german, turkish, greek, french := e.SubUser(t, m, auth.FactSheets), e.SubUser(t, m, auth.FactSheets), e.SubUser(t, m, auth.FactSheets), e.SubUser(t, m, auth.FactSheets)
		speak(t, e, german, "de-AT")
		speak(t, e, turkish, "tr")
		speak(t, e, greek, "el")
		speak(t, e, french, "fr")
		tell(t, e, approved(m.User.ID))
		speak(t, e, german, "en")
		for w, want := range map[*apptest.Who]string{
			m:       "The fact sheet of Hotel Poseidon is published",
			german:  "Die Hotelbeschreibung von Hotel Poseidon ist veröffentlicht",
			turkish: "Hotel Poseidon tesisinin bilgi formu yayımlandı",
			greek:   "Το δελτίο του καταλύματος Hotel Poseidon δημοσιεύτηκε",
			french:  "The fact sheet of Hotel Poseidon is published",
		} {
			require.Equal(t, []string{want}, titles(e.Told(t, w)))
		}
	})

	t.Run("reaches every member of the staff", func(t *testing.T) {
		t.Parallel()
		e := setupNotify(t)
		notice := notify.Notice{
			To: notify.Staff(), Kind: notify.PublicationSubmitted,
			Params: map[string]string{"property": "Poseidon", "company": "Sea Hotels"}, Link: "/review/7/",
		}
		tell(t, e, notice) // nobody there yet
		first, second, m := e.Admin(t), e.Admin(t), e.Manager(t)
		tell(t, e, notice)
		require.Equal(t, []string{"Poseidon of Sea Hotels awaits review"}, titles(e.Told(t, first)))
		require.Equal(t, []string{"Poseidon of Sea Hotels awaits review"}, titles(e.Told(t, second)))
		require.Empty(t, e.Told(t, m))
	})

	t.Run("reaches one user, and nobody if that user is gone", func(t *testing.T) {
		t.Parallel()
		e := setupNotify(t)
		m := e.Manager(t)
		c := e.SubUser(t, m)
		declined := notify.Notice{
			To: notify.User(c.User.ID), Kind: notify.PublicationDeclined,
			Params: map[string]string{"property": "Poseidon", "reason": "No photos\nof rooms"},
		}
		tell(t, e, declined)
		require.Empty(t, e.Told(t, m))
		list := e.Told(t, c)
		require.Len(t, list, 1)
		require.True(t, strings.HasSuffix(list[0].Body, "The reason given: No photos\nof rooms"))
		require.NoError(t, e.Accounts.DeleteSubUser(m.Context(t), m.Caller, c.User.ID))
		tell(t, e, declined)
		require.Len(t, e.Told(t, c), 1)
	})

	t.Run("goes with the transaction it was called in", func(t *testing.T) {
		t.Parallel()
		e := setupNotify(t)
		e.Start(t)
		m := e.Manager(t)
		boom := errors.New("boom")
		err := e.DB.InTx(t.Context(), func(ctx context.Context) error {
			return errors.Join(e.Notify.Send(ctx, approved(m.User.ID)), boom)
		})
		require.ErrorIs(t, err, boom)
		require.Empty(t, e.Told(t, m))
		require.Len(t, e.Letters(t, m.User.Email), 1, "the welcome")
	})

	t.Run("a mistake of the calling module is a fault and tells nobody", func(t *testing.T) {
		t.Parallel()
		e := setupNotify(t)
		m := e.Manager(t)
		for name, spoil := range map[string]func(*notify.Notice){
			"unknown kind":        func(n *notify.Notice) { n.Kind = "nothing" },
			"value missing":       func(n *notify.Notice) { n.Params = nil },
			"value too many":      func(n *notify.Notice) { n.Params["reason"] = "x" },
			"value of another":    func(n *notify.Notice) { n.Params = map[string]string{"reason": "x"} },
			"link elsewhere":      func(n *notify.Notice) { n.Link = "https://evil.example/" },
			"link to another":     func(n *notify.Notice) { n.Link = "//evil.example/" },
			"for nobody":          func(n *notify.Notice) { n.To = notify.Audience{} },
			"flag does not exist": func(n *notify.Notice) { n.To = notify.Account(m.User.ID, "fact_sheet") },
		} {
			n := approved(m.User.ID)
			spoil(&n)
			err := e.Notify.Send(apptest.Context(t), n)
			require.Error(t, err, name)
			require.Equal(t, apperr.Internal, apperr.Of(err).Kind, name)
		}
		require.Empty(t, e.Told(t, m))
	})
}

// What may be a stranger's mailbox, and what others have filled enough, get no
// letter; the dashboard tells all of it.
func TestService_Tell_withoutLetter(t *testing.T) {
	t.Parallel()
	e := setupNotify(t, apptest.Settings(apptest.ConfirmEmails))
	e.Start(t)
	m := e.Manager(t)
	before := len(e.Letters(t, m.User.Email))
	quiet := approved(m.User.OwnerID)
	quiet.Quiet = true
	tell(t, e, quiet)
	require.Len(t, e.Letters(t, m.User.Email), before)

	email := "other@hotel.example"
	_, err := e.Accounts.UpdateProfile(m.Context(t), m.Caller, account.ProfileInput{Email: &email})
	require.NoError(t, err)
	asked := len(e.Letters(t, email))
	tell(t, e, approved(m.User.OwnerID))
	require.Len(t, e.Letters(t, email), asked)
	require.Len(t, e.Told(t, m), 2)
}
