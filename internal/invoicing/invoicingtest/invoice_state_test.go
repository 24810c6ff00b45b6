package invoicingtest

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/platform/civil"
)

// answers is what every side is answered at every stage, by the specification and the
// decisions. A stage is a state, with "!" while it is disputed and "~" after the due date;
// the stages that are not here cannot be reached, as TestDecide_Reachable shows. A cell is
// the next state, "gone" for a draft that is deleted, "new" for a copy, "+viewed" where
// opening is logged, or the status of the refusal; 409! is the code disputed. Operators
// issue nothing, so they never get as far as the invoice with update, delete and duplicate.
const answers = `
                        DRAFT     DRAFT~    SENT          SENT~           VIEWED    VIEWED~   DISPUTED! DISPUTED!~ CLEARED   CLEARED~  OVERDUE~        OVERDUE!~        PAID PAID~ CANCELLED CANCELLED~
update        issuer    DRAFT     DRAFT     409           409             409       409       409       409        409       409       409             409              409  409   409       409
update        recipient 403       403       403           403             403       403       403       403        403       403       403             403              403  403   403       403
delete        issuer    gone      gone      409           409             409       409       409       409        409       409       409             409              409  409   409       409
delete        recipient 403       403       403           403             403       403       403       403        403       403       403             403              403  403   403       403
send          issuer    SENT      SENT      409           409             409       409       409       409        409       409       409             409              409  409   409       409
send          recipient 404       404       403           403             403       403       403       403        403       403       403             403              403  403   403       403
mark-paid     issuer    409       409       PAID          PAID            PAID      PAID      409       PAID       PAID      PAID      PAID            PAID             409  409   409       409
mark-paid     recipient 404       404       403           403             403       403       403       403        403       403       403             403              403  403   403       403
dispute       issuer    403       403       403           403             403       403       403       403        403       403       403             403              403  403   403       403
dispute       recipient 404       404       DISPUTED!     OVERDUE!        DISPUTED! OVERDUE!  409       409        409       409       OVERDUE!        409              409  409   409       409
clearing      issuer    409       409       409           409             403       409       CLEARED   CLEARED    409       409       409             CLEARED          409  409   409       409
clearing      recipient 404       404       409           409             CLEARED   409       CLEARED   CLEARED    409       409       409             CLEARED          409  409   409       409
cancel        issuer    CANCELLED CANCELLED CANCELLED     CANCELLED       CANCELLED CANCELLED CANCELLED CANCELLED  CANCELLED CANCELLED CANCELLED       CANCELLED        409  409   409       409
cancel        recipient 404       404       403           403             403       403       403       403        403       403       403             403              403  403   403       403
duplicate     issuer    new       new       new           new             new       new       new       new        new       new       new             new              new  new   new       new
duplicate     recipient 403       403       403           403             403       403       403       403        403       403       403             403              403  403   403       403
send-reminder issuer    409       409       SENT          OVERDUE         VIEWED    OVERDUE   409!      409!       409       CLEARED   OVERDUE         409!             409  409   409       409
send-reminder recipient 404       404       403           403             403       403       403       403        403       403       403             403              403  403   403       403
open          issuer    DRAFT     DRAFT     SENT          OVERDUE         VIEWED    OVERDUE   DISPUTED! OVERDUE!   CLEARED   CLEARED   OVERDUE         OVERDUE!         PAID PAID  CANCELLED CANCELLED
open          recipient 404       404       VIEWED+viewed OVERDUE+viewed  VIEWED    OVERDUE   DISPUTED! OVERDUE!   CLEARED   CLEARED   OVERDUE+viewed  OVERDUE!+viewed  PAID PAID  CANCELLED CANCELLED
`

// logged is the entry of each operation that has one.
var logged = map[string]string{
	"send": "sent", "mark-paid": "paid", "dispute": "disputed", "clearing": "cleared", "cancel": "cancelled", "send-reminder": "reminder_sent",
}

// table is answers by operation, side and stage, and the stages in their order.
func table(t *testing.T) (stages []string, out map[string]map[string]map[string]string) {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(answers), "\n")
	stages, out = strings.Fields(lines[0]), map[string]map[string]map[string]string{}
	for _, line := range lines[1:] {
		f := strings.Fields(line)
		require.Len(t, f, len(stages)+2)
		if out[f[0]] == nil {
			out[f[0]] = map[string]map[string]string{}
		}
		out[f[0]][f[1]] = map[string]string{}
		for i, s := range stages {
			out[f[0]][f[1]][s] = f[i+2]
		}
	}
	return stages, out
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

// way is how a state is reached. What follows "~" happens after the due date.
var way = map[string]string{
	"DRAFT": "", "SENT": "send", "VIEWED": "send open", "CLEARED": "send open clearing", "DISPUTED!": "send open dispute",
	"OVERDUE": "send ~ mark", "OVERDUE!": "send ~ dispute", "PAID": "send mark-paid", "CANCELLED": "send cancel",
}

// reach makes an invoice that is due today and moves it to a stage. After the due date
// nobody reads it, so that the next request is the first to notice.
func (b *invoiceBundle) reach(t *testing.T, stage string) object {
	t.Helper()
	due := civil.Of(b.Clock.Now())
	v := b.create(t, object{"issue_date": due.Add(-30).String(), "due_date": due.String()})
	state, late := strings.CutSuffix(stage, "~")
	steps := strings.Fields(way[state])
	if late && !slices.Contains(steps, "~") {
		steps = append(steps, "~")
	}
	for _, operation := range steps {
		who := b.hotel
		switch operation {
		case "~":
			b.Clock.Advance(day)
			b.hotel, b.operator = b.Login(t, b.hotel.User.Email), b.Login(t, b.operator.User.Email)
			continue
		case "mark": // as the job of the hour does
			_, err := b.Invoices.Stats(t.Context(), b.hotel.Caller)
			require.NoError(t, err)
			continue
		case "open", "clearing", "dispute":
			who = b.operator
		}
		code, answer := ask(t, who, v, operation)
		require.Equal(t, http.StatusOK, code, "%s: %v", operation, answer)
	}
	v["stage"] = stage
	return v
}

