package invoicetest

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/invoicing/invoice"
)

// answers is what every side is answered in every state, by the specification and the
// decisions: the next state, "gone" for a draft that is deleted, "new" for a copy, or
// the status of the refusal. Operators issue nothing, so they never get as far as the
// invoice with update, delete and duplicate.
const answers = `
                       DRAFT     SENT      VIEWED    CLEARED   DISPUTED  PAID  OVERDUE   CANCELLED
update       issuer    DRAFT     409       409       409       409       409   409       409
update       recipient 403       403       403       403       403       403   403       403
delete       issuer    gone      409       409       409       409       409   409       409
delete       recipient 403       403       403       403       403       403   403       403
send         issuer    SENT      409       409       409       409       409   409       409
send         recipient 404       403       403       403       403       403   403       403
mark-paid    issuer    409       PAID      PAID      PAID      409       409   PAID      409
mark-paid    recipient 404       403       403       403       403       403   403       403
dispute      issuer    403       403       403       403       403       403   403       403
dispute      recipient 404       DISPUTED  DISPUTED  409       409       409   409       409
clearing     issuer    409       409       403       409       CLEARED   409   409       409
clearing     recipient 404       409       CLEARED   409       CLEARED   409   409       409
cancel       issuer    CANCELLED CANCELLED CANCELLED CANCELLED CANCELLED 409   CANCELLED 409
cancel       recipient 404       403       403       403       403       403   403       403
duplicate    issuer    new       new       new       new       new       new   new       new
duplicate    recipient 403       403       403       403       403       403   403       403
send-reminder issuer   409       SENT      VIEWED    409       409       409   OVERDUE   409
send-reminder recipient 404      403       403       403       403       403   403       403
open         issuer    DRAFT     SENT      VIEWED    CLEARED   DISPUTED  PAID  OVERDUE   CANCELLED
open         recipient 404       VIEWED    VIEWED    CLEARED   DISPUTED  PAID  OVERDUE   CANCELLED
`

// logged is the entry of each operation that has one.
var logged = map[string]string{
	"send": "sent", "mark-paid": "paid", "dispute": "disputed", "clearing": "cleared", "cancel": "cancelled", "send-reminder": "reminder_sent",
}

// table is answers by operation, side and state.
func table(t *testing.T) map[string]map[string]map[string]string {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(answers), "\n")
	states, out := strings.Fields(lines[0]), map[string]map[string]map[string]string{}
	require.Len(t, states, len(invoice.Statuses))
	for _, line := range lines[1:] {
		f := strings.Fields(line)
		require.Len(t, f, len(states)+2)
		if out[f[0]] == nil {
			out[f[0]] = map[string]map[string]string{}
		}
		out[f[0]][f[1]] = map[string]string{}
		for i, s := range states {
			out[f[0]][f[1]][s] = f[i+2]
		}
	}
	return out
}

// ask sends the request of an operation.
func ask(t *testing.T, who *apptest.Who, v object, operation string) (int, object) {
	t.Helper()
	method, path, payload := post, at(v, operation+"/"), ""
	switch operation {
	case "update":
		method, payload = put, `{"notes":"changed"}`
	case "delete":
		method, path = del, at(v, "")
	case "open":
		method, path = get, at(v, "")
	}
	res := who.Do(t, method, path, payload)
	out := object{}
	if res.Body.Len() > 0 {
		require.NoError(t, json.Unmarshal(res.Body.Bytes(), &out))
	}
	return res.Code, out
}

// reach makes an invoice and moves it into a state.
func (b *bundle) reach(t *testing.T, status invoice.Status) object {
	t.Helper()
	if status == invoice.StatusOverdue {
		v := b.create(t, object{"issue_date": "2030-05-01", "due_date": "2030-05-30"})
		do(t, b.hotel, v, "send/")
		return body(t, b.hotel.Do(t, get, at(v, ""), ""), http.StatusOK)
	}
	v := b.create(t)
	way := map[invoice.Status]string{
		invoice.StatusDraft: "", invoice.StatusSent: "send", invoice.StatusViewed: "send open", invoice.StatusCleared: "send open clearing",
		invoice.StatusDisputed: "send open dispute", invoice.StatusPaid: "send mark-paid", invoice.StatusCancelled: "send cancel",
	}
	for _, operation := range strings.Fields(way[status]) {
		who := b.hotel
		if operation == "open" || operation == "clearing" || operation == "dispute" {
			who = b.operator
		}
		var code int
		code, v = ask(t, who, v, operation)
		require.Equal(t, http.StatusOK, code, "%s: %v", operation, v)
	}
	require.Equal(t, string(status), v["status"])
	return v
}

