package contenttest

import (
	"bytes"
	"context"
	"image/jpeg"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/photo"
	"allot/internal/content/photo/phototest"
	"allot/internal/identity/plan"
	"allot/internal/platform/apperr"
	"allot/internal/platform/picture"
	"allot/internal/testkit/audittest"
)

// TestMain runs many tests at once whatever the machine.
func ptr[T any](v T) *T { return &v }

// bundle is a hotel with one property.
type bundle struct {
	*apptest.Env
	hotel    *apptest.Who
	property int64
}

func setup(t *testing.T) *bundle {
	t.Helper()
	e := apptest.New(t)
	b := &bundle{Env: e, hotel: e.Manager(t)}
	b.property = e.Property(t, b.hotel, "Hotel Aurora").ID
	return b
}

func (b *bundle) add(t *testing.T, c photo.Change) photo.Photo {
	t.Helper()
	return b.Add(t, b.hotel, b.property, c)
}

// gallery is the ids in order, and the cover.
func (b *bundle) gallery(t *testing.T) (ids []int64, cover int64) {
	t.Helper()
	photos, err := b.Photos.All(t.Context(), b.hotel.Caller.OwnerID, b.property)
	require.NoError(t, err)
	for _, p := range photos {
		ids = append(ids, p.ID)
		if p.IsCover {
			require.Zero(t, cover, "a gallery has one cover")
			cover = p.ID
		}
	}
	return ids, cover
}

func (b *bundle) actions(t *testing.T, kind string, id int64) []string {
	t.Helper()
	entries, err := audittest.Of(t.Context(), b.DB, b.hotel.Caller.OwnerID, kind, id)
	require.NoError(t, err)
	actions := []string{}
	for _, e := range entries {
		actions = append(actions, e.Action)
	}
	return actions
}

func fields(t *testing.T, err error) map[string]string {
	t.Helper()
	require.ErrorIs(t, err, apperr.ErrValidation)
	m := map[string]string{}
	for _, f := range apperr.Of(err).Fields {
		m[f.Field] = f.Message
	}
	return m
}

