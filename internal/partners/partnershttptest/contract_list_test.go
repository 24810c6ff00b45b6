package partnershttptest

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
	"allot/internal/partners/contract"
)

func TestContract_List(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	hotel := e.Manager(t)
	e.Grant(t, hotel, plan.Gold)
	ids := map[string]int64{}
	for _, name := range []string{"theirs", "mine", "countered", "accepted", "amending", "rejected", "cancelled"} {
		operator := e.Operator(t)
		from, to := hotel, operator
		if name == "theirs" {
			from, to = operator, hotel
		}
		stage := map[string]contract.Stage{
			"countered": contract.StageCountered, "accepted": contract.StageAccepted, "amending": contract.StageAmending,
			"rejected": contract.StageRejected, "cancelled": contract.StageCancelled,
		}[name]
		if stage == "" {
			stage = contract.StageProposed
		}
		ids[name] = bring(t, stage, from, to).id
	}
	invited := decode[seen](t, hotel.Do(t, post, createPath, `{"invite_email": "New@Tours.example"}`), http.StatusCreated)
	ids["invited"] = invited.ID
	other, stranger := e.Pair(t)
	e.Accepted(t, other, stranger)

	for query, want := range map[string][]string{
		"":                              {"invited", "cancelled", "rejected", "amending", "accepted", "countered", "mine", "theirs"},
		"direction=incoming":            {"countered", "theirs"},
		"direction=outgoing":            {"invited", "mine"},
		"direction=current":             {"amending", "accepted"},
		"direction=ended":               {"cancelled", "rejected"},
		"status=P":                      {"invited", "mine", "theirs"},
		"status=P&direction=incoming":   {"theirs"},
		"status=X&direction=current":    {},
		"status=R&direction=ended":      {"rejected"},
		"q=COMPANY+of+manager4":         {"countered"},
		"q=tours.exa":                   {"invited"},
		"q=company&direction=current":   {"amending", "accepted"},
		"q=nobody":                      {},
		"page_size=3":                   {"invited", "cancelled", "rejected"},
		"page_size=3&page=3":            {"mine", "theirs"},
		"page_size=2&page=2&q=company":  {"amending", "accepted"},
		"page_size=2&page=99&q=company": {},
	} {
		for _, at := range []string{"/api/partners/contracts/?", "/api/partners/my-contracts/?"} {
			got := decode[contractList](t, hotel.Do(t, get, at+query, ""), http.StatusOK)
			names := []string{}
			for _, c := range got.Results {
				for name, id := range ids {
					if id == c.ID {
						names = append(names, name)
					}
				}
			}
			require.Equal(t, want, names, query)
		}
	}
	got := decode[contractList](t, hotel.Do(t, get, "/api/partners/contracts/?page_size=3&page=2", ""), http.StatusOK)
	require.Equal(t, 8, got.Count)
	require.NotNil(t, got.Results[0].Pending)
	require.Nil(t, got.Results[1].Pending)
	require.NotEmpty(t, *got.Results[0].PartnerCompany)
	for _, bad := range []string{"direction=sideways", "status=Z", "q=" + url.QueryEscape(string(make([]byte, 101)))} {
		require.Equal(t, http.StatusBadRequest, hotel.Do(t, get, "/api/partners/contracts/?"+bad, "").Code, bad)
	}
	require.Equal(t, http.StatusForbidden, e.SubUser(t, hotel, auth.Settings).Do(t, get, "/api/partners/contracts/", "").Code)
	require.Equal(t, http.StatusForbidden, e.Admin(t).Do(t, get, "/api/partners/contracts/", "").Code)
}

func TestPartners(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	hotel, operator := e.Pair(t)
	first := e.Accepted(t, hotel, operator, func(c *contract.Contract) { c.NoticePeriod = 30 })
	second := e.Operator(t)
	e.Accepted(t, hotel, second)
	e.Accepted(t, hotel, e.Operator(t), func(c *contract.Contract) { c.Status = contract.StatusCancelled })
	propose(t, hotel, e.Operator(t), "")

	type partners struct {
		Count   int
		Results []struct {
			Account     int64
			CompanyName string `json:"company_name"`
			Email       string
			Country     string
			Contract    struct {
				ID           int64
				NoticePeriod int    `json:"notice_period"`
				AcceptedAt   string `json:"accepted_at"`
			}
		}
	}
	got := decode[partners](t, hotel.Do(t, get, "/api/partners/my-partners/", ""), http.StatusOK)
	require.Equal(t, 2, got.Count)
	require.Equal(t, []int64{second.User.OwnerID, operator.User.OwnerID}, []int64{got.Results[0].Account, got.Results[1].Account}, "latest first")
	p := got.Results[1]
	require.Equal(t, []any{first.ID, 30, "GR", operator.User.Email}, []any{p.Contract.ID, p.Contract.NoticePeriod, p.Country, p.Email})
	require.NotEmpty(t, p.Contract.AcceptedAt)
	got = decode[partners](t, hotel.Do(t, get, "/api/partners/my-partners/?q="+url.QueryEscape(p.CompanyName), ""), http.StatusOK)
	require.Equal(t, 1, got.Count)
	got = decode[partners](t, operator.Do(t, get, "/api/partners/my-partners/", ""), http.StatusOK)
	require.Equal(t, hotel.User.OwnerID, got.Results[0].Account)
	require.Equal(t, 0, decode[partners](t, e.Manager(t).Do(t, get, "/api/partners/my-partners/", ""), http.StatusOK).Count)
}
