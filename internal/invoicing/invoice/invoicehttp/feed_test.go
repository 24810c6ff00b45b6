package invoicehttp_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
)

const get = http.MethodGet

func TestFeed(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)

	t.Run("either side has none yet, as JSON and as XML, and hears so once", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		for _, who := range []*apptest.Who{e.Manager(t), e.Operator(t)} {
			token, _ := e.Key(t, who, auth.KeyInvoices)
			path := "/api/v1/invoices/" + token + "/"
			for _, query := range []string{"", "?direction=received", "?direction=sent&status=PAID&from=2030-01-01&to=2030-12-31"} {
				res := e.Do(t, get, path+query, "")
				apptest.RequireJSON(t, res, http.StatusOK, `{"generated_at":"`+e.Clock.Now().UTC().Format(time.RFC3339)+`","invoices":[]}`)
				sign := "?"
				if query != "" {
					sign = "&"
				}
				apptest.RequireSameXML(t, res.Body.Bytes(), e.Do(t, get, path+query+sign+"format=xml", "").Body.Bytes())
				tag := e.ETag(t, path+query)
				e.Clock.Advance(time.Hour)
				require.True(t, e.Unchanged(t, path+query, tag))
			}
			require.False(t, e.Unchanged(t, path+"?direction=sent", e.ETag(t, path)))
		}
	})

	t.Run("what is asked for is checked as if there were any", func(t *testing.T) {
		t.Parallel()
		token, _ := e.Key(t, e.Manager(t), auth.KeyInvoices)
		for query, field := range map[string]string{
			"?direction=both": "direction", "?status=paid": "status", "?status=PAID,SENT": "status", "?from=yesterday": "from", "?to=2030-02-30": "to",
			"?from=2030-06-02&to=2030-06-01": "to", "?from=2000-01-01&to=2030-01-01": "to",
		} {
			res := e.Do(t, get, "/api/v1/invoices/"+token+"/"+query, "")
			require.Equal(t, http.StatusBadRequest, res.Code, query)
			require.Contains(t, res.Body.String(), `"field":"`+field+`"`, query)
		}
	})

	t.Run("a key needs the permission, and has to be one", func(t *testing.T) {
		t.Parallel()
		who := e.Manager(t)
		e.Grant(t, who, plan.Gold)
		weak, _ := e.Key(t, who, auth.KeyFactSheet, auth.KeyHotelPhotos, auth.KeyStopSale, auth.KeyRooming)
		res := e.Do(t, get, "/api/v1/invoices/"+weak+"/", "")
		require.Equal(t, http.StatusForbidden, res.Code)
		require.Contains(t, res.Body.String(), `"code":"key_permission"`)
		require.Equal(t, http.StatusUnauthorized, who.Do(t, get, "/api/v1/invoices/"+who.Token+"/", "").Code)
	})
}
