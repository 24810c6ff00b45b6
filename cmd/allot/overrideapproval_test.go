package main

import (
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const approvals = "/api/partners/override-approvals/"

// wait asks for everything that needs the hotel's approval.
func (s *overrideStory) wait(t *testing.T) {
	t.Helper()
	made := s.ok(201, post, saveWish, s.asks.token, object{"property": s.house.id, "category": "general", "fields": object{"official_name": ownName}}).body
	require.Equal(t, []any{"waiting", false, nil}, pick(made, "status", "in_force", "approved_fields"))
	s.ok(201, post, saveWish, s.asks.token, object{"property": s.house.id, "category": "rooms", "record_id": s.house.room, "fields": object{"size": 88}})
	own := s.addPhoto(t, 201, s.asks, "Wartet").body
	require.Equal(t, "waiting", own["status"])
	chosen := s.ok(200, put, s.photos(""), s.asks.token, object{"use_own_logo": true, "photos": []object{{"id": s.house.photos[1]}, {"id": own["id"], "own": true}}}).body
	require.Equal(t, []any{"waiting", "waiting"}, pick(chosen, "selection_status", "logo_status"))
	waiting := s.ok(200, get, approvals, s.hotel.token, nil).list()
	kinds := []any{}
	for _, w := range waiting {
		kinds = append(kinds, w["kind"])
		require.Equal(t, []any{"waiting", s.asks.name, "Poseidon"}, pick(w, "status", "partner_company", "property_name"))
	}
	require.ElementsMatch(t, []any{"facts", "facts", "own_photo", "photo_selection", "logo"}, kinds)
	require.Equal(t, len(waiting), s.heard(s.hotel, "override_waiting"))
	s.ok(403, post, approvals+number(waiting[0]["id"])+"/approve/", s.asks.token, nil)
}

// link is the page for a wish, out of the letter to the hotel.
func (s *overrideStory) link(t *testing.T, wish, revision any) string {
	t.Helper()
	prefix := "override-" + number(wish) + "-" + number(revision) + "-"
	until(t, func() bool { return len(s.site.letters(t, prefix)["anna@poseidon.example"]) == 1 })
	letter := s.site.letters(t, prefix)["anna@poseidon.example"][0]
	require.Contains(t, letter.Subject, "Poseidon")
	require.Contains(t, strings.Join(strings.Fields(letter.Text), " "), s.asks.name)
	_, sealed, ok := strings.Cut(letter.Text, "/override-approval/")
	require.True(t, ok, letter.Text)
	return "/override-approval/" + strings.Fields(sealed)[0]
}

func (s *overrideStory) press(link, decision string) answer {
	s.t.Helper()
	return s.send(post, link, "", strings.NewReader(url.Values{"decision": {decision}}.Encode()), "Content-Type", "application/x-www-form-urlencoded")
}

// approve lets everything that waits hold: by the link what the letters ask,
// in the dashboard the rest.
func (s *overrideStory) approve(t *testing.T) {
	t.Helper()
	before := s.operatorReads(t, s.asks)
	for i, w := range s.ok(200, get, approvals, s.hotel.token, nil).list() {
		link := s.link(t, w["id"], w["revision"])
		for range 2 { // whoever scans mail opens links
			page := s.call(get, link, "", nil)
			require.Equal(t, 200, page.status, page.raw)
			require.Contains(t, page.raw, `value="approve"`)
			if w["category"] == "general" {
				require.Contains(t, page.raw, "Sonnenschloß &lt;am&gt; Meer &amp; Strand")
				require.Contains(t, page.raw, secretWord+" official", "the hotel's value beside it")
			}
		}
		require.Len(t, s.ok(200, get, approvals, s.hotel.token, nil).list(), 5-i, "opening changes nothing")
		if i == 0 {
			require.Equal(t, before, s.operatorReads(t, s.asks))
		}
		if w["kind"] == "logo" {
			require.Equal(t, "override_changed", s.ok(409, post, approvals+number(w["id"])+"/approve/?revision=99", s.hotel.token, nil).body["code"])
			require.Equal(t, "active", s.ok(200, post, approvals+number(w["id"])+"/approve/?revision="+number(w["revision"]), s.hotel.token, nil).body["status"])
			require.Equal(t, 409, s.press(link, "decline").status, "decided already")
			continue
		}
		require.Equal(t, 400, s.press(link, "maybe").status)
		require.Equal(t, 200, s.press(link, "approve").status)
		require.Equal(t, 409, s.press(link, "decline").status, "decided already")
	}
	p := s.ok(200, get, s.catalogue(), s.asks.token, nil).body
	require.Equal(t, ownName, p["facts"].(map[string]any)["general"].(map[string]any)["official_name"])
	require.Equal(t, []any{88.0, secretWord + " double"}, pick(p["facts"].(map[string]any)["rooms"].([]any)[0], "size", "name"))
	require.Equal(t, []any{s.house.photos[1], false}, pick(p["gallery"].([]any)[0], "id", "own"))
	require.Equal(t, []any{true, "Wartet"}, pick(p["gallery"].([]any)[1], "own", "caption"))
	require.Equal(t, 5, s.heard(s.asks, "override_approved"))
	until(t, func() bool { return len(s.site.letters(t, "notify-")["ada@asks.example"]) >= 5 })
}

// decline leaves what was approved before.
func (s *overrideStory) decline(t *testing.T) {
	t.Helper()
	before := s.operatorReads(t, s.asks)
	changed := s.ok(200, post, saveWish, s.asks.token, object{"property": s.house.id, "category": "general", "fields": object{"official_name": "Zu viel"}}).body
	require.Equal(t, []any{"waiting", true}, pick(changed, "status", "in_force"))
	w := s.ok(200, get, approvals, s.hotel.token, nil).list()[0]
	link := s.link(t, w["id"], w["revision"])
	s.ok(200, post, approvals+number(w["id"])+"/decline/", s.hotel.token, object{"reason": "Πάρα πολύ"})
	require.Equal(t, 409, s.call(get, link, "", nil).status)
	now := s.ok(200, get, "/api/partners/override-facts/?category=general", s.asks.token, nil).list()[0]
	require.Equal(t, []any{"declined", "Πάρα πολύ", true, map[string]any{"official_name": ownName}}, pick(now, "status", "reason", "in_force", "approved_fields"))
	require.Equal(t, before, s.operatorReads(t, s.asks), "what was approved before holds")
	told := s.ok(200, get, "/api/notification/notification/?kind=override_declined", s.asks.token, nil).list()
	require.Len(t, told, 1)
	require.Contains(t, told[0]["body"], "Πάρα πολύ")
}
