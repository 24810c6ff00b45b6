package main

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/content/photo/phototest"
)

const (
	ownName  = "Sonnenschloß <am> Meer & Strand"
	ownRoom  = "Doppelzimmer „Süd“"
	saveWish = "/api/partners/override-facts/create/"
)

// overrideStory is a hotel and what operators make of it in their catalogues.
type overrideStory struct {
	*trade
	hotel              company
	free, second, asks company // may do all, may do all and does nothing, may with approval
	house              house
	general            any // id of the override of the category general
	own                any // id of the photo of the free operator's own
}

// Operators show a hotel differently. The hotel's data stays as it is, to the
// byte, whatever they do, and so do their own catalogues once they undo it.
func TestProgram_OverrideStory(t *testing.T) {
	t.Parallel()
	notRaced(t)
	s := &overrideStory{trade: newTrade(t)}
	s.open(t)
	hotel, before, other := s.hotelReads(t), s.operatorReads(t, s.free), s.operatorReads(t, s.second)
	s.differ(t)
	s.shown(t)
	require.Equal(t, hotel, s.hotelReads(t))
	require.Equal(t, other, s.operatorReads(t, s.second), "another operator reads the source")

	waiting := s.operatorReads(t, s.asks)
	s.wait(t)
	require.Equal(t, waiting, s.operatorReads(t, s.asks), "nothing holds before it is approved")
	s.approve(t)
	require.NotEqual(t, waiting, s.operatorReads(t, s.asks))
	s.decline(t)
	require.Equal(t, hotel, s.hotelReads(t))
	require.Equal(t, other, s.operatorReads(t, s.second))

	s.undo(t)
	require.Equal(t, before, s.operatorReads(t, s.free), "everything is as it was")
	require.Equal(t, hotel, s.hotelReads(t))
	s.sourceChanges(t)
	s.refuse(t)
	require.Zero(t, s.stop())
	require.NotContains(t, s.logged(), "level=ERROR")
}

func (s *overrideStory) open(t *testing.T) {
	t.Helper()
	s.hotel = s.trade.open("accommodation", "anna@poseidon.example", "Poseidon Hotels")
	s.house = s.publish(s.hotel, "Poseidon", secretWord)
	for _, o := range []struct {
		company *company
		email   string
		answer  string
	}{{&s.free, "kim@sonnen.example", "Y"}, {&s.second, "jo@second.example", "Y"}, {&s.asks, "ada@asks.example", "O"}} {
		*o.company = s.trade.open("tour_operator", o.email, "Tours of "+o.email)
		s.agree(s.hotel, *o.company, object{"to_edit_facts": o.answer, "to_select_photos": o.answer, "to_add_own_photos": o.answer, "to_add_its_logo": o.answer})
		body, contentType := formWith(t, nil, "logo", "logo.jpg", phototest.JPEG(t, 64, 48))
		s.checked(200, put, "/api/settings/company/", s.send(put, "/api/settings/company/", o.company.token, bytes.NewReader(body), "Content-Type", contentType))
	}
}

// hotelReads is everything that the hotel reads of its house, as it comes.
func (s *overrideStory) hotelReads(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	base := fmt.Sprintf("/api/info/property/%d/", s.house.id)
	for _, path := range []string{
		base, base + "gallery/?page_size=100", base + "facts/general/", base + "facts/rooms/", base + "publish/", base + "publish/full/",
		base + "publish/summary/", base + "publish/rooms/", "/api/info/properties/", "/api/partners/partners-properties/",
		fmt.Sprintf("/api/info/last-publish-date/?property=%d", s.house.id),
	} {
		all[path] = s.ok(200, get, path, s.hotel.token, nil).raw
	}
	s.feeds(t, s.hotel, all)
	return all
}

// operatorReads is everything that an operator reads of the house.
func (s *overrideStory) operatorReads(t *testing.T, c company) map[string]string {
	t.Helper()
	all := map[string]string{"catalogue": s.ok(200, get, s.catalogue(), c.token, nil).raw}
	all["list"] = s.ok(200, get, "/api/partners/partners-properties/", c.token, nil).raw
	s.feeds(t, c, all)
	return all
}

func (s *overrideStory) catalogue() string {
	return fmt.Sprintf("/api/tour-operator/properties/%d/", s.house.id)
}

// feeds adds what a key reads, without the time of reading.
func (s *overrideStory) feeds(t *testing.T, c company, all map[string]string) {
	t.Helper()
	for _, kind := range []string{"published-partners", "partners-photos"} {
		for format, mark := range map[string]string{"application/json": `"properties":`, "application/xml": "<properties>"} {
			a := s.ok(200, get, "/api/info/"+kind+"/"+c.key+"/", "", nil, "Accept", format)
			require.Equal(t, format, a.header.Get("Content-Type"))
			if format == "application/xml" {
				require.NoError(t, xml.Unmarshal([]byte(a.raw), new(struct{})), a.raw)
			}
			_, properties, found := strings.Cut(a.raw, mark)
			require.True(t, found, a.raw)
			require.Contains(t, properties, "Poseidon")
			all[kind+" as "+format] = properties
		}
	}
}

