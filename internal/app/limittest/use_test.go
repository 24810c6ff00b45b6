package limittest

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/photo"
	"allot/internal/identity/plan"
	"allot/internal/platform/money"
)

func amount(t *testing.T, s string) money.Amount {
	t.Helper()
	a, err := money.Parse(s)
	require.NoError(t, err)
	return a
}

// counted returns the use that the refusal of one more tells.
func counted(t *testing.T, who *apptest.Who, c call) int {
	t.Helper()
	res := c.send(t, who)
	require.Equal(t, http.StatusForbidden, res.Code, "%s: %s", c, res.Body)
	var body struct {
		Used int `json:"used"`
	}
	require.NoError(t, json.Unmarshal(res.Body.Bytes(), &body))
	return body.Used
}

// The uses of several accounts are read together and are what each refusal counts.
func TestUses(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	busy, operator := e.Pair(t)
	idle, other := e.GoldHotel(t), e.Operator(t)

	// The second property has the most photos and calendars.
	first, second := e.Property(t, busy, "Aurora").ID, e.Property(t, busy, "Boreas").ID
	e.Add(t, busy, first, photo.Change{})
	for range 2 {
		e.Add(t, busy, second, photo.Change{})
		ok(t, busy, call{method: post, path: calendarsPath, body: object{"property": second, "kind": "standalone", "name": "Desk"}})
	}
	e.Key(t, busy)
	e.Accepted(t, busy, operator)
	e.Proposed(t, busy, other)
	e.Proposed(t, e.Operator(t), busy) // which counts for the other side only
	for i := range 3 {
		ok(t, busy, call{method: post, path: contactsPath + "create/", body: contact(i)})
	}
	bill := call{method: post, path: invoicesPath + "create/", body: invoice(operator)}
	ok(t, busy, bill)
	alone := e.Property(t, idle, "Calypso").ID
	require.NoError(t, e.Plans.SpendLetters(t.Context(), busy.User.OwnerID, 7))

	owners := []int64{busy.User.OwnerID, idle.User.OwnerID, operator.User.OwnerID, other.User.OwnerID}
	states, err := e.Plans.StatesOf(t.Context(), owners)
	require.NoError(t, err)
	used := func(owner int64) map[plan.Feature]int {
		numbers := map[plan.Feature]int{}
		for f, u := range states[owner].Uses {
			if u.Used > 0 {
				numbers[f] = u.Used
			}
		}
		require.Len(t, states[owner].Uses, len(plan.Counted))
		return numbers
	}
	require.Equal(t, map[plan.Feature]int{
		plan.FeatureProperties: 2, plan.FeaturePhotos: 2, plan.FeatureAPIKeys: 1, plan.FeaturePartnerConnections: 2,
		plan.FeatureInvoices: 1, plan.FeatureCalendars: 3, plan.FeatureContacts: 3, plan.FeatureLetters: 7,
	}, used(owners[0]))
	require.Equal(t, map[plan.Feature]int{plan.FeatureProperties: 1, plan.FeatureCalendars: 1}, used(owners[1]))
	require.Equal(t, map[plan.Feature]int{plan.FeaturePartnerConnections: 1}, used(owners[2]))
	require.Empty(t, used(owners[3]), "a proposal that was only received uses nothing")
	require.Equal(t, plan.Use{Used: 2, Limit: plan.Unlimited}, states[owners[0]].Uses[plan.FeatureProperties])
	require.Equal(t, plan.Use{Used: 0, Limit: 3}, states[owners[3]].Uses[plan.FeaturePartnerConnections])

	none, err := e.Plans.StatesOf(t.Context(), nil)
	require.NoError(t, err)
	require.Empty(t, none)

	// A plan that allows nothing makes each refusal tell what it has counted.
	pay(t, e, 0, busy, idle)
	e.Grant(t, busy, plan.Free)
	e.Grant(t, idle, plan.Free)
	creates := func(property int64) map[plan.Feature]call {
		return map[plan.Feature]call{
			plan.FeatureProperties:         {method: post, path: "/api/info/property/create/", body: object{"name": "Delphi"}},
			plan.FeatureAPIKeys:            {method: post, path: keysPath + "create/", body: object{"name": "More"}},
			plan.FeaturePartnerConnections: {method: post, path: contractsPath + "create/", body: object{"invite_email": "x@y.example"}},
			plan.FeatureInvoices:           bill,
			plan.FeatureCalendars:          {method: post, path: calendarsPath, body: object{"property": property, "kind": "standalone", "name": "More"}},
			plan.FeatureContacts:           {method: post, path: contactsPath + "create/", body: contact(9)},
		}
	}
	for who, property := range map[*apptest.Who]int64{busy: second, idle: alone} {
		for f, c := range creates(property) {
			require.Equal(t, states[who.User.OwnerID].Uses[f].Used, counted(t, who, c), f)
		}
	}
}
