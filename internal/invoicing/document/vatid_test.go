package document_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/invoicing/document"
)

func TestSameVATID(t *testing.T) {
	t.Parallel()
	for _, pair := range [][2]string{
		{"DE123456789", "DE 123 456 789"}, {"de123456789", "DE123456789"}, {"GR123456789", "EL 123456789"}, {"ATU-1234.5678", "ATU12345678"},
	} {
		require.True(t, document.SameVATID(pair[0], pair[1]), pair)
		require.True(t, document.SameVATID(pair[1], pair[0]), pair)
	}
	for _, pair := range [][2]string{{"", ""}, {" ", "-"}, {"DE123456789", ""}, {"DE123456789", "AT123456789"}, {"DE123456789", "DE12345678"}} {
		require.False(t, document.SameVATID(pair[0], pair[1]), pair)
		require.False(t, document.SameVATID(pair[1], pair[0]), pair)
	}
}

func TestSameParty(t *testing.T) {
	t.Parallel()
	type party = document.Party
	for name, c := range map[string]struct {
		a, b        party
		same, known bool
	}{
		"the same VAT id, however it is written":             {party{VATID: "EL 123456789"}, party{VATID: "gr123456789"}, true, true},
		"another VAT id":                                     {party{VATID: "DE111111125"}, party{VATID: "DE222222220"}, false, true},
		"another VAT id decides before the registration":     {party{VATID: "DE111111125", Registration: "HRB 1"}, party{VATID: "DE222222220", Registration: "HRB 1"}, false, true},
		"the same VAT id decides before the registration":    {party{VATID: "DE111111125", Registration: "HRB 1"}, party{VATID: "DE111111125", Registration: "HRB 2"}, true, true},
		"a VAT id on one side only leaves the registration":  {party{VATID: "DE111111125", Registration: "HRB 1"}, party{Registration: "HRB 1"}, true, true},
		"a VAT id without a figure is none":                  {party{VATID: " - ", Registration: "HRB 1"}, party{VATID: "DE111111125", Registration: "HRB 2"}, false, true},
		"the same registration, however it is written":       {party{Registration: "HRB 4711"}, party{Registration: "hrb-47.11"}, true, true},
		"the same registration in letters of another script": {party{Registration: "ΓΕΜΗ 123"}, party{Registration: "γεμη123"}, true, true},
		"another registration":                               {party{Registration: "HRB 4711"}, party{Registration: "HRA 4711"}, false, true},
		"nothing on one side":                                {a: party{VATID: "DE111111125", Registration: "HRB 1"}},
		"a VAT id here, a registration there":                {a: party{VATID: "DE111111125"}, b: party{Registration: "HRB 1"}},
	} {
		for _, pair := range [][2]party{{c.a, c.b}, {c.b, c.a}} {
			same, known := document.SameParty(pair[0], pair[1])
			require.Equal(t, c.known, known, name)
			require.Equal(t, c.same, known && same, name)
		}
	}
	_, known := document.SameParty(party{}, party{})
	require.False(t, known, "nothing on both sides")
}
