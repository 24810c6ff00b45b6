package invoicingtest

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/testkit/pdftest"
)

// The languages of readers whom this program does not speak to are no reason for English: what
// their browser asks for besides is.
func TestPaper_language(t *testing.T) {
	t.Parallel()
	b := setupInvoice(t)
	v := b.create(t)
	const title, english = "Rechnung", "Invoice"
	for _, tt := range []struct{ user, query, header, want string }{
		{"fr", "", "de", title},
		{"fr", "", "fr-FR,de-AT;q=0.8,en;q=0.5", title},
		{"fr", "", "", english},
		{"fr", "?lang=en", "de", english},
		{"en", "", "de", english}, // what the user has chosen comes before the browser's
		{"de", "", "en", title},
	} {
		res := b.hotel.Do(t, put, "/api/auth/profile/update", fmt.Sprintf(`{"language":%q}`, tt.user))
		require.Equal(t, http.StatusOK, res.Code, res.Body.String())
		res = b.hotel.Do(t, get, at(v, "pdf/")+tt.query, "", apptest.Header("Accept-Language", tt.header))
		require.Equal(t, http.StatusOK, res.Code, res.Body.String())
		paper, other := pdftest.Text(t, res.Body.Bytes()), english
		if tt.want == english {
			other = title
		}
		require.Contains(t, paper, tt.want, "%+v", tt)
		require.NotContains(t, paper, other, "%+v", tt)
	}
}
