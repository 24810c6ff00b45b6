package partnerstest

import (
	"fmt"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/identity/notify"
	"allot/internal/partners/contract"
	"allot/internal/testkit/audittest"
	"allot/internal/testkit/mailtest"
)

func TestApprovals(t *testing.T) {
	t.Parallel()
	b := setupOverride(t, contract.Ask)
	room := b.source(t, "rooms")
	facts := b.save(t, "rooms", room.ID, `{"size":31}`, 201)
	hotelPhoto := list(t, body(t, b.Operator.Do(t, get, b.photosPath(""), ""), 200), "photos")[1]
	body(t, b.Operator.Do(t, put, b.photosPath(""), text(t, object{"photos": []any{object{"id": hotelPhoto["id"]}}})), 200)
	own := b.upload(t, 201, map[string]string{"caption": "Our pool"})
	b.giveLogo(t, b.Operator)
	body(t, b.Operator.Do(t, put, b.photosPath(""), `{"use_own_logo":true}`), 200)
	company, err := b.Settings.CompanyName(t.Context(), b.Operator.User.OwnerID)
	require.NoError(t, err)

	all := list(t, body(t, b.Hotel.Do(t, get, approvalsPath, ""), 200), "results")
	require.Len(t, all, 4)
	for i, kind := range []string{"facts", "photo_selection", "own_photo", "logo"} {
		require.Equal(t, kind, all[i]["kind"])
		require.Equal(t, "Hotel Aurora", all[i]["property_name"])
		require.Equal(t, company, all[i]["partner_company"])
		require.EqualValues(t, b.Operator.User.OwnerID, all[i]["partner"])
		require.Equal(t, "waiting", all[i]["status"])
	}
	require.Equal(t, facts["id"], all[0]["id"])
	require.Equal(t, object{"size": 31.0}, all[0]["fields"])
	require.Equal(t, "rooms", all[0]["category"])
	require.EqualValues(t, room.ID, all[0]["record_id"])
	require.Contains(t, all[0]["source"], "size")
	require.Equal(t, hotelPhoto["id"], list(t, all[1], "photos")[0]["id"])
	require.Equal(t, own["id"], list(t, all[2], "photos")[0]["id"])
	require.Equal(t, "Our pool", list(t, all[2], "photos")[0]["caption"])
	require.NotNil(t, all[3]["logo"])

	second := b.Env.Operator(t)
	b.Accepted(t, b.Hotel, second)
	count := func(query string) float64 {
		n, _ := body(t, b.Hotel.Do(t, get, approvalsPath+query, ""), 200)["count"].(float64)
		return n
	}
	for query, want := range map[string]float64{
		"?kind=logo": 1, "?status=active": 0, "?status=waiting&kind=facts": 1, fmt.Sprintf("?partner=%d", b.Operator.User.OwnerID): 4,
		fmt.Sprintf("?partner=%d", second.User.OwnerID): 0, fmt.Sprintf("?property=%d", b.Property.ID): 4, "?property=999999": 0,
		"?page_size=2&page=2": 4, fmt.Sprintf("?property=%d&kind=own_photo&partner=%d", b.Property.ID, b.Operator.User.OwnerID): 1,
	} {
		require.InDelta(t, want, count(query), 0, query)
	}

	{ // another hotel and the operator itself decide nothing
		other := b.Manager(t)
		apptest.RequireNotFound(t, other.Do(t, post, approval(facts["id"], "approve"), ""))
		apptest.RequireNotFound(t, other.Do(t, post, approval(facts["id"], "decline"), `{}`))
		require.EqualValues(t, 0, body(t, other.Do(t, get, approvalsPath, ""), 200)["count"])
		require.Equal(t, 403, b.Operator.Do(t, post, approval(facts["id"], "approve"), "").Code)
	}

	{ // approves each, once
		for _, a := range all {
			done := body(t, b.Hotel.Do(t, post, approval(a["id"], "approve"), ""), 200)
			require.Equal(t, "active", done["status"])
			require.NotNil(t, done["decided_at"])
			for _, verb := range []string{"approve", "decline"} {
				apptest.RequireError(t, b.Hotel.Do(t, post, approval(a["id"], verb), `{}`), 409, "invalid_transition",
					"this does not wait for approval any more: it is active")
			}
		}
		require.InDelta(t, 4, count("?status=active"), 0)
	}
}

