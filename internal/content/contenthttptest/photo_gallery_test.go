package contenthttptest

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/photo"
	"allot/internal/content/photo/phototest"
	"allot/internal/identity/auth"
)

func ptr[T any](v T) *T { return &v }

// shown is a photo as the API shows it.
func shown(p photo.Photo) object {
	const media = apptest.BaseURL + "/media/"
	return object{
		"id": p.ID, "property": p.PropertyID, "room": p.RoomID, "category": p.Category, "caption": p.Caption, "is_cover": p.IsCover,
		"position": p.Position, "width": p.Width, "height": p.Height, "bytes": p.Bytes, "url": media + p.Key,
		"thumbnails": object{"medium": media + p.MediumKey, "small": media + p.SmallKey}, "created_at": now, "updated_at": now,
	}
}

func TestGallery(t *testing.T) {
	t.Parallel()

	t.Run("an upload is answered with the photo", func(t *testing.T) {
		t.Parallel()
		b := setupPhoto(t)
		room := b.Room(t, b.hotel, b.property, "Double room", "DBL", 12)
		res := b.upload(t, b.hotel, map[string]string{
			"caption": "The old mill", "category": "", "room": fmt.Sprint(room), "is_cover": "true",
		}, "a.jpg", phototest.JPEG(t, 64, 48))
		photos, err := b.Photos.All(t.Context(), b.hotel.Caller.OwnerID, b.property)
		require.NoError(t, err)
		apptest.RequireJSON(t, res, http.StatusCreated, text(t, shown(photos[0])))
		require.Equal(t, []any{room, photo.CategoryRoom, "The old mill", 64, 48, true},
			[]any{*photos[0].RoomID, photos[0].Category, photos[0].Caption, photos[0].Width, photos[0].Height, photos[0].IsCover})
		b.media(t, body(t, res, http.StatusCreated)["url"])
	})

	t.Run("every bad field of a form is named", func(t *testing.T) {
		t.Parallel()
		b := setupPhoto(t)
		apptest.RequireInvalid(t, b.upload(t, b.hotel, map[string]string{
			"caption": strings.Repeat("x", 301), "category": "kitchen", "room": "0",
		}, "a.jpg", []byte("x")),
			"caption", "must have at most 300 characters",
			"category", "must be one of exterior, room, pool, restaurant, beach, spa, lobby, other",
			"room", "must be the id of a room of this property, or null")
	})

	t.Run("it is listed in its order, by pages and filters", func(t *testing.T) {
		t.Parallel()
		b := setupPhoto(t)
		first, second := b.Add(t, b.hotel, b.property, photo.Change{Category: ptr(photo.CategoryPool)}), b.Add(t, b.hotel, b.property, photo.Change{})
		list := func(results ...object) string {
			return text(t, object{"count": len(results), "next": nil, "previous": nil, "results": results})
		}
		apptest.RequireJSON(t, b.hotel.Do(t, get, b.gallery(), ""), http.StatusOK, list(shown(first), shown(second)))
		apptest.RequireJSON(t, b.hotel.Do(t, get, b.gallery()+"?category=pool", ""), http.StatusOK, list(shown(first)))
		res := body(t, b.hotel.Do(t, get, b.gallery()+"?page_size=1", ""), http.StatusOK)
		require.Equal(t, apptest.BaseURL+b.gallery()+"?page=2&page_size=1", res["next"])
		require.Equal(t, http.StatusBadRequest, b.hotel.Do(t, get, b.gallery()+"?category=kitchen", "").Code)
		require.Equal(t, http.StatusBadRequest, b.hotel.Do(t, get, b.gallery()+"?room=x", "").Code)
	})

	t.Run("a photo is changed, ordered and deleted, under both names of the area", func(t *testing.T) {
		t.Parallel()
		b := setupPhoto(t)
		first, second := b.Add(t, b.hotel, b.property, photo.Change{}), b.Add(t, b.hotel, b.property, photo.Change{Caption: ptr("x")})
		alias := strings.Replace(b.gallery(), "/info/", "/facts/", 1)
		path := fmt.Sprintf("%s%d/", alias, second.ID)
		second.Caption, second.Category, second.IsCover = "", photo.CategorySpa, true
		apptest.RequireJSON(t, b.hotel.Do(t, patch, path, `{"caption":null,"category":"spa","is_cover":true,"id":7}`), http.StatusOK, text(t, shown(second)))
		apptest.RequireInvalid(t, b.hotel.Do(t, patch, path, `{"is_cover":false}`),
			"is_cover", "a gallery always has a cover: make another photo the cover instead")
		apptest.RequireJSON(t, b.hotel.Do(t, post, alias+"order/", text(t, object{"photos": []int64{second.ID}})), http.StatusOK,
			text(t, object{"photos": []int64{second.ID, first.ID}}))
		apptest.RequireInvalid(t, b.hotel.Do(t, post, alias+"order/", `{"photos":[999999]}`), "photos[0]", "is no photo of this gallery")
		res := b.hotel.Do(t, del, path, "")
		require.Equal(t, http.StatusNoContent, res.Code, res.Body)
		require.EqualValues(t, 1, body(t, b.hotel.Do(t, get, alias, ""), http.StatusOK)["count"])
		apptest.RequireNotFound(t, b.hotel.Do(t, del, path, ""))
	})
}

