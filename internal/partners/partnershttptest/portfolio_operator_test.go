package partnershttptest

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/facts"
	"allot/internal/content/photo"
	"allot/internal/content/photo/phototest"
	"allot/internal/identity/auth"
	"allot/internal/partners/contract"
	"allot/internal/partners/mapping"
	"allot/internal/partners/override"
)

// shut takes a right from the operator.
func shut(rights ...contract.Right) func(*contract.Contract) {
	return func(c *contract.Contract) {
		c.Flags = contract.Flags{}
		for _, r := range rights {
			c.Flags[r] = contract.No
		}
	}
}

func is(status contract.Status) func(*contract.Contract) {
	return func(c *contract.Contract) { c.Status = status }
}

// feeds reads what a key opens, facts and photos: the same under every path, and
// as XML.
func feeds(t *testing.T, e *apptest.Env, token string) (facts, photos feedAnswer) {
	t.Helper()
	read := func(paths ...string) feedAnswer {
		first := e.Do(t, get, paths[0]+token+"/", "")
		for _, path := range paths {
			require.Equal(t, first.Body.String(), e.Do(t, get, path+token+"/", "").Body.String(), path)
			apptest.RequireSameXML(t, first.Body.Bytes(), e.Do(t, get, path+token+"/?format=xml", "").Body.Bytes())
		}
		return decode[feedAnswer](t, first, http.StatusOK)
	}
	return read("/api/v1/facts/", "/api/info/published-partners/", "/api/facts/published-partners/"),
		read("/api/v1/photos/", "/api/info/partners-photos/", "/api/facts/partners-photos/")
}

func TestFeed_operator(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	hotel, p := e.Published(t, "Aurora")
	other, q := e.Published(t, "Elsewhere")

	tests := map[string]struct {
		contracts func(t *testing.T, operator *apptest.Who)
		facts     []int64
		photos    []int64
	}{
		"sees nobody without a contract": {func(*testing.T, *apptest.Who) {}, nil, nil},
		"sees the hotel of its contract and no other": {func(t *testing.T, o *apptest.Who) {
			t.Helper()
			e.Accepted(t, other, o)
		}, []int64{q.ID}, []int64{q.ID}},
		"sees every hotel that it has a contract with": {func(t *testing.T, o *apptest.Who) {
			t.Helper()
			e.Accepted(t, other, o)
			e.Accepted(t, hotel, o)
		}, []int64{p.ID, q.ID}, []int64{p.ID, q.ID}},
		"sees nothing of what is only proposed": {func(t *testing.T, o *apptest.Who) {
			t.Helper()
			e.Accepted(t, hotel, o, is(contract.StatusProposed))
			e.Accepted(t, other, o, is(contract.StatusCountered))
		}, nil, nil},
		"sees nothing of what is rejected or cancelled": {func(t *testing.T, o *apptest.Who) {
			t.Helper()
			e.Accepted(t, hotel, o, is(contract.StatusRejected))
			e.Accepted(t, other, o, is(contract.StatusCancelled))
		}, nil, nil},
		"sees photos alone where facts are shut": {func(t *testing.T, o *apptest.Who) {
			t.Helper()
			e.Accepted(t, hotel, o, shut(contract.RightFacts))
			e.Accepted(t, other, o, shut(contract.RightPhotos))
		}, []int64{q.ID}, []int64{p.ID}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			operator := e.Operator(t)
			tt.contracts(t, operator)
			token, _ := e.Key(t, operator, auth.KeyFactSheet, auth.KeyHotelPhotos)
			facts, photos := feeds(t, e, token)
			require.Equal(t, tt.facts, facts.ids())
			require.Equal(t, tt.photos, photos.ids())
		})
	}

	t.Run("sees only the categories that are open, and no contact that is not shared", func(t *testing.T) {
		t.Parallel()
		operator := e.Operator(t)
		e.Accepted(t, hotel, operator, shut(contract.RightCategory("rooms"), contract.RightCategory("policies")))
		token, _ := e.Key(t, operator, auth.KeyFactSheet, auth.KeyHotelPhotos)
		answer, _ := feeds(t, e, token)
		got := answer.Properties[0].Facts
		require.Len(t, got, 16)
		require.NotContains(t, got, "rooms")
		require.NotContains(t, got, "policies")
		require.NotContains(t, fmt.Sprint(got["contacts"]), "shared_with_partners")
	})
}