func TestApprovals_refusals(t *testing.T) {
	t.Parallel()

	t.Run("nothing is decided without a contract", func(t *testing.T) {
		t.Parallel()
		b := setupOverride(t, contract.Ask)
		o := b.save(t, "general", 0, `{"chain_name":"x"}`, 201)
		b.SetStatus(t, b.Contract, contract.StatusCancelled)
		require.EqualValues(t, 0, body(t, b.Hotel.Do(t, get, approvalsPath, ""), 200)["count"])
		for _, verb := range []string{"approve", "decline"} {
			require.Equal(t, "contract_not_active", body(t, b.Hotel.Do(t, post, approval(o["id"], verb), `{}`), 409)["code"])
		}
	})

	t.Run("what the contract has come to forbid can be declined only", func(t *testing.T) {
		t.Parallel()
		b := setupOverride(t, contract.Ask)
		o := b.save(t, "general", 0, `{"chain_name":"x"}`, 201)
		b.setAnswer(t, contract.No)
		require.Equal(t, "not_agreed", body(t, b.Hotel.Do(t, post, approval(o["id"], "approve"), ""), 409)["code"])
		body(t, b.Hotel.Do(t, post, approval(o["id"], "decline"), `{"reason":null}`), 200)
	})

	t.Run("a reason without end is refused", func(t *testing.T) {
		t.Parallel()
		b := setupOverride(t, contract.Ask)
		o := b.save(t, "general", 0, `{"chain_name":"x"}`, 201)
		apptest.RequireInvalid(t, b.Hotel.Do(t, post, approval(o["id"], "decline"), text(t, object{"reason": strings.Repeat("ä", 1001)})),
			"reason", "must have at most 1000 characters")
	})

	t.Run("a wish that was changed since it was looked at is not decided by mistake", func(t *testing.T) {
		t.Parallel()
		b := setupOverride(t, contract.Ask)
		b.save(t, "general", 0, `{"chain_name":"x"}`, 201)
		seen := list(t, body(t, b.Hotel.Do(t, get, approvalsPath, ""), 200), "results")[0]
		b.save(t, "general", 0, `{"chain_name":"y"}`, 200)
		for _, verb := range []string{"approve", "decline"} {
			path := fmt.Sprintf("%s?revision=%.0f", approval(seen["id"], verb), seen["revision"])
			require.Equal(t, "override_changed", body(t, b.Hotel.Do(t, post, path, ""), 409)["code"])
		}
		now := list(t, body(t, b.Hotel.Do(t, get, approvalsPath, ""), 200), "results")[0]
		body(t, b.Hotel.Do(t, post, fmt.Sprintf("%s?revision=%.0f", approval(now["id"], "decline"), now["revision"]), ""), 200)
	})

	t.Run("of twelve who decide at once, one does", func(t *testing.T) {
		t.Parallel()
		b := setupOverride(t, contract.Ask)
		b.Start(t)
		o := b.save(t, "general", 0, `{"chain_name":"x"}`, 201)
		var won, late atomic.Int32
		var all sync.WaitGroup
		for i := range 12 {
			all.Go(func() {
				switch res := b.Hotel.Do(t, post, approval(o["id"], []string{"approve", "decline"}[i%2]), `{}`); res.Code {
				case 200:
					won.Add(1)
				case 409:
					late.Add(1)
				default:
					t.Errorf("%d %s", res.Code, res.Body)
				}
			})
		}
		all.Wait()
		require.EqualValues(t, 1, won.Load())
		require.EqualValues(t, 11, late.Load())
		require.Equal(t, 1, b.told(t, b.Operator, notify.OverrideApproved)+b.told(t, b.Operator, notify.OverrideDeclined))
	})
}

