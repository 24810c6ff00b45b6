package identitytest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/settings"
	"allot/internal/platform/apperr"
	"allot/internal/platform/page"
)

var pageOf500 = page.Request{Size: page.MaxSize}

// linkTo is the sealed part of a link to unsubscribe.
func linkTo(t *testing.T, e *apptest.Env, owner int64, email string) string {
	t.Helper()
	link, err := e.Settings.UnsubscribeLink(owner, email, "de")
	require.NoError(t, err)
	sealed, found := strings.CutPrefix(link, apptest.BaseURL+settings.UnsubscribePage)
	require.True(t, found, link)
	return strings.TrimSuffix(sealed, "/")
}

func TestService_Unsubscribe(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	m, other := e.Manager(t), e.Manager(t)
	contact := func(w *apptest.Who, email string) settings.Contact {
		c, err := e.Settings.CreateContact(w.Context(t), w.Caller, settings.ContactInput{Email: &email})
		require.NoError(t, err)
		return c
	}
	ada, bob, theirs := contact(m, "ada@x.example"), contact(m, "bob@x.example"), contact(other, "ada@x.example")
	list, err := e.Settings.CreateList(m.Context(t), m.Caller, settings.MailingListInput{Name: ptr("L"), Contacts: &[]int64{ada.ID, bob.ID}})
	require.NoError(t, err)
	link := linkTo(t, e, m.User.ID, "ada@x.example")

	shown, err := e.Settings.Subscription(t.Context(), link)
	require.NoError(t, err)
	require.Nil(t, shown.UnsubscribedAt, "looking changes nothing")
	require.Equal(t, []string{"ada@x.example", "de"}, []string{shown.Email, shown.Language})
	for range 2 { // the second changes nothing
		shown, err = e.Settings.Unsubscribe(t.Context(), link)
		require.NoError(t, err)
		require.NotNil(t, shown.UnsubscribedAt)
	}

	ada, err = e.Settings.Contact(t.Context(), m.Caller, ada.ID)
	require.NoError(t, err)
	require.Equal(t, e.Clock.Now(), *ada.UnsubscribedAt)
	theirs, err = e.Settings.Contact(t.Context(), other.Caller, theirs.ID)
	require.NoError(t, err)
	require.Nil(t, theirs.UnsubscribedAt, "another hotel was not meant")
	recipients, err := e.Settings.ListRecipients(t.Context(), m.User.ID, list.ID, 0, 10)
	require.NoError(t, err)
	require.Equal(t, []settings.Contact{bob}, recipients)
	n, err := e.Settings.CountRecipients(t.Context(), m.User.ID, list.ID)
	require.NoError(t, err)
	require.Equal(t, 1, n)
	members, err := e.Settings.ListContacts(t.Context(), m.User.ID, list.ID, 10)
	require.NoError(t, err)
	require.Equal(t, []settings.Contact{ada, bob}, members, "the hotel still sees who is on the list")
	require.Equal(t, []string{"create", "unsubscribe"}, actionsSettings(trail(t, e, m.User.ID, "contact", ada.ID)), "the second time is not recorded")

	// The hotel cannot undo it: not by deleting, making or importing the contact again.
	require.NoError(t, e.Settings.DeleteContact(m.Context(t), m.Caller, ada.ID))
	again := contact(m, "ada@x.example")
	require.NotNil(t, again.UnsubscribedAt)
	require.NoError(t, e.Settings.DeleteContact(m.Context(t), m.Caller, again.ID))
	importCSV(t, e, m, "email\nada@x.example\n", settings.ImportInput{List: list.ID, Update: true})
	recipients, err = e.Settings.ListRecipients(t.Context(), m.User.ID, list.ID, 0, 10)
	require.NoError(t, err)
	require.Equal(t, []settings.Contact{bob}, recipients)

	shown, err = e.Settings.Resubscribe(t.Context(), link)
	require.NoError(t, err)
	require.Nil(t, shown.UnsubscribedAt)
	n, err = e.Settings.CountRecipients(t.Context(), m.User.ID, list.ID)
	require.NoError(t, err)
	require.Equal(t, 2, n)

	_, err = e.Settings.Unsubscribe(t.Context(), "v1.nonsense")
	require.ErrorIs(t, err, apperr.ErrNotFound)
}