func (a feedAnswer) ids() []int64 {
	var ids []int64
	for _, p := range a.Properties {
		ids = append(ids, p.PropertyID)
	}
	return ids
}

func TestFeed_contract(t *testing.T) {
	t.Parallel()

	t.Run("an operator's key for one contract sees that hotel, until the contract ends", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		hotel, p := e.Published(t, "Aurora")
		other, _ := e.Published(t, "Elsewhere")
		operator := e.Operator(t)
		c := e.Accepted(t, hotel, operator)
		e.Accepted(t, other, operator)
		token := e.ContractKey(t, operator, c.ID)
		answer, photos := feeds(t, e, token)
		require.Equal(t, []int64{p.ID}, answer.ids())
		require.Equal(t, []int64{p.ID}, photos.ids())
		for _, s := range []contract.Status{contract.StatusCancelled, contract.StatusProposed, contract.StatusCountered, contract.StatusRejected} {
			e.SetStatus(t, c, s)
			answer, photos = feeds(t, e, token)
			require.Empty(t, answer.ids(), "at once")
			require.Empty(t, photos.ids())
		}
		e.SetStatus(t, c, contract.StatusAccepted)
		answer, _ = feeds(t, e, token)
		require.Equal(t, []int64{p.ID}, answer.ids())
	})

	t.Run("a hotel's key for one contract sees what that partner sees, without its codes", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		hotel, p := e.Published(t, "Aurora")
		operator := e.Operator(t)
		c := e.Accepted(t, hotel, operator, shut(contract.RightCategory("rooms"), contract.RightPhotos))
		e.Map(t, operator, p, mapping.Codes{Hotel: "SECRET"})
		token := e.ContractKey(t, hotel, c.ID)
		answer, photos := feeds(t, e, token)
		require.Equal(t, []int64{p.ID}, answer.ids())
		require.NotContains(t, answer.Properties[0].Facts, "rooms")
		require.Equal(t, p.Code, answer.Properties[0].Codes["hotel"])
		require.Empty(t, photos.ids())
		e.SetStatus(t, c, contract.StatusCancelled)
		answer, _ = feeds(t, e, token)
		require.Empty(t, answer.ids())
	})

	t.Run("an operator reads its own codes and room names, in XML too", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		hotel, p := e.Ready(t, "Aurora")
		plain := e.Save(t, hotel, p.ID, facts.CategoryRooms, facts.Record{"code": "STD", "name": "Standard"})
		e.Publish(t, hotel, e.Staff(), p)
		rooms, err := e.Publications.RoomsOf(t.Context(), []int64{p.ID})
		require.NoError(t, err)
		mapped := rooms[p.ID][0].ID
		require.NotEqual(t, plain, mapped)
		operator, stranger := e.Operator(t), e.Operator(t)
		e.Accepted(t, hotel, operator)
		e.Accepted(t, hotel, stranger)
		e.Map(t, operator, p, mapping.Codes{Internal: "I-7", Supplier: "S", Rooms: map[int64]mapping.RoomCode{mapped: {Code: "OURS", Name: "Our room"}}})
		token, _ := e.Key(t, operator, auth.KeyFactSheet)
		res := e.Do(t, get, "/api/info/published-partners/"+token+"/?format=xml", "")
		var doc struct {
			XMLName    xml.Name `xml:"response"`
			Properties []struct {
				Hotel    string   `xml:"codes>hotel"`
				Internal string   `xml:"codes>internal"`
				Supplier string   `xml:"codes>supplier"`
				Codes    []string `xml:"facts>rooms>room>code"`
				Names    []string `xml:"facts>rooms>room>name"`
			} `xml:"properties>property"`
		}
		require.NoError(t, xml.Unmarshal(res.Body.Bytes(), &doc), res.Body)
		got := doc.Properties[0]
		require.Equal(t, []string{p.Code, "I-7", "S"}, []string{got.Hotel, got.Internal, got.Supplier}, "the hotel's own where there is none")
		require.Equal(t, []string{"OURS", "STD"}, got.Codes)
		require.Equal(t, []string{"Our room", "Standard"}, got.Names)

		theirs, _ := e.Key(t, stranger, auth.KeyFactSheet)
		require.NotContains(t, e.Do(t, get, "/api/info/published-partners/"+theirs+"/", "").Body.String(), "Our room")
	})
}