// shown is a state as the table has it: with a mark while it is disputed.
func shown(v object) string {
	if v["disputed"] == true {
		return v["status"].(string) + "!"
	}
	return v["status"].(string)
}

// noticed is the state that a stage shows once somebody asks.
func noticed(want map[string]map[string]map[string]string, stage string) string {
	state, _, _ := strings.Cut(want["open"]["issuer"][stage], "+")
	return state
}

// traces counts everything that a move could leave behind, and shows the invoice.
func (b *invoiceBundle) traces(t *testing.T, id any) object {
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

// allowedTo lists the operations of a side at a stage, as available_actions names them.
func allowedTo(want map[string]map[string]map[string]string, side, stage string) []any {
	list := []any{}
	for operation, sides := range want {
		if !refused(sides[side][stage]) && operation != "open" {
			list = append(list, strings.ReplaceAll(operation, "-", "_"))
		}
	}
	return list
}

func refused(cell string) bool { return cell[0] == '4' }

// Every operation of every side at every stage over HTTP: what is allowed leads to the
// right state and leaves one entry in the log, what is refused leaves no trace.
func TestInvoice_EveryMove(t *testing.T) {
	t.Parallel()
	stages, want := table(t)
	for _, stage := range stages {
		t.Run(stage, func(t *testing.T) {
			t.Parallel()
			b := setupInvoice(t)
			otherHotel, otherOperator := b.Pair(t)
			v := b.reach(t, stage)
			for operation, sides := range want {
				for _, who := range []*apptest.Who{otherHotel, otherOperator} {
					code := http.StatusNotFound
					if who == otherOperator && slices.Contains([]string{"update", "delete", "duplicate"}, operation) {
						code = http.StatusForbidden
					}
					b.refuses(t, b.Login(t, who.User.Email), v, operation, code)
				}
				for _, side := range []string{"issuer", "recipient"} {
					if cell := sides[side][stage]; !refused(cell) {
						b.allows(t, b.side(side), v, operation, cell)
						v = b.reach(t, stage)
						continue
					}
					b.refusesRightly(t, want, v, operation, side)
				}
			}
		})
	}
}

func (b *invoiceBundle) side(name string) *apptest.Who {
	if name == "issuer" {
		return b.hotel
	}
	return b.operator
}

// refusesRightly checks a refusal of the table: its code, and what could be done instead.
func (b *invoiceBundle) refusesRightly(t *testing.T, want map[string]map[string]map[string]string, v object, operation, side string) {
	t.Helper()
	stage := v["stage"].(string)
	number, disputed := strings.CutSuffix(want[operation][side][stage], "!")
	code, err := strconv.Atoi(number)
	require.NoError(t, err)
	refusal := b.refuses(t, b.side(side), v, operation, code)
	if code != http.StatusConflict {
		return
	}
	reason := "invalid_transition"
	if disputed {
		reason = "disputed"
	}
	require.Equal(t, []any{reason, noticed(want, stage)}, []any{refusal["code"], shown(refusal)}, "%s by %s at %s", operation, side, stage)
	require.ElementsMatch(t, allowedTo(want, side, stage), refusal["available_actions"], "%s by %s at %s", operation, side, stage)
}

func (b *invoiceBundle) refuses(t *testing.T, who *apptest.Who, v object, operation string, want int) object {
	t.Helper()
	before := b.traces(t, v["id"])
	code, answer := ask(t, who, v, operation)
	require.Equal(t, want, code, "%s at %s: %v", operation, v["stage"], answer)
	require.Equal(t, before, b.traces(t, v["id"]), "%s at %s left a trace", operation, v["stage"])
	return answer
}

// log reads the log of an invoice without the API, which would notice the due date.
func (b *invoiceBundle) log(t *testing.T, v object) []string {
	t.Helper()
	var list []string
	require.NoError(t, b.DB.From(t.Context()).NewSelect().TableExpr("invoice_activities AS a").Join("JOIN invoices AS v ON v.id = a.invoice_id").
		ColumnExpr("a.action").Where("v.public_id = ?", v["id"]).OrderExpr("a.id").Scan(t.Context(), &list))
	return list
}

func (b *invoiceBundle) allows(t *testing.T, who *apptest.Who, v object, operation, want string) {
	t.Helper()
	log := b.log(t, v)
	code, answer := ask(t, who, v, operation)
	where := operation + " at " + v["stage"].(string)
	switch want {
	case "gone":
		require.Equal(t, http.StatusNoContent, code, where)
		apptest.RequireNotFound(t, b.hotel.Do(t, get, at(v, ""), ""))
		return
	case "new":
		require.Equal(t, http.StatusCreated, code, where)
		require.NotEqual(t, v["id"], answer["id"])
		require.Equal(t, []any{"DRAFT", []string{"created"}}, []any{answer["status"], actions(answer)})
		require.Equal(t, log, b.log(t, v), where)
		return
	}
	require.Equal(t, http.StatusOK, code, "%s: %v", where, answer)
	state, opened := strings.CutSuffix(want, "+viewed")
	require.Equal(t, state, shown(answer), where)
	if opened {
		log = append(log, "viewed")
		require.NotNil(t, answer["viewed_at"], where)
	} else if entry, ok := logged[operation]; ok {
		log = append(log, entry)
	}
	require.Equal(t, log, actions(answer), where)
}
