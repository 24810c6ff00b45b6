package main

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// contractStory is a hotel and an operator on their way into, through and out
// of a contract.
type contractStory struct {
	*trade
	hotel, operator, known company
	house                  house
	id                     any    // of the contract
	key                    string // of the operator, for this contract
}

// A contract is made, negotiated, amended, cancelled and made again by both
// sides over HTTP.
func TestProgram_ContractStory(t *testing.T) {
	t.Parallel()
	notRaced(t)
	s := &contractStory{trade: newTrade(t)}
	s.meet(t)
	s.invite(t)
	s.negotiate(t)
	s.amend(t)
	s.permit(t)
	s.share(t)
	s.part(t)
	s.again(t)
	s.sameUnderBothNames(t)
	s.told(t)
	s.traced(t)
	s.limited(t)
	require.Zero(t, s.stop())
	require.NotContains(t, s.logged(), "level=ERROR")
}

func (s *contractStory) at(rest string) string { return contractPath(s.id, rest) }

// move does something to the contract.
func (s *contractStory) move(status int, who company, verb string, body any) answer {
	s.t.Helper()
	return s.ok(status, map[string]string{"update/": put, "delete/": del}[verb]+map[string]string{"accept/": post, "reject/": post}[verb], s.at(verb), who.token, body)
}

func (s *contractStory) read(who company) map[string]any {
	s.t.Helper()
	return s.ok(200, get, s.at(""), who.token, nil).body
}

// access asks whether the operator may read the facts of the house.
func (s *contractStory) access() map[string]any {
	s.t.Helper()
	return s.ok(200, get, fmt.Sprintf("/api/partners/check-facts/%d/", s.house.id), s.operator.token, nil).body
}

// feed counts the properties that a key of the operator opens.
func (s *contractStory) feed(kind, key string) int {
	s.t.Helper()
	return len(s.ok(200, get, "/api/info/"+kind+"/"+key+"/", "", nil).body["properties"].([]any))
}

// meet has both sides find each other in the marketplace, which tells nothing
// but what is public.
func (s *contractStory) meet(t *testing.T) {
	t.Helper()
	s.hotel, s.known = s.open("accommodation", "anna@poseidon.example", "Poseidon Hotels"), s.open("tour_operator", "kai@known.example", "Known Reisen")
	s.house = s.publish(s.hotel, "Ποσειδών Palace", secretWord)
	var found answer
	until(t, func() bool {
		found = s.ok(200, get, "/api/partners/discover/?q=ποσειδων&country=GR&published=true", s.known.token, nil)
		return len(found.list()) == 1
	})
	card := found.list()[0]
	require.EqualValues(t, s.hotel.id, card["id"])
	require.Nil(t, card["contract"])
	require.EqualValues(t, s.house.id, objects(card["properties"].([]any))[0]["id"])
	require.NotContains(t, found.raw, secretWord)
	available := s.ok(200, get, "/api/partners/?q=known", s.hotel.token, nil).list()
	require.Len(t, available, 1)
	require.EqualValues(t, s.known.id, available[0]["id"])
	s.ok(400, post, "/api/partners/contracts/create/", s.known.token, object{"partner": s.known.id})
}

