package civil_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/humatest"
	"github.com/stretchr/testify/require"

	"allot/internal/platform/civil"
)

type seasonRequest struct {
	On   civil.Date `path:"on"`
	From civil.Date `query:"from"`
	Body struct {
		Start civil.Date `json:"start_date"`
		End   civil.Date `json:"end_date,omitempty" nullable:"true"`
	}
}

type seasonResponse struct {
	Body struct {
		Days []civil.Date `json:"days" nullable:"false"`
	}
}

func newAPI(t *testing.T) humatest.TestAPI {
	t.Helper()
	_, api := humatest.New(t)
	huma.Post(api, "/seasons/{on}/", func(_ context.Context, in *seasonRequest) (*seasonResponse, error) {
		out := &seasonResponse{}
		out.Body.Days = []civil.Date{in.On, in.From, in.Body.Start, in.Body.End}
		return out, nil
	})
	return api
}

func TestDate_inTheAPI(t *testing.T) {
	t.Parallel()

	t.Run("a date is read from path, query and body", func(t *testing.T) {
		t.Parallel()
		res := newAPI(t).Post("/seasons/2030-05-01/?from=2030-05-02", strings.NewReader(`{"start_date":"2030-05-03","end_date":null}`))
		require.Equal(t, http.StatusOK, res.Code, res.Body)
		var got struct {
			Days []*string `json:"days"`
		}
		require.NoError(t, json.Unmarshal(res.Body.Bytes(), &got))
		require.Len(t, got.Days, 4)
		require.Equal(t, "2030-05-01 2030-05-02 2030-05-03", *got.Days[0]+" "+*got.Days[1]+" "+*got.Days[2])
		require.Nil(t, got.Days[3])
	})

	t.Run("what is no date is refused wherever it stands", func(t *testing.T) {
		t.Parallel()
		api := newAPI(t)
		const path, body = "/seasons/2030-05-01/", `{"start_date":"2030-05-03"}`
		for _, bad := range [][2]string{
			{"/seasons/2030-02-30/", body},
			{"/seasons/7/", body},
			{path + "?from=2030-5-2", body},
			{path + "?from=7", body},
			{path, `{"start_date":"2030-02-30"}`},
			{path, `{"start_date":7}`},
			{path, `{"start_date":null}`},
			{path, `{"start_date":""}`},
		} {
			res := api.Post(bad[0], strings.NewReader(bad[1]))
			require.Equal(t, http.StatusUnprocessableEntity, res.Code, "%v: %s", bad, res.Body)
		}
	})

	t.Run("the document calls it a date", func(t *testing.T) {
		t.Parallel()
		op := newAPI(t).OpenAPI().Paths["/seasons/{on}/"].Post
		for _, p := range op.Parameters {
			require.Equal(t, "date", p.Schema.Format, p.Name)
			require.Equal(t, huma.TypeString, p.Schema.Type, p.Name)
		}
		body := newAPI(t).OpenAPI().Components.Schemas.Map()["SeasonRequestBody"].Properties
		for field, want := range map[string]string{
			"start_date": `{"type":"string","format":"date","examples":["2030-05-31"]}`,
			"end_date":   `{"type":["string","null"],"format":"date","examples":["2030-05-31"]}`,
		} {
			got, err := json.Marshal(body[field])
			require.NoError(t, err)
			require.JSONEq(t, want, string(got))
		}
	})
}
