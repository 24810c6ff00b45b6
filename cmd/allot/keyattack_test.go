package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/auth"
	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
)

const (
	createKeyPath = "/api/settings/api-key/create/"
	keyPath       = "/api/settings/api-key/"
)

// helper signs in a colleague of a hotel with flags and a scope.
func (s *trade) helper(c company, email string, properties []any, flags ...auth.Flag) (token string, user, permission any) {
	s.t.Helper()
	user = s.ok(201, post, "/api/auth/authorized-users/create/", c.token, object{"email": email, "password": goodPassword}).body["id"]
	granted := object{"user": user, "property_ids": properties}
	for _, f := range flags {
		granted[string(f)] = true
	}
	permission = s.ok(201, post, "/api/auth/permissions/create/", c.token, granted).body["id"]
	return s.login(email).token(), user, permission
}

// Somebody who may only look after keys reads nothing through one, whatever is
// tried, and a key is bounded by what its maker may at the time of the request,
// through every process.
func TestProgram_KeyOpensNoMoreThanItsMakerMay(t *testing.T) {
	t.Parallel()
	notRaced(t)
	s := newTrade(t)
	second := s.program
	if dbtest.Engine() == db.Postgres {
		second = s.site.beside(t).start(t)
	}
	hotel := s.open("accommodation", "anna@hotel.example", "Hotels of Anna")
	first, other := s.publish(hotel, "Aurora", "aurora"), s.publish(hotel, "Borealis", secretWord)
	for _, h := range []house{first, other} {
		s.rooming(hotel, h, object{"name": h.word + " group"})
		s.draft(hotel, invoiceTo(company{}, h, h.word+" Guest", object{"partner": nil, "recipient_name": "Guest"}))
	}
	permissions := []string{"fact_sheet", "stop_sale", "hotel_photos", "invoices", "rooming"}

	t.Run("with integrations only", func(t *testing.T) { //nolint:paralleltest // one after the other on one world
		mallory, _, _ := s.helper(hotel, "mallory@hotel.example", []any{}, auth.Integrations)
		require.Equal(t, 403, s.call(get, ledgersPath, mallory, nil).status)
		tries, refused := 0, 0
		try := func(a answer) {
			tries++
			if a.status == 403 {
				refused++
			}
			require.NotContains(t, a.raw, `"token":"`, a.raw)
		}
		for _, p := range permissions {
			a := s.call(post, createKeyPath, mallory, object{"name": "X", "permissions": object{p: true}})
			require.Equal(t, p, a.body["permission"], a.raw)
			try(a)
		}
		own := s.ok(201, post, createKeyPath, mallory, object{"name": "X"})
		for _, p := range permissions {
			try(s.call(put, at(keyPath+"update/", own.body["id"], ""), mallory, object{"permissions": object{p: true}}))
		}
		keys := s.ok(200, get, "/api/settings/api-keys/", hotel.token, nil).list()
		managers := keys[len(keys)-1]["id"] // the oldest
		try(s.call(post, at(keyPath+"rotate/", managers, ""), mallory, object{"keep_old": true}))
		try(s.call(put, at(keyPath+"update/", managers, ""), mallory, object{"name": "mine"}))
		try(s.call(post, "/api/settings/whitelists/create/", mallory, object{"api_key": managers, "domain": "evil.example"}))
		reads, told := 0, 0
		for _, path := range []string{"facts", "photos", "stop-sale", "allotment-stop-sale", "invoices", "rooming"} {
			for _, p := range []*program{s.program, second} {
				reads++
				if a := p.call(get, fmt.Sprintf("/api/v1/%s/%s/", path, own.body["token"]), "", nil); a.status != 403 || strings.Contains(a.raw, "Guest") {
					told++
				}
			}
		}
		t.Logf("%d of %d attempts to get a wider key refused; %d of %d reads through the key answered", refused, tries, told, reads)
		require.Equal(t, 13, refused)
		require.Equal(t, tries, refused)
		require.Zero(t, told)
	})

	t.Run("a key has the scope of its maker, and loses a flag at once", func(t *testing.T) { //nolint:paralleltest // one after the other on one world
		desk, user, permission := s.helper(hotel, "desk@hotel.example", []any{first.id}, auth.Integrations, auth.Rooming, auth.FactSheets, auth.Invoicing)
		key := s.ok(201, post, createKeyPath, desk, object{"name": "Desk", "permissions": object{"rooming": true, "fact_sheet": true, "invoices": true}})
		require.Equal(t, []any{float64(first.id)}, key.body["property_ids"])
		token := key.body["token"].(string)
		for _, p := range []*program{s.program, second} {
			for _, path := range []string{"rooming", "facts", "invoices"} {
				a := p.call(get, "/api/v1/"+path+"/"+token+"/", "", nil)
				require.Equal(t, 200, a.status, a.raw)
				require.Contains(t, a.raw, "aurora")
				require.NotContains(t, a.raw, secretWord, path)
			}
		}
		for i := range 6 {
			flag := []string{"rooming", "invoicing"}[i%2]
			path := "/api/v1/" + []string{"rooming", "invoices"}[i%2] + "/" + token + "/"
			s.ok(200, put, at("/api/auth/permissions/update/", permission, ""), hotel.token, object{flag: false})
			a := second.call(get, path, "", nil)
			require.Equal(t, 403, a.status, a.raw)
			require.Equal(t, "key_permission", a.body["code"])
			s.ok(200, put, at("/api/auth/permissions/update/", permission, ""), hotel.token, object{flag: true, "property_ids": []any{other.id}})
			a = second.call(get, path, "", nil)
			require.Contains(t, a.raw, secretWord)
			require.NotContains(t, a.raw, "aurora")
			s.ok(200, put, at("/api/auth/permissions/update/", permission, ""), hotel.token, object{"property_ids": []any{first.id}})
			require.NotContains(t, second.call(get, path, "", nil).raw, secretWord)
		}
		s.ok(204, del, at("/api/auth/authorized-users/", user, "delete/"), hotel.token, nil)
		require.Equal(t, 401, second.call(get, "/api/v1/rooming/"+token+"/", "", nil).status)
	})

	t.Run("a forged origin opens no address entry", func(t *testing.T) { //nolint:paralleltest // one after the other on one world
		made := s.ok(201, post, createKeyPath, hotel.token, object{"name": "Server", "permissions": object{"fact_sheet": true}})
		s.ok(201, post, "/api/settings/whitelists/create/", hotel.token, object{"api_key": made.body["id"], "domain": "203.0.113.7"})
		path := "/api/v1/facts/" + made.body["token"].(string) + "/"
		for _, header := range []string{"Origin", "Referer"} {
			a := second.call(get, path, "", nil, header, "http://203.0.113.7")
			require.Equal(t, 403, a.status, a.raw)
			require.Equal(t, "domain_not_allowed", a.body["code"])
		}
	})
}