func TestService_Add(t *testing.T) {
	t.Parallel()

	t.Run("a large picture is stored in three sizes", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		p, err := b.Photos.Add(b.hotel.Context(t), b.hotel.Caller, b.property, photo.AddInput{
			File: bytes.NewReader(phototest.JPEG(t, 5000, 1000)),
		})
		require.NoError(t, err)
		require.Equal(t, []int{4096, 819}, []int{p.Width, p.Height})
		for key, want := range map[string][]int{p.Key: {4096, 819}, p.MediumKey: {1200, 240}, p.SmallKey: {400, 80}} {
			require.True(t, strings.HasPrefix(key, "properties/") && strings.Contains(key, "/photos/"), key)
			f, err := b.Blobs.Open(t.Context(), key)
			require.NoError(t, err)
			defer func() { _ = f.Close() }()
			config, err := jpeg.DecodeConfig(f)
			require.NoError(t, err)
			require.Equal(t, want, []int{config.Width, config.Height})
			if key == p.Key {
				require.Equal(t, f.Size, p.Bytes)
			}
		}
		require.Equal(t, []string{"create"}, b.actions(t, "photo", p.ID))
	})

	t.Run("a picture within the medium size is stored once", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		p, err := b.Photos.Add(b.hotel.Context(t), b.hotel.Caller, b.property, photo.AddInput{File: bytes.NewReader(phototest.JPEG(t, 1200, 900))})
		require.NoError(t, err)
		require.Equal(t, p.Key, p.MediumKey)
		require.NotEqual(t, p.Key, p.SmallKey)
	})

	t.Run("transparency is kept in the main picture", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		img := phototest.Corners(40, 30)
		img.Pix[3] = 0
		p, err := b.Photos.Add(b.hotel.Context(t), b.hotel.Caller, b.property, photo.AddInput{File: bytes.NewReader(phototest.EncodePNG(t, img))})
		require.NoError(t, err)
		require.True(t, strings.HasSuffix(p.Key, ".png"))
		require.True(t, strings.HasSuffix(p.MediumKey, ".jpg"))
		require.True(t, strings.HasSuffix(p.SmallKey, ".jpg"))
	})

	t.Run("the category follows from the room unless it is given", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		room := b.Room(t, b.hotel, b.property, "Double room", "DBL", 12)
		require.Equal(t, photo.CategoryOther, b.add(t, photo.Change{}).Category)
		require.Equal(t, photo.CategoryRoom, b.add(t, photo.Change{Room: ptr(&room)}).Category)
		require.Equal(t, photo.CategorySpa, b.add(t, photo.Change{Room: ptr(&room), Category: ptr(photo.CategorySpa)}).Category)
	})

	t.Run("every bad field is named at once and nothing is stored", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		other := b.Manager(t)
		foreign := b.Room(t, other, b.Property(t, other, "Elsewhere").ID, "Double room", "DBL", 12)
		_, err := b.Photos.Add(b.hotel.Context(t), b.hotel.Caller, b.property, photo.AddInput{Change: photo.Change{
			Caption: ptr(strings.Repeat("ä", 301)), Category: ptr(photo.Category("kitchen")), Room: ptr(&foreign),
		}})
		require.Equal(t, map[string]string{
			"file": "is required: send a JPEG, PNG or WebP image in a form", "caption": "must have at most 300 characters",
			"category": "must be one of exterior, room, pool, restaurant, beach, spa, lobby, other",
			"room":     "must be the id of a room of this property, or null",
		}, fields(t, err))
		_, err = b.Photos.Add(b.hotel.Context(t), b.hotel.Caller, b.property, photo.AddInput{
			File: strings.NewReader(""), Change: photo.Change{Caption: ptr("two\nlines")},
		})
		require.Equal(t, map[string]string{"caption": "must be one line of text"}, fields(t, err))
		require.Empty(t, b.Files(t, b.property))
	})

	t.Run("another account's property gets no file", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		stranger := b.Manager(t)
		_, err := b.Photos.Add(stranger.Context(t), stranger.Caller, b.property, photo.AddInput{File: bytes.NewReader(phototest.JPEG(t, 64, 48))})
		require.ErrorIs(t, err, apperr.ErrNotFound)
		require.Empty(t, b.Files(t, b.property))
	})

	t.Run("beyond the plan nothing is even read", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		for range plan.Free.Features.PhotosPerProperty {
			b.add(t, photo.Change{})
		}
		upload := bytes.NewReader(phototest.JPEG(t, 64, 48))
		size := upload.Len()
		_, err := b.Photos.Add(b.hotel.Context(t), b.hotel.Caller, b.property, photo.AddInput{File: upload})
		require.ErrorIs(t, err, plan.ErrPlanLimit)
		require.Equal(t, size, upload.Len())

		b.Grant(t, b.hotel, plan.Silver)
		b.add(t, photo.Change{})
	})

	t.Run("the same picture may be there twice and has one file", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		file := phototest.JPEG(t, 64, 48)
		var keys []string
		for range 2 {
			p, err := b.Photos.Add(b.hotel.Context(t), b.hotel.Caller, b.property, photo.AddInput{File: bytes.NewReader(file)})
			require.NoError(t, err)
			keys = append(keys, p.Key)
		}
		require.Equal(t, keys[0], keys[1])
		ids, _ := b.gallery(t)
		require.Len(t, ids, 2)
	})
}