func (s *overrideStory) photos(rest string) string {
	return fmt.Sprintf("/api/tour-operator/photos/%d/%s", s.house.id, rest)
}

func (s *overrideStory) addPhoto(t *testing.T, status int, c company, caption string) answer {
	t.Helper()
	body, contentType := form(t, map[string]string{"caption": caption, "category": "pool"}, "own.jpg", phototest.JPEG(t, 200, 150))
	return s.checked(status, post, s.photos("own/"), s.send(post, s.photos("own/"), c.token, bytes.NewReader(body), "Content-Type", contentType))
}

// differ makes everything different that can be.
func (s *overrideStory) differ(t *testing.T) {
	t.Helper()
	token := s.free.token
	made := s.ok(201, post, saveWish, token, object{"property": s.house.id, "category": "general", "fields": object{"official_name": ownName, "chain_name": nil}}).body
	s.general = made["id"]
	require.Equal(t, []any{"active", true, false, nil}, pick(made, "status", "in_force", "source_changed", "record_id"))
	require.Equal(t, secretWord+" official", made["source"].(map[string]any)["official_name"], "the hotel's value beside it")
	s.ok(201, post, saveWish, token, object{"property": s.house.id, "category": "rooms", "record_id": s.house.room, "fields": object{"size": 77}})
	s.ok(400, post, saveWish, token, object{"property": s.house.id, "category": "rooms", "record_id": s.house.room, "fields": object{"size": "large", "nonsense": 1}})
	s.ok(400, post, saveWish, token, object{"property": s.house.id, "category": "rooms", "fields": object{"size": 77}})

	s.ok(201, post, mappingsPath+"properties/", token, object{"property": s.house.id, "hotel_code": "SONNE-1", "internal_code": "I-1", "external_code": "E-1", "supplier_code": "S-1"})
	s.ok(201, post, mappingsPath+"rooms/", token, object{"room": s.house.room, "code": "DZ", "name": ownRoom})
	s.own = s.addPhoto(t, 201, s.free, "Unser Bild").body["id"]
	s.ok(200, put, s.photos(""), token, object{
		"use_own_logo": true, "photos": []object{{"id": s.own, "own": true}, {"id": s.house.photos[1]}},
	})
}

// shown holds the operator's reads against what it has made different.
func (s *overrideStory) shown(t *testing.T) {
	t.Helper()
	p := s.ok(200, get, s.catalogue(), s.free.token, nil).body
	general := p["facts"].(map[string]any)["general"].(map[string]any)
	require.Equal(t, ownName, general["official_name"])
	require.Nil(t, general["chain_name"])
	room := objects(p["facts"].(map[string]any)["rooms"].([]any))[0]
	require.Equal(t, []any{77.0, "DZ", ownRoom}, pick(room, "size", "code", "name"))
	require.Equal(t, map[string]any{"hotel": "SONNE-1", "internal": "I-1", "external": "E-1", "supplier": "S-1"}, p["codes"])
	require.Equal(t, []any{"DZ", ownRoom, secretWord + "dbl", secretWord + " double"}, pick(p["room_types"].([]any)[0], "code", "name", "hotel_code", "hotel_name"))
	photos := objects(p["gallery"].([]any))
	require.Len(t, photos, 2)
	require.Equal(t, []any{s.own, true, "Unser Bild", true}, pick(photos[0], "id", "own", "caption", "is_cover"))
	require.Equal(t, []any{s.house.photos[1], false}, pick(photos[1], "id", "own"))
	require.ElementsMatch(t, []any{"general/official_name", "general/chain_name", "rooms/" + number(s.house.room) + "/size"}, p["overridden"])
	require.NotNil(t, p["logo"])
	require.Equal(t, 200, s.media(p["logo"]).status)
	require.Equal(t, 200, s.media(photos[0]["url"]).status)

	all := s.operatorReads(t, s.free)
	var doc struct {
		Properties []struct {
			Codes struct {
				Hotel string `xml:"hotel"`
			} `xml:"codes"`
			Name string `xml:"facts>general>official_name"`
		} `xml:",any"`
	}
	require.NoError(t, xml.Unmarshal([]byte("<all>"+strings.Split(all["published-partners as application/xml"], "</properties>")[0]+"</all>"), &doc))
	require.Len(t, doc.Properties, 1)
	require.Equal(t, []string{"SONNE-1", ownName}, []string{doc.Properties[0].Codes.Hotel, doc.Properties[0].Name})
	for _, format := range []string{"json", "xml"} {
		facts, pictures := all["published-partners as application/"+format], all["partners-photos as application/"+format]
		for _, own := range []string{"SONNE-1", "DZ", ownRoom} {
			require.Contains(t, facts, own)
		}
		require.NotContains(t, facts, secretWord+" official")
		require.NotContains(t, facts, secretWord+" double")
		require.Contains(t, pictures, "Unser Bild")
		require.Contains(t, pictures, "SONNE-1")
	}
}

