package rules

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/civil"
)

func TestFree(t *testing.T) {
	t.Parallel()
	first := civil.MustParse("2030-06-01")
	rnd := rand.New(rand.NewPCG(1, 2))
	season := func() civil.Range {
		from := first + civil.Date(rnd.IntN(40))
		return civil.Range{From: from, To: from + civil.Date(rnd.IntN(12))}
	}
	for range 20_000 {
		var taken []Block
		owned := map[civil.Date]bool{}
		for range rnd.IntN(6) {
			for _, part := range uncovered(season(), taken) {
				taken = append(taken, Block{StartDate: part.From, EndDate: part.To})
				for date := range part.All() {
					require.False(t, owned[date], "a day is given once")
					owned[date] = true
				}
			}
		}
		rnd.Shuffle(len(taken), func(i, j int) { taken[i], taken[j] = taken[j], taken[i] })
		asked, got := season(), map[civil.Date]bool{}
		for _, part := range uncovered(asked, taken) {
			require.True(t, part.Valid())
			for date := range part.All() {
				got[date] = true
			}
		}
		for date := range asked.All() {
			require.Equal(t, !owned[date], got[date], "%v of %v", date, taken)
			delete(got, date)
		}
		require.Empty(t, got)
	}
}

func TestRebuildOf(t *testing.T) {
	t.Parallel()
	day := civil.MustParse("2030-06-01")
	block := func(id, room int64, from, quantity int, source Source) Block {
		return Block{ID: id, RoomID: room, StartDate: day.Add(from), EndDate: day.Add(from + 5), Quantity: quantity, Source: source}
	}
	present := []Block{
		block(1, 1, 0, 3, SourceContract), block(2, 1, 10, 3, SourceContract),
		block(3, 1, 20, 3, SourceManual), block(4, 2, 0, 3, SourceContract),
	}
	got := RebuildOf(present, []Block{
		block(0, 2, 1, 3, SourceContract), block(0, 1, 20, 3, SourceContract),
		block(0, 1, 10, 4, SourceContract), block(0, 1, 0, 3, SourceContract),
	})
	require.Equal(t, []Block{block(0, 2, 1, 3, SourceContract)}, got.Insert)
	require.Equal(t, []Block{block(3, 1, 20, 3, SourceContract), block(2, 1, 10, 4, SourceContract)}, got.Update)
	require.Equal(t, []Block{block(4, 2, 0, 3, SourceContract)}, got.Remove)
	require.Equal(t, 1, got.Kept)
}
