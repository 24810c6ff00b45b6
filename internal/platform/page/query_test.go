package page_test

import (
	"context"
	"encoding/json"
	"net/http"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/humatest"
	"github.com/stretchr/testify/require"

	"allot/internal/platform/page"
)

type listRequest struct {
	page.Query
	Name string `query:"name"`
}

type room struct {
	ID int64 `json:"id"`
}

type listResponse struct{ Body page.Page[room] }

func newAPI(t *testing.T) humatest.TestAPI {
	t.Helper()
	_, api := humatest.New(t)
	huma.Get(api, "/rooms/", func(_ context.Context, in *listRequest) (*listResponse, error) {
		rows := []room{{ID: in.Request().Offset()}, {ID: in.Request().Limit()}}
		return &listResponse{Body: page.New(in.Request(), base, in.URL(), 200, rows)}, nil
	})
	return api
}

func TestQuery(t *testing.T) {
	t.Parallel()

	t.Run("without parameters it is the first fifty", func(t *testing.T) {
		t.Parallel()
		res := newAPI(t).Get("/rooms/")
		require.Equal(t, http.StatusOK, res.Code, res.Body)
		require.Contains(t, res.Body.String(), `"next":"`+base+`/rooms/?page=2","previous":null,"results":[{"id":0},{"id":50}]`)
	})

	t.Run("the links carry the filter on", func(t *testing.T) {
		t.Parallel()
		res := newAPI(t).Get("/rooms/?page=3&page_size=10&name=a%20b")
		require.Equal(t, http.StatusOK, res.Code, res.Body)
		var got page.Page[room]
		require.NoError(t, json.Unmarshal(res.Body.Bytes(), &got))
		require.Equal(t, base+"/rooms/?name=a+b&page=4&page_size=10", *got.Next)
		require.Equal(t, base+"/rooms/?name=a+b&page=2&page_size=10", *got.Previous)
		require.Equal(t, []room{{20}, {10}}, got.Results)
	})

	t.Run("pages and sizes out of bounds are refused", func(t *testing.T) {
		t.Parallel()
		api := newAPI(t)
		for _, q := range []string{"page=0", "page=-1", "page=x", "page=99999999999999999999", "page_size=0", "page_size=501", "page_size=1.5"} {
			res := api.Get("/rooms/?" + q)
			require.Equal(t, http.StatusUnprocessableEntity, res.Code, "%s: %s", q, res.Body)
		}
	})

	t.Run("the document shows the limits and the envelope", func(t *testing.T) {
		t.Parallel()
		doc := newAPI(t).OpenAPI()
		got, err := json.Marshal(doc.Paths["/rooms/"].Get.Parameters[1].Schema)
		require.NoError(t, err)
		require.JSONEq(t, `{"type":"integer","format":"int64","minimum":1,"maximum":500,"default":50,"description":"Rows on a page"}`, string(got))

		envelope := doc.Components.Schemas.Map()["PageRoom"]
		require.Equal(t, []string{"count", "next", "previous", "results"}, envelope.Required)
		require.False(t, envelope.Properties["results"].Nullable)
		require.True(t, envelope.Properties["next"].Nullable)
	})
}
