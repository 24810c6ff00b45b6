package inventoryhttptest

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/settings"
	"allot/internal/inventory/stopsale"
	"allot/internal/testkit/audittest"
	"allot/internal/testkit/pdftest"
)

// list makes a mailing list of contacts with these addresses.
func (b *bundle) list(t *testing.T, who *apptest.Who, name string, emails ...string) int64 {
	t.Helper()
	ids := []int64{}
	for i, email := range emails {
		first := fmt.Sprintf("Anna%d", i)
		c, err := b.Settings.CreateContact(who.Context(t), who.Caller, settings.ContactInput{Email: &email, FirstName: &first})
		require.NoError(t, err)
		ids = append(ids, c.ID)
	}
	l, err := b.Settings.CreateList(who.Context(t), who.Caller, settings.MailingListInput{Name: &name, Contacts: &ids})
	require.NoError(t, err)
	return l.ID
}

func TestPDF(t *testing.T) {
	t.Parallel()
	b := setupStopsaleHTTP(t)
	for i, color := range []stopsale.Color{stopsale.Free, stopsale.Open, stopsale.Stop, stopsale.OnRequest, stopsale.Blocked} {
		b.Mark(t, b.hotel, b.double, fmt.Sprintf("2030-06-%02d", i+1), color)
	}
	doc := b.hotel.Do(t, get, pdfPath(b.property)+"?from=2030-06-01&to=2030-06-30", "").Body.Bytes()
	pdftest.InOrder(t, pdftest.Drawn(t, doc), "Hotel Aurora", "Stop sale", "June 2030", "Room types", "2", "Total units", "6",
		"Marked days, all room types", "4", "June 2030", "Double", "3", "FSRB", "Twin")
	pdftest.RequireTidy(t, doc)
	for query, name := range map[string]string{
		"":                                       "hotel-aurora-stop-sale-availability-2030-05.pdf",
		"?from=2030-06-15&to=2030-07-01":         "hotel-aurora-stop-sale-availability-2030-06.pdf",
		"?lang=de&from=2031-01-01":               "hotel-aurora-verkaufsstopp-availability-2031-01-de.pdf",
		"?from=2029-01-01&to=2039-01-01&lang=tr": "-tr.pdf",
	} {
		res := b.hotel.Do(t, get, pdfPath(b.property)+query, "")
		require.Equal(t, http.StatusOK, res.Code, query)
		require.Equal(t, "application/pdf", res.Header().Get("Content-Type"))
		require.Contains(t, res.Header().Get("Content-Disposition"), name)
		require.True(t, bytes.HasPrefix(res.Body.Bytes(), []byte("%PDF-")))
	}
	for _, bad := range []string{"?from=2030-06-02&to=2030-06-01", "?from=x", "?to=2000-01-01"} {
		require.Equal(t, http.StatusBadRequest, b.hotel.Do(t, get, pdfPath(b.property)+bad, "").Code, bad)
	}
	empty := b.Property(t, b.hotel, "Without rooms")
	require.Equal(t, http.StatusOK, b.hotel.Do(t, get, pdfPath(empty), "").Code)
}

func TestSendMail(t *testing.T) {
	t.Parallel()

	t.Run("sends the chart in the language asked for, one message a contact", func(t *testing.T) {
		t.Parallel()
		b := setupStopsaleHTTP(t)
		b.Start(t)
		b.Mark(t, b.hotel, b.double, "2030-06-01", stopsale.Stop)
		to := []string{"a@operator.example", "b@operator.example"}
		l := b.list(t, b.hotel, "Partners", to...)
		apptest.RequireJSON(t, b.hotel.Do(t, post, mailPath(b.property, l)+"?from=2030-06-01&to=2030-06-30",
			`{"message":"Summer is near.","language":"de"}`), http.StatusAccepted, `{"recipients":2}`)
		var files [][]byte
		for i := range to {
			letters := b.Letters(t, to[i])
			require.Len(t, letters, 1)
			require.Equal(t, "Verkaufsstopps von Hotel Aurora", letters[0].Subject)
			require.Contains(t, letters[0].Text, fmt.Sprintf("Anna%d", i))
			require.Contains(t, letters[0].Text, "Summer is near.")
			require.NotContains(t, letters[0].Text, "{")
			require.Equal(t, "<"+b.hotel.User.Email+">", letters[0].Header.Get("Reply-To"))
			require.Len(t, letters[0].Attachments, 1)
			for name, data := range letters[0].Attachments {
				require.Contains(t, name, "2030-06")
				require.True(t, bytes.HasPrefix(data, []byte("%PDF-")))
				files = append(files, data)
			}
		}
		require.True(t, bytes.Equal(files[0], files[1]), "all get the same file")
	})

	t.Run("refuses lists that are empty or of others, and what is too long", func(t *testing.T) {
		t.Parallel()
		b := setupStopsaleHTTP(t)
		other, _ := b.Hotel(t, "Other")
		mine, theirs, empty := b.list(t, b.hotel, "Mine", "a@x.example"), b.list(t, other, "Theirs", "a@x.example"), b.list(t, b.hotel, "Nobody")
		apptest.RequireNotFound(t, b.hotel.Do(t, post, mailPath(b.property, theirs), ""))
		require.Contains(t, b.hotel.Do(t, post, mailPath(b.property, empty), "").Body.String(), `"code":"list_empty"`)
		apptest.RequireInvalid(t, b.hotel.Do(t, post, mailPath(b.property, mine), `{"message":"`+strings.Repeat("x", 2001)+`"}`),
			"message", "must have at most 2000 characters")
		apptest.RequireInvalid(t, b.hotel.Do(t, post, mailPath(b.property, mine), `{"message":"a\u0007"}`),
			"message", "must be plain text without control characters")
		require.Equal(t, http.StatusBadRequest, b.hotel.Do(t, post, mailPath(b.property, mine)+"?from=2030-06-02&to=2030-06-01", "").Code)
		require.Equal(t, http.StatusAccepted, b.hotel.Do(t, post, mailPath(b.property, mine), "").Code)
		trail, err := audittest.Of(t.Context(), b.DB, b.hotel.User.OwnerID, "property", b.property.ID)
		require.NoError(t, err)
		require.Equal(t, "send_stop_sale", trail[len(trail)-1].Action)
	})
}