func TestService_Add_twins(t *testing.T) {
	t.Parallel()
	b := setup(t)
	const twins = 20
	var added, refused atomic.Int64
	var wg sync.WaitGroup
	for range twins {
		file := phototest.JPEG(t, 64, 48)
		wg.Go(func() {
			_, err := b.Photos.Add(b.hotel.Context(t), b.hotel.Caller, b.property, photo.AddInput{
				File: bytes.NewReader(file), Change: photo.Change{Cover: ptr(true)},
			})
			switch {
			case err == nil:
				added.Add(1)
			case apperr.Of(err).Code == plan.ErrPlanLimit.Code:
				refused.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	wg.Wait()
	require.Equal(t, []int64{10, 10}, []int64{added.Load(), refused.Load()})
	ids, cover := b.gallery(t)
	require.Len(t, ids, 10)
	require.NotZero(t, cover)
	photos, err := b.Photos.All(t.Context(), b.hotel.Caller.OwnerID, b.property)
	require.NoError(t, err)
	for i, p := range photos {
		require.Equal(t, i, p.Position, "every photo has a place of its own")
	}
}

func TestService_Add_busy(t *testing.T) {
	t.Parallel()
	b := setup(t)
	gate := picture.NewGate(1, 0)
	deps := apptest.Deps[photo.Deps](b.Env)
	deps.Pictures = gate
	busy := photo.New(deps)
	upload := bytes.NewReader(phototest.JPEG(t, 64, 48))
	err := gate.Use(t.Context(), upload, picture.Small, picture.Result{Side: 10}, func(*picture.Picture) error {
		_, err := busy.Add(b.hotel.Context(t), b.hotel.Caller, b.property, photo.AddInput{File: bytes.NewReader(phototest.JPEG(t, 64, 48))})
		return err
	})
	require.ErrorIs(t, err, picture.ErrBusy)
	require.Empty(t, b.Files(t, b.property))
}

func TestService_cover(t *testing.T) {
	t.Parallel()

	t.Run("the first photo is the cover, whatever was asked", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		first := b.add(t, photo.Change{Cover: ptr(false)})
		require.True(t, first.IsCover)
		require.False(t, b.add(t, photo.Change{}).IsCover)
	})

	t.Run("it moves to a new photo, or to an old one", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		first, second := b.add(t, photo.Change{}), b.add(t, photo.Change{Cover: ptr(true)})
		_, cover := b.gallery(t)
		require.Equal(t, second.ID, cover)
		p, err := b.Photos.Update(b.hotel.Context(t), b.hotel.Caller, b.property, first.ID, photo.Change{Cover: ptr(true)})
		require.NoError(t, err)
		require.True(t, p.IsCover)
		_, cover = b.gallery(t)
		require.Equal(t, first.ID, cover)
		require.Equal(t, []string{"create", "update", "update"}, b.actions(t, "photo", first.ID))
		require.Equal(t, []string{"create", "update"}, b.actions(t, "photo", second.ID))
	})

	t.Run("it cannot be taken from a gallery", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		first, second := b.add(t, photo.Change{}), b.add(t, photo.Change{})
		_, err := b.Photos.Update(b.hotel.Context(t), b.hotel.Caller, b.property, first.ID, photo.Change{Cover: ptr(false)})
		require.Equal(t, map[string]string{"is_cover": "a gallery always has a cover: make another photo the cover instead"}, fields(t, err))
		_, err = b.Photos.Update(b.hotel.Context(t), b.hotel.Caller, b.property, second.ID, photo.Change{Cover: ptr(false)})
		require.NoError(t, err)
		require.Equal(t, []string{"create"}, b.actions(t, "photo", second.ID), "nothing has changed")
	})

	t.Run("when it is deleted the first that remains follows", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		ids := []int64{b.add(t, photo.Change{}).ID, b.add(t, photo.Change{}).ID, b.add(t, photo.Change{}).ID}
		_, err := b.Photos.Order(b.hotel.Context(t), b.hotel.Caller, b.property, []int64{ids[2]})
		require.NoError(t, err)
		require.NoError(t, b.Photos.Delete(b.hotel.Context(t), b.hotel.Caller, b.property, ids[0]))
		left, cover := b.gallery(t)
		require.Equal(t, []int64{ids[2], ids[1]}, left)
		require.Equal(t, ids[2], cover)
		for _, id := range left {
			require.NoError(t, b.Photos.Delete(b.hotel.Context(t), b.hotel.Caller, b.property, id))
		}
		require.True(t, b.add(t, photo.Change{}).IsCover, "an emptied gallery begins anew")
	})

	t.Run("twins who take it leave one", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		ids := []int64{b.add(t, photo.Change{}).ID, b.add(t, photo.Change{}).ID, b.add(t, photo.Change{}).ID, b.add(t, photo.Change{}).ID}
		var wg sync.WaitGroup
		for i := range 20 {
			wg.Go(func() {
				_, err := b.Photos.Update(b.hotel.Context(t), b.hotel.Caller, b.property, ids[1+i%3], photo.Change{Cover: ptr(true)})
				if err != nil {
					t.Error(err)
				}
			})
		}
		wg.Go(func() {
			if err := b.Photos.Delete(b.hotel.Context(t), b.hotel.Caller, b.property, ids[0]); err != nil {
				t.Error(err)
			}
		})
		wg.Wait()
		_, cover := b.gallery(t)
		require.NotZero(t, cover)
	})
}

