package inventoryhttptest

import (
	"fmt"
	"net/http"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/exchange/partnerapi"
	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
	"allot/internal/partners/contract"
	"allot/internal/testkit/audittest"
)

// writer makes a key that sends and reads lists and returns the path with its token.
func (b *roomingBundle) writer(t *testing.T, who *apptest.Who, contract *int64) (path string, key int64) {
	t.Helper()
	b.Grant(t, who, plan.Gold)
	name := "writer"
	token, k, err := b.Keys.CreateKey(who.Context(t), who.Caller, partnerapi.KeyInput{
		Name: &name, Contract: contract, Permissions: map[auth.KeyScope]bool{auth.KeyRooming: true, auth.KeyRoomingWrite: true},
	})
	require.NoError(t, err)
	return "/api/v1/rooming/" + token + "/", k.ID
}

// list is a rooming list in the operator's codes; change replaces members, nil
// takes one out.
func list(change object) object {
	o := object{
		"reference": "OP-77", "property_code": "H", "name": "Group 7",
		"entries": []object{{"room_code": "R", "arrival": "2030-06-01", "departure": "2030-06-03", "units": 2, "guests": []object{{"last_name": "Berg"}}}},
	}
	for k, v := range change {
		if o[k] = v; v == nil {
			delete(o, k)
		}
	}
	return o
}

func TestSubmit_anOperatorSendsAListInItsCodes(t *testing.T) {
	t.Parallel()
	b := setupRooming(t)
	b.mapAll(t)
	path, key := b.writer(t, b.operator, nil)

	sent := bodyRooming(t, b.Do(t, post, path, text(t, list(nil))), http.StatusCreated)
	require.Equal(t, []any{"sent", "OP-77", "Group 7", float64(b.property.ID)}, []any{sent["status"], sent["reference"], sent["name"], sent["property_id"]})
	require.Equal(t, "H", sent["codes"].(object)["hotel"])
	entry := sent["entries"].([]any)[0].(object)
	require.Equal(t, []any{"R", float64(b.rooms[0]), "pending"}, []any{entry["room_code"], entry["room_id"], entry["status"]})
	require.Equal(t, []object{sent}, b.shared(t, path), "the feed shows it")
	require.Len(t, b.told(t, b.hotel), 1, "the hotel is told once")

	// The audit trails name the user who made the key, and the key.
	id := int64(sent["id"].(float64))
	trail, err := audittest.Of(t.Context(), b.DB, b.operator.User.OwnerID, "rooming_ledger", id)
	require.NoError(t, err)
	require.Equal(t, []string{"create", "send"}, []string{trail[0].Action, trail[1].Action})
	require.Equal(t, b.operator.User.ID, trail[0].UserID)
	require.Contains(t, string(trail[0].After), fmt.Sprintf(`"api_key":%d`, key))
	theirs, err := audittest.Of(t.Context(), b.DB, b.hotel.User.OwnerID, "rooming_ledger", id)
	require.NoError(t, err)
	require.NotContains(t, string(theirs[0].After), "api_key", "the key is none of the hotel's business")

	t.Run("again it is the same", func(t *testing.T) { //nolint:paralleltest // one after the other on one world
		require.Equal(t, sent, bodyRooming(t, b.Do(t, post, path, text(t, list(nil))), http.StatusOK))
		same := list(object{"property_id": b.property.ID, "property_code": nil}) // named in another way
		require.Equal(t, sent, bodyRooming(t, b.Do(t, post, path, text(t, same)), http.StatusOK))
		require.Equal(t, sent, bodyRooming(t, b.Do(t, post, path, text(t, sent)), http.StatusOK), "as the feed shows it")
		require.Len(t, b.told(t, b.hotel), 1)
	})
	t.Run("another list under the reference is refused until the first is cancelled", func(t *testing.T) { //nolint:paralleltest // one after the other on one world
		other := list(object{"name": "Group 8"})
		refused := code(t, b.Do(t, post, path, text(t, other)), http.StatusConflict, "reference_used")
		require.Equal(t, []any{sent["id"], "sent", []any{"cancel"}}, []any{refused["ledger"], refused["status"], refused["available_actions"]})
		bodyRooming(t, b.operator.Do(t, post, at(ledgers, sent["id"])+"cancel/", ""), http.StatusOK)
		next := bodyRooming(t, b.Do(t, post, path, text(t, other)), http.StatusCreated)
		require.NotEqual(t, sent["id"], next["id"])
		late := bodyRooming(t, b.Do(t, post, path, text(t, list(nil))), http.StatusOK)
		require.Equal(t, []any{sent["id"], "cancelled"}, []any{late["id"], late["status"]}, "a late repeat of the first does not send it again")
	})
	t.Run("a hotel confirms it as any other", func(t *testing.T) { //nolint:paralleltest // one after the other on one world
		l := bodyRooming(t, b.Do(t, post, path, text(t, list(object{"reference": "OP-78"}))), http.StatusCreated)
		bodyRooming(t, b.hotel.Do(t, patch, at(ledgers, l["id"]), text(t, object{"calendar": b.master.ID})), http.StatusOK)
		bodyRooming(t, b.hotel.Do(t, post, at(ledgers, l["id"])+"confirm/", ""), http.StatusOK)
		require.Equal(t, []int{2, 2, 0}, b.held(t, b.rooms[0], 3))
		again := bodyRooming(t, b.Do(t, post, path, text(t, list(object{"reference": "OP-78"}))), http.StatusOK)
		require.Equal(t, "confirmed", again["status"])
	})
}

