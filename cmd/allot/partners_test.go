package main

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/content/facts"
	"allot/internal/content/facts/factstest"
	"allot/internal/content/photo/phototest"
)

// secretWord is in everything of a hotel that only partners may read.
const secretWord = "quzzlewick"

// company is an account on the running program.
type company struct {
	name  string
	token string
	id    int64
	key   string // a key with every permission
}

// trade is a program on which hotels and operators deal with each other.
type trade struct {
	*script
	site *site
}

func newTrade(t *testing.T, env ...string) *trade {
	t.Helper()
	site := newSite(t, append(env, "ALLOT_PUBLISH_REVIEW=auto", "ALLOT_BOOTSTRAP_ADMIN=staff@allot.example:"+goodPassword)...)
	return &trade{newScript(t, site.start(t)), site}
}

// enter registers a company, on the plan that everybody begins with; with the
// secret of an invitation if one is given.
func (s *trade) enter(accountType, email, name string, invitation ...string) company {
	s.t.Helper()
	in := registration(email)
	in["account_type"], in["company_name"] = accountType, name
	if len(invitation) > 0 {
		in["invitation"] = invitation[0]
	}
	a := s.ok(201, post, "/api/auth/register/", "", in)
	return company{name: name, token: a.token(), id: int64(a.body["user"].(map[string]any)["id"].(float64))}
}

// open registers a company on a plan without limits.
func (s *trade) open(accountType, email, name string, invitation ...string) company {
	s.t.Helper()
	c := s.enter(accountType, email, name, invitation...)
	staff := s.ok(200, post, "/api/auth/login/", "", object{"email": "staff@allot.example", "password": goodPassword}).token()
	s.ok(200, put, fmt.Sprintf("/api/admin/accounts/%d/plan/", c.id), staff, object{"plan": "gold"})
	c.key = s.newKey(c, nil)
	return c
}

// newKey makes a key with every permission, for one contract or for all.
func (s *trade) newKey(c company, contract any) string {
	s.t.Helper()
	return s.ok(201, post, "/api/settings/api-key/create/", c.token, object{
		"name": "Reads", "contract": contract,
		"permissions": object{"fact_sheet": true, "stop_sale": true, "hotel_photos": true, "invoices": true, "rooming": true, "rooming_write": true},
	}).body["token"].(string)
}

// house is a property that is published.
type house struct {
	id    int
	word  string
	room  any
	rooms []any // all of them, where it matters
	// photos are the ids of its gallery.
	photos []any
}

// publish makes a property with facts and photos that say the word, and publishes it.
func (s *trade) publish(c company, name, word string) house {
	s.t.Helper()
	h := house{word: word}
	a := s.ok(201, post, "/api/info/property/create/", c.token, object{
		"name": name, "code": word + "h", "address": word + " street 1", "email": word + "@hotel.example", "country": "GR", "city": "Chania",
	})
	h.id = int(a.body["id"].(float64))
	for i, category := range facts.Load().Categories() {
		record := factstest.Full(category, uint64(i))
		switch category.Key {
		case "rooms":
			record["name"], record["code"] = word+" double", word+"dbl"
		case "general":
			record["official_name"] = word + " official"
		case "contacts":
			record["person"], record["shared_with_partners"] = word+" person", true
		}
		path := fmt.Sprintf("/api/info/property/%d/facts/%s/", h.id, category.Key)
		saved := s.ok(201, post, path, c.token, record)
		if category.Key == "rooms" {
			h.room = saved.body["id"]
		}
	}
	for range 2 {
		body, contentType := form(s.t, map[string]string{"caption": word + " caption"}, "a.jpg", phototest.JPEG(s.t, 320, 240))
		path := gallery(h.id)
		photo := s.checked(201, post, path, s.send(post, path, c.token, bytes.NewReader(body), "Content-Type", contentType))
		h.photos = append(h.photos, photo.body["id"])
	}
	s.republish(c, h)
	return h
}

func (s *trade) republish(c company, h house) {
	s.t.Helper()
	require.Equal(s.t, "published", s.ok(201, post, fmt.Sprintf("/api/info/property/%d/publish/create/", h.id), c.token, nil).body["status"])
}

// propose opens a contract and returns its id.
func (s *trade) propose(from, to company, terms object) any {
	s.t.Helper()
	body := object{"partner": to.id}
	for k, v := range terms {
		body[k] = v
	}
	return s.ok(201, post, "/api/partners/contracts/create/", from.token, body).body["id"]
}

func contractPath(id any, rest string) string {
	return "/api/partners/contracts/" + number(id) + "/" + rest
}

// agree makes a contract in force.
func (s *trade) agree(hotel, operator company, terms object) any {
	s.t.Helper()
	id := s.propose(hotel, operator, terms)
	require.Equal(s.t, "A", s.ok(200, post, contractPath(id, "accept/"), operator.token, nil).body["status"])
	return id
}

// everything is the terms that leave an operator free.
func everything() object {
	return object{
		"contract_terms": "F", "to_edit_facts": "Y", "to_add_its_logo": "Y", "to_select_photos": "Y", "to_add_own_photos": "Y",
		"share_stop_sale_reasons": true,
	}
}