func TestService_Update(t *testing.T) {
	t.Parallel()

	t.Run("what is missing stays, what is cleared goes", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		room := b.Room(t, b.hotel, b.property, "Double room", "DBL", 12)
		p := b.add(t, photo.Change{Caption: ptr(" The old mill "), Room: ptr(&room), Category: ptr(photo.CategoryPool)})
		require.Equal(t, "The old mill", p.Caption)
		update := func(c photo.Change) photo.Photo {
			p, err := b.Photos.Update(b.hotel.Context(t), b.hotel.Caller, b.property, p.ID, c)
			require.NoError(t, err)
			return p
		}
		require.Equal(t, p, update(photo.Change{}))
		require.Equal(t, []string{"create"}, b.actions(t, "photo", p.ID))

		got := update(photo.Change{Category: ptr(photo.Category(""))})
		require.Equal(t, photo.CategoryRoom, got.Category)
		got = update(photo.Change{Room: ptr[*int64](nil), Category: ptr(photo.Category(""))})
		require.Nil(t, got.RoomID)
		require.Equal(t, photo.CategoryOther, got.Category)
		require.Equal(t, "The old mill", got.Caption)
		require.Empty(t, update(photo.Change{Caption: ptr("")}).Caption)
	})

	t.Run("a deleted room leaves its photos without one", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		room := b.Room(t, b.hotel, b.property, "Double room", "DBL", 12)
		p := b.add(t, photo.Change{Room: ptr(&room)})
		require.NoError(t, b.DB.InTx(t.Context(), func(ctx context.Context) error {
			_, err := b.DB.From(ctx).NewDelete().Table("property_facts").Where("id = ?", room).Exec(ctx)
			return err
		}))
		got, err := b.PhotoStore.Photo(t.Context(), p.OwnerID, p.PropertyID, p.ID)
		require.NoError(t, err)
		require.Nil(t, got.RoomID)
	})

	t.Run("another account's photo is not found, nor one of another property", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		p := b.add(t, photo.Change{})
		stranger := b.Manager(t)
		theirs := b.Property(t, stranger, "Elsewhere")
		b.Grant(t, b.hotel, plan.Gold)
		second := b.Property(t, b.hotel, "Hotel Boreas")
		for who, property := range map[*apptest.Who][]int64{stranger: {b.property, theirs.ID}, b.hotel: {second.ID, theirs.ID}} {
			for _, id := range property {
				_, err := b.Photos.Update(who.Context(t), who.Caller, id, p.ID, photo.Change{Caption: ptr("x")})
				require.ErrorIs(t, err, apperr.ErrNotFound)
				require.ErrorIs(t, b.Photos.Delete(who.Context(t), who.Caller, id, p.ID), apperr.ErrNotFound)
			}
		}
		list, err := b.Photos.All(t.Context(), stranger.Caller.OwnerID, b.property)
		require.NoError(t, err)
		require.Empty(t, list)
		_, err = b.Photos.Order(stranger.Context(t), stranger.Caller, b.property, []int64{p.ID})
		require.ErrorIs(t, err, apperr.ErrNotFound)
		_, err = b.Photos.Archive(stranger.Context(t), stranger.Caller, b.property)
		require.ErrorIs(t, err, apperr.ErrNotFound)
		ids, cover := b.gallery(t)
		require.Equal(t, []int64{p.ID}, ids)
		require.Equal(t, p.ID, cover)
	})
}
