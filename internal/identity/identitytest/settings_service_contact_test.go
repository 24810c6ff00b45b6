package identitytest

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/settings"
	"allot/internal/platform/apperr"
	"allot/internal/platform/page"
)

func contact(t *testing.T, e *apptest.Env, m *apptest.Who, in settings.ContactInput) settings.Contact {
	t.Helper()
	c, err := e.Settings.CreateContact(m.Context(t), m.Caller, in)
	require.NoError(t, err)
	return c
}

// found returns the e-mail addresses that a filter leaves.
func found(t *testing.T, e *apptest.Env, m *apptest.Who, f settings.ContactFilter) []string {
	t.Helper()
	list, n, err := e.Settings.Contacts(t.Context(), m.Caller, f, page.Request{})
	require.NoError(t, err)
	require.Len(t, list, n)
	emails := []string{}
	for _, c := range list {
		emails = append(emails, c.Email)
	}
	return emails
}

func TestService_contacts(t *testing.T) {
	t.Parallel()

	t.Run("one e-mail address is one contact, whatever the case", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m, other := e.Manager(t), e.Manager(t)
		c := contact(t, e, m, settings.ContactInput{Email: ptr(" Ada@X.example "), FirstName: ptr(" Ada "), Tags: ptr([]string{"VIP", "vip", " ", "Kıbrıs"})})
		require.Equal(t, []any{"ada@x.example", "Ada", []string{"VIP", "Kıbrıs"}}, []any{c.Email, c.FirstName, c.Tags})
		_, err := e.Settings.CreateContact(m.Context(t), m.Caller, settings.ContactInput{Email: ptr("ADA@x.example")})
		require.ErrorIs(t, err, settings.ErrContactExists)
		contact(t, e, other, settings.ContactInput{Email: ptr("ada@x.example")})
		second := contact(t, e, m, settings.ContactInput{Email: ptr("b@x.example")})
		_, err = e.Settings.UpdateContact(m.Context(t), m.Caller, second.ID, settings.ContactInput{Email: ptr("Ada@x.example")})
		require.ErrorIs(t, err, settings.ErrContactExists)
	})

	t.Run("twins at once: one is made", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		var wg sync.WaitGroup
		errs := make([]error, 8)
		for i := range errs {
			wg.Go(func() {
				_, errs[i] = e.Settings.CreateContact(m.Context(t), m.Caller, settings.ContactInput{Email: ptr("twin@x.example")})
			})
		}
		wg.Wait()
		made := 0
		for _, err := range errs {
			if err == nil {
				made++
				continue
			}
			require.ErrorIs(t, err, settings.ErrContactExists)
		}
		require.Equal(t, 1, made)
	})

	t.Run("every bad field is named", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		_, err := e.Settings.CreateContact(m.Context(t), m.Caller, settings.ContactInput{
			Email: ptr(""), FirstName: ptr(strings.Repeat("x", 101)), LastName: ptr("a\nb"), Company: ptr(strings.Repeat("x", 201)), Phone: ptr("no"),
			Tags: ptr([]string{"ok", strings.Repeat("x", 51)}),
		})
		require.Equal(t, []string{"first_name", "last_name", "email", "company", "phone", "tags[1]"}, fields(t, err))
		many := make([]string, 21)
		for i := range many {
			many[i] = fmt.Sprint("tag", i)
		}
		_, err = e.Settings.CreateContact(m.Context(t), m.Caller, settings.ContactInput{Email: ptr("a@x.example"), Tags: &many})
		require.Equal(t, []string{"tags"}, fields(t, err))
	})

	t.Run("are found by what people type", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m, other := e.Manager(t), e.Manager(t)
		contact(t, e, m, settings.ContactInput{Email: ptr("a@x.example"), FirstName: ptr("Γιώργος"), LastName: ptr("Παπαδάκης"), Company: ptr("Straße 100%"), Tags: ptr([]string{"Crete"})})
		contact(t, e, m, settings.ContactInput{Email: ptr("b@kibris.example"), FirstName: ptr("Işıl"), LastName: ptr("Çelik"), Tags: ptr([]string{"crete", "Ägypten"})})
		contact(t, e, other, settings.ContactInput{Email: ptr("a@x.example"), FirstName: ptr("Γιώργος"), Tags: ptr([]string{"Crete"})})
		a, b, both := []string{"a@x.example"}, []string{"b@kibris.example"}, []string{"a@x.example", "b@kibris.example"}
		for q, want := range map[string][]string{
			"": both, "γιωργοσ": a, "ΠΑΠΑΔΑΚΗΣ Γιωργ": a, "strasse": a, "100%": a, "ISIL": b, "celik": b, "KIBRIS": b, "example": both,
			"%": a, "_": {}, "!": {}, "'": {}, "nobody": {},
		} {
			require.Equal(t, want, found(t, e, m, settings.ContactFilter{Query: q}), q)
		}
		require.Equal(t, both, found(t, e, m, settings.ContactFilter{Tag: "CRETE"}))
		require.Equal(t, b, found(t, e, m, settings.ContactFilter{Tag: "agypten", Query: "isil"}))
		require.Empty(t, found(t, e, m, settings.ContactFilter{Tag: "cret"}))
	})

	t.Run("change, keep what is not named, and go", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m, other := e.Manager(t), e.Manager(t)
		c := contact(t, e, m, settings.ContactInput{Email: ptr("a@x.example"), Company: ptr("X"), Tags: ptr([]string{"one"})})
		after, err := e.Settings.UpdateContact(m.Context(t), m.Caller, c.ID, settings.ContactInput{Tags: ptr([]string{"two"}), Phone: ptr("+49 30\u00a01234")})
		require.NoError(t, err)
		require.Equal(t, []any{"X", "+49 30 1234", []string{"two"}}, []any{after.Company, after.Phone, after.Tags})
		require.Empty(t, found(t, e, m, settings.ContactFilter{Tag: "one"}))
		require.Len(t, found(t, e, m, settings.ContactFilter{Tag: "two"}), 1)
		_, err = e.Settings.UpdateContact(m.Context(t), m.Caller, c.ID, settings.ContactInput{Company: ptr("X")})
		require.NoError(t, err)
		_, err = e.Settings.UpdateContact(other.Context(t), other.Caller, c.ID, settings.ContactInput{Company: ptr("Y")})
		require.ErrorIs(t, err, apperr.ErrNotFound)
		require.ErrorIs(t, e.Settings.DeleteContact(other.Context(t), other.Caller, c.ID), apperr.ErrNotFound)
		require.NoError(t, e.Settings.DeleteContact(m.Context(t), m.Caller, c.ID))
		require.ErrorIs(t, e.Settings.DeleteContact(m.Context(t), m.Caller, c.ID), apperr.ErrNotFound)
		require.Empty(t, found(t, e, m, settings.ContactFilter{}))
		require.Equal(t, []string{"create", "update", "delete"}, actionsSettings(trail(t, e, m.User.ID, "contact", c.ID)))
	})
}

