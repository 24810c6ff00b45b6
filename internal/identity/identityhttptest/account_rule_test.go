package identityhttptest

import (
	"context"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/auth"
	"allot/internal/platform/httpx"
)

type ruleAnswer struct {
	Body struct {
		Fine bool `json:"fine"`
	}
}

// Operations as later modules will declare them: for hotels only, and behind a
// permission flag. The callers are real users with real sessions.
func TestRules_OverHTTP(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	fine := func(context.Context, *struct{}) (*ruleAnswer, error) {
		res := &ruleAnswer{}
		res.Body.Fine = true
		return res, nil
	}
	const hotels, stopSales = "/api/test/hotels/", "/api/test/stop-sales/"
	for path, rule := range map[string]auth.Rule{
		hotels:    {Types: []auth.AccountType{auth.Accommodation}},
		stopSales: {Types: []auth.AccountType{auth.Accommodation}, Flag: auth.StopSales},
	} {
		httpx.Register(e.Server(), httpx.Op{Method: http.MethodGet, Path: path, Tag: "Test", Summary: "Test", Rule: rule}, fine)
	}
	hotel, operator, staff := e.Manager(t), e.Operator(t), e.Admin(t)
	desk, cook := e.SubUser(t, hotel, auth.StopSales), e.SubUser(t, hotel)

	for name, tt := range map[string]struct {
		who    *apptest.Who
		path   string
		status int
		says   string
	}{
		"a hotel on its route":                      {hotel, hotels, 200, ""},
		"a sub-user of a hotel on it":               {cook, hotels, 200, ""},
		"a tour operator on a hotel's route":        {operator, hotels, 403, "accommodation providers"},
		"staff on a hotel's route":                  {staff, hotels, 403, "accommodation providers"},
		"a manager passes a flag":                   {hotel, stopSales, 200, ""},
		"a sub-user with the flag":                  {desk, stopSales, 200, ""},
		"a sub-user without the flag":               {cook, stopSales, 403, "stop_sales"},
		"a tour operator, whose flags do not count": {operator, stopSales, 403, "accommodation providers"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			res := tt.who.Do(t, http.MethodGet, tt.path, "")
			require.Equal(t, tt.status, res.Code, res.Body)
			if tt.status == http.StatusForbidden {
				answer := bodyAccount(t, res)
				require.Equal(t, "forbidden", answer["code"])
				require.Contains(t, answer["message"], tt.says)
			}
		})
	}
}
