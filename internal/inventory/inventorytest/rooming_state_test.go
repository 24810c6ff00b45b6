package inventorytest

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/content/facts"
	"allot/internal/inventory/rooming"
)

// Every state, verb and actor with what comes of it: the next state, "side"
// where it is the other's to do, "state" where it cannot be done now. It is that of
// a list which the hotel writes; operatorWrites names what is different where the operator
// does.
const machine = `
open      update        hotel -> open       operator -> open
open      add_entries   hotel -> open       operator -> open
open      send          hotel -> side       operator -> sent
open      confirm       hotel -> confirmed  operator -> side
open      decline       hotel -> state      operator -> side
open      cancel        hotel -> cancelled  operator -> cancelled
open      close         hotel -> closed     operator -> side
open      delete        hotel -> open       operator -> open
open      edit_entry    hotel -> open       operator -> open
open      delete_entry  hotel -> open       operator -> open
open      confirm_entry hotel -> open       operator -> side
open      decline_entry hotel -> state      operator -> side
open      cancel_entry  hotel -> open       operator -> open
sent      update        hotel -> sent       operator -> state
sent      add_entries   hotel -> sent       operator -> state
sent      send          hotel -> side       operator -> state
sent      confirm       hotel -> confirmed  operator -> side
sent      decline       hotel -> sent       operator -> side
sent      cancel        hotel -> cancelled  operator -> cancelled
sent      close         hotel -> state      operator -> side
sent      delete        hotel -> state      operator -> state
sent      edit_entry    hotel -> sent       operator -> state
sent      delete_entry  hotel -> state      operator -> state
sent      confirm_entry hotel -> sent       operator -> side
sent      decline_entry hotel -> sent       operator -> side
sent      cancel_entry  hotel -> sent       operator -> sent
confirmed update        hotel -> confirmed  operator -> state
confirmed add_entries   hotel -> sent       operator -> state
confirmed send          hotel -> side       operator -> state
confirmed confirm       hotel -> state      operator -> side
confirmed decline       hotel -> state      operator -> side
confirmed cancel        hotel -> cancelled  operator -> cancelled
confirmed close         hotel -> closed     operator -> side
confirmed delete        hotel -> state      operator -> state
confirmed edit_entry    hotel -> confirmed  operator -> state
confirmed delete_entry  hotel -> state      operator -> state
confirmed confirm_entry hotel -> state      operator -> side
confirmed decline_entry hotel -> state      operator -> side
confirmed cancel_entry  hotel -> confirmed  operator -> confirmed
closed    update        hotel -> state      operator -> state
closed    add_entries   hotel -> state      operator -> state
closed    send          hotel -> side       operator -> state
closed    confirm       hotel -> state      operator -> side
closed    decline       hotel -> state      operator -> side
closed    cancel        hotel -> cancelled  operator -> state
closed    close         hotel -> state      operator -> side
closed    delete        hotel -> closed     operator -> state
closed    edit_entry    hotel -> state      operator -> state
closed    delete_entry  hotel -> state      operator -> state
closed    confirm_entry hotel -> state      operator -> side
closed    decline_entry hotel -> state      operator -> side
closed    cancel_entry  hotel -> closed     operator -> state
cancelled update        hotel -> state      operator -> state
cancelled add_entries   hotel -> state      operator -> state
cancelled send          hotel -> side       operator -> state
cancelled confirm       hotel -> state      operator -> side
cancelled decline       hotel -> state      operator -> side
cancelled cancel        hotel -> state      operator -> state
cancelled close         hotel -> state      operator -> side
cancelled delete        hotel -> cancelled  operator -> state
cancelled edit_entry    hotel -> state      operator -> state
cancelled delete_entry  hotel -> state      operator -> state
cancelled confirm_entry hotel -> state      operator -> side
cancelled decline_entry hotel -> state      operator -> side
cancelled cancel_entry  hotel -> state      operator -> state
`

// A list that the operator writes is confirmed only once it was sent.
const operatorWrites = `
open      confirm       hotel -> state      operator -> side
open      confirm_entry hotel -> state      operator -> side
`