// invite makes contracts with somebody who is not there yet, of either type.
func (s *contractStory) invite(t *testing.T) {
	t.Helper()
	proposal := s.ok(201, post, "/api/partners/contracts/create/", s.hotel.token, object{
		"invite_email": "Kim+1@sonnen.example", "notice_period": 30, "comments": "Θα χαρούμε!",
	}).body
	s.id = proposal["id"]
	require.Nil(t, proposal["partner"])
	back := s.ok(201, post, "/api/partners/contracts/create/", s.known.token, object{"invite_email": "eleni@xenia.example"}).body
	require.Nil(t, back["user"])

	until(t, func() bool { return len(s.site.letters(t, "contract-invitation-")) == 2 })
	letters := s.site.letters(t, "contract-invitation-")
	letter := letters["kim+1@sonnen.example"][0]
	require.Contains(t, letter.Subject, s.hotel.name)
	require.Contains(t, letter.Text, "Θα χαρούμε!")
	require.Equal(t, "<anna@poseidon.example>", letter.Header.Get("Reply-To"))
	s.operator = s.open("tour_operator", "kim+1@sonnen.example", "Sonnen Reisen", invitationIn(t, letter))

	joined := s.read(s.operator)
	require.Equal(t, []any{s.id, "P", float64(s.hotel.id), float64(s.operator.id), nil, "incoming", 30.0, s.operator.name},
		[]any{joined["id"], joined["status"], joined["user"], joined["partner"], joined["invite_email"], joined["direction"], joined["notice_period"], joined["partner_company"]})
	require.Equal(t, []any{"update", "accept", "reject", "delete"}, joined["available_actions"])
	require.Equal(t, "outgoing", s.read(s.hotel)["direction"])

	xenia := s.open("accommodation", "eleni@xenia.example", "Xenia", invitationIn(t, letters["eleni@xenia.example"][0]))
	there := s.ok(200, get, contractPath(back["id"], ""), xenia.token, nil).body
	require.Equal(t, []any{"P", float64(xenia.id), float64(s.known.id)}, []any{there["status"], there["user"], there["partner"]})
	s.ok(404, get, s.at(""), xenia.token, nil) // a stranger
}

// negotiate goes from proposal over counter-proposal to agreement.
func (s *contractStory) negotiate(t *testing.T) {
	t.Helper()
	require.Equal(t, "no_contract", s.access()["reason"])
	seen := s.read(s.operator)["revision"].(float64)
	countered := s.move(200, s.operator, "update/", object{"to_edit_facts": "Y", "notice_period": 14, "revision": seen}).body
	require.Equal(t, []any{"C", true, 30.0, "N", "outgoing"},
		[]any{countered["status"], countered["changes_requested"], countered["notice_period"], countered["to_edit_facts"], countered["direction"]}, "nothing holds yet")
	version := countered["pending_version"].(map[string]any)
	require.Equal(t, map[string]any{"to_edit_facts": map[string]any{"from": "N", "to": "Y"}, "notice_period": map[string]any{"from": 30.0, "to": 14.0}},
		version["requested_changes"])
	require.InDelta(t, 30, version["base_snapshot"].(map[string]any)["notice_period"], 0)
	require.Equal(t, version, s.read(s.hotel)["pending_version"], "both read the same")

	refused := s.move(409, s.hotel, "accept/", object{"revision": seen}).body
	require.Equal(t, []any{"contract_moved", seen + 1}, []any{refused["code"], refused["revision"]})
	s.move(403, s.operator, "accept/", nil) // its own proposal
	edited := s.move(200, s.operator, "update/", object{"notice_period": 21}).body
	require.NotEqual(t, version["id"], edited["pending_version"].(map[string]any)["id"], "what was read is not what is answered")
	require.Equal(t, "already_reviewed", s.review(409, s.hotel, version["id"], true).body["code"])
	require.Equal(t, "contract_moved", s.move(409, s.hotel, "accept/", object{"revision": seen + 1}).body["code"])
	require.Equal(t, "no_contract", s.access()["reason"])

	agreed := s.move(200, s.hotel, "accept/", object{"revision": seen + 2}).body
	require.Equal(t, []any{"A", "current", 21.0, "Y", false, nil, seen + 3},
		[]any{agreed["status"], agreed["direction"], agreed["notice_period"], agreed["to_edit_facts"], agreed["changes_requested"], agreed["pending_version"], agreed["revision"]})
	require.NotNil(t, agreed["accepted_at"])
	access := s.access()
	require.Equal(t, []any{true, nil, s.id, "Y"}, []any{access["accessible"], access["reason"], access["contract"], access["edit"]})
	s.key = s.newKey(s.operator, s.id)
}

func (s *contractStory) review(status int, who company, version any, accept bool) answer {
	s.t.Helper()
	return s.ok(status, post, "/api/partners/contract/contractVersion/"+number(version)+"/", who.token, object{"accept": accept})
}

