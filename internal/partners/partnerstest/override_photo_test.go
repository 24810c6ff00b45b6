package partnerstest

import (
	"bytes"
	"context"
	"fmt"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/photo"
	"allot/internal/content/photo/phototest"
	"allot/internal/identity/plan"
	"allot/internal/identity/settings"
	"allot/internal/partners/contract"
)

// send uploads a file as an own photo.
func (b *overrideBundle) send(t *testing.T, fields map[string]string, name string, file []byte) *httptest.ResponseRecorder {
	t.Helper()
	form, contentType := phototest.Form(t, fields, name, file)
	return b.Operator.Do(t, post, b.photosPath("own/"), form, contentType)
}

func (b *overrideBundle) upload(t *testing.T, status int, fields map[string]string) object {
	t.Helper()
	return body(t, b.send(t, fields, "a.jpg", phototest.JPEG(t, 64, 48)), status)
}

// giveLogo gives somebody's company a logo.
func (b *overrideBundle) giveLogo(t *testing.T, who *apptest.Who) {
	t.Helper()
	_, err := b.Settings.UpdateCompany(who.Context(t), who.Caller, settings.CompanyInput{Logo: bytes.NewReader(phototest.JPEG(t, 64, 48))})
	require.NoError(t, err)
}

// ids are those of the hotel's published photos.
func (b *overrideBundle) ids(t *testing.T) []int64 {
	t.Helper()
	v, err := b.Publications.Current(t.Context(), b.Property.ID)
	require.NoError(t, err)
	var ids []int64
	for _, p := range v.Snapshot.Photos {
		ids = append(ids, p.ID)
	}
	return ids
}

func (b *overrideBundle) choose(t *testing.T, refs ...object) *httptest.ResponseRecorder {
	t.Helper()
	return b.Operator.Do(t, put, b.photosPath(""), text(t, object{"photos": refs}))
}

func TestPhotos_selection(t *testing.T) {
	t.Parallel()
	b := setupOverride(t, contract.Yes)
	ids := b.ids(t)
	source := b.gallery(t)
	require.Equal(t, []string{fmt.Sprint(ids[0]), fmt.Sprint(ids[1])}, source)
	own := b.upload(t, 201, map[string]string{"caption": " Our pool ", "category": "pool"})
	require.Equal(t, "Our pool", own["caption"])
	require.Equal(t, "active", own["status"])
	ownName := fmt.Sprintf("own %.0f", own["id"])
	require.Equal(t, append(append([]string{}, source...), ownName), b.gallery(t))

	g := body(t, b.Operator.Do(t, get, b.photosPath(""), ""), 200)
	require.Equal(t, "Y", g["select"])
	require.Nil(t, g["selection_status"])
	require.Len(t, list(t, g, "photos"), 3)
	for i, p := range list(t, g, "photos") {
		require.Equal(t, true, p["selected"])
		require.EqualValues(t, i, p["position"])
	}

	g = body(t, b.choose(t, object{"id": own["id"], "own": true}, object{"id": ids[1]}), 200)
	require.Equal(t, "active", g["selection_status"])
	require.Equal(t, []string{ownName, fmt.Sprint(ids[1])}, b.gallery(t))
	last := list(t, g, "photos")[2]
	require.EqualValues(t, ids[0], last["id"])
	require.Equal(t, false, last["selected"])
	require.Nil(t, last["position"])

	{ // a new photo of the hotel is told and not shown
		fresh := b.Add(t, b.Hotel, b.Property.ID, photo.Change{})
		b.Publish(t, b.Hotel, b.Admin, b.Property)
		g := body(t, b.Operator.Do(t, get, b.photosPath(""), ""), 200)
		require.Equal(t, []any{float64(fresh.ID)}, g["new_photos"])
		require.Equal(t, []string{ownName, fmt.Sprint(ids[1])}, b.gallery(t))
	}

	{ // a photo that the hotel takes away is gone
		require.NoError(t, b.Photos.Delete(b.Hotel.Context(t), b.Hotel.Caller, b.Property.ID, ids[1]))
		b.Publish(t, b.Hotel, b.Admin, b.Property)
		require.Equal(t, []string{ownName}, b.gallery(t))
	}

	{ // unknown photos are refused by place
		const problem = "is no photo of this property; photos of your own need \"own\": true"
		apptest.RequireInvalid(t, b.choose(t, object{"id": ids[0]}, object{"id": 999999}, object{"id": ids[0]}, object{"id": 999998, "own": true}),
			"photos[1].id", problem, "photos[2].id", "is in the list twice", "photos[3].id", problem)
		for _, raw := range []string{
			`{"photos":"x"}`, `{"photos":{}}`, `{"photos":[1]}`, `{"photos":[{"id":"x"}]}`, `{"photos":[{"id":-1}]}`, `{"photos":[{}]}`, `{"photos":[null]}`,
			`{"use_own_logo":"yes"}`, `[]`, `null`, `{`,
		} {
			require.Equal(t, 400, b.Operator.Do(t, put, b.photosPath(""), raw).Code, raw)
		}
		require.Equal(t, 400, b.choose(t, make([]object, 2001)...).Code)
	}

	{ // null gives the choice back to the hotel
		g := body(t, b.Operator.Do(t, put, b.photosPath(""), `{"photos":null}`), 200)
		require.Nil(t, g["selection_status"])
		require.Empty(t, g["new_photos"])
		require.Equal(t, []string{fmt.Sprint(ids[0]), fmt.Sprint(b.ids(t)[1]), ownName}, b.gallery(t))
		body(t, b.Operator.Do(t, put, b.photosPath(""), `{"photos":null}`), 200)
	}
}