func TestLetter_limit(t *testing.T) {
	t.Parallel()

	t.Run("an operator that asks and withdraws in a loop makes the hotel get ten letters a day", func(t *testing.T) {
		t.Parallel()
		b := setupOverride(t, contract.Ask, apptest.With(func(d *contract.Deps) { d.LimitProposals = 5 }))
		b.Start(t)
		for i := range 15 {
			o := b.save(t, "general", 0, fmt.Sprintf(`{"chain_name":"Chain %d"}`, i), 201)
			b.Settle(t)
			require.Equal(t, 204, b.Operator.Do(t, del, fmt.Sprintf("%s%.0f/", factsPath, o["id"]), "").Code)
		}
		require.Len(t, b.asked(t, b.Hotel.User.Email), 10)
		require.Equal(t, 15, b.told(t, b.Hotel, notify.OverrideWaiting), "the dashboard tells of each")
	})

	t.Run("an address without a proof gets no link that decides", func(t *testing.T) {
		t.Parallel()
		b := setupOverride(t, contract.Ask, apptest.Settings(apptest.ConfirmEmails))
		b.Start(t)
		colleague := b.SubUser(t, b.Hotel, auth.PartnerConnections)
		email := "stranger@elsewhere.example"
		_, err := b.Accounts.UpdateSubUser(b.Hotel.Context(t), b.Hotel.Caller, colleague.User.ID, account.ProfileInput{Email: &email}, nil)
		require.NoError(t, err)
		b.save(t, "general", 0, `{"chain_name":"Changed"}`, 201)
		require.Len(t, b.asked(t, b.Hotel.User.Email), 1)
		require.Empty(t, b.asked(t, email))
	})
}

// asked are the letters to somebody that ask for an approval, be they of a
// notification.
func (b *overrideBundle) asked(t *testing.T, to string) (letters []mailtest.Parsed) {
	t.Helper()
	for _, l := range b.Letters(t, to) {
		if strings.HasSuffix(l.Subject, ": Hotel Aurora") {
			letters = append(letters, l)
		}
	}
	return letters
}

// link is the path in the last letter to somebody.
func (b *overrideBundle) link(t *testing.T, to string) string {
	t.Helper()
	letters := b.asked(t, to)
	require.NotEmpty(t, letters)
	_, rest, ok := strings.Cut(letters[len(letters)-1].Text, apptest.BaseURL+"/override-approval/")
	require.True(t, ok, letters[len(letters)-1].Text)
	return "/override-approval/" + strings.Fields(rest)[0]
}

func (b *overrideBundle) press(t *testing.T, link, decision string) *httptest.ResponseRecorder {
	t.Helper()
	return b.Do(t, post, link, url.Values{"decision": {decision}}.Encode(), apptest.Header("Content-Type", "application/x-www-form-urlencoded"))
}