func TestGallery_access(t *testing.T) {
	t.Parallel()
	b := setupPhoto(t)
	p := b.Add(t, b.hotel, b.property, photo.Change{})
	stranger, operator := b.Manager(t), b.Operator(t)
	plain, trusted := b.SubUser(t, b.hotel, auth.FactSheets), b.SubUser(t, b.hotel, auth.Photos)
	form, contentType := phototest.Form(t, nil, "a.jpg", phototest.JPEG(t, 64, 48))
	for name, c := range map[string]struct {
		method, path, body string
		set                []apptest.Set
	}{
		"list":     {get, b.gallery(), "", nil},
		"add":      {post, b.gallery(), form, []apptest.Set{contentType}},
		"update":   {patch, fmt.Sprintf("%s%d/", b.gallery(), p.ID), `{"caption":"x"}`, nil},
		"order":    {post, b.gallery() + "order/", `{"photos":[]}`, nil},
		"download": {get, fmt.Sprintf("/api/info/download-photos/%d/", b.property), "", nil},
		"delete":   {del, fmt.Sprintf("%s%d/", b.gallery(), p.ID), "", nil},
	} {
		t.Run("nobody else can "+name, func(t *testing.T) {
			t.Parallel()
			apptest.RequireNotSignedIn(t, b.Do(t, c.method, c.path, c.body, c.set...))
			apptest.RequireNotFound(t, stranger.Do(t, c.method, c.path, c.body, c.set...))
			for _, who := range []*apptest.Who{operator, plain} {
				require.Equal(t, http.StatusForbidden, who.Do(t, c.method, c.path, c.body, c.set...).Code)
			}
		})
	}
	t.Run("a colleague with the permission can", func(t *testing.T) {
		t.Parallel()
		require.Equal(t, http.StatusOK, trusted.Do(t, get, b.gallery(), "").Code)
	})
}

func TestDownload(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	hotel := e.Manager(t)
	property := e.Property(t, hotel, "Ξενοδοχείο «Αύρα» / Hôtel")
	path := fmt.Sprintf("/api/facts/download-photos/%d/", property.ID)
	apptest.RequireError(t, hotel.Do(t, get, path, ""), http.StatusConflict, "gallery_empty", "the gallery has no photos to download")
	p := e.Add(t, hotel, property.ID, photo.Change{})

	server := httptest.NewServer(e.Server())
	t.Cleanup(server.Close)
	r, err := http.NewRequestWithContext(t.Context(), get, server.URL+path, nil)
	require.NoError(t, err)
	r.Header.Set("Authorization", "Token "+hotel.Token)
	r.Header.Set("Accept-Encoding", "gzip, zstd")
	res, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	defer func() { _ = res.Body.Close() }()
	data, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, res.StatusCode, string(data))
	require.Equal(t, "application/zip", res.Header.Get("Content-Type"))
	require.Empty(t, res.Header.Get("Content-Encoding"))
	require.EqualValues(t, len(data), res.ContentLength)
	require.Equal(t, `attachment; filename="_ _ - Hotel photos.zip"; filename*=UTF-8''`+
		"%CE%9E%CE%B5%CE%BD%CE%BF%CE%B4%CE%BF%CF%87%CE%B5%CE%AF%CE%BF%20%C2%AB%CE%91%CF%8D%CF%81%CE%B1%C2%BB%20-%20H%C3%B4tel%20photos.zip",
		res.Header.Get("Content-Disposition"))
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	require.NoError(t, err)
	require.Len(t, z.File, 1)
	require.EqualValues(t, p.Bytes, z.File[0].UncompressedSize64)

	t.Run("a missing file is a fault before the first byte", func(t *testing.T) {
		require.NoError(t, e.Blobs.Delete(t.Context(), p.Key))
		require.Equal(t, http.StatusInternalServerError, hotel.Do(t, get, path, "").Code)
		require.Contains(t, strings.Join(e.ExpectLogs(), "\n"), p.Key)
	})
}