func TestPhotos_terms(t *testing.T) {
	t.Parallel()

	t.Run("N refuses each and names the term", func(t *testing.T) {
		t.Parallel()
		b := setupOverride(t, contract.No)
		b.giveLogo(t, b.Operator)
		for term, res := range map[string]*httptest.ResponseRecorder{
			"to_select_photos":  b.choose(t, object{"id": b.ids(t)[0]}),
			"to_add_its_logo":   b.Operator.Do(t, put, b.photosPath(""), `{"use_own_logo":true}`),
			"to_add_own_photos": b.send(t, nil, "a.jpg", phototest.JPEG(t, 64, 48)),
		} {
			apptest.RequireError(t, res, 403, "forbidden", "the contract does not allow this: its term "+term+" says no")
		}
		require.NotContains(t, strings.Join(b.Files(t, b.Property.ID), " "), "partners/", "nothing was stored")
		body(t, b.Operator.Do(t, put, b.photosPath(""), `{"photos":null,"use_own_logo":false}`), 200)
	})

	t.Run("O waits for each", func(t *testing.T) {
		t.Parallel()
		b := setupOverride(t, contract.Ask)
		source := b.gallery(t)
		own := b.upload(t, 201, nil)
		require.Equal(t, "waiting", own["status"])
		g := body(t, b.choose(t, object{"id": own["id"], "own": true}), 200)
		require.Equal(t, "waiting", g["selection_status"])
		require.Equal(t, source, b.gallery(t))
		all := list(t, body(t, b.Hotel.Do(t, get, approvalsPath, ""), 200), "results")
		require.Len(t, all, 2)
		body(t, b.Hotel.Do(t, post, approval(all[0]["id"], "approve"), ""), 200)
		require.Equal(t, append(append([]string{}, source...), fmt.Sprintf("own %.0f", own["id"])), b.gallery(t))
		body(t, b.Hotel.Do(t, post, approval(all[1]["id"], "approve"), ""), 200)
		require.Equal(t, []string{fmt.Sprintf("own %.0f", own["id"])}, b.gallery(t))
		b.setAnswer(t, contract.No)
		require.Equal(t, source, b.gallery(t))
	})

	t.Run("the logo is that of the company, with what the contract says", func(t *testing.T) {
		t.Parallel()
		b := setupOverride(t, contract.Ask)
		apptest.RequireInvalid(t, b.Operator.Do(t, put, b.photosPath(""), `{"use_own_logo":true}`),
			"use_own_logo", "needs a logo: give your company one in the settings first")
		b.giveLogo(t, b.Operator)
		g := body(t, b.Operator.Do(t, put, b.photosPath(""), `{"use_own_logo":true}`), 200)
		require.Equal(t, "waiting", g["logo_status"])
		require.Equal(t, true, g["use_own_logo"])
		key := func() string {
			sets, err := b.Overrides.Sets(t.Context(), b.Operator.User.OwnerID, []int64{b.Property.ID})
			require.NoError(t, err)
			c, err := b.Contracts.Between(t.Context(), b.Hotel.User.OwnerID, b.Operator.User.OwnerID)
			require.NoError(t, err)
			return sets[b.Property.ID].LogoKey(c)
		}
		require.Empty(t, key())
		one := list(t, body(t, b.Hotel.Do(t, get, approvalsPath+"?kind=logo", ""), 200), "results")[0]
		body(t, b.Hotel.Do(t, post, approval(one["id"], "approve"), ""), 200)
		company, err := b.Settings.Company(t.Context(), b.Operator.User.OwnerID)
		require.NoError(t, err)
		require.Equal(t, company.LogoKey, key())
		g = body(t, b.Operator.Do(t, put, b.photosPath(""), `{"use_own_logo":null}`), 200)
		require.Nil(t, g["logo_status"])
		require.Empty(t, key())
	})
}