func TestLink(t *testing.T) {
	t.Parallel()
	b := setupOverride(t, contract.Ask)
	b.Start(t)
	colleague := b.SubUser(t, b.Hotel, auth.PartnerConnections)
	other := b.SubUser(t, b.Hotel, auth.Photos)
	o := b.save(t, "general", 0, `{"official_name":"<script>alert(1)</script>","chain_name":null}`, 201)
	link := b.link(t, b.Hotel.User.Email)

	require.Len(t, b.asked(t, colleague.User.Email), 1)
	require.Empty(t, b.asked(t, other.User.Email), "partners do not concern this colleague")
	require.Equal(t, 1, b.told(t, b.Hotel, notify.OverrideWaiting))
	require.Len(t, b.asked(t, b.Hotel.User.Email), 1, "one letter, and none of the notification")
	b.save(t, "general", 0, `{"official_name":"<script>alert(1)</script>","chain_name":null}`, 200)
	require.Len(t, b.asked(t, b.Hotel.User.Email), 1, "the same wish again is no news")

	{ // opening it shows who wants what and changes nothing
		for range 3 {
			res := b.Do(t, get, link, "")
			require.Equal(t, 200, res.Code, res.Body)
			page := res.Body.String()
			require.Contains(t, page, "Hotel Aurora")
			require.Contains(t, page, "Company of")
			require.Contains(t, page, "&lt;script&gt;")
			require.NotContains(t, page, "<script")
			require.Contains(t, page, `value="approve"`)
			require.Contains(t, res.Header().Get("Content-Security-Policy"), "default-src 'none'")
			require.NotContains(t, res.Header().Get("Content-Security-Policy"), "script-src")
			require.Equal(t, "no-store", res.Header().Get("Cache-Control"))
		}
		require.Equal(t, 400, b.press(t, link+"?lang=fr", "approve").Code)
		require.Equal(t, "waiting", b.only(t)["status"])
		require.Contains(t, b.Do(t, get, link+"?lang=el", "").Body.String(), `<html lang="el">`)
		require.Equal(t, 200, b.Do(t, get, "/override-approval/page.css", "").Code)
	}

	{ // a changed wish makes it stale
		b.save(t, "general", 0, `{"chain_name":"Changed"}`, 200)
		for _, res := range []*httptest.ResponseRecorder{b.Do(t, get, link, ""), b.press(t, link, "approve"), b.press(t, link, "decline")} {
			require.Equal(t, 409, res.Code)
			require.Contains(t, res.Body.String(), "changed this since")
			require.NotContains(t, res.Body.String(), `value="approve"`)
		}
		require.Equal(t, "waiting", b.only(t)["status"])
	}

	{ // pressing approve approves, for the user it was sent to
		link := b.link(t, colleague.User.Email)
		require.Equal(t, 400, b.press(t, link, "maybe").Code)
		res := b.press(t, link, "approve")
		require.Equal(t, 200, res.Code, res.Body)
		require.Contains(t, res.Body.String(), "Approved.")
		require.Equal(t, "Changed", b.shows(t, "general", "chain_name"))
		done := list(t, body(t, b.Hotel.Do(t, get, approvalsPath+"?status=active", ""), 200), "results")[0]
		require.Equal(t, o["id"], done["id"])
		again := b.press(t, link, "decline")
		require.Equal(t, 409, again.Code)
		require.Contains(t, again.Body.String(), "decided already")
		require.Equal(t, 1, b.told(t, b.Operator, notify.OverrideApproved))
		entries, err := audittest.Of(t.Context(), b.DB, b.Hotel.User.OwnerID, "override", int64(o["id"].(float64)))
		require.NoError(t, err)
		require.Equal(t, "approve", entries[len(entries)-1].Action)
		require.Equal(t, colleague.User.ID, entries[len(entries)-1].UserID)
	}

	{ // somebody without the permission cannot use an old letter
		b.save(t, "general", 0, `{"chain_name":"Third"}`, 200)
		link := b.link(t, colleague.User.Email)
		p := body(t, b.Hotel.Do(t, get, fmt.Sprintf("/api/auth/authorized-users/%d/permissions/", colleague.User.ID), ""), 200)
		require.Equal(t, 200, b.Hotel.Do(t, put, fmt.Sprintf("/api/auth/permissions/update/%.0f/", p["id"]), `{"partner_connections":false}`).Code)
		require.Equal(t, 404, b.Do(t, get, link, "").Code)
		require.Equal(t, 404, b.press(t, link, "approve").Code)
	}

	{ // a link ends after 14 days
		link := b.link(t, b.Hotel.User.Email)
		b.Clock.Advance(14*24*time.Hour + time.Second)
		for _, res := range []*httptest.ResponseRecorder{b.Do(t, get, link, ""), b.press(t, link, "approve")} {
			require.Equal(t, 409, res.Code)
			require.Contains(t, res.Body.String(), "expired")
		}
		body(t, b.Login(t, b.Hotel.User.Email).Do(t, post, approval(o["id"], "decline"), `{}`), 200)
	}

	{ // a link that was never written, or for what is withdrawn, opens nothing
		require.Equal(t, 404, b.Do(t, get, "/override-approval/nonsense/", "").Code)
		require.Equal(t, 404, b.press(t, "/override-approval/nonsense/", "approve").Code)
		sealed := strings.Replace(link, "/override-approval/", "/api/info/shared-photos/", 1)
		require.Equal(t, 404, b.Do(t, get, sealed, "").Code, "a link opens its own page only")
	}
}