func TestService_lists(t *testing.T) {
	t.Parallel()

	t.Run("hold contacts of the account, each once", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m, other := e.Manager(t), e.Manager(t)
		a, b := contact(t, e, m, settings.ContactInput{Email: ptr("a@x.example")}), contact(t, e, m, settings.ContactInput{Email: ptr("b@x.example")})
		theirs := contact(t, e, other, settings.ContactInput{Email: ptr("c@x.example")})
		l, err := e.Settings.CreateList(m.Context(t), m.Caller, settings.MailingListInput{Name: ptr(" Crete "), Contacts: ptr([]int64{b.ID, a.ID, b.ID})})
		require.NoError(t, err)
		require.Equal(t, []any{"Crete", 2}, []any{l.Name, l.ContactsCount})
		l, err = e.Settings.MailingList(t.Context(), m.User.ID, l.ID)
		require.NoError(t, err)
		require.Equal(t, 2, l.ContactsCount)
		require.Equal(t, []string{"a@x.example", "b@x.example"}, found(t, e, m, settings.ContactFilter{List: l.ID}))
		require.Empty(t, found(t, e, other, settings.ContactFilter{List: l.ID}))

		_, err = e.Settings.UpdateList(m.Context(t), m.Caller, l.ID, settings.MailingListInput{Contacts: ptr([]int64{a.ID, theirs.ID, 999})})
		require.Equal(t, []string{"contacts[1]", "contacts[2]"}, fields(t, err))
		_, err = e.Settings.CreateList(m.Context(t), m.Caller, settings.MailingListInput{Name: ptr("CRETE")})
		require.ErrorIs(t, err, settings.ErrListExists)
		_, err = e.Settings.CreateList(other.Context(t), other.Caller, settings.MailingListInput{Name: ptr("Crete")})
		require.NoError(t, err)
		_, err = e.Settings.UpdateList(other.Context(t), other.Caller, l.ID, settings.MailingListInput{Name: ptr("Mine")})
		require.ErrorIs(t, err, apperr.ErrNotFound)

		require.NoError(t, e.Settings.DeleteContact(m.Context(t), m.Caller, a.ID))
		l, err = e.Settings.UpdateList(m.Context(t), m.Caller, l.ID, settings.MailingListInput{Name: ptr("Rhodes")})
		require.NoError(t, err)
		require.Equal(t, []any{"Rhodes", 1}, []any{l.Name, l.ContactsCount})
		l, err = e.Settings.UpdateList(m.Context(t), m.Caller, l.ID, settings.MailingListInput{Contacts: ptr([]int64{})})
		require.NoError(t, err)
		require.Equal(t, 0, l.ContactsCount)
		require.ErrorIs(t, e.Settings.DeleteList(other.Context(t), other.Caller, l.ID), apperr.ErrNotFound)
		require.NoError(t, e.Settings.DeleteList(m.Context(t), m.Caller, l.ID))
		require.Equal(t, []string{"b@x.example"}, found(t, e, m, settings.ContactFilter{}))
		require.Equal(t, []string{"create", "update", "update", "delete"}, actionsSettings(trail(t, e, m.User.ID, "mailing_list", l.ID)))
	})

	t.Run("can be walked piece by piece", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		var ids []int64
		for i := range 5 {
			ids = append(ids, contact(t, e, m, settings.ContactInput{Email: ptr(fmt.Sprintf("c%d@x.example", i))}).ID)
		}
		l, err := e.Settings.CreateList(m.Context(t), m.Caller, settings.MailingListInput{Name: ptr("L"), Contacts: &ids})
		require.NoError(t, err)
		var walked []int64
		for after := int64(0); ; after = walked[len(walked)-1] {
			piece, err := e.Settings.ListRecipients(t.Context(), m.User.ID, l.ID, after, 2)
			require.NoError(t, err)
			if len(piece) == 0 {
				break
			}
			for _, c := range piece {
				walked = append(walked, c.ID)
			}
		}
		require.Equal(t, ids, walked)
		none, err := e.Settings.ListRecipients(t.Context(), m.User.ID+1, l.ID, 0, 10)
		require.NoError(t, err)
		require.Empty(t, none)
	})
}