func TestSubmit_refusals(t *testing.T) {
	t.Parallel()
	b := setupRooming(t)
	b.mapAll(t)
	path, _ := b.writer(t, b.operator, nil)
	entry := func(change object) object {
		e := object{"room_code": "R", "arrival": "2030-06-01", "departure": "2030-06-03"}
		for k, v := range change {
			if e[k] = v; v == nil {
				delete(e, k)
			}
		}
		return object{"entries": []object{e}}
	}
	for name, tt := range map[string]struct {
		change object
		field  string
	}{
		"no reference":             {object{"reference": " "}, "reference"},
		"no property":              {object{"property_code": nil}, "property_id"},
		"an unknown code":          {object{"property_code": "X"}, "property_code"},
		"no such property":         {object{"property_id": 999999}, "property_id"},
		"no entries":               {object{"entries": []object{}}, "entries"},
		"no room":                  {entry(object{"room_code": nil}), "entries[0].room_id"},
		"an unknown room":          {entry(object{"room_code": "Q"}), "entries[0].room_code"},
		"a room that is not there": {entry(object{"room_id": 999999}), "entries[0].room_id"},
		"a wrong stay":             {entry(object{"departure": "2030-06-01"}), "entries[0].departure"},
		"a calendar":               {object{"calendar": b.master.ID}, "calendar"},
		"somebody else's list":     {object{"partner": b.hotel.User.OwnerID}, "partner"},
	} {
		refused := code(t, b.Do(t, post, path, text(t, list(tt.change))), http.StatusBadRequest, "validation_failed")
		require.Equal(t, tt.field, refused["errors"].([]any)[0].(object)["field"], name)
	}
	code(t, b.Do(t, post, b.key(t, b.operator, nil), text(t, list(nil))), http.StatusForbidden, "key_permission")
	b.SetFlags(t, b.contract, contract.Flags{contract.RightExports: contract.No})
	code(t, b.Do(t, post, path, text(t, list(object{"property_id": b.property.ID, "property_code": nil}))), http.StatusBadRequest, "validation_failed")
	require.Empty(t, b.told(t, b.hotel))
}

func TestSubmit_aHotelKeepsItsOwn(t *testing.T) {
	t.Parallel()
	b := setupRooming(t)
	own := object{"property_code": b.property.Code, "entries": []object{{"room_id": b.rooms[0], "arrival": "2030-06-01", "departure": "2030-06-03"}}}
	path, _ := b.writer(t, b.hotel, nil)
	made := bodyRooming(t, b.Do(t, post, path, text(t, list(own))), http.StatusCreated)
	require.Equal(t, []any{"open", nil}, []any{made["status"], made["partner"]})
	require.Equal(t, made, bodyRooming(t, b.Do(t, post, path, text(t, list(own))), http.StatusOK))

	one, _ := b.writer(t, b.hotel, &b.contract.ID)
	own["reference"] = "PMS-2"
	made = bodyRooming(t, b.Do(t, post, one, text(t, list(own))), http.StatusCreated)
	require.EqualValues(t, b.operator.User.OwnerID, made["partner"], "the key is for one contract")
	stranger := b.Operator(t)
	b.Accepted(t, b.hotel, stranger)
	own["reference"], own["partner"] = "PMS-3", stranger.User.OwnerID
	code(t, b.Do(t, post, one, text(t, list(own))), http.StatusBadRequest, "validation_failed")
	bodyRooming(t, b.Do(t, post, path, text(t, list(own))), http.StatusCreated)

	scoped := b.Scoped(t, b.hotel, []auth.Flag{auth.Rooming, auth.Integrations}, b.Property(t, b.hotel, "Other").ID)
	elsewhere, _ := b.writer(t, scoped, nil)
	own["reference"] = "PMS-4"
	code(t, b.Do(t, post, elsewhere, text(t, list(own))), http.StatusForbidden, "forbidden")
}

func TestSubmit_twentyAtOnceMakeOne(t *testing.T) {
	t.Parallel()
	b := setupRooming(t)
	b.mapAll(t)
	path, _ := b.writer(t, b.operator, nil)
	var (
		wg   sync.WaitGroup
		mu   sync.Mutex
		made = map[int]int{}
		ids  = map[any]bool{}
	)
	in := text(t, list(nil))
	for range 20 {
		wg.Go(func() {
			res := b.Do(t, post, path, in)
			mu.Lock()
			defer mu.Unlock()
			made[res.Code]++
			if res.Code < 300 {
				ids[bodyRooming(t, res, res.Code)["id"]] = true
			}
		})
	}
	wg.Wait()
	require.Equal(t, map[int]int{http.StatusCreated: 1, http.StatusOK: 19}, made)
	require.Len(t, ids, 1)
	require.Len(t, b.told(t, b.hotel), 1)
}
