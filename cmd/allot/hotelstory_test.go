package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/content/facts"
	"allot/internal/content/facts/factstest"
	"allot/internal/content/photo/phototest"
)

const (
	storyHotel   = "Ξενοδοχείο Ποσειδών Güneş"
	storyText    = "Δίπλα στη θάλασσα, κάτω από τα πεύκα"
	storyCaption = "Ηλιοβασίλεμα – Güneş batışı"
	storyPhotos  = 30
)

// hotelStory is a hotel on its way from nothing to partners.
type hotelStory struct {
	*script
	site         *site
	hotel, staff string // tokens
	id           string // of the property
	photos       []string
	key          string // token of the API key
}

func (s *hotelStory) at(format string) string { return fmt.Sprintf(format, s.id) }

// A hotel is built from nothing over HTTP, published, sent to partners, changed
// and deleted.
func TestProgram_HotelStory(t *testing.T) {
	t.Parallel()
	notRaced(t)
	site := newSite(t, "ALLOT_BOOTSTRAP_ADMIN=staff@allot.example:"+goodPassword)
	p := site.start(t)
	s := &hotelStory{script: newScript(t, p), site: site}
	s.open(t)
	s.fill(t)
	s.takePhotos(t)
	s.review(t)
	v1 := s.published(t)
	s.downloads(t)
	s.mail(t)
	s.change(t, v1)
	s.remove(t)
	require.Zero(t, p.stop())
	require.NotContains(t, p.logged(), "level=ERROR")
	sent := site.letters(t, "listmail-")
	for _, to := range storyContacts {
		require.Len(t, sent[to], 2, "one sheet and one gallery")
	}
	require.Len(t, sent, len(storyContacts))
}

// open makes the account, its plan, its key and the empty property.
func (s *hotelStory) open(t *testing.T) {
	t.Helper()
	account := s.ok(201, post, "/api/auth/register/", "", registration("anna@poseidon.example"))
	s.hotel = account.token()
	s.staff = s.ok(200, post, "/api/auth/login/", "", object{"email": "staff@allot.example", "password": goodPassword}).token()
	owner := number(account.body["user"].(map[string]any)["id"])
	plan := s.ok(200, put, "/api/admin/accounts/"+owner+"/plan/", s.staff, object{"plan": "gold"})
	require.Equal(t, "Gold", plan.body["plan"].(map[string]any)["name"])
	s.key = s.ok(201, post, "/api/settings/api-key/create/", s.hotel, object{
		"name": "Partner", "permissions": object{"fact_sheet": true, "hotel_photos": true},
	}).body["token"].(string)

	created := s.ok(201, post, "/api/info/property/create/", s.hotel, object{"name": storyHotel, "country": "GR", "city": "Ηράκλειο", "stars": 4.5})
	s.id = number(created.body["id"])
	require.Equal(t, "draft", created.body["status"])
	require.EqualValues(t, 0, created.body["facts_completeness"])
	started := s.ok(200, post, s.at("/api/info/init-facts-info/%s/"), s.hotel, nil)
	require.Equal(t, started.raw, s.ok(200, post, s.at("/api/info/init-facts-info/%s/"), s.hotel, nil).raw, "doing it again changes nothing")
	s.ok(404, get, s.at("/api/info/property/%s/publish/full/"), s.hotel, nil)
	s.ok(409, get, s.at("/api/info/download-facts/%s/?copy=published"), s.hotel, nil)
	s.ok(409, get, s.at("/api/info/download-photos/%s/"), s.hotel, nil)
	require.Empty(t, s.partner(t, "published-partners")["properties"])
}

// fill gives every category a full record.
func (s *hotelStory) fill(t *testing.T) {
	t.Helper()
	categories := facts.Load().Categories()
	require.Len(t, categories, 18)
	for i, c := range categories {
		record := factstest.Full(c, uint64(i))
		if c.Key == "general" {
			record["long_description"] = map[string]any{"el": storyText, "en": "By the sea, under pines"}
		}
		status := 200 // made by the initialisation
		if c.IsArray() {
			status = 201
		}
		s.ok(status, post, s.at("/api/info/property/%s/facts/")+c.Key+"/", s.hotel, record)
	}
	state := s.ok(200, get, s.at("/api/info/init-facts-info/%s/"), s.hotel, nil)
	require.EqualValues(t, 100, state.body["percent"], state.raw)
	require.Empty(t, state.body["missing"])
	detail := s.ok(200, get, s.at("/api/info/property/%s/"), s.hotel, nil)
	require.EqualValues(t, 100, detail.body["facts_completeness"])
	require.Len(t, detail.body["facts"], 18)
}

// takePhotos fills the gallery, turns its order round and writes captions.
func (s *hotelStory) takePhotos(t *testing.T) {
	t.Helper()
	path := s.at("/api/info/property/%s/gallery/")
	for i := range storyPhotos {
		body, contentType := form(t, map[string]string{"caption": fmt.Sprintf("Photo %d", i), "category": "beach"}, "a.jpg", phototest.JPEG(t, 320, 240))
		a := s.checked(201, post, path, s.send(post, path, s.hotel, bytes.NewReader(body), "Content-Type", contentType))
		s.photos = append(s.photos, number(a.body["id"]))
	}
	slices.Reverse(s.photos)
	ids := []int{}
	for _, id := range s.photos {
		var n int
		_, err := fmt.Sscan(id, &n)
		require.NoError(t, err)
		ids = append(ids, n)
	}
	s.ok(200, post, path+"order/", s.hotel, object{"photos": ids})
	room := s.ok(200, get, s.at("/api/info/property/%s/facts/rooms/"), s.hotel, nil)
	s.ok(200, patch, path+s.photos[0]+"/", s.hotel, object{"caption": storyCaption, "is_cover": true})
	s.ok(200, patch, path+s.photos[1]+"/", s.hotel, object{"room": firstID(t, room), "category": "room"})
	shown := s.ok(200, get, path+"?page_size=100", s.hotel, nil).list()
	require.Len(t, shown, storyPhotos)
	require.Equal(t, storyCaption, shown[0]["caption"])
	require.Equal(t, true, shown[0]["is_cover"])
	for i, p := range shown {
		require.Equal(t, s.photos[i], number(p["id"]), "the order is that of the hotel")
	}
}

