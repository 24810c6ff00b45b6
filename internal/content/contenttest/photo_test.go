package contenttest

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/photo"
	"allot/internal/platform/apperr"
)

func TestStore_FilesInUse(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	hotel := e.Manager(t)
	p := e.Add(t, hotel, e.Property(t, hotel, "Hotel Aurora").ID, photo.Change{})
	p.ID, p.IsCover, p.Key, p.MediumKey, p.SmallKey = 0, false, "a.jpg", "b.jpg", "c.jpg"
	require.NoError(t, e.DB.InTx(t.Context(), func(ctx context.Context) error { return e.PhotoStore.InsertPhoto(ctx, &p) }))

	used, err := e.PhotoStore.FilesInUse(t.Context(), []string{"a.jpg", "b.jpg", "c.jpg", "d.jpg", ""})
	require.NoError(t, err)
	require.Equal(t, map[string]bool{"a.jpg": true, "b.jpg": true, "c.jpg": true}, used)
	used, err = e.PhotoStore.FilesInUse(t.Context(), nil)
	require.NoError(t, err)
	require.Empty(t, used)
}

func TestStore_emptyGallery(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	hotel := e.Manager(t)
	property := e.Property(t, hotel, "Hotel Aurora").ID
	owner := hotel.Caller.OwnerID

	last, err := e.PhotoStore.LastPosition(t.Context(), owner, property)
	require.NoError(t, err)
	require.Equal(t, -1, last)
	_, err = e.PhotoStore.Cover(t.Context(), owner, property)
	require.ErrorIs(t, err, apperr.ErrNotFound)
	_, err = e.PhotoStore.First(t.Context(), owner, property)
	require.ErrorIs(t, err, apperr.ErrNotFound)
	photos, err := e.PhotoStore.Photos(t.Context(), owner, property)
	require.NoError(t, err)
	require.NotNil(t, photos)
	require.Empty(t, photos)
}

func TestStore_keepsAccountsApart(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	hotel, stranger := e.Manager(t), e.Manager(t)
	property := e.Property(t, hotel, "Hotel Aurora").ID
	first, second := e.Add(t, hotel, property, photo.Change{}), e.Add(t, hotel, property, photo.Change{})
	foreign := second
	foreign.OwnerID, foreign.Caption = stranger.Caller.OwnerID, "not mine"
	require.NoError(t, e.DB.InTx(t.Context(), func(ctx context.Context) error {
		if err := e.PhotoStore.SavePositions(ctx, foreign.OwnerID, property, []int64{second.ID, first.ID}); err != nil {
			return err
		}
		if err := e.PhotoStore.UpdatePhoto(ctx, foreign); err != nil {
			return err
		}
		return e.PhotoStore.DeletePhoto(ctx, foreign.OwnerID, property, first.ID)
	}))
	photos, err := e.PhotoStore.Photos(t.Context(), hotel.Caller.OwnerID, property)
	require.NoError(t, err)
	require.Equal(t, []photo.Photo{first, second}, photos)
	n, err := e.PhotoStore.CountPhotos(t.Context(), foreign.OwnerID, property)
	require.NoError(t, err)
	require.Zero(t, n)
}
