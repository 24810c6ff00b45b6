package partnershttptest

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/auth"
	"allot/internal/partners/contract"
)

const createPath = "/api/partners/contracts/create/"

func TestContract_Create(t *testing.T) {
	t.Parallel()

	t.Run("a proposal has every field, as both sides see it", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		hotel, operator := e.Pair(t)
		h, o := hotel.User.OwnerID, operator.User.OwnerID
		res := hotel.Do(t, post, createPath, fmt.Sprintf(`{"partner": %d, "to_edit_facts": "O", "comments": " Season 2031 ", "ss_deadline": null}`, o))
		facts := `"accessibility":true,"bars":true,"beach":true,"board_types":true,"children":true,"contacts":true,"distances":true,"entertainment":true,
			"general":true,"location":true,"meeting_rooms":true,"policies":true,"pools":true,"restaurants":true,"rooms":true,"safety_sustainability":true,
			"services":true,"sports_wellness":true`
		at := e.Clock.Now().UTC().Format("2006-01-02T15:04:05.999999Z07:00")
		apptest.RequireJSON(t, res, http.StatusCreated, fmt.Sprintf(`{
			"id": 1, "user": %d, "partner": %d, "invite_email": null, "user_company": "Company of manager1", "partner_company": "Company of manager2",
			"contract_terms": "F", "to_edit_facts": "O", "to_add_its_logo": "N", "to_select_photos": "N", "to_add_own_photos": "N",
			"to_special_allotment": "G", "to_sync_ss": true, "ss_deadline": 0, "to_allow_on_request": true, "notice_period": 0,
			"share_stop_sale_reasons": false, "comments": "Season 2031", "status": "P", "changes_requested": false, "direction": "outgoing",
			"initiated_by": %[1]d, "proposed_by": %[1]d, "revision": 1, "accepted_at": null, "cancelled_at": null, "created_at": %[3]q, "updated_at": %[3]q,
			"permission_matrix": {"facts": {"allowed": true, "edit": "O", %[4]s}, "exports": {"allowed": true},
				"photos": {"allowed": true, "select": "N", "add_own": "N", "add_logo": "N"}, "stop_sale": {"allowed": true, "reasons": false},
				"invoices": {"allowed": true}, "rooming": {"allowed": true}},
			"pending_version": null, "available_actions": ["update", "reject", "delete"]}`, h, o, at, facts))
		theirs := decode[seen](t, operator.Do(t, get, "/api/partners/contract/view/1/", ""), http.StatusOK)
		require.Equal(t, contract.DirectionIncoming, theirs.Direction)
		require.Equal(t, contract.Verbs, theirs.Actions)
	})

	t.Run("an operator may begin, under the other address too", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		hotel, operator := e.Pair(t)
		res := operator.Do(t, post, "/api/partners/contract/create/", fmt.Sprintf(`{"partner": %d}`, hotel.User.OwnerID))
		c := decode[seen](t, res, http.StatusCreated)
		require.Equal(t, hotel.User.OwnerID, *c.User)
		require.Equal(t, operator.User.OwnerID, *c.Partner)
		require.Equal(t, operator.User.OwnerID, c.InitiatedBy)
	})

	t.Run("a second one with the same partner is refused, whoever asks", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		hotel, operator := e.Pair(t)
		id := propose(t, hotel, operator, "").ID
		for _, step := range []contract.Verb{"", "update", "accept"} {
			if step != "" {
				move(t, map[contract.Verb]*apptest.Who{"update": operator, "accept": hotel}[step], id, step, `{"notice_period": 30}`)
			}
			for from, to := range map[*apptest.Who]*apptest.Who{hotel: operator, operator: hotel} {
				res := from.Do(t, post, createPath, fmt.Sprintf(`{"partner": %d}`, to.User.OwnerID))
				refused := decode[struct {
					Code     string
					Contract int64
				}](t, res, http.StatusConflict)
				require.Equal(t, "already_exists", refused.Code)
				require.Equal(t, id, refused.Contract)
			}
		}
	})

	t.Run("after the end the same contract starts over, with its history", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		hotel, operator := e.Pair(t)
		id := propose(t, hotel, operator, "").ID
		move(t, operator, id, "update", `{"notice_period": 30}`)
		move(t, hotel, id, "accept", "")
		decode[struct{}](t, hotel.Do(t, put, pathContract(id, "permissions/"), `{"facts": {"rooms": false}}`), http.StatusOK)
		ended := move(t, operator, id, "delete", "")
		require.NotNil(t, ended.CancelledAt)

		c := propose(t, operator, hotel, `, "to_sync_ss": false`)
		require.Equal(t, id, c.ID)
		require.Equal(t, []any{contract.StatusProposed, operator.User.OwnerID, operator.User.OwnerID, 0, false},
			[]any{c.Status, c.InitiatedBy, c.ProposedBy, c.NoticePeriod, c.SyncStopSales})
		require.Nil(t, c.AcceptedAt)
		require.Nil(t, c.CancelledAt)
		require.Greater(t, c.Revision, ended.Revision)
		require.Equal(t, true, c.Matrix["facts"]["rooms"], "flags are cleared")
		require.Equal(t, 1, decode[versions](t, hotel.Do(t, get, pathContract(id, "versions/"), ""), http.StatusOK).Count)
	})

	t.Run("names every bad field at once", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		hotel := e.Manager(t)
		const either = "give either partner, the id of an account, or invite_email"
		const or = "give either invite_email or partner, the id of an account"
		apptest.RequireInvalid(t, hotel.Do(t, post, createPath, `{}`), "partner", either, "invite_email", or)
		apptest.RequireInvalid(t, hotel.Do(t, post, createPath, `{"partner": 7, "invite_email": "a@b.example"}`), "partner", either, "invite_email", or)
		apptest.RequireInvalid(t, hotel.Do(t, post, createPath, `{"invite_email": "nobody"}`), "invite_email", "must be an e-mail address such as name@example.com")
		res := hotel.Do(t, post, createPath, fmt.Sprintf(`{"partner": -1, "contract_terms": "Z", "to_edit_facts": true, "to_add_its_logo": "y", "to_special_allotment": "F",
			"ss_deadline": 366, "notice_period": -1, "comments": %q}`, strings.Repeat("é", 5001)))
		refused := decode[struct{ Errors []struct{ Field string } }](t, res, http.StatusBadRequest)
		var fields []string
		for _, f := range refused.Errors {
			fields = append(fields, f.Field)
		}
		require.ElementsMatch(t, []string{
			"partner", "contract_terms", "to_edit_facts", "to_add_its_logo", "to_special_allotment", "ss_deadline", "notice_period", "comments",
		}, fields)
	})

	t.Run("the partner must be an account of the other type", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		hotel, operator := e.Pair(t)
		for id, problem := range map[int64]string{
			hotel.User.ID: "must be a tour operator", e.Manager(t).User.ID: "must be a tour operator", 999999: "there is no account with this id",
			e.SubUser(t, operator).User.ID: "there is no account with this id", e.Admin(t).User.ID: "there is no account with this id",
		} {
			apptest.RequireInvalid(t, hotel.Do(t, post, createPath, fmt.Sprintf(`{"partner": %d}`, id)), "partner", problem)
		}
		apptest.RequireInvalid(t, operator.Do(t, post, createPath, fmt.Sprintf(`{"invite_email": %q}`, e.Operator(t).User.Email)),
			"invite_email", "must be an accommodation provider")
	})

	t.Run("a repeat with the same key makes nothing twice", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		hotel, operator := e.Pair(t)
		key := apptest.Header("Idempotency-Key", "once")
		body := fmt.Sprintf(`{"partner": %d}`, operator.User.OwnerID)
		first := hotel.Do(t, post, createPath, body, key)
		require.Equal(t, http.StatusCreated, first.Code)
		again := hotel.Do(t, post, createPath, body, key)
		require.Equal(t, http.StatusCreated, again.Code)
		require.JSONEq(t, first.Body.String(), again.Body.String())
	})
}

