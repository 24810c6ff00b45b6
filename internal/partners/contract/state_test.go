package contract_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"allot/internal/partners/contract"
)

// want is the table once more, written by hand: stage, verb, what comes of it
// for the proposer, for the receiver. A refusal is its status, a move the
// state it leads to.
var want = []struct {
	stage              contract.Stage
	verb               contract.Verb
	proposer, receiver string
}{
	{"P", "update", "edit P", "counter C"},
	{"P", "accept", "403", "accept A"},
	{"P", "reject", "reject R", "reject R"},
	{"P", "delete", "cancel X", "cancel X"},

	{"C", "update", "edit C", "counter C"},
	{"C", "accept", "403", "accept A"},
	{"C", "reject", "reject R", "reject R"},
	{"C", "delete", "cancel X", "cancel X"},

	{"A", "update", "amend A", "amend A"},
	{"A", "accept", "409", "409"},
	{"A", "reject", "409", "409"},
	{"A", "delete", "cancel X", "cancel X"},

	{"A, amendment pending", "update", "409 pending", "409 pending"},
	{"A, amendment pending", "accept", "403", "accept_amendment A"},
	{"A, amendment pending", "reject", "reject_amendment A", "reject_amendment A"},
	{"A, amendment pending", "delete", "cancel X", "cancel X"},

	{"R", "update", "409", "409"},
	{"R", "accept", "409", "409"},
	{"R", "reject", "409", "409"},
	{"R", "delete", "409", "409"},

	{"X", "update", "409", "409"},
	{"X", "accept", "409", "409"},
	{"X", "reject", "409", "409"},
	{"X", "delete", "409", "409"},
}

func told(o contract.Outcome) string {
	switch o.Move {
	case contract.RefuseSide:
		return "403"
	case contract.RefuseState:
		return "409"
	case contract.RefusePending:
		return "409 pending"
	default:
		return string(o.Move) + " " + string(o.Next)
	}
}

func TestDecide(t *testing.T) {
	t.Parallel()
	type pair struct {
		stage contract.Stage
		verb  contract.Verb
	}
	seen := map[pair]bool{}
	for _, w := range want {
		seen[pair{w.stage, w.verb}] = true
		require.Equal(t, w.proposer, told(contract.Decide(w.stage, w.verb, contract.Proposer)), "%s %s by the proposer", w.stage, w.verb)
		require.Equal(t, w.receiver, told(contract.Decide(w.stage, w.verb, contract.Receiver)), "%s %s by the receiver", w.stage, w.verb)
	}
	for _, s := range contract.Stages {
		for _, v := range contract.Verbs {
			require.True(t, seen[pair{s, v}], "%s %s is not in the expected table", s, v)
		}
	}
	require.Len(t, want, len(contract.Stages)*len(contract.Verbs))
	require.False(t, contract.Decide("Z", "dance", "neighbour").Allowed(), "what is not in the table is refused")
}

// Whatever two sides do in whatever order, the machine keeps its promises.
func TestTable_Property(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := contract.Contract{UserID: 1, PartnerID: 2, Status: contract.StatusProposed, InitiatedBy: 1, ProposedBy: 1}
		agreed := false // both sides have said yes to something
		for range rapid.IntRange(0, 30).Draw(t, "moves") {
			account := rapid.SampledFrom([]int64{1, 2}).Draw(t, "account")
			verb := rapid.SampledFrom(contract.Verbs).Draw(t, "verb")
			before, o := c.Stage(), contract.Decide(c.Stage(), verb, c.Actor(account))
			if !o.Allowed() {
				require.NotContains(t, c.Actions(account), verb)
				continue
			}
			require.Contains(t, c.Actions(account), verb)
			if o.Move == contract.MoveAccept || o.Move == contract.MoveAcceptAmendment {
				require.NotEqual(t, c.ProposedBy, account, "nobody accepts its own proposal")
				agreed = true
			}
			switch o.Move {
			case contract.MoveCounter, contract.MoveAmend:
				c.ProposedBy, c.ChangesRequested = account, true
			case contract.MoveEdit:
			default:
				c.ChangesRequested = false
			}
			c.Status = o.Next
			require.True(t, before != contract.StageRejected && before != contract.StageCancelled, "the end is the end")
			require.Equal(t, c.Status == contract.StatusAccepted, c.Allows(2, contract.RightFacts), "only A shares")
			require.True(t, c.Status != contract.StatusAccepted || agreed)
			require.True(t, c.Status != contract.StatusCountered || c.ChangesRequested, "a counter-proposal is a version that waits")
		}
		ended := c.Status == contract.StatusRejected || c.Status == contract.StatusCancelled
		require.Equal(t, ended, len(c.Actions(1)) == 0 && len(c.Actions(2)) == 0, "an open contract can always be left")
	})
}

func FuzzDecide(f *testing.F) {
	f.Add("P", "accept", "receiver")
	f.Fuzz(func(t *testing.T, stage, verb, actor string) {
		o := contract.Decide(contract.Stage(stage), contract.Verb(verb), contract.Actor(actor))
		if o.Allowed() {
			require.Contains(t, contract.Stages, contract.Stage(stage))
			require.Contains(t, contract.Verbs, contract.Verb(verb))
		}
	})
}

func TestContract_Counts(t *testing.T) {
	t.Parallel()
	for status, want := range map[contract.Status][2]bool{
		"P": {true, false}, "C": {true, true}, "A": {true, true}, "R": {false, false}, "X": {false, false},
	} {
		c := contract.Contract{UserID: 1, PartnerID: 2, InitiatedBy: 1, Status: status}
		got := [2]bool{c.Counts(1), c.Counts(2)}
		require.Equal(t, want, got, status)
	}
}