func TestFeed_overrides(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	hotel, p := e.Published(t, "Aurora")
	operator, other := e.Operator(t), e.Operator(t)
	all := func(c *contract.Contract) {
		c.EditFacts, c.SelectPhotos, c.AddOwnPhotos = contract.Yes, contract.Yes, contract.Yes
	}
	c := e.Accepted(t, hotel, operator, all)
	e.Accepted(t, hotel, other, all)
	token, _ := e.Key(t, operator, auth.KeyFactSheet, auth.KeyHotelPhotos)
	theirs, _ := e.Key(t, other, auth.KeyFactSheet, auth.KeyHotelPhotos)
	hotels, _ := e.Key(t, hotel, auth.KeyFactSheet, auth.KeyHotelPhotos)
	read := func(token string) (name any, photos []any) {
		facts, gallery := feeds(t, e, token)
		for _, one := range gallery.Properties[0].Photos {
			photos = append(photos, one["id"], one["own"])
		}
		general, _ := facts.Properties[0].Facts["general"].(map[string]any)
		return general["official_name"], photos
	}
	name, gallery := read(token)
	v, err := e.Publications.Current(t.Context(), p.ID)
	require.NoError(t, err)

	_, _, err = e.Overrides.SaveFacts(operator.Context(t), operator.Caller, override.FactsInput{
		PropertyID: p.ID, Category: "general", Fields: facts.Record{"official_name": "In our words"},
	})
	require.NoError(t, err)
	own, err := e.Overrides.AddPhoto(operator.Context(t), operator.Caller, p.ID, photo.AddInput{File: bytes.NewReader(phototest.JPEG(t, 64, 48))})
	require.NoError(t, err)
	second := v.Snapshot.Photos[1].ID
	refs := &[]override.Ref{{ID: own.ID, Own: true}, {ID: second}}
	_, err = e.Overrides.SaveGallery(operator.Context(t), operator.Caller, p.ID, override.GalleryChange{Photos: &refs})
	require.NoError(t, err)

	gotName, gotGallery := read(token)
	require.Equal(t, "In our words", gotName)
	require.Equal(t, []any{float64(own.ID), true, float64(second), false}, gotGallery, "selected, in this order")
	for _, key := range []string{theirs, hotels, e.ContractKey(t, hotel, c.ID)} {
		sourceName, sourceGallery := read(key)
		require.Equal(t, name, sourceName, "nobody else sees it")
		require.Equal(t, gallery, sourceGallery)
	}
	body := operator.Do(t, get, fmt.Sprintf("/api/tour-operator/properties/%d/", p.ID), "").Body.String()
	require.Contains(t, body, `"overridden":["general/official_name"]`)

	e.SetFlags(t, c, contract.Flags{contract.RightEditFacts: contract.No, contract.RightSelectPhotos: contract.No, contract.RightAddPhotos: contract.No})
	gotName, gotGallery = read(token)
	require.Equal(t, name, gotName, "what is not agreed any more is not shown any more")
	require.Equal(t, gallery, gotGallery)
	e.SetFlags(t, c, contract.Flags{contract.RightCategory("general"): contract.No})
	body = operator.Do(t, get, fmt.Sprintf("/api/tour-operator/properties/%d/", p.ID), "").Body.String()
	require.Contains(t, body, `"overridden":[]`, "of a category that is shut not even the path")
	require.NotContains(t, body, "In our words")
}