func TestContract_Negotiate(t *testing.T) {
	t.Parallel()

	t.Run("terms go back and forth until one side accepts the other's", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		hotel, operator := e.Pair(t)
		id := propose(t, hotel, operator, `, "notice_period": 30`).ID
		c := move(t, hotel, id, "update", `{"notice_period": 60}`)
		require.Equal(t, []any{60, contract.StatusProposed, 2}, []any{c.NoticePeriod, c.Status, c.Revision}, "one's own proposal is edited")
		require.Equal(t, 2, move(t, hotel, id, "update", `{"notice_period": 60}`).Revision, "saving it as it is changes nothing")

		c = move(t, operator, id, "update", `{"notice_period": 90, "to_edit_facts": "O"}`)
		require.Equal(t, []any{contract.StatusCountered, 60, true, contract.DirectionOutgoing}, []any{c.Status, c.NoticePeriod, c.ChangesRequested, c.Direction})
		require.Equal(t, contract.Changes{"notice_period": {From: 60.0, To: 90.0}, "to_edit_facts": {From: "N", To: "O"}}, c.Pending.RequestedChanges)
		require.Equal(t, c.Terms, c.Pending.BaseSnapshot)
		require.Equal(t, []int64{operator.User.ID, operator.User.OwnerID}, []int64{c.Pending.UserID, c.Pending.ProposedBy})

		first := c.Pending.ID
		c = move(t, operator, id, "update", `{"notice_period": 45}`)
		require.Equal(t, contract.Changes{"notice_period": {From: 60.0, To: 45.0}, "to_edit_facts": {From: "N", To: "O"}}, c.Pending.RequestedChanges,
			"what is missing stays as it was last proposed")
		require.NotEqual(t, first, c.Pending.ID, "an edited version is another one")
		c = move(t, hotel, id, "update", `{"to_edit_facts": null}`)
		require.Equal(t, contract.Changes{"notice_period": {From: 60.0, To: 45.0}}, c.Pending.RequestedChanges, "null is the default")
		require.Equal(t, hotel.User.OwnerID, c.ProposedBy, "roles have swapped")

		c = move(t, operator, id, "accept", fmt.Sprintf(`{"revision": %d}`, c.Revision))
		require.Equal(t, []any{contract.StatusAccepted, 45, contract.No, false}, []any{c.Status, c.NoticePeriod, c.EditFacts, c.ChangesRequested})
		require.NotNil(t, c.AcceptedAt)
		all := decode[versions](t, operator.Do(t, get, pathContract(id, "versions/"), ""), http.StatusOK)
		require.Equal(t, 3, all.Count)
		for i, v := range all.Results {
			require.Equal(t, []bool{true, i == 0}, []bool{v.IsReviewed, v.IsAccepted}, "newest first, the last one was accepted")
		}
	})

	t.Run("terms that are sent as they are change nothing", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		hotel, operator := e.Pair(t)
		id := propose(t, hotel, operator, "").ID
		before := dump(t, e)
		require.Equal(t, contract.StatusProposed, move(t, operator, id, "update", `{"notice_period": 0}`).Status)
		require.Equal(t, before, dump(t, e))
		move(t, operator, id, "accept", "")
		before = dump(t, e)
		require.Nil(t, move(t, operator, id, "update", `{}`).Pending)
		move(t, hotel, id, "update", operator.Do(t, get, pathContract(id, ""), "").Body.String())
		require.Equal(t, before, dump(t, e))
	})

	t.Run("nobody agrees to what it has not seen", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		hotel, operator := e.Pair(t)
		c := propose(t, hotel, operator, "")
		move(t, hotel, c.ID, "update", `{"notice_period": 365}`)
		before := dump(t, e)
		for _, verb := range []contract.Verb{"accept", "reject", "update"} {
			refused := decode[struct {
				Code     string
				Revision int
			}](t, do(t, operator, c.ID, verb, fmt.Sprintf(`{"revision": %d, "notice_period": 7}`, c.Revision)), http.StatusConflict)
			require.Equal(t, "contract_moved", refused.Code)
			require.Equal(t, 2, refused.Revision)
		}
		require.Equal(t, before, dump(t, e))
		move(t, operator, c.ID, "accept", `{"revision": 2}`)
	})

	t.Run("an update names every bad field at once", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		hotel, operator := e.Pair(t)
		id := propose(t, hotel, operator, "").ID
		refused := decode[struct{ Errors []struct{ Field string } }](t,
			do(t, operator, id, "update", `{"revision": 0, "contract_terms": "", "ss_deadline": 1e9, "comments": 7}`), http.StatusBadRequest)
		require.Len(t, refused.Errors, 4)
		for _, bad := range []string{`\u001b[31m`, `\ufffd`} {
			apptest.RequireInvalid(t, do(t, operator, id, "update", `{"comments": "`+bad+`"}`), "comments", "must be plain text without control characters")
		}
		require.Equal(t, "one\ttwo\nthree", move(t, hotel, id, "update", `{"comments": "one\ttwo\nthree\n"}`).Comments)
	})
}

