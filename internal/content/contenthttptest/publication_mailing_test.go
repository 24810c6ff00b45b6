package contenthttptest

import (
	"archive/zip"
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/property"
	"allot/internal/content/publication"
	"allot/internal/identity/account"
	"allot/internal/identity/settings"
)

// list makes a mailing list of contacts with these addresses.
func list(t *testing.T, e *apptest.Env, who *apptest.Who, emails ...string) int64 {
	t.Helper()
	ids := []int64{}
	for i, email := range emails {
		first := fmt.Sprintf("Anna%d", i)
		c, err := e.Settings.CreateContact(who.Context(t), who.Caller, settings.ContactInput{Email: &email, FirstName: &first})
		require.NoError(t, err)
		ids = append(ids, c.ID)
	}
	name := "Partners"
	l, err := e.Settings.CreateList(who.Context(t), who.Caller, settings.MailingListInput{Name: &name, Contacts: &ids})
	require.NoError(t, err)
	return l.ID
}

func sheetPath(l int64, p property.Property) string {
	return fmt.Sprintf("/api/info/send-facts/%d/sheet/%d/", l, p.ID)
}

func photosPath(l int64, p property.Property) string {
	return fmt.Sprintf("/api/info/send-photos/%d/acc/%d/", l, p.ID)
}