// amend changes the contract in force: withdrawn, rejected and accepted.
func (s *contractStory) amend(t *testing.T) {
	t.Helper()
	ask := func(who company, days int) map[string]any {
		body := s.ok(200, put, "/api/partners/contract/edit/"+number(s.id)+"/", who.token, object{"ss_deadline": days}).body
		require.Equal(t, []any{"A", true, 0.0}, []any{body["status"], body["changes_requested"], body["ss_deadline"]}, "the terms in force stay")
		for _, side := range []company{s.hotel, s.operator} {
			require.Equal(t, "amendment_pending", s.move(409, side, "update/", object{"ss_deadline": 99}).body["code"])
			require.Equal(t, body["pending_version"], s.read(side)["pending_version"])
			require.True(t, s.access()["accessible"].(bool))
		}
		return body["pending_version"].(map[string]any)
	}
	unchanged := s.move(200, s.hotel, "update/", object{"notice_period": 21}).body
	require.Equal(t, []any{false, nil}, []any{unchanged["changes_requested"], unchanged["pending_version"]}, "what changes nothing opens no version")

	ask(s.operator, 7)
	s.move(403, s.operator, "accept/", nil)
	require.Nil(t, s.move(200, s.operator, "reject/", nil).body["pending_version"], "withdrawn")
	ask(s.hotel, 8)
	require.Equal(t, false, s.move(200, s.operator, "reject/", nil).body["changes_requested"])
	s.move(409, s.operator, "accept/", nil) // nothing waits
	version := ask(s.operator, 9)
	s.review(403, s.operator, version["id"], true)
	s.review(404, s.known, version["id"], true)
	accepted := s.review(200, s.hotel, version["id"], true).body
	require.Equal(t, []any{"A", false, 9.0, 21.0}, []any{accepted["status"], accepted["changes_requested"], accepted["ss_deadline"], accepted["notice_period"]})
	require.Equal(t, "already_reviewed", s.review(409, s.hotel, version["id"], false).body["code"])

	answers := []any{}
	for _, v := range s.versions() {
		answers = append(answers, []any{v["proposed_by"], v["is_reviewed"], v["is_accepted"]})
	}
	hotel, operator := float64(s.hotel.id), float64(s.operator.id)
	require.Equal(t, []any{
		[]any{operator, true, true}, []any{hotel, true, false}, []any{operator, true, false}, // amendments, newest first
		[]any{operator, true, true}, []any{operator, true, false}, // counter-proposals
	}, answers)
}

// versions are the same for both sides.
func (s *contractStory) versions() []map[string]any {
	s.t.Helper()
	a := s.ok(200, get, s.at("versions/"), s.hotel.token, nil)
	require.Equal(s.t, a.raw, s.ok(200, get, s.at("versions/"), s.operator.token, nil).raw)
	return a.list()
}

// permit takes rights back and gives them again.
func (s *contractStory) permit(t *testing.T) {
	t.Helper()
	before := s.ok(200, get, s.at("permissions/"), s.operator.token, nil).body["permissions"]
	require.Equal(t, before, s.read(s.hotel)["permission_matrix"])
	s.ok(403, put, s.at("permissions/"), s.operator.token, object{"facts": object{"edit": "Y"}})
	s.ok(400, put, s.at("permissions/"), s.hotel.token, object{"facts": object{"nonsense": true, "edit": "maybe"}})
	set := s.ok(200, put, s.at("permissions/"), s.hotel.token, object{
		"facts": object{"contacts": false, "edit": "O"}, "photos": object{"allowed": false},
	}).body["permissions"].(map[string]any)
	require.Equal(t, []any{false, "O", true}, pick(set["facts"], "contacts", "edit", "rooms"))

	path := "/api/partners/facts-access/" + number(s.id) + "/"
	theirs, own := s.ok(200, get, path, s.operator.token, nil).body, s.ok(200, get, path, s.hotel.token, nil).body
	require.Equal(t, []any{"A", true}, pick(theirs, "status", "active"))
	require.Equal(t, []any{false, "O"}, pick(theirs["permissions"].(map[string]any)["facts"], "contacts", "edit"))
	require.Equal(t, []any{false, "N"}, pick(theirs["permissions"].(map[string]any)["photos"], "allowed", "select"))
	require.Equal(t, []any{true, "Y"}, pick(own["permissions"].(map[string]any)["facts"], "contacts", "edit"), "the hotel is free with its own data")
	access := s.access()
	require.Equal(t, []any{true, "O", false}, pick(access, "accessible", "edit", "photos"))
	require.Equal(t, []any{false, true}, pick(access["categories"], "contacts", "rooms"))
	require.Zero(t, s.feed("partners-photos", s.key))
	facts := s.ok(200, get, "/api/info/published-partners/"+s.key+"/", "", nil)
	require.NotContains(t, facts.raw, secretWord+" person")
	require.Contains(t, facts.raw, secretWord+" double")

	s.ok(200, put, s.at("permissions/"), s.hotel.token, object{"facts": object{"allowed": false}})
	require.Equal(t, []any{false, "not_allowed"}, pick(s.access(), "accessible", "reason"))
	require.Zero(t, s.feed("published-partners", s.key))
	given := s.ok(200, put, s.at("permissions/"), s.hotel.token, object{"facts": nil, "photos": nil}).body["permissions"]
	require.Equal(t, before, given, "as the terms say")
	require.Contains(t, s.ok(200, get, "/api/info/published-partners/"+s.key+"/", "", nil).raw, secretWord+" person")
}