func TestContract_Amend(t *testing.T) {
	t.Parallel()
	review := func(t *testing.T, who *apptest.Who, v int64, body string) (int, string) {
		t.Helper()
		res := who.Do(t, post, fmt.Sprintf("/api/partners/contract/contractVersion/%d/", v), body)
		return res.Code, res.Body.String()
	}

	t.Run("a version is answered by the other side, once", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		hotel, operator := e.Pair(t)
		s := bring(t, contract.StageAmending, hotel, operator) // the operator has asked
		v := decode[seen](t, hotel.Do(t, get, pathContract(s.id, ""), ""), http.StatusOK).Pending.ID
		before := dump(t, e)
		code, _ := review(t, operator, v, `{"accept": true}`)
		require.Equal(t, http.StatusForbidden, code)
		code, body := review(t, hotel, v, `{"accept": true, "revision": 1}`)
		require.Equal(t, http.StatusConflict, code)
		require.Contains(t, body, "contract_moved")
		code, _ = review(t, hotel, v, `{}`)
		require.Equal(t, http.StatusBadRequest, code, "accept is required")
		for _, w := range strangers(t, e) {
			code, _ = review(t, w, v, `{"accept": true}`)
			require.Equal(t, http.StatusNotFound, code)
		}
		code, _ = review(t, hotel, 999999, `{"accept": true}`)
		require.Equal(t, http.StatusNotFound, code)
		require.Equal(t, lines(before, "contract"), lines(dump(t, e), "contract"))

		code, body = review(t, hotel, v, `{"accept": true}`)
		require.Equal(t, http.StatusOK, code, body)
		code, body = review(t, hotel, v, `{"accept": true}`)
		require.Equal(t, http.StatusConflict, code)
		require.Contains(t, body, "already_reviewed")
		c := decode[seen](t, hotel.Do(t, get, pathContract(s.id, ""), ""), http.StatusOK)
		require.Equal(t, []any{5, false, contract.StatusAccepted}, []any{c.StopSaleDeadline, c.ChangesRequested, c.Status})
	})

	t.Run("whoever asked may withdraw, and both may then ask anew", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		hotel, operator := e.Pair(t)
		s := bring(t, contract.StageAmending, hotel, operator)
		v := decode[seen](t, operator.Do(t, get, pathContract(s.id, ""), ""), http.StatusOK).Pending.ID
		code, body := review(t, operator, v, `{"accept": false}`)
		require.Equal(t, http.StatusOK, code, body)
		c := move(t, hotel, s.id, "update", `{"ss_deadline": 3}`)
		require.Equal(t, hotel.User.OwnerID, c.ProposedBy)
		require.Equal(t, 0, move(t, operator, s.id, "reject", "").StopSaleDeadline)
	})

	t.Run("a change of terms that are not in force any more is refused", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		hotel, operator := e.Pair(t)
		s := bring(t, contract.StageAmending, hotel, operator)
		e.Set(t, s.id, "notice_period", 14)
		before := dump(t, e)
		apptest.RequireError(t, do(t, hotel, s.id, "accept", ""), http.StatusConflict, "amendment_outdated",
			"the terms have changed since this change was asked for: reject it and ask anew")
		require.Equal(t, before, dump(t, e))
		move(t, hotel, s.id, "reject", "")
	})

	t.Run("cancelling closes what waits", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		hotel, operator := e.Pair(t)
		s := bring(t, contract.StageAmending, hotel, operator)
		c := decode[seen](t, hotel.Do(t, del, fmt.Sprintf("/api/partners/contract/delete/%d/", s.id), ""), http.StatusOK)
		require.Equal(t, contract.StatusCancelled, c.Status)
		require.Nil(t, c.Pending)
		v := decode[versions](t, operator.Do(t, get, pathContract(s.id, "versions/"), ""), http.StatusOK).Results[0]
		require.Equal(t, []bool{true, false}, []bool{v.IsReviewed, v.IsAccepted})
	})

	t.Run("versions of others are not there", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		hotel, operator := e.Pair(t)
		s := bring(t, contract.StageAmending, hotel, operator)
		for _, w := range strangers(t, e) {
			apptest.RequireNotFound(t, w.Do(t, get, pathContract(s.id, "versions/"), ""))
			apptest.RequireNotFound(t, w.Do(t, get, pathContract(s.id, ""), ""))
			apptest.RequireNotFound(t, w.Do(t, get, pathContract(s.id, "permissions/"), ""))
			apptest.RequireNotFound(t, w.Do(t, put, pathContract(s.id, "permissions/"), `{}`))
			apptest.RequireNotFound(t, w.Do(t, get, fmt.Sprintf("/api/partners/facts-access/%d/", s.id), ""))
		}
		helper := e.SubUser(t, hotel, auth.PartnerConnections)
		require.Equal(t, http.StatusOK, helper.Do(t, get, pathContract(s.id, "versions/"), "").Code)
	})
}

// lines keeps those of a dump that are about some tables.
func lines(dump, table string) []string {
	var list []string
	for l := range strings.Lines(dump) {
		if strings.HasPrefix(l, table) {
			list = append(list, l)
		}
	}
	return list
}
