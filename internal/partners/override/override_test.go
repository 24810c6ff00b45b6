package override_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/partners/contract"
	"allot/internal/partners/override"
	"allot/internal/platform/lang"
)

func TestOverride_Request(t *testing.T) {
	t.Parallel()
	const old, new, none = `{"a":1}`, `{"a":2}`, ""
	tests := map[string]struct {
		status           override.Status // before; empty: there is no wish yet
		wanted, approved string
		answer           contract.Answer
		then             override.Status
		inForce          string
		starts           bool
	}{
		"a first wish is in force at once":                   {"", none, none, contract.Yes, "active", new, false},
		"a first wish waits":                                 {"", none, none, contract.Ask, "waiting", none, true},
		"a changed one waits, the old stays in force":        {"active", old, old, contract.Ask, "waiting", old, true},
		"a changed one replaces the old":                     {"active", old, old, contract.Yes, "active", new, false},
		"the same again changes nothing":                     {"active", new, new, contract.Ask, "active", new, false},
		"back to what is in force needs no approval":         {"waiting", old, new, contract.Ask, "active", new, false},
		"the same again while it waits goes on waiting":      {"waiting", new, old, contract.Ask, "waiting", old, false},
		"a changed one while another waits starts anew":      {"waiting", old, none, contract.Ask, "waiting", none, true},
		"sent again after the terms became free, it is used": {"waiting", new, none, contract.Yes, "active", new, false},
		"the same again after a refusal asks again":          {"declined", new, old, contract.Ask, "waiting", old, true},
		"after a refusal a free contract decides":            {"declined", new, old, contract.Yes, "active", new, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ov := override.Override{Status: tt.status, Wanted: json.RawMessage(tt.wanted), Reason: "no"}
			if tt.status != "" {
				ov.Revision = 1
			}
			if tt.approved != none {
				ov.Approved = json.RawMessage(tt.approved)
			}
			require.Equal(t, tt.starts, ov.Request(new, tt.answer))
			require.Equal(t, tt.then, ov.Status)
			require.Equal(t, tt.inForce, string(ov.Approved))
			require.Equal(t, new, string(ov.Wanted))
			if tt.starts {
				require.Empty(t, ov.Reason)
				require.NotZero(t, ov.Revision)
			}
		})
	}
}

func TestOverride_InForce(t *testing.T) {
	t.Parallel()
	for kind, set := range map[override.Kind]func(*contract.Terms, contract.Answer){
		override.KindFacts:     func(t *contract.Terms, a contract.Answer) { t.EditFacts = a },
		override.KindSelection: func(t *contract.Terms, a contract.Answer) { t.SelectPhotos = a },
		override.KindOwnPhoto:  func(t *contract.Terms, a contract.Answer) { t.AddOwnPhotos = a },
		override.KindLogo:      func(t *contract.Terms, a contract.Answer) { t.AddLogo = a },
	} {
		t.Run(string(kind)+" counts while its term says anything but no", func(t *testing.T) {
			t.Parallel()
			c := contract.Contract{UserID: 1, PartnerID: 2, Terms: contract.Defaults(), Status: contract.StatusAccepted}
			ov := override.Override{Kind: kind, OperatorID: 2, Category: "rooms", Approved: json.RawMessage(`{}`)}
			require.False(t, ov.InForce(c))
			for _, a := range []contract.Answer{contract.Yes, contract.Ask} {
				set(&c.Terms, a)
				require.True(t, ov.InForce(c), a)
			}
			require.False(t, ov.InForce(contract.Contract{}), "without a contract")
			cancelled := c
			cancelled.Status = contract.StatusCancelled
			require.False(t, ov.InForce(cancelled))
			waiting := ov
			waiting.Approved = nil
			require.False(t, waiting.InForce(c), "not approved yet")
			foreign := ov
			foreign.OperatorID = 3
			require.False(t, foreign.InForce(c), "a contract of others")
			if kind == override.KindFacts {
				c.Flags = contract.Flags{contract.RightCategory("rooms"): contract.No}
				require.False(t, ov.InForce(c), "a category that is not shared")
			}
		})
	}
}

func TestLetters(t *testing.T) {
	t.Parallel()
	kinds := []override.Kind{override.KindFacts, override.KindSelection, override.KindOwnPhoto, override.KindLogo}
	for _, l := range lang.Offered {
		text := override.Letters()[l]
		require.Len(t, text.What, len(kinds), l)
		for _, k := range kinds {
			require.Contains(t, text.What[k], "{company}", "%s %s", l, k)
			require.Contains(t, text.What[k], "{property}", "%s %s", l, k)
		}
		for _, s := range append([]string{text.Subject, text.Action, text.Closing, text.Footer}, text.Paragraphs...) {
			require.NotEmpty(t, s, l)
		}
	}
}