// pick reads members of an object.
func pick(from any, names ...string) []any {
	values := make([]any, len(names))
	for i, name := range names {
		values[i] = from.(map[string]any)[name]
	}
	return values
}

// share lists what is in force, for both sides.
func (s *contractStory) share(t *testing.T) {
	t.Helper()
	for side, other := range map[company]company{s.hotel: s.operator, s.operator: s.hotel} {
		partners := s.ok(200, get, "/api/partners/my-partners/", side.token, nil).list()
		require.Len(t, partners, 1)
		require.Equal(t, []any{float64(other.id), other.name}, pick(partners[0], "account", "company_name"))
		require.Equal(t, []any{s.id, 21.0, 9.0, false}, pick(partners[0]["contract"], "id", "notice_period", "ss_deadline", "changes_requested"))
		for _, path := range []string{"/api/partners/partners-properties/", "/api/partners/properties/" + number(s.id) + "/"} {
			shared := s.ok(200, get, path, side.token, nil).list()
			require.Len(t, shared, 1, path)
			require.Equal(t, []any{float64(s.house.id), s.hotel.name, true, true}, pick(shared[0], "property_id", "company_name", "facts_allowed", "photos_allowed"))
			seenBy := objects(shared[0]["partners"].([]any))
			if side == s.operator {
				require.Equal(t, s.id, shared[0]["contract"])
				require.Empty(t, seenBy, "who else sees it is the hotel's business")
				continue
			}
			require.Equal(t, []any{s.id, float64(s.operator.id), s.operator.name}, pick(seenBy[0], "contract", "partner", "company_name"))
		}
		require.Empty(t, s.ok(200, get, "/api/partners/?q="+url.QueryEscape(other.name), side.token, nil).list(), "whom one is connected with is not on offer")
		found := s.ok(200, get, "/api/partners/discover/?connected=true", side.token, nil).list()
		require.Len(t, found, 1)
		require.Equal(t, []any{s.id, "A"}, pick(found[0]["contract"], "id", "status"))
	}
}

