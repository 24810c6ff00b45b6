package invoice_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/invoicing/invoice"
)

// wanted is the state machine as the specification and the decisions tell it: a line for
// a verb and who asks, a column for a stage: a state, with "!" while it is disputed and "~"
// after the due date. A word is the next state; "state", "actor" and "disputed" are the
// refusals.
const wanted = `
                        DRAFT     DRAFT~    SENT      SENT~     VIEWED    VIEWED~   CLEARED   CLEARED~  DISPUTED! DISPUTED!~ PAID  PAID~ OVERDUE~  OVERDUE!~ CANCELLED CANCELLED~
update        issuer    DRAFT     DRAFT     state     state     state     state     state     state     state     state      state state state     state     state     state
delete        issuer    DRAFT     DRAFT     state     state     state     state     state     state     state     state      state state state     state     state     state
send          issuer    SENT      SENT      state     state     state     state     state     state     state     state      state state state     state     state     state
view          recipient state     state     VIEWED    VIEWED    state     state     state     state     state     state      state state OVERDUE   OVERDUE!  state     state
clearing      recipient state     state     state     state     CLEARED   CLEARED   state     state     CLEARED   CLEARED    state state state     CLEARED   state     state
clearing      issuer    state     state     state     state     actor     actor     state     state     CLEARED   CLEARED    state state state     CLEARED   state     state
dispute       recipient state     state     DISPUTED! DISPUTED! DISPUTED! DISPUTED! state     state     state     state      state state OVERDUE!  state     state     state
mark_paid     issuer    state     state     PAID      PAID      PAID      PAID      PAID      PAID      state     state      state state PAID      PAID      state     state
send_reminder issuer    state     state     SENT      SENT      VIEWED    VIEWED    state     CLEARED   disputed  disputed   state state OVERDUE   disputed  state     state
cancel        issuer    CANCELLED CANCELLED CANCELLED CANCELLED CANCELLED CANCELLED CANCELLED CANCELLED CANCELLED CANCELLED  state state CANCELLED CANCELLED state     state
duplicate     issuer    DRAFT     DRAFT     SENT      SENT      VIEWED    VIEWED    CLEARED   CLEARED   DISPUTED! DISPUTED!  PAID  PAID  OVERDUE   OVERDUE!  CANCELLED CANCELLED
expire        system    state     state     state     OVERDUE   state     OVERDUE   state     state     state     OVERDUE!   state state state     state     state     state
`

type move struct {
	stage string
	verb  invoice.Verb
	actor invoice.Actor
}

// moves reads wanted, and returns its stages in their order. What has no line there is
// not for that actor.
func moves(t *testing.T) (stages []string, out map[move]string) {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(wanted), "\n")
	stages, out = strings.Fields(lines[0]), map[move]string{}
	for _, line := range lines[1:] {
		f := strings.Fields(line)
		require.Len(t, f, len(stages)+2)
		for i, s := range stages {
			out[move{s, invoice.Verb(f[0]), invoice.Actor(f[1])}] = f[i+2]
		}
	}
	return stages, out
}

func stageOf(text string) invoice.Stage {
	text, late := strings.CutSuffix(text, "~")
	text, disputed := strings.CutSuffix(text, "!")
	return invoice.Stage{Status: invoice.Status(text), Disputed: disputed, Late: late}
}

func write(s invoice.Stage) string {
	text := string(s.Status)
	if s.Disputed {
		text += "!"
	}
	if s.Late {
		text += "~"
	}
	return text
}

func TestDecide(t *testing.T) {
	t.Parallel()
	stages, table := moves(t)
	refusals := map[invoice.Refusal]string{invoice.RefuseActor: "actor", invoice.RefuseState: "state", invoice.RefuseDisputed: "disputed"}
	seen := 0
	for _, s := range stages {
		for _, verb := range invoice.Verbs {
			for _, a := range invoice.Actors {
				want, ok := table[move{s, verb, a}]
				if ok {
					seen++
				} else {
					want = "actor"
				}
				next, refusal := invoice.Decide(stageOf(s), verb, a)
				got := refusals[refusal]
				if refusal == invoice.Allowed {
					require.Equal(t, stageOf(s).Late, next.Late, "no move changes the date")
					next.Late = false
					got = write(next)
				}
				require.Equal(t, want, got, "%s: %s by %s", s, verb, a)
			}
		}
	}
	require.Len(t, table, seen, "every line of the table was looked at")
}

// The table has every stage that an invoice can come to, and no other.
func TestDecide_Reachable(t *testing.T) {
	t.Parallel()
	reached := map[string]bool{}
	var visit func(s invoice.Stage)
	visit = func(s invoice.Stage) {
		if reached[write(s)] {
			return
		}
		reached[write(s)] = true
		later := s
		later.Late = true
		visit(later)
		for _, verb := range invoice.Verbs {
			for _, a := range invoice.Actors {
				if next, refusal := invoice.Decide(s, verb, a); refusal == invoice.Allowed {
					visit(next)
				}
			}
		}
	}
	visit(invoice.Stage{Status: invoice.StatusDraft})
	stages, _ := moves(t)
	require.ElementsMatch(t, stages, slices.Collect(maps.Keys(reached)))
}

// at returns an invoice at a stage, and the time of it.
func at(stage string) (invoice.Invoice, time.Time) {
	s, now := stageOf(stage), time.Date(2030, 6, 1, 12, 0, 0, 0, time.UTC)
	v := invoice.Invoice{Status: s.Status, Disputed: s.Disputed, OverdueAt: now.Add(time.Hour)}
	if s.Late {
		v.OverdueAt = now
	}
	return v, now
}

func TestInvoice_Actions(t *testing.T) {
	t.Parallel()

	t.Run("are the moves of the table, apart from opening", func(t *testing.T) {
		t.Parallel()
		stages, table := moves(t)
		for _, s := range stages {
			for _, a := range invoice.Actors {
				want := []invoice.Verb{}
				for _, verb := range invoice.Verbs {
					if next, ok := table[move{s, verb, a}]; ok && verb != invoice.VerbView && strings.ToUpper(next) == next {
						want = append(want, verb)
					}
				}
				v, now := at(s)
				require.Equal(t, want, v.Actions(a, now), "%s %s", s, a)
			}
		}
	})

	t.Run("have no fourth reminder", func(t *testing.T) {
		t.Parallel()
		for _, s := range []string{"SENT", "VIEWED", "OVERDUE~", "CLEARED~"} {
			v, now := at(s)
			v.Reminders = 2
			require.Contains(t, v.Actions(invoice.Issuer, now), invoice.VerbRemind, s)
			v.Reminders = 3
			require.NotContains(t, v.Actions(invoice.Issuer, now), invoice.VerbRemind, s)
		}
	})
}

func TestStage_Overdue(t *testing.T) {
	t.Parallel()
	for _, s := range invoice.Statuses {
		closed := s == invoice.StatusDraft || s == invoice.StatusPaid || s == invoice.StatusCancelled
		require.Equal(t, !closed, s.Open(), "%s: what waits for its payment is open", s)
		require.Equal(t, !closed, invoice.Stage{Status: s, Late: true}.Overdue(), "%s", s)
		require.False(t, invoice.Stage{Status: s}.Overdue(), "%s", s)
	}
}
