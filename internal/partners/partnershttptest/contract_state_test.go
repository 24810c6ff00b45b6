package partnershttptest

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
	"allot/internal/partners/contract"
)

// expected is what every call comes to, by stage and verb: for the proposer and
// for the receiver, the new status or the code of the refusal.
var expected = map[contract.Stage]map[contract.Verb][2]string{
	contract.StageProposed: {
		"update": {"P", "C"}, "accept": {"forbidden", "A"}, "reject": {"R", "R"}, "delete": {"X", "X"},
	},
	contract.StageCountered: {
		"update": {"C", "C"}, "accept": {"forbidden", "A"}, "reject": {"R", "R"}, "delete": {"X", "X"},
	},
	contract.StageAccepted: {
		"update": {"A", "A"}, "accept": {"invalid_transition", "invalid_transition"},
		"reject": {"invalid_transition", "invalid_transition"}, "delete": {"X", "X"},
	},
	contract.StageAmending: {
		"update": {"amendment_pending", "amendment_pending"}, "accept": {"forbidden", "A"}, "reject": {"A", "A"}, "delete": {"X", "X"},
	},
	contract.StageRejected: {
		"update": {"invalid_transition", "invalid_transition"}, "accept": {"invalid_transition", "invalid_transition"},
		"reject": {"invalid_transition", "invalid_transition"}, "delete": {"invalid_transition", "invalid_transition"},
	},
	contract.StageCancelled: {
		"update": {"invalid_transition", "invalid_transition"}, "accept": {"invalid_transition", "invalid_transition"},
		"reject": {"invalid_transition", "invalid_transition"}, "delete": {"invalid_transition", "invalid_transition"},
	},
}

// scene is a contract in some stage and who stands around it.
type scene struct {
	id                 int64
	proposer, receiver *apptest.Who
}

// bring makes a contract between two accounts and leads it to a stage.
func bring(t *testing.T, stage contract.Stage, a, b *apptest.Who) scene {
	t.Helper()
	id := propose(t, a, b, "").ID
	switch stage {
	case contract.StageProposed:
	case contract.StageCountered:
		move(t, b, id, "update", `{"ss_deadline": 5}`)
		return scene{id, b, a}
	case contract.StageAccepted:
		move(t, b, id, "accept", "")
	case contract.StageAmending:
		move(t, b, id, "accept", "")
		move(t, b, id, "update", `{"ss_deadline": 5}`)
		return scene{id, b, a}
	case contract.StageRejected:
		move(t, b, id, "reject", "")
	case contract.StageCancelled:
		move(t, b, id, "accept", "")
		move(t, b, id, "delete", "")
	}
	return scene{id, a, b}
}

// Every state, verb and actor, over HTTP with real accounts: what is allowed
// moves, all else is refused and leaves everything as it was.
func TestTriples(t *testing.T) {
	t.Parallel()
	for _, stage := range contract.Stages {
		for _, hotelFirst := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, the hotel began: %v", stage, hotelFirst), func(t *testing.T) {
				t.Parallel()
				e := apptest.New(t)
				around := strangers(t, e)
				for _, verb := range contract.Verbs {
					for side, code := range expected[stage][verb] {
						a, b := e.Pair(t)
						if !hotelFirst {
							a, b = b, a
						}
						s := bring(t, stage, a, b)
						refuseOthers(t, e, s, verb, around)
						who := []*apptest.Who{s.proposer, s.receiver}[side]
						requireOutcome(t, e, who, s, verb, code)
					}
				}
			})
		}
	}
}

func strangers(t *testing.T, e *apptest.Env) []*apptest.Who {
	t.Helper()
	hotel, operator := e.Pair(t)
	return []*apptest.Who{hotel, operator, e.SubUser(t, operator, auth.PartnerConnections)}
}

// refuseOthers lets everybody try who has no say.
func refuseOthers(t *testing.T, e *apptest.Env, s scene, verb contract.Verb, around []*apptest.Who) {
	t.Helper()
	helper, admin := e.SubUser(t, s.receiver, auth.Photos), e.Admin(t)
	before := dump(t, e)
	for _, w := range around {
		apptest.RequireNotFound(t, do(t, w, s.id, verb, `{"ss_deadline": 9}`))
	}
	for _, w := range []*apptest.Who{helper, admin} {
		res := do(t, w, s.id, verb, `{"ss_deadline": 9}`)
		require.Equal(t, http.StatusForbidden, res.Code, res.Body.String())
	}
	nobody := *s.receiver
	nobody.Token = "of-no-session"
	apptest.RequireNotSignedIn(t, do(t, &nobody, s.id, verb, `{"ss_deadline": 9}`))
	require.Equal(t, before, dump(t, e))
}

