package contract_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"allot/internal/partners/contract"
)

func TestTerms_Diff(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawTerms(t, "a"), drawTerms(t, "b")
		got, err := contract.ApplyStored(contract.Diff(a, b), a)
		require.NoError(t, err)
		require.Equal(t, b, got, "what is asked for comes out of the store as it went in")
		require.Empty(t, contract.Diff(b, b))
	})
}

func drawTerms(t *rapid.T, label string) contract.Terms {
	answers := rapid.SampledFrom([]contract.Answer{contract.Yes, contract.No, contract.Ask})
	return contract.Terms{
		Kind:      rapid.SampledFrom([]contract.Kind{contract.KindFull, contract.KindAffiliate, contract.KindCustomer}).Draw(t, label),
		EditFacts: answers.Draw(t, label), AddLogo: answers.Draw(t, label), SelectPhotos: answers.Draw(t, label), AddOwnPhotos: answers.Draw(t, label),
		SpecialAllotment: rapid.SampledFrom([]contract.Allotment{contract.AllotmentRooms, contract.AllotmentProperty}).Draw(t, label),
		SyncStopSales:    rapid.Bool().Draw(t, label), StopSaleDeadline: rapid.IntRange(0, 365).Draw(t, label),
		AllowOnRequest: rapid.Bool().Draw(t, label), NoticePeriod: rapid.IntRange(0, 3650).Draw(t, label),
		ShareReasons: rapid.Bool().Draw(t, label), Comments: rapid.String().Draw(t, label),
	}
}
