package allotment_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/inventory/allotment/reading"
	"allot/internal/platform/civil"
)

func TestService_ReadAhead(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 5, 2)
	other, shore, _ := w.House(t, 3)
	third, hill, _ := w.House(t, 4)
	at := func(owner, id int64) reading.Place { return reading.Place{OwnerID: owner, PropertyID: id} }
	own, theirs, last := at(w.owner(), w.hotel.ID), at(other.User.OwnerID, shore.ID), at(third.User.OwnerID, hill.ID)
	june := civil.Range{From: day("2030-06-10"), To: day("2030-06-20")}

	t.Run("reads what is not in memory, of the season alone", func(t *testing.T) {
		t.Parallel()
		s := w.another(t)
		read, done, err := s.ReadAhead(t.Context(), []reading.Place{own, theirs, last}, june)
		require.NoError(t, err)
		require.Len(t, read, 3)
		require.Equal(t, 3, done)
		require.Equal(t, june, read[shore.ID].Window)
		require.Equal(t, 3, read[shore.ID].Figures(0, june.From).Remaining)

		read, done, err = s.ReadAhead(t.Context(), []reading.Place{own, theirs, last}, civil.Range{From: june.From, To: june.From})
		require.NoError(t, err)
		require.Empty(t, read, "all of it is in memory")
		require.Equal(t, 3, done)

		read, _, err = s.ReadAhead(t.Context(), []reading.Place{own, theirs}, civil.Range{From: june.From, To: june.To + 1})
		require.NoError(t, err)
		require.Len(t, read, 2, "days are missing")
		require.Greater(t, read[shore.ID].Window.Days(), 300, "as many as later readers want")
	})
	t.Run("leaves out what is another account's or gone", func(t *testing.T) {
		t.Parallel()
		read, done, err := w.another(t).ReadAhead(t.Context(), []reading.Place{at(w.owner(), shore.ID), at(w.owner(), 987654), last, own}, june)
		require.NoError(t, err)
		require.Len(t, read, 2)
		require.Contains(t, read, hill.ID)
		require.Contains(t, read, w.hotel.ID)
		require.Equal(t, 4, done)
	})
	t.Run("reads a single one as for those who come later", func(t *testing.T) {
		t.Parallel()
		read, done, err := w.another(t).ReadAhead(t.Context(), []reading.Place{own}, june)
		require.NoError(t, err)
		require.Empty(t, read)
		require.Equal(t, 1, done)
	})
}

func TestService_ReadAhead_write(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 5)
	other, shore, _ := w.House(t, 3)
	june := civil.Range{From: day("2030-06-10"), To: day("2030-06-20")}
	s := w.another(t)
	_, _, err := s.ReadAhead(t.Context(), []reading.Place{{OwnerID: w.owner(), PropertyID: w.hotel.ID}, {OwnerID: other.User.OwnerID, PropertyID: shore.ID}}, june)
	require.NoError(t, err)
	require.Zero(t, w.committed(t, s, june.From))
	w.hold(t, w.Allotments, june.From)
	require.Equal(t, 1, w.committed(t, s, june.From), "what was read ahead is old now")
}