func TestMailing(t *testing.T) {
	t.Parallel()

	t.Run("sends the published sheet as a PDF, one message a contact", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		e.Start(t)
		who, p := e.Ready(t, "Hotel Ήλιος")
		l := list(t, e, who, "a@operator.example", "b@operator.example")
		res := who.Do(t, post, sheetPath(l, p), "")
		require.Equal(t, http.StatusConflict, res.Code)
		require.Contains(t, res.Body.String(), `"code":"not_published"`)
		e.Publish(t, who, e.Admin(t), p)
		apptest.RequireJSON(t, who.Do(t, post, sheetPath(l, p), `{"message":"Summer is near.","language":"de"}`), http.StatusAccepted, `{"recipients":2,"version":1}`)
		for i, to := range []string{"a@operator.example", "b@operator.example"} {
			letters := e.Letters(t, to)
			require.Len(t, letters, 1)
			require.Equal(t, "Factsheet von Hotel Ήλιος", letters[0].Subject)
			require.Contains(t, letters[0].Text, fmt.Sprintf("Guten Tag Anna%d,", i))
			require.Contains(t, letters[0].Text, "Summer is near.")
			require.Equal(t, "<"+who.User.Email+">", letters[0].Header.Get("Reply-To"))
			require.Len(t, letters[0].Attachments, 1)
			for name, data := range letters[0].Attachments {
				require.True(t, strings.HasSuffix(name, ".pdf"), name)
				require.True(t, bytes.HasPrefix(data, []byte("%PDF-")))
			}
		}
	})

	t.Run("an account whose address is unproven mails nobody", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t, apptest.Settings(apptest.ConfirmEmails))
		e.Start(t)
		who, p := e.Ready(t, "Poseidon")
		l := list(t, e, who, "a@operator.example")
		e.Publish(t, who, e.Admin(t), p)
		email := "other@hotel.example"
		_, err := e.Accounts.UpdateProfile(who.Context(t), who.Caller, account.ProfileInput{Email: &email})
		require.NoError(t, err)
		for _, path := range []string{sheetPath(l, p), photosPath(l, p)} {
			apptest.RequireError(t, who.Do(t, post, path, ""), http.StatusForbidden, "email_not_confirmed", account.ErrEmailNotConfirmed.Message)
		}
		require.Empty(t, e.Letters(t, "a@operator.example"))
	})

	t.Run("sends a small gallery as a ZIP file", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		e.Start(t)
		who, p := e.Ready(t, "Hotel")
		e.Publish(t, who, e.Admin(t), p)
		l := list(t, e, who, "a@operator.example")
		require.Equal(t, http.StatusAccepted, who.Do(t, post, photosPath(l, p), "").Code)
		letters := e.Letters(t, "a@operator.example")
		require.Len(t, letters, 1)
		for _, data := range letters[0].Attachments {
			z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
			require.NoError(t, err)
			require.Len(t, z.File, 2)
		}
	})

	t.Run("sends a large gallery as a link that works for thirty days", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t, apptest.With(func(d *publication.Deps) { d.MaxAttached = 1000 }))
		e.Start(t)
		who, p := e.Ready(t, "Hotel")
		e.Publish(t, who, e.Admin(t), p)
		l := list(t, e, who, "a@operator.example")
		require.Equal(t, http.StatusAccepted, who.Do(t, post, photosPath(l, p), "").Code)
		letter := e.Letters(t, "a@operator.example")[0]
		require.Zero(t, len(letter.Attachments)) //nolint:testifylint // it would print the file
		at := strings.Index(letter.Text, "/api/info/shared-photos/")
		require.Positive(t, at, letter.Text)
		link := strings.Fields(letter.Text[at:])[0]
		res := e.Do(t, get, link, "")
		require.Equal(t, http.StatusOK, res.Code)
		z, err := zip.NewReader(bytes.NewReader(res.Body.Bytes()), int64(res.Body.Len()))
		require.NoError(t, err)
		require.Len(t, z.File, 2)
		middle := len(link) - 20
		other := "A"
		if link[middle] == 'A' {
			other = "B"
		}
		tampered := link[:middle] + other + link[middle+1:]
		require.Equal(t, http.StatusNotFound, e.Do(t, get, tampered, "").Code)
		e.Clock.Advance(31 * 24 * time.Hour)
		res = e.Do(t, get, link, "")
		require.Equal(t, http.StatusNotFound, res.Code)
		require.Contains(t, res.Body.String(), "expired")
	})

	t.Run("refuses lists and properties of others, empty lists and empty galleries", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		who, p := e.Ready(t, "Hotel")
		other, q := e.Ready(t, "Other")
		admin := e.Admin(t)
		e.Publish(t, who, admin, p)
		e.Publish(t, other, admin, q)
		mine, theirs := list(t, e, who, "a@x.example"), list(t, e, other, "a@x.example")
		for _, path := range []func(int64, property.Property) string{sheetPath, photosPath} {
			apptest.RequireNotFound(t, who.Do(t, post, path(theirs, p), ""))
			apptest.RequireNotFound(t, who.Do(t, post, path(mine, q), ""))
			apptest.RequireInvalid(t, who.Do(t, post, path(mine, p), `{"message":"`+strings.Repeat("x", 2001)+`"}`),
				"message", "must have at most 2000 characters")
		}
		name := "Nobody"
		empty, err := e.Settings.CreateList(who.Context(t), who.Caller, settings.MailingListInput{Name: &name})
		require.NoError(t, err)
		require.Contains(t, who.Do(t, post, sheetPath(empty.ID, p), "").Body.String(), `"code":"list_empty"`)
		bare := e.Property(t, who, "Bare")
		e.Publish(t, who, admin, bare)
		require.Equal(t, http.StatusConflict, who.Do(t, post, photosPath(mine, bare), "").Code)
	})
}

func TestDownloadSheet(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	who, p := e.Ready(t, "Hotel Ήλιος")
	path := fmt.Sprintf("/api/info/download-facts/%d/", p.ID)
	draft := who.Do(t, get, path+"?lang=el", "")
	require.Equal(t, http.StatusOK, draft.Code)
	require.Equal(t, "application/pdf", draft.Header().Get("Content-Type"))
	require.Contains(t, draft.Header().Get("Content-Disposition"), ".pdf")
	require.True(t, bytes.HasPrefix(draft.Body.Bytes(), []byte("%PDF-")))
	require.Equal(t, http.StatusConflict, who.Do(t, get, path+"?copy=published", "").Code)
	e.Publish(t, who, e.Admin(t), p)
	require.Equal(t, http.StatusOK, who.Do(t, get, path+"?copy=published", "").Code)
	require.Equal(t, http.StatusOK, who.Do(t, get, path+"?copy=draft", "").Code)
	require.Equal(t, http.StatusBadRequest, who.Do(t, get, path+"?copy=old", "").Code)
}
