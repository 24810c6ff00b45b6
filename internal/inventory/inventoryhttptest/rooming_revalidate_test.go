package inventoryhttptest

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/facts"
	"allot/internal/identity/settings"
	"allot/internal/partners/contract"
)

// roomingKnown holds the answers that keys have.
type roomingKnown struct {
	*roomingBundle
	tags map[string]string
}

func (k *roomingKnown) learn(t *testing.T, paths ...string) {
	t.Helper()
	for _, path := range paths {
		k.tags[path] = k.ETag(t, path)
	}
}

// check tells which of the keys were to hear of something, and those only did.
func (k *roomingKnown) check(t *testing.T, what string, told ...string) {
	t.Helper()
	for path, tag := range k.tags {
		hears := false
		for _, one := range told {
			hears = hears || one == path
		}
		require.Equal(t, hears, !k.Unchanged(t, path, tag), "%s: %s", what, path)
		k.tags[path] = k.ETag(t, path)
	}
}

func TestFeed_revalidation(t *testing.T) {
	t.Parallel()
	b := setupRooming(t)
	stranger := b.Operator(t)
	b.Accepted(t, b.hotel, stranger)
	k := &roomingKnown{b, map[string]string{}}
	hotel, operator, other := b.key(t, b.hotel, nil), b.key(t, b.operator, nil), b.key(t, stranger, nil)
	one := b.key(t, b.operator, &b.contract.ID)
	k.learn(t, hotel, operator, other, one)
	both := []string{hotel, operator, one}

	k.check(t, "nothing")
	l := b.ledger(t, b.operator, nil)
	k.check(t, "a ledger", both...)
	e := b.entry(t, b.operator, l["id"], object{"arrival": "2030-06-10", "departure": "2030-06-12"})
	k.check(t, "an entry", both...)
	bodyRooming(t, b.operator.Do(t, patch, at(entries, e["id"]), `{"note":"Late"}`), http.StatusOK)
	k.check(t, "a changed entry", both...)
	extra := b.entry(t, b.operator, l["id"], object{"arrival": "2030-06-10", "departure": "2030-06-12"})
	k.check(t, "another", both...)
	require.Equal(t, http.StatusNoContent, b.operator.Do(t, del, at(entries, extra["id"]), "").Code)
	k.check(t, "a deleted entry", both...)
	bodyRooming(t, b.operator.Do(t, post, at(ledgers, l["id"])+"send/", ""), http.StatusOK)
	k.check(t, "a sent ledger", both...)
	bodyRooming(t, b.hotel.Do(t, patch, at(ledgers, l["id"]), text(t, object{"calendar": b.master.ID})), http.StatusOK)
	k.check(t, "its calendar", both...)
	bodyRooming(t, b.hotel.Do(t, post, at(ledgers, l["id"])+"confirm/", ""), http.StatusOK)
	k.check(t, "a confirmed ledger", both...)
	bodyRooming(t, b.hotel.Do(t, post, at(ledgers, l["id"])+"cancel/", ""), http.StatusOK)
	k.check(t, "a cancelled ledger", both...)
	require.Equal(t, http.StatusNoContent, b.hotel.Do(t, del, at(ledgers, l["id"]), "").Code)
	k.check(t, "a deleted ledger", both...)
	b.ledger(t, b.hotel, object{"partner": nil})
	k.check(t, "a ledger of nobody on the platform", hotel)
	b.Clock.Advance(36 * time.Hour)
	k.check(t, "time")
}

func TestFeed_revalidationOfWords(t *testing.T) {
	t.Parallel()
	b := setupRooming(t)
	l := b.ledger(t, b.hotel, nil)
	b.entry(t, b.hotel, l["id"], object{"room": b.rooms[1]})
	k := &roomingKnown{b, map[string]string{}}
	hotel, operator := b.key(t, b.hotel, nil), b.key(t, b.operator, nil)
	k.learn(t, hotel, operator)
	rename := func(who *apptest.Who, to string) {
		_, err := b.Settings.UpdateCompany(who.Context(t), who.Caller, settings.CompanyInput{Name: &to})
		require.NoError(t, err)
	}

	b.mapAll(t)
	k.check(t, "the operator's codes", hotel, operator)
	rename(b.hotel, "Aurora SA")
	k.check(t, "the hotel's company", hotel, operator)
	rename(b.operator, "Reisen GmbH")
	k.check(t, "the operator's company", hotel, operator)
	require.Equal(t, "Reisen GmbH", b.shared(t, hotel)[0]["partner_company"])
	b.Publish(t, b.hotel, b.Admin(t), b.property)
	k.check(t, "what is published", hotel, operator)
	b.Set(t, b.contract.ID, "flags", fmt.Sprintf(`{%q:"N"}`, contract.RightRooming))
	k.check(t, "the terms", hotel, operator)
	b.Set(t, b.contract.ID, "flags", `{}`)
	k.check(t, "the terms again", hotel, operator)
	b.SetStatus(t, b.contract, contract.StatusCancelled)
	k.check(t, "the end", hotel, operator)
	b.SetStatus(t, b.contract, contract.StatusAccepted)
	k.check(t, "the return", hotel, operator)

	category, _ := b.Catalogue.Find(facts.CategoryRooms)
	require.NoError(t, b.Properties.DeleteRecord(b.hotel.Context(t), b.hotel.Caller, b.property.ID, category, b.rooms[1]))
	k.check(t, "a deleted room", hotel, operator)
	require.Nil(t, b.shared(t, operator)[0]["entries"].([]any)[0].(object)["room_id"])
	require.NoError(t, b.Properties.Delete(b.hotel.Context(t), b.hotel.Caller, b.property.ID))
	k.check(t, "a deleted property", hotel, operator)
	require.Empty(t, b.shared(t, hotel))
}

func TestFeed_revalidationOfCalendars(t *testing.T) {
	t.Parallel()
	b := setupRooming(t)
	made := bodyRooming(t, b.hotel.Do(t, post, "/api/allotment/calendars/", text(t, object{"property": b.property.ID, "kind": "allotment", "name": "Extra"})), http.StatusCreated)
	b.ledger(t, b.hotel, object{"calendar": made["id"], "partner": nil})
	path := b.key(t, b.hotel, nil)
	tag := b.ETag(t, path)
	require.Equal(t, http.StatusNoContent, b.hotel.Do(t, del, at("/api/allotment/calendars/", made["id"]), "").Code)
	require.False(t, b.Unchanged(t, path, tag))
	require.Nil(t, b.shared(t, path)[0]["calendar"])
}