// part cancels: the next request of a key reads nothing.
func (s *contractStory) part(t *testing.T) {
	t.Helper()
	for _, key := range []string{s.key, s.operator.key} {
		require.Equal(t, 1, s.feed("published-partners", key))
		require.Equal(t, 1, s.feed("partners-photos", key))
	}
	ended := s.ok(200, del, "/api/partners/contract/delete/"+number(s.id)+"/", s.operator.token, nil).body
	require.Equal(t, []any{"X", "ended", []any{}}, pick(ended, "status", "direction", "available_actions"))
	require.NotNil(t, ended["cancelled_at"])
	for _, key := range []string{s.key, s.operator.key} {
		require.Zero(t, s.feed("published-partners", key))
		require.Zero(t, s.feed("partners-photos", key))
	}
	for _, verb := range []string{"update/", "accept/", "reject/", "delete/"} {
		for _, side := range []company{s.hotel, s.operator} {
			body := any(object{"ss_deadline": 1})
			if verb != "update/" {
				body = nil
			}
			require.Equal(t, "invalid_transition", s.move(409, side, verb, body).body["code"])
		}
	}
	s.ok(409, put, s.at("permissions/"), s.hotel.token, object{"facts": object{"edit": "Y"}})
	require.Equal(t, "no_contract", s.access()["reason"])
	s.ok(404, get, fmt.Sprintf("/api/tour-operator/properties/%d/", s.house.id), s.operator.token, nil)
	for _, side := range []company{s.hotel, s.operator} {
		require.Empty(t, s.ok(200, get, "/api/partners/my-partners/", side.token, nil).list())
		require.Empty(t, s.ok(200, get, "/api/partners/properties/"+number(s.id)+"/", side.token, nil).list())
		require.Equal(t, false, s.ok(200, get, "/api/partners/facts-access/"+number(s.id)+"/", side.token, nil).body["active"])
	}
	require.Empty(t, s.ok(200, get, "/api/partners/partners-properties/", s.operator.token, nil).list())
}

// again makes the contract anew: the row and its history stay.
func (s *contractStory) again(t *testing.T) {
	t.Helper()
	history := s.versions()
	proposed := s.ok(201, post, "/api/partners/contract/create/", s.operator.token, object{"partner": s.hotel.id, "to_edit_facts": "O"}).body
	require.Equal(t, []any{s.id, "P", "O", 0.0, float64(s.operator.id), nil}, pick(proposed, "id", "status", "to_edit_facts", "notice_period", "initiated_by", "accepted_at"))
	require.Equal(t, history, s.versions())
	for _, side := range [][]company{{s.hotel, s.operator}, {s.operator, s.hotel}} {
		refused := s.ok(409, post, "/api/partners/contracts/create/", side[0].token, object{"partner": side[1].id}).body
		require.Equal(t, []any{"already_exists", s.id}, pick(refused, "code", "contract"))
	}
	require.Equal(t, "R", s.move(200, s.hotel, "reject/", nil).body["status"])
	require.Equal(t, s.id, s.propose(s.hotel, s.operator, object{"to_edit_facts": "Y"}))
	require.Zero(t, s.feed("published-partners", s.key))
	require.Equal(t, "A", s.move(200, s.operator, "accept/", nil).body["status"])
	require.Equal(t, history, s.versions())
	require.Equal(t, 1, s.feed("published-partners", s.key), "the old key opens it again")
}

// sameUnderBothNames reads everything that has two names under both.
func (s *contractStory) sameUnderBothNames(t *testing.T) {
	t.Helper()
	id := number(s.id)
	for _, side := range []company{s.hotel, s.operator} {
		for path, alias := range map[string]string{
			"contracts/": "my-contracts/", "contracts/?status=A": "my-contracts/?status=A", "contracts/" + id + "/": "contract/view/" + id + "/",
		} {
			shown := s.ok(200, get, "/api/partners/"+path, side.token, nil).raw
			require.Equal(t, shown, s.ok(200, get, "/api/partners/"+alias, side.token, nil).raw)
			require.Contains(t, shown, `"id":`+id+`,`)
		}
	}
	for _, kind := range []string{"published-partners/", "partners-photos/"} {
		shown := [2]string{}
		for i, base := range []string{"/api/info/", "/api/facts/"} {
			_, shown[i], _ = strings.Cut(s.ok(200, get, base+kind+s.key+"/", "", nil).raw, `"properties":`)
		}
		require.Contains(t, shown[0], secretWord)
		require.Equal(t, shown[0], shown[1])
	}
	// What changes something answers with the contract as it is read afterwards, under either name.
	for _, path := range []string{"contracts/" + id + "/update/", "contract/edit/" + id + "/"} {
		changed := s.ok(200, put, "/api/partners/"+path, s.hotel.token, object{"notice_period": 5}).raw
		require.Equal(t, changed, s.ok(200, get, s.at(""), s.hotel.token, nil).raw)
		s.move(200, s.hotel, "reject/", nil)
	}
}