func requireOutcome(t *testing.T, e *apptest.Env, who *apptest.Who, s scene, verb contract.Verb, want string) {
	t.Helper()
	was := decode[seen](t, who.Do(t, get, pathContract(s.id, ""), ""), http.StatusOK)
	before := dump(t, e)
	res := do(t, who, s.id, verb, `{"ss_deadline": 9}`)
	if len(want) > 1 {
		refusal := decode[struct{ Code, Message string }](t, res, statusOf(want))
		require.Equal(t, want, refusal.Code)
		require.NotEmpty(t, refusal.Message)
		require.Equal(t, before, dump(t, e), "what is refused changes nothing")
		require.NotContains(t, was.Actions, verb)
		return
	}
	now := decode[seen](t, res, http.StatusOK)
	require.Equal(t, contract.Status(want), now.Status)
	require.Equal(t, was.Revision+1, now.Revision)
	require.Contains(t, was.Actions, verb)
	require.Equal(t, now.Pending != nil, now.ChangesRequested)
	if verb == contract.VerbUpdate && was.Status != contract.StatusProposed {
		require.Equal(t, was.StopSaleDeadline, now.StopSaleDeadline, "terms change only on accept")
		require.EqualValues(t, 9, now.Pending.RequestedChanges["ss_deadline"].To)
	}
}

func statusOf(code string) int {
	if code == "forbidden" {
		return http.StatusForbidden
	}
	return http.StatusConflict
}

func TestRefusal_SaysWhatIsPossible(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	hotel, operator := e.Pair(t)
	s := bring(t, contract.StageAccepted, hotel, operator)
	apptest.RequireJSON(t, do(t, operator, s.id, "accept", ""), http.StatusConflict,
		`{"code": "invalid_transition", "params": {"reason": "contract", "status": "in force", "verb": "accept", "possible": "you can: update, delete"}, "message": "the contract is in force: you cannot accept it; you can: update, delete", "request_id": "test",
		  "status": "A", "available_actions": ["update", "delete"]}`)
	move(t, hotel, s.id, "delete", "")
	apptest.RequireJSON(t, do(t, operator, s.id, "update", `{"ss_deadline": 1}`), http.StatusConflict,
		`{"code": "invalid_transition", "params": {"reason": "contract", "status": "cancelled", "verb": "update", "possible": "propose a new one to the same partner instead"}, "message": "the contract is cancelled: you cannot update it; propose a new one to the same partner instead",
		  "request_id": "test", "status": "X", "available_actions": []}`)
	id := propose(t, hotel, operator, "").ID
	apptest.RequireError(t, do(t, hotel, id, "accept", ""), http.StatusForbidden, "forbidden",
		"the latest proposal is your own: it is for the other side to accept it; you can: update, reject, delete")
}

func TestPlan_Counts(t *testing.T) {
	t.Parallel()

	t.Run("whoever proposes needs a plan for it, whoever is asked only on answering", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		operator := e.Operator(t) // on the free plan: three connections
		var ids []int64
		for range 4 {
			hotel := e.Manager(t)
			ids = append(ids, propose(t, hotel, operator, "").ID)
		}
		move(t, operator, ids[0], "accept", "")
		move(t, operator, ids[1], "update", `{"ss_deadline": 1}`)
		third := propose(t, operator, e.Manager(t), "")
		before := dump(t, e)
		for _, verb := range []contract.Verb{"accept", "update"} {
			refused := decode[struct{ Code, Feature string }](t, do(t, operator, ids[2], verb, `{"ss_deadline": 1}`), http.StatusForbidden)
			require.Equal(t, "plan_limit_reached", refused.Code)
			require.Equal(t, string(plan.FeaturePartnerConnections), refused.Feature)
		}
		res := operator.Do(t, post, "/api/partners/contracts/create/", `{"invite_email": "new@hotel.example"}`)
		require.Equal(t, http.StatusForbidden, res.Code)
		require.Equal(t, before, dump(t, e))
		move(t, operator, ids[3], "reject", "")
		move(t, operator, third.ID, "delete", "")
		move(t, operator, ids[2], "accept", "")
	})

	t.Run("an answer within a negotiation takes no second place", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		operator, hotel := e.Operator(t), e.Manager(t)
		for range 2 {
			propose(t, operator, e.Manager(t), "")
		}
		id := propose(t, hotel, operator, "").ID
		move(t, operator, id, "update", `{"ss_deadline": 1}`)
		move(t, hotel, id, "update", `{"ss_deadline": 2}`)
		move(t, operator, id, "accept", "")
	})
}
