package identitytest

import (
	"bytes"
	"image"
	"image/color"
	_ "image/jpeg" // what opaque avatars become
	"image/png"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/account"
	"allot/internal/platform/blob"
	"allot/internal/platform/picture"
)

// photo is a picture with a colour of its own.
func photo(t *testing.T, width, height int, c color.Color) io.ReadSeeker {
	t.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			img.Set(x, y, c)
		}
	}
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, img))
	return bytes.NewReader(b.Bytes())
}

var (
	red  = color.NRGBA{R: 200, A: 255}
	blue = color.NRGBA{B: 200, A: 255}
)

func setAvatar(t *testing.T, e *apptest.Env, w *apptest.Who, r io.ReadSeeker) account.User {
	t.Helper()
	u, err := e.Accounts.UpdateProfile(w.Context(t), w.Caller, account.ProfileInput{Avatar: r})
	require.NoError(t, err)
	return u
}

func avatars(t *testing.T, e *apptest.Env) []string {
	t.Helper()
	keys := []string{}
	for info, err := range e.Blobs.List(t.Context(), account.AvatarFolder+"/") {
		require.NoError(t, err)
		keys = append(keys, info.Key)
	}
	slices.Sort(keys)
	return keys
}

func TestService_avatar(t *testing.T) {
	t.Parallel()

	t.Run("a picture is cut to a small square", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		u := setAvatar(t, e, m, photo(t, 600, 300, red))
		require.True(t, strings.HasPrefix(u.AvatarKey, account.AvatarFolder+"/"))
		f, err := e.Blobs.Open(t.Context(), u.AvatarKey)
		require.NoError(t, err)
		defer func() { _ = f.Close() }()
		config, _, err := image.DecodeConfig(f)
		require.NoError(t, err)
		require.Equal(t, []int{256, 256}, []int{config.Width, config.Height})
		require.Equal(t, "update", last(t, e, m.User.ID, "user", m.User.ID).Action)
	})

	t.Run("the same picture has one file, and sending it again changes nothing", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m, other := e.Manager(t), e.Manager(t)
		first := setAvatar(t, e, m, photo(t, 300, 300, red))
		require.Equal(t, first.AvatarKey, setAvatar(t, e, m, photo(t, 300, 300, red)).AvatarKey)
		require.Equal(t, first.AvatarKey, setAvatar(t, e, other, photo(t, 300, 300, red)).AvatarKey)
		require.Len(t, avatars(t, e), 1)
		require.Equal(t, []string{"account.registered", "account.profile_updated"}, events(t, e, m.User.ID))
	})

	t.Run("it can be cleared, and other changes leave it", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		key := setAvatar(t, e, m, photo(t, 300, 300, red)).AvatarKey
		u, err := e.Accounts.UpdateProfile(m.Context(t), m.Caller, account.ProfileInput{FirstName: ptr("Eleni")})
		require.NoError(t, err)
		require.Equal(t, key, u.AvatarKey)
		u, err = e.Accounts.UpdateProfile(m.Context(t), m.Caller, account.ProfileInput{ClearAvatar: true})
		require.NoError(t, err)
		require.Empty(t, u.AvatarKey)
	})

	t.Run("what is no picture is refused", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		whole, err := io.ReadAll(photo(t, 300, 300, red))
		require.NoError(t, err)
		for name, file := range map[string]string{
			"text": "hello", "script": "<svg onload=alert(1)>", "cut off": string(whole[:len(whole)/2]), "empty": "",
		} {
			_, err := e.Accounts.UpdateProfile(m.Context(t), m.Caller, account.ProfileInput{Avatar: strings.NewReader(file)})
			require.ErrorIs(t, err, picture.ErrInvalid, name)
		}
		_, err = e.Accounts.UpdateProfile(m.Context(t), m.Caller, account.ProfileInput{
			Avatar: bytes.NewReader(append(whole, make([]byte, picture.SmallBytes)...)),
		})
		require.ErrorIs(t, err, picture.ErrTooLarge)
		require.Empty(t, avatars(t, e))
	})
}

func TestService_sweepAvatars(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	m := e.Manager(t)
	age := func(key string, d time.Duration) string {
		at := e.Clock.Now().Add(-d)
		require.NoError(t, os.Chtimes(filepath.Join(e.DataDir, "blobs", "live", filepath.FromSlash(key)), at, at))
		return key
	}
	put := func(name string, d time.Duration) string {
		key := blob.ContentKey(account.AvatarFolder, [32]byte{byte(len(name))}, ".jpg")
		_, err := e.Blobs.Put(t.Context(), key, strings.NewReader(name))
		require.NoError(t, err)
		return age(key, d)
	}
	c := e.SubUser(t, m)
	gone := age(setAvatar(t, e, c, photo(t, 300, 300, blue)).AvatarKey, 48*time.Hour)
	require.NoError(t, e.Accounts.DeleteSubUser(m.Context(t), m.Caller, c.User.ID))
	used := age(setAvatar(t, e, m, photo(t, 300, 300, red)).AvatarKey, 48*time.Hour)
	old, young := put("unused, old", 24*time.Hour+time.Second), put("unused, but an upload may be about to be used", 23*time.Hour)

	other := "photos/aa/not-ours.jpg"
	_, err := e.Blobs.Put(t.Context(), other, strings.NewReader("x"))
	require.NoError(t, err)
	age(other, 48*time.Hour)

	e.Start(t) // the job runs at start
	e.Settle(t)
	left := avatars(t, e)
	require.ElementsMatch(t, []string{used, young}, left)
	require.NotContains(t, left, old)
	require.NotContains(t, left, gone)
	_, err = e.Blobs.Stat(t.Context(), other)
	require.NoError(t, err)
}