func TestOwnPhotos(t *testing.T) {
	t.Parallel()
	b := setupOverride(t, contract.Yes)
	b.Start(t)
	room := b.source(t, "rooms").ID
	own := b.upload(t, 201, map[string]string{"room": fmt.Sprint(room)})
	path := b.photosPath(fmt.Sprintf("own/%.0f/", own["id"]))
	require.Equal(t, "room", own["category"])
	require.EqualValues(t, room, own["room"])
	require.Equal(t, true, own["selected"], "without a selection everything is shown")
	require.Contains(t, body(t, b.Operator.Do(t, get, b.photosPath(""), ""), 200)["photos"], own, "as the gallery shows it")
	require.Contains(t, own["url"], fmt.Sprintf("/media/properties/%d/partners/%d/", b.Property.ID, b.Operator.User.OwnerID))
	address, _ := own["url"].(string)
	require.Equal(t, 200, b.Do(t, get, strings.TrimPrefix(address, apptest.BaseURL), "").Code)

	{ // changes what is said of one
		after := body(t, b.Operator.Do(t, patch, path, `{"caption":"From our boat","room":null,"category":"beach"}`), 200)
		require.Equal(t, "From our boat", after["caption"])
		require.Nil(t, after["room"])
		require.Equal(t, "beach", body(t, b.Operator.Do(t, patch, path, `{}`), 200)["category"])
		apptest.RequireInvalid(t, b.Operator.Do(t, patch, path, `{"caption":"a\nb","category":"x","room":999999}`),
			"caption", "must be one line of text",
			"category", "must be one of exterior, room, pool, restaurant, beach, spa, lobby, other",
			"room", "must be the id of a room of this property, or null")
	}

	{ // new words wait where photos do, the old stand meanwhile
		b.setAnswer(t, contract.Ask)
		require.Equal(t, "active", body(t, b.Operator.Do(t, patch, path, `{"caption":"From our boat"}`), 200)["status"], "no change, no question")
		require.Equal(t, "waiting", body(t, b.Operator.Do(t, patch, path, `{"caption":"Buy now"}`), 200)["status"])
		sets, err := b.Overrides.Sets(t.Context(), b.Operator.User.OwnerID, []int64{b.Property.ID})
		require.NoError(t, err)
		shown := sets[b.Property.ID].Photos(b.Contract, nil)
		require.Equal(t, "From our boat", shown[0].Caption)
		b.setAnswer(t, contract.Yes)
	}

	{ // nobody else finds it
		second := b.Env.Operator(t)
		b.Accepted(t, b.Hotel, second, func(c *contract.Contract) { c.AddOwnPhotos, c.SelectPhotos = contract.Yes, contract.Yes })
		apptest.RequireNotFound(t, second.Do(t, patch, path, `{"caption":"x"}`))
		apptest.RequireNotFound(t, second.Do(t, del, path, ""))
		require.Len(t, list(t, body(t, second.Do(t, get, b.photosPath(""), ""), 200), "photos"), 2)
		require.Equal(t, 400, second.Do(t, put, b.photosPath(""), text(t, object{"photos": []object{{"id": own["id"], "own": true}}})).Code)
		for _, who := range []*apptest.Who{b.Env.Operator(t)} {
			apptest.RequireNotFound(t, who.Do(t, get, b.photosPath(""), ""))
			apptest.RequireNotFound(t, who.Do(t, put, b.photosPath(""), `{"photos":null}`))
			apptest.RequireNotFound(t, who.Do(t, patch, path, `{}`))
			form, contentType := phototest.Form(t, nil, "a.jpg", phototest.JPEG(t, 64, 48))
			apptest.RequireNotFound(t, who.Do(t, post, b.photosPath("own/"), form, contentType))
		}
	}

	{ // the sweep keeps what is shown and removes what was deleted
		gone := b.upload(t, 201, nil)
		require.Equal(t, 204, b.Operator.Do(t, del, b.photosPath(fmt.Sprintf("own/%.0f/", gone["id"])), "").Code)
		apptest.RequireNotFound(t, b.Operator.Do(t, del, b.photosPath(fmt.Sprintf("own/%.0f/", gone["id"])), ""))
		mine := func() (n int) {
			for _, key := range b.Files(t, b.Property.ID) {
				if strings.Contains(key, "/partners/") {
					n++
				}
			}
			return n
		}
		require.Equal(t, 4, mine(), "of a small picture two sizes are one file")
		b.Clock.Advance(25 * time.Hour)
		require.NoError(t, b.DB.InTx(t.Context(), func(ctx context.Context) error { return b.Queue.Enqueue(ctx, sweep{}) }))
		b.Settle(t)
		require.Equal(t, 2, mine())
		require.Equal(t, 200, b.Do(t, get, strings.TrimPrefix(address, apptest.BaseURL), "").Code)
	}

	{ // everything goes with the property
		require.NoError(t, b.Properties.Delete(b.Hotel.Context(t), b.Hotel.Caller, b.Property.ID))
		b.Settle(t)
		require.Empty(t, b.Files(t, b.Property.ID))
		apptest.RequireNotFound(t, b.Login(t, b.Operator.User.Email).Do(t, del, path, ""))
	}
}