// sourceChanges publishes a new version behind an override.
func (s *overrideStory) sourceChanges(t *testing.T) {
	t.Helper()
	wish := object{"property": s.house.id, "category": "general", "fields": object{"official_name": ownName}}
	require.Equal(t, false, s.ok(201, post, saveWish, s.free.token, wish).body["source_changed"])
	s.ok(200, post, fmt.Sprintf("/api/info/property/%d/facts/general/", s.house.id), s.hotel.token, object{"official_name": "Neptun"})
	list := "/api/partners/override-facts/?category=general"
	require.Equal(t, false, s.ok(200, get, list, s.free.token, nil).list()[0]["source_changed"], "the working copy concerns nobody")
	s.republish(s.hotel, s.house)
	var now map[string]any
	until(t, func() bool {
		now = s.ok(200, get, list, s.free.token, nil).list()[0]
		return now["source_changed"] == true
	})
	require.Equal(t, []any{[]any{"official_name"}, true}, pick(now, "source_changed_fields", "in_force"))
	require.Equal(t, []any{"Neptun", secretWord + " official"},
		[]any{now["source"].(map[string]any)["official_name"], now["source_at_creation"].(map[string]any)["official_name"]})
	published := s.ok(200, get, s.catalogue(), s.free.token, nil).body
	changed, err := time.Parse(time.RFC3339Nano, now["source_changed_at"].(string))
	require.NoError(t, err)
	at, err := time.Parse(time.RFC3339Nano, published["published_at"].(string))
	require.NoError(t, err)
	require.WithinDuration(t, at, changed, 0, "when the hotel published it")
	require.Equal(t, ownName, published["facts"].(map[string]any)["general"].(map[string]any)["official_name"], "the override holds")
	until(t, func() bool { return s.heard(s.free, "override_source_changed") == 1 })
	require.Equal(t, false, s.ok(200, post, saveWish, s.free.token, wish).body["source_changed"], "seen and settled")
	s.ok(204, del, "/api/partners/override-facts/"+number(now["id"])+"/", s.free.token, nil)
	require.Equal(t, "Neptun", s.ok(200, get, s.catalogue(), s.free.token, nil).body["facts"].(map[string]any)["general"].(map[string]any)["official_name"])
}

// heard counts the notifications of a kind.
func (s *trade) heard(c company, kind string) int {
	s.t.Helper()
	return len(s.ok(200, get, "/api/notification/notification/?kind="+kind, c.token, nil).list())
}

// undo takes everything back.
func (s *overrideStory) undo(t *testing.T) {
	t.Helper()
	token := s.free.token
	s.ok(404, del, "/api/partners/override-facts/"+number(s.general)+"/", s.second.token, nil)
	for _, o := range s.ok(200, get, "/api/partners/override-facts/", token, nil).list() {
		s.ok(204, del, "/api/partners/override-facts/"+number(o["id"])+"/", token, nil)
	}
	s.ok(200, put, s.photos(""), token, object{"photos": nil, "use_own_logo": false})
	s.ok(204, del, s.photos("own/")+number(s.own)+"/", token, nil)
	for _, kind := range []string{"rooms/", "properties/"} {
		for _, m := range s.ok(200, get, mappingsPath+kind, token, nil).list() {
			s.ok(204, del, mappingsPath+kind+number(m["id"])+"/", token, nil)
		}
	}
}

// refuse is what the contract says to an operator that may do nothing.
func (s *overrideStory) refuse(t *testing.T) {
	t.Helper()
	none := s.trade.open("tour_operator", "no@none.example", "None")
	s.agree(s.hotel, none, nil)
	before := s.operatorReads(t, none)
	s.ok(403, post, saveWish, none.token, object{"property": s.house.id, "category": "general", "fields": object{"official_name": ownName}})
	s.ok(403, put, s.photos(""), none.token, object{"photos": []object{{"id": s.house.photos[1]}}})
	s.ok(403, put, s.photos(""), none.token, object{"use_own_logo": true})
	s.addPhoto(t, 403, none, "Unser Bild")
	require.Empty(t, s.ok(200, get, "/api/partners/override-facts/", none.token, nil).list())
	require.Equal(t, before, s.operatorReads(t, none))
}