// review is declined once, then approved.
func (s *hotelStory) review(t *testing.T) {
	t.Helper()
	const reason = "Η φωτογραφία του εξωφύλλου λείπει: please add one"
	submission := s.submit(t)
	preview := s.ok(200, get, "/api/info/publish/pending/"+submission+"/preview/?lang=el", s.staff, nil)
	require.Nil(t, preview.body["published_version"])
	require.NotEmpty(t, preview.body["changes"])
	require.Len(t, preview.body["photos"], storyPhotos)
	s.ok(400, post, "/api/info/publish/pending/"+submission+"/decline/", s.staff, object{"reason": " "})
	s.ok(200, post, "/api/info/publish/pending/"+submission+"/decline/", s.staff, object{"reason": reason})
	s.ok(409, post, "/api/info/publish/pending/"+submission+"/approve/", s.staff, nil)
	s.told(t, "publication_declined", reason)

	submission = s.submit(t)
	s.ok(403, post, "/api/info/publish/pending/"+submission+"/approve/", s.hotel, nil)
	approved := s.ok(200, post, "/api/info/publish/pending/"+submission+"/approve/", s.staff, nil)
	require.EqualValues(t, 1, approved.body["version"])
	s.told(t, "publication_approved", storyHotel)
	require.Empty(t, s.ok(200, get, "/api/info/publish/pending/", s.staff, nil).list())
	history := s.ok(200, get, s.at("/api/info/property/%s/publish/"), s.hotel, nil).list()
	require.Equal(t, []any{"published", "declined"}, []any{history[0]["status"], history[1]["status"]})
	require.Equal(t, reason, history[1]["reason"])
}

// submit hands the sheet to review and returns the id of the submission.
func (s *hotelStory) submit(t *testing.T) string {
	t.Helper()
	a := s.ok(201, post, s.at("/api/info/property/%s/publish/create/"), s.hotel, nil)
	require.Equal(t, "pending", a.body["status"])
	require.Empty(t, a.body["missing"])
	waiting := s.ok(200, get, "/api/info/publish/pending/", s.staff, nil).list()
	require.Len(t, waiting, 1)
	require.Equal(t, a.body["id"], waiting[0]["id"])
	require.Equal(t, storyHotel, waiting[0]["property_name"])
	return number(a.body["id"])
}

// told waits until the hotel has a notification and its letter.
func (s *hotelStory) told(t *testing.T, kind, text string) {
	t.Helper()
	list := s.ok(200, get, "/api/notification/notification/?kind="+kind, s.hotel, nil).list()
	require.Len(t, list, 1)
	require.Contains(t, list[0]["body"], text)
	until(t, func() bool {
		return slices.ContainsFunc(s.letters("anna@poseidon.example"), func(letter string) bool { return strings.Contains(letter, text) })
	})
}

// letters are the texts of the notifications that somebody got by mail, each in
// one line.
func (s *hotelStory) letters(to string) []string {
	texts := []string{}
	for _, l := range s.site.letters(s.t, "notify-")[to] {
		texts = append(texts, strings.Join(strings.Fields(l.Text), " "))
	}
	return texts
}

// published is what everybody sees, for later comparison.
func (s *hotelStory) published(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, kind := range []string{"full", "summary", "rooms"} {
		all[kind] = s.ok(200, get, s.at("/api/info/property/%s/publish/")+kind+"/", s.hotel, nil).raw
		require.Equal(t, all[kind], s.ok(200, get, s.at("/api/facts/property/%s/publish/")+kind+"/", s.hotel, nil).raw, "under both names")
	}
	all["date"] = s.ok(200, get, "/api/info/last-publish-date/?property="+s.id, s.hotel, nil).raw
	for _, kind := range []string{"published-partners", "partners-photos"} {
		path := "/api/info/" + kind + "/" + s.key + "/?property_id=" + s.id
		_, properties, found := strings.Cut(s.ok(200, get, path, "", nil).raw, `"properties":`)
		require.True(t, found)
		all[kind] = properties
		as := s.ok(200, get, path, "", nil, "Accept", "application/xml")
		require.Equal(t, "application/xml", as.header.Get("Content-Type"))
		require.NoError(t, xml.Unmarshal([]byte(as.raw), new(struct{})), as.raw)
		_, all[kind+" in XML"], found = strings.Cut(as.raw, "<properties>")
		require.True(t, found)
	}
	return all
}

// partner reads with the key.
func (s *hotelStory) partner(t *testing.T, kind string) map[string]any {
	t.Helper()
	return s.ok(200, get, "/api/info/"+kind+"/"+s.key+"/", "", nil).body
}

func firstID(t *testing.T, a answer) any {
	t.Helper()
	var list []map[string]any
	require.NoError(t, json.Unmarshal([]byte(a.raw), &list))
	return list[0]["id"]
}