func TestLink_languages(t *testing.T) {
	t.Parallel()
	b := setupOverride(t, contract.Ask)
	b.Start(t)
	for language, word := range map[string]string{"de": "Freigeben", "tr": "Onayla", "el": "Έγκριση", "en": "Approve"} {
		require.Equal(t, 200, b.Hotel.Do(t, put, "/api/auth/profile/update", text(t, object{"language": language})).Code)
		b.save(t, "general", 0, `{"chain_name":"x"}`, 201)
		link := b.link(t, b.Hotel.User.Email)
		res := b.Do(t, get, link, "")
		require.Contains(t, res.Body.String(), ">"+word+"</button>")
		require.Contains(t, res.Body.String(), `<html lang="`+language+`">`)
		require.Equal(t, 200, b.press(t, link, "decline").Code)
		require.Equal(t, "declined", b.only(t)["status"])
		require.Equal(t, 204, b.Operator.Do(t, del, fmt.Sprintf("%s%.0f/", factsPath, b.only(t)["id"]), "").Code)
		require.Equal(t, 404, b.Do(t, get, link, "").Code, "withdrawn")
	}
}

func TestAccess(t *testing.T) {
	t.Parallel()
	b := setupOverride(t, contract.Ask)
	o := b.save(t, "general", 0, `{"chain_name":"x"}`, 201)
	plain := b.SubUser(t, b.Hotel, auth.FactSheets)
	clerk := b.SubUser(t, b.Operator, auth.Invoicing)
	trusted := b.SubUser(t, b.Operator, auth.PartnerConnections)
	seen := 0
	for path, item := range b.Server().OpenAPI().Paths {
		isFacts, isApproval := strings.HasPrefix(path, factsPath), strings.HasPrefix(path, approvalsPath)
		isPhoto := strings.HasPrefix(path, "/api/tour-operator/photos/")
		if !isFacts && !isApproval && !isPhoto {
			continue
		}
		address := strings.NewReplacer("{id}", fmt.Sprintf("%.0f", o["id"]), "{prop_id}", fmt.Sprint(b.Property.ID),
			"{property_id}", fmt.Sprint(b.Property.ID), "{photo_id}", "1").Replace(path)
		for method, op := range map[string]bool{get: item.Get != nil, put: item.Put != nil, post: item.Post != nil, patch: item.Patch != nil, del: item.Delete != nil} {
			if !op {
				continue
			}
			seen++
			apptest.RequireNotSignedIn(t, b.Do(t, method, address, `{}`))
			refused := []*apptest.Who{plain, clerk, b.Hotel, b.Admin}
			if isApproval {
				refused = []*apptest.Who{plain, clerk, b.Operator, trusted, b.Admin}
			}
			for _, who := range refused {
				require.Equal(t, 403, who.Do(t, method, address, `{}`).Code, "%s %s", method, path)
			}
		}
	}
	require.Equal(t, 12, seen)
	require.EqualValues(t, 1, body(t, trusted.Do(t, get, factsPath, ""), 200)["count"], "a colleague with the permission can")
}
