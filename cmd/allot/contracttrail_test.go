package main

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// told is what both sides have heard of the story, in the dashboard and by mail.
func (s *contractStory) told(t *testing.T) {
	t.Helper()
	for _, side := range []struct {
		company, from company
		email         string
		kinds         []string
	}{
		{s.hotel, s.operator, "anna@poseidon.example", []string{
			"publication_approved",
			"invitation_joined", "contract_countered", "amendment_proposed", "amendment_rejected", "amendment_rejected", "amendment_proposed",
			"contract_cancelled", "contract_proposed", "contract_accepted",
		}},
		{s.operator, s.hotel, "kim+1@sonnen.example", []string{
			"contract_proposed", "contract_accepted", "amendment_proposed", "amendment_accepted", "contract_rejected", "contract_proposed",
			"amendment_proposed", "amendment_rejected", "amendment_proposed", "amendment_rejected",
		}},
	} {
		kinds, subjects := []string{}, []string{}
		for _, n := range s.ok(200, get, "/api/notification/notification/?page_size=100", side.company.token, nil).list() {
			kinds, subjects = append(kinds, n["kind"].(string)), append(subjects, n["title"].(string))
			if n["kind"] != "publication_approved" {
				require.Contains(t, n["body"], side.from.name)
				require.Regexp(t, `^/partners/contracts/\d+/$`, n["link"])
			}
		}
		slices.Reverse(kinds)
		require.Equal(t, side.kinds, kinds)
		until(t, func() bool { return len(s.site.letters(t, "notify-")[side.email]) == len(kinds) })
		sent := []string{}
		for _, l := range s.site.letters(t, "notify-")[side.email] {
			sent = append(sent, l.Subject)
		}
		require.ElementsMatch(t, subjects, sent)
	}
}

// traced holds the trails of both sides against each other. The hotel's begins
// earlier: when it wrote the invitation nobody else was there.
func (s *contractStory) traced(t *testing.T) {
	t.Helper()
	hotel, operator := s.trail(s.hotel, s.id), s.trail(s.operator, s.id)
	actions := []string{}
	for i, e := range hotel {
		actions = append(actions, e.action)
		if i > 0 {
			require.Equal(t, hotel[i-1].after, e.before, "line %d goes on where the one before it ended", i)
		}
	}
	require.Equal(t, []string{
		"propose", "join", "counter", "edit", "accept",
		"amend", "reject_amendment", "amend", "reject_amendment", "amend", "accept_amendment",
		"set_permissions", "set_permissions", "set_permissions", "cancel",
		"propose", "reject", "propose", "accept", "amend", "reject_amendment", "amend", "reject_amendment",
	}, actions)
	require.Equal(t, hotel[1:], operator)
	for _, e := range s.ok(200, get, "/api/settings/audit/?action=cancel&object_type=contract", s.hotel.token, nil).list() {
		require.EqualValues(t, s.operator.id, e["user"].(map[string]any)["id"], "the account that did it")
		require.Empty(t, e["ip_address"], "from where is not the other side's business")
		require.Nil(t, e["user"].(map[string]any)["email"])
	}
}

// limited is an account on the free plan: three connections, whoever begins.
func (s *contractStory) limited(t *testing.T) {
	t.Helper()
	free := s.enter("tour_operator", "lena@klein.example", "Klein Reisen")
	incoming := s.propose(s.hotel, free, nil)
	var last any
	for _, email := range []string{"a@wait.example", "b@wait.example", "c@wait.example"} {
		last = s.ok(201, post, "/api/partners/contracts/create/", free.token, object{"invite_email": email}).body["id"]
	}
	for _, a := range []answer{
		s.ok(403, post, "/api/partners/contracts/create/", free.token, object{"invite_email": "d@wait.example"}),
		s.ok(403, post, contractPath(incoming, "accept/"), free.token, nil),
		s.ok(403, put, contractPath(incoming, "update/"), free.token, object{"notice_period": 1}),
	} {
		require.Equal(t, []any{"plan_limit_reached", "partner_connections", "free", 3.0}, pick(a.body, "code", "feature", "plan", "limit"))
	}
	require.Equal(t, "P", s.ok(200, get, contractPath(incoming, ""), free.token, nil).body["status"])
	s.ok(200, del, contractPath(last, "delete/"), free.token, nil)
	require.Equal(t, "A", s.ok(200, post, contractPath(incoming, "accept/"), free.token, nil).body["status"])
	require.Equal(t, "plan_limit_reached", s.ok(403, post, "/api/partners/contracts/create/", free.token, object{"invite_email": "d@wait.example"}).body["code"])
}
