package invoice_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/invoicing/invoice"
)

// wanted is the state machine as the specification and the decisions tell it: a line for
// a verb and who asks, a column for a state. A word is the next state, "state" and
// "actor" are the refusals.
const wanted = `
                        DRAFT     SENT      VIEWED    CLEARED   DISPUTED  PAID   OVERDUE   CANCELLED
update        issuer    DRAFT     state     state     state     state     state  state     state
delete        issuer    DRAFT     state     state     state     state     state  state     state
send          issuer    SENT      state     state     state     state     state  state     state
view          recipient state     VIEWED    state     state     state     state  state     state
clearing      recipient state     state     CLEARED   state     CLEARED   state  state     state
clearing      issuer    state     state     actor     state     CLEARED   state  state     state
dispute       recipient state     DISPUTED  DISPUTED  state     state     state  state     state
mark_paid     issuer    state     PAID      PAID      PAID      state     state  PAID      state
send_reminder issuer    state     SENT      VIEWED    state     state     state  OVERDUE   state
cancel        issuer    CANCELLED CANCELLED CANCELLED CANCELLED CANCELLED state  CANCELLED state
duplicate     issuer    DRAFT     SENT      VIEWED    CLEARED   DISPUTED  PAID   OVERDUE   CANCELLED
expire        system    state     OVERDUE   OVERDUE   state     OVERDUE   state  state     state
`

type move struct {
	status invoice.Status
	verb   invoice.Verb
	actor  invoice.Actor
}

// moves reads wanted. What has no line there is not for that actor.
func moves(t *testing.T) map[move]string {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(wanted), "\n")
	states, out := strings.Fields(lines[0]), map[move]string{}
	for _, line := range lines[1:] {
		f := strings.Fields(line)
		require.Len(t, f, len(states)+2)
		for i, s := range states {
			out[move{invoice.Status(s), invoice.Verb(f[0]), invoice.Actor(f[1])}] = f[i+2]
		}
	}
	return out
}

func TestDecide(t *testing.T) {
	t.Parallel()
	table := moves(t)
	seen := 0
	for _, s := range invoice.Statuses {
		for _, verb := range invoice.Verbs {
			for _, a := range invoice.Actors {
				want, ok := table[move{s, verb, a}]
				if ok {
					seen++
				} else {
					want = "actor"
				}
				next, refusal := invoice.Decide(s, verb, a)
				got := string(next)
				switch refusal {
				case invoice.RefuseActor:
					got += "actor"
				case invoice.RefuseState:
					got += "state"
				case invoice.Allowed:
				}
				require.Equal(t, want, got, "%s: %s by %s", s, verb, a)
			}
		}
	}
	require.Len(t, table, seen, "every line of the table was looked at")
}

func TestInvoice_Actions(t *testing.T) {
	t.Parallel()

	t.Run("are the moves of the table, apart from opening", func(t *testing.T) {
		t.Parallel()
		table := moves(t)
		for _, s := range invoice.Statuses {
			for _, a := range invoice.Actors {
				want := []invoice.Verb{}
				for _, verb := range invoice.Verbs {
					if next, ok := table[move{s, verb, a}]; ok && verb != invoice.VerbView && next != "actor" && next != "state" {
						want = append(want, verb)
					}
				}
				require.Equal(t, want, invoice.Invoice{Status: s}.Actions(a), "%s %s", s, a)
			}
		}
	})

	t.Run("have no fourth reminder", func(t *testing.T) {
		t.Parallel()
		for _, s := range []invoice.Status{invoice.StatusSent, invoice.StatusViewed, invoice.StatusOverdue} {
			require.Contains(t, invoice.Invoice{Status: s, Reminders: 2}.Actions(invoice.Issuer), invoice.VerbRemind)
			require.NotContains(t, invoice.Invoice{Status: s, Reminders: 3}.Actions(invoice.Issuer), invoice.VerbRemind)
		}
	})

	t.Run("what waits for its payment is open", func(t *testing.T) {
		t.Parallel()
		for _, s := range invoice.Statuses {
			closed := s == invoice.StatusDraft || s == invoice.StatusPaid || s == invoice.StatusCancelled
			require.Equal(t, !closed, invoice.Invoice{Status: s}.Open(), "%s", s)
		}
	})
}