// traces counts everything that a move could leave behind, and shows the invoice.
func (b *bundle) traces(t *testing.T, id any) object {
	t.Helper()
	out := object{}
	for _, name := range []string{"invoices", "invoice_activities", "invoice_reminders", "notify_notifications", "outbox_events", "audit_entries", "river_job"} {
		n, err := b.DB.From(t.Context()).NewSelect().Table(name).Count(t.Context())
		require.NoError(t, err)
		out[name] = n
	}
	var row []object
	require.NoError(t, b.DB.From(t.Context()).NewSelect().Table("invoices").ColumnExpr("*").Where("public_id = ?", id).Scan(t.Context(), &row))
	out["row"] = row
	return out
}

// allowedTo lists the operations of a side in a state, as available_actions names them.
func allowedTo(want map[string]map[string]map[string]string, side, status string) []any {
	list := []any{}
	for operation, sides := range want {
		if _, err := strconv.Atoi(sides[side][status]); err != nil && operation != "open" {
			list = append(list, strings.ReplaceAll(operation, "-", "_"))
		}
	}
	return list
}

// Every operation of every side in every state over HTTP: what is allowed leads to the
// right state and leaves one entry in the log, what is refused leaves no trace.
func TestInvoice_EveryMove(t *testing.T) {
	t.Parallel()
	want := table(t)
	for _, status := range invoice.Statuses {
		t.Run(string(status), func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			otherHotel, otherOperator := b.Pair(t)
			v := b.reach(t, status)
			for operation, sides := range want {
				for _, who := range []*apptest.Who{otherHotel, otherOperator} {
					code := http.StatusNotFound
					if who == otherOperator && slices.Contains([]string{"update", "delete", "duplicate"}, operation) {
						code = http.StatusForbidden
					}
					b.refuses(t, who, v, operation, code)
				}
				for side, who := range map[string]*apptest.Who{"issuer": b.hotel, "recipient": b.operator} {
					cell := sides[side][string(status)]
					if code, err := strconv.Atoi(cell); err == nil {
						refusal := b.refuses(t, who, v, operation, code)
						if code == http.StatusConflict {
							require.Equal(t, []any{"invalid_transition", string(status)}, []any{refusal["code"], refusal["status"]}, "%s by %s", operation, side)
							require.ElementsMatch(t, allowedTo(want, side, string(status)), refusal["available_actions"], "%s by %s", operation, side)
						}
						continue
					}
					b.allows(t, who, v, operation, cell)
					v = b.reach(t, status)
				}
			}
		})
	}
}

func (b *bundle) refuses(t *testing.T, who *apptest.Who, v object, operation string, want int) object {
	t.Helper()
	before := b.traces(t, v["id"])
	code, answer := ask(t, who, v, operation)
	require.Equal(t, want, code, "%s of %s: %v", operation, v["status"], answer)
	require.Equal(t, before, b.traces(t, v["id"]), "%s of %s left a trace", operation, v["status"])
	return answer
}

func (b *bundle) allows(t *testing.T, who *apptest.Who, v object, operation, want string) {
	t.Helper()
	log := actions(body(t, b.hotel.Do(t, get, at(v, ""), ""), http.StatusOK))
	code, answer := ask(t, who, v, operation)
	switch want {
	case "gone":
		require.Equal(t, http.StatusNoContent, code)
		apptest.RequireNotFound(t, b.hotel.Do(t, get, at(v, ""), ""))
		return
	case "new":
		require.Equal(t, http.StatusCreated, code)
		require.NotEqual(t, v["id"], answer["id"])
		require.Equal(t, []any{"DRAFT", []string{"created"}}, []any{answer["status"], actions(answer)})
		answer, want = body(t, b.hotel.Do(t, get, at(v, ""), ""), http.StatusOK), v["status"].(string)
	default:
		require.Equal(t, http.StatusOK, code, "%s of %s: %v", operation, v["status"], answer)
	}
	require.Equal(t, want, answer["status"], "%s of %s", operation, v["status"])
	if operation == "open" && want != v["status"] {
		log = append(log, "viewed")
	} else if entry, ok := logged[operation]; ok {
		log = append(log, entry)
	}
	require.Equal(t, log, actions(answer), "%s of %s", operation, v["status"])
}