// sweep is the property module's job.
type sweep struct{}

func (sweep) Kind() string { return "property_sweep_files" }

func TestOwnPhotos_limits(t *testing.T) {
	t.Parallel()
	b := setupOverride(t, contract.Yes)
	for range plan.Free.Features.PhotosPerProperty - 1 {
		b.upload(t, 201, nil)
	}
	var stored atomic.Int32
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if b.send(t, nil, "a.jpg", phototest.JPEG(t, 64, 48)).Code == 201 {
				stored.Add(1)
			}
		})
	}
	all.Wait()
	require.EqualValues(t, 1, stored.Load(), "of those who come at once, one takes the last place")
	require.Equal(t, "plan_limit_reached", b.upload(t, 403, nil)["code"])
	b.Grant(t, b.Operator, plan.Gold)
	b.upload(t, 201, nil)
}

func TestOwnPhotos_hostile(t *testing.T) {
	t.Parallel()
	b := setupOverride(t, contract.Yes)
	good := phototest.JPEG(t, 640, 480)
	for name, c := range map[string]struct {
		file   []byte
		status int
	}{
		"a decompression bomb": {phototest.PNGBomb(60000, 60000), 413},
		"half a JPEG":          {good[:len(good)/2], 400},
		"a page":               {[]byte("<!DOCTYPE html><script>alert(1)</script>"), 400},
		"an SVG":               {[]byte(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`), 400},
		"nothing":              {[]byte{}, 400},
		"a byte too much":      {append(bytes.Clone(good), make([]byte, photo.MaxBytes+1-len(good))...), 413},
		"30 MB":                {append(bytes.Clone(good), make([]byte, 30_000_000)...), 413},
	} {
		t.Run(name+" is refused", func(t *testing.T) {
			t.Parallel()
			body(t, b.send(t, nil, "a.jpg", c.file), c.status)
		})
	}
	t.Run("no file, and words that are wrong, are refused together", func(t *testing.T) {
		t.Parallel()
		apptest.RequireInvalid(t, b.send(t, map[string]string{"category": "x"}, "", nil),
			"file", "is required: send a JPEG, PNG or WebP image in a form",
			"category", "must be one of exterior, room, pool, restaurant, beach, spa, lobby, other")
	})
	t.Run("a room of nobody is refused before anything is stored", func(t *testing.T) {
		t.Parallel()
		body(t, b.send(t, map[string]string{"room": "999999"}, "a.jpg", good), 400)
	})
	t.Cleanup(func() {
		require.NotContains(t, strings.Join(b.Files(t, b.Property.ID), " "), "/partners/", "nothing was stored")
	})
}

// Whatever an operator makes different, nothing of the hotel moves.
func TestHotel_untouched(t *testing.T) {
	t.Parallel()
	b := setupOverride(t, contract.Ask)
	b.giveLogo(t, b.Operator)
	before, sheet, gallery := b.hotelRows(t), b.sheet(t, b.Operator), b.gallery(t)
	room := b.source(t, "rooms").ID
	check := func(step string) { require.Equal(t, before, b.hotelRows(t), step) }

	b.save(t, "general", 0, `{"official_name":"Ours","chain_name":null}`, 201)
	b.save(t, "rooms", room, `{"size":12,"beds":[]}`, 201)
	own := b.upload(t, 201, nil)
	body(t, b.choose(t, object{"id": own["id"], "own": true}), 200)
	body(t, b.Operator.Do(t, put, b.photosPath(""), `{"use_own_logo":true}`), 200)
	check("wishes")
	for i, a := range list(t, body(t, b.Hotel.Do(t, get, approvalsPath, ""), 200), "results") {
		body(t, b.Hotel.Do(t, post, approval(a["id"], []string{"approve", "approve", "approve", "approve", "decline"}[i]), `{}`), 200)
	}
	check("decisions")
	require.NotEqual(t, sheet, b.sheet(t, b.Operator))
	require.NotEqual(t, gallery, b.gallery(t))
	check("reads")

	for _, o := range list(t, body(t, b.Operator.Do(t, get, factsPath, ""), 200), "results") {
		require.Equal(t, 204, b.Operator.Do(t, del, fmt.Sprintf("%s%.0f/", factsPath, o["id"]), "").Code)
	}
	body(t, b.Operator.Do(t, put, b.photosPath(""), `{"photos":null,"use_own_logo":false}`), 200)
	require.Equal(t, 204, b.Operator.Do(t, del, b.photosPath(fmt.Sprintf("own/%.0f/", own["id"])), "").Code)
	check("removal")
	require.Equal(t, text(t, sheet), text(t, b.sheet(t, b.Operator)), "the source is restored to the byte")
	require.Equal(t, gallery, b.gallery(t))
}