func TestDecide(t *testing.T) {
	t.Parallel()
	t.Run("what the hotel writes", func(t *testing.T) {
		t.Parallel()
		require.Equal(t, len(rooming.Statuses)*len(rooming.Verbs)*len(rooming.Actors), walk(t, rooming.Hotel, machine), "every triple is named")
	})
	t.Run("what the operator writes", func(t *testing.T) {
		t.Parallel()
		own := machine
		for line := range strings.Lines(strings.TrimSpace(operatorWrites)) {
			w := strings.Fields(line)
			before := strings.Count(own, "\n")
			own = regexp.MustCompile(`(?m)^`+w[0]+` +`+w[1]+` .*$`).ReplaceAllString(own, strings.TrimSpace(line))
			require.Equal(t, before, strings.Count(own, "\n"))
			require.Contains(t, own, strings.TrimSpace(line))
		}
		require.Equal(t, len(rooming.Statuses)*len(rooming.Verbs)*len(rooming.Actors), walk(t, rooming.Operator, own), "every triple is named")
	})
}

// walk asks for everything that a table names and returns how much that is.
func walk(t *testing.T, writer rooming.Actor, machine string) int {
	t.Helper()
	seen := 0
	for line := range strings.Lines(strings.TrimSpace(machine)) {
		w := strings.Fields(line)
		state, verb := rooming.Status(w[0]), rooming.Verb(w[1])
		require.Contains(t, rooming.Statuses, state)
		require.Contains(t, rooming.Verbs, verb)
		for actor, want := range map[rooming.Actor]string{rooming.Actor(w[2]): w[4], rooming.Actor(w[5]): w[7]} {
			require.Contains(t, rooming.Actors, actor)
			o := rooming.Decide(state, writer, verb, actor)
			got := string(o.Next)
			if !o.Allowed() {
				got = string(o.Refusal)
			}
			require.Equal(t, want, got, "%s %s by the %s", state, verb, actor)
			seen++
		}
	}
	return seen
}

func TestDecideEntry(t *testing.T) {
	t.Parallel()
	for _, writer := range rooming.Actors {
		walkEntries(t, writer)
	}
}

func walkEntries(t *testing.T, writer rooming.Actor) {
	t.Helper()
	for _, state := range rooming.Statuses {
		for _, entry := range rooming.EntryStatuses {
			for _, verb := range rooming.EntryVerbs {
				for _, actor := range rooming.Actors {
					o := rooming.DecideEntry(state, writer, entry, verb, actor)
					ledger := rooming.Decide(state, writer, verb, actor)
					if !ledger.Allowed() {
						require.Equal(t, ledger.Refusal, o.Refusal, "%s ledger, %s entry: %s by the %s", state, entry, verb, actor)
						continue
					}
					want := map[rooming.Verb]map[rooming.EntryStatus]rooming.EntryStatus{
						rooming.VerbEditEntry:    {rooming.EntryPending: rooming.EntryPending, rooming.EntryConfirmed: rooming.EntryConfirmed},
						rooming.VerbDeleteEntry:  {rooming.EntryPending: rooming.EntryPending, rooming.EntryCancelled: rooming.EntryCancelled},
						rooming.VerbConfirmEntry: {rooming.EntryPending: rooming.EntryConfirmed},
						rooming.VerbDeclineEntry: {rooming.EntryPending: rooming.EntryDeclined},
						rooming.VerbCancelEntry:  {rooming.EntryPending: rooming.EntryCancelled, rooming.EntryConfirmed: rooming.EntryCancelled},
					}[verb][entry]
					if verb == rooming.VerbEditEntry && entry == rooming.EntryConfirmed && actor == rooming.Operator {
						want = ""
					}
					require.Equal(t, want, o.Next, "%s ledger, %s entry: %s by the %s", state, entry, verb, actor)
					require.Equal(t, want != "", o.Allowed())
				}
			}
		}
	}
}

// Boards are those that the fact sheet knows.
func TestBoards(t *testing.T) {
	t.Parallel()
	c, ok := facts.Load().Find("board_types")
	require.True(t, ok)
	f, ok := c.Field("code")
	require.True(t, ok)
	require.Equal(t, f.Values, rooming.Boards[1:])
}
