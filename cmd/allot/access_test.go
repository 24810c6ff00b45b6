package main

import (
	"fmt"
	"regexp"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/testkit/mailtest"
)

var (
	invitationLink = regexp.MustCompile(`/register/\?invitation=([\w-]{43})`)
	confirmLink    = regexp.MustCompile(`/email-confirm/#token=([\w-]{43})`)
)

// invitationIn is the secret in an invitation's link.
func invitationIn(t *testing.T, letter mailtest.Parsed) string {
	t.Helper()
	found := invitationLink.FindStringSubmatch(letter.Text)
	require.Len(t, found, 2, letter.Text)
	return found[1]
}

// confirmToken waits for the letter that asks an address for a proof.
func (s *site) confirmToken(t *testing.T, email string) (token string) {
	t.Helper()
	until(t, func() bool {
		for _, l := range s.letters(t, "account-")[email] {
			if found := confirmLink.FindStringSubmatch(l.Text); found != nil {
				token = found[1]
			}
		}
		return token != ""
	})
	return token
}

func (s *trade) incoming(c company) int {
	s.t.Helper()
	return len(s.ok(200, get, "/api/partners/contracts/?direction=incoming", c.token, nil).list())
}

// Whoever registers with an address that somebody has invited gets nothing of the
// invitation without its secret, whether or not addresses are confirmed.
func TestProgram_InvitationAttack(t *testing.T) {
	t.Parallel()
	for _, confirm := range []string{"off", "on"} {
		t.Run("with confirmation "+confirm, func(t *testing.T) {
			t.Parallel()
			s := newTrade(t, "ALLOT_CONFIRM_EMAIL="+confirm)
			hotel := s.enter("accommodation", "anna@poseidon.example", "Hotel Poseidon")
			if confirm == "on" {
				s.ok(403, post, "/api/partners/contracts/create/", hotel.token, object{"invite_email": "kim@sonnen.example"})
				s.ok(200, post, "/api/auth/email/confirm/", "", object{"token": s.site.confirmToken(t, "anna@poseidon.example")})
			}
			before := s.enter("tour_operator", "early@sonnen.example", "Came before the invitation")
			s.ok(201, post, "/api/partners/contracts/create/", hotel.token, object{"invite_email": "early@sonnen.example"})
			s.ok(201, post, "/api/partners/contracts/create/", hotel.token, object{"invite_email": "kim@sonnen.example"})
			until(t, func() bool { return len(s.site.letters(t, "contract-invitation-")) == 2 })
			attacker := s.enter("tour_operator", "kim@sonnen.example", "Not Sonnen")
			require.Zero(t, s.incoming(before), "an address that was there before, and is not proven")
			require.Zero(t, s.incoming(attacker))
			s.ok(400, post, "/api/partners/invitations/join/", attacker.token, object{"invitation": "kim@sonnen.example"})

			secret := invitationIn(t, s.site.letters(t, "contract-invitation-")["kim@sonnen.example"][0])
			kim := s.enter("tour_operator", "kim@elsewhere.example", "Sonnen Reisen", secret)
			require.Equal(t, 1, s.incoming(kim))
			s.ok(400, post, "/api/partners/invitations/join/", attacker.token, object{"invitation": secret})
			require.Zero(t, s.incoming(attacker))
		})
	}
}

// An account whose address is unproven is not in the marketplace, and is there
// with its invitations as soon as it is proven.
func TestProgram_Confirmation(t *testing.T) {
	t.Parallel()
	s := newTrade(t, "ALLOT_CONFIRM_EMAIL=on")
	hotel := s.enter("accommodation", "anna@poseidon.example", "Hotel Poseidon")
	operator := s.enter("tour_operator", "kim@sonnen.example", "Sonnen Reisen")
	found := func() int { return len(s.ok(200, get, "/api/partners/discover/", operator.token, nil).list()) }
	require.Zero(t, found())
	s.ok(200, post, "/api/auth/email/confirm/", "", object{"token": s.site.confirmToken(t, "anna@poseidon.example")})
	require.Equal(t, 1, found())
	s.ok(201, post, "/api/partners/contracts/create/", hotel.token, object{"invite_email": "kim@sonnen.example"})
	require.Zero(t, s.incoming(operator))
	s.ok(200, post, "/api/auth/email/confirm/", "", object{"token": s.site.confirmToken(t, "kim@sonnen.example")})
	require.Equal(t, 1, s.incoming(operator))
	s.ok(200, put, "/api/auth/profile/update", hotel.token, object{"email": "new@poseidon.example"})
	until(t, func() bool { return found() == 0 })
}

// Where staff make the accounts, strangers do not, and where an invitation is
// needed, its secret opens the door.
func TestProgram_Registration(t *testing.T) {
	t.Parallel()

	t.Run("closed", func(t *testing.T) {
		t.Parallel()
		s := newTrade(t, "ALLOT_REGISTRATION=closed")
		require.Equal(t, "registration_closed", s.ok(403, post, "/api/auth/register/", "", registration("anna@poseidon.example")).body["code"])
		staff := s.login("staff@allot.example").token()
		made := s.ok(201, post, "/api/admin/accounts/", staff, registration("anna@poseidon.example"))
		require.Equal(t, true, made.body["email_confirmed"])
		s.ok(200, post, "/api/auth/login/", "", object{"email": "anna@poseidon.example", "password": goodPassword})
	})

	t.Run("invited", func(t *testing.T) {
		t.Parallel()
		s := newTrade(t, "ALLOT_REGISTRATION=invited")
		require.Equal(t, "invitation_required", s.ok(403, post, "/api/auth/register/", "", registration("anna@poseidon.example")).body["code"])
		bad := registration("kim@sonnen.example")
		bad["invitation"] = "made-up"
		s.ok(400, post, "/api/auth/register/", "", bad)
		staff := s.login("staff@allot.example").token()
		s.ok(201, post, "/api/admin/accounts/", staff, registration("anna@poseidon.example"))
		hotel := s.ok(200, post, "/api/auth/login/", "", object{"email": "anna@poseidon.example", "password": goodPassword}).token()
		s.ok(201, post, "/api/partners/contracts/create/", hotel, object{"invite_email": "kim@sonnen.example"})
		until(t, func() bool { return len(s.site.letters(t, "contract-invitation-")) == 1 })
		kim := s.enter("tour_operator", "kim@sonnen.example", "Sonnen Reisen",
			invitationIn(t, s.site.letters(t, "contract-invitation-")["kim@sonnen.example"][0]))
		require.Equal(t, 1, s.incoming(kim))
	})
}

// What one client can make others receive in seconds.
func TestProgram_LetterFloods(t *testing.T) {
	t.Parallel()
	notRaced(t)
	site := newSite(t, "ALLOT_LIMIT_REGISTRATIONS=20", "ALLOT_LIMIT_PROPOSALS=5", "ALLOT_LOG_LEVEL=warn", "ALLOT_BOOTSTRAP_ADMIN=staff@allot.example:"+goodPassword)
	s := &trade{newScript(t, site.start(t)), site}
	hotel := s.enter("accommodation", "anna@poseidon.example", "Hotel Poseidon")
	operator := s.enter("tour_operator", "kim@sonnen.example", "Sonnen Reisen")

	proposed, withdrawn := 0, 0
	for range 100 {
		a := s.call(post, "/api/partners/contracts/create/", operator.token, object{"partner": hotel.id})
		if a.status != 201 {
			require.Equal(t, 429, a.status, a.raw)
			require.Equal(t, "proposal_limit", a.body["code"])
			continue
		}
		proposed++
		withdrawn += s.ok(200, post, contractPath(a.body["id"], "reject/"), operator.token, nil).status / 200
	}
	refused := s.ok(429, post, "/api/partners/contracts/create/", operator.token, object{"partner": hotel.id})
	wait, err := strconv.Atoi(refused.header.Get("Retry-After"))
	require.NoError(t, err)
	require.InDelta(t, 86400, wait, 600)
	require.Equal(t, []int{5, 5}, []int{proposed, withdrawn})

	invited := 0
	for range 40 {
		a := s.call(post, "/api/partners/contracts/create/", operator.token, object{"invite_email": "stranger@elsewhere.example"})
		if a.status == 201 {
			invited++
			s.ok(200, post, contractPath(a.body["id"], "reject/"), operator.token, nil)
		}
	}
	require.Equal(t, 5, invited)

	const resets = 3000
	var statuses [600]atomic.Int64
	var wg sync.WaitGroup
	for worker := range 16 {
		wg.Go(func() {
			for i := worker; i < resets; i += 16 {
				email := fmt.Sprintf("nobody%d@elsewhere.example", i)
				if i%2 == 0 {
					email = "anna@poseidon.example"
				}
				statuses[s.call(post, "/api/auth/password/reset/", "", object{"email": email}).status].Add(1)
			}
		})
	}
	for worker := range 4 {
		wg.Go(func() {
			for i := range 10 {
				statuses[s.call(post, "/api/auth/register/", "", registration(fmt.Sprintf("new%d-%d@elsewhere.example", worker, i))).status].Add(1)
			}
		})
	}
	wg.Wait()
	require.EqualValues(t, 20, statuses[200].Load(), "resets")
	require.EqualValues(t, 18, statuses[201].Load(), "registrations: two were there before")
	require.EqualValues(t, resets-20+40-18, statuses[429].Load())
	require.Equal(t, "reset_limit", s.ok(429, post, "/api/auth/password/reset/", "", object{"email": "anna@poseidon.example"}).body["code"])

	letters := func() (byReceiver map[string][]mailtest.Parsed, all int) {
		byReceiver = site.letters(t, "")
		for _, list := range byReceiver {
			all += len(list)
		}
		return byReceiver, all
	}
	until(t, func() bool { // two who were there before, proposals and their ends, eighteen newcomers
		_, all := letters()
		return all >= 2+10+18
	})
	require.Equal(t, 0, s.stop())
	got, all := letters()
	t.Logf("100 proposals, 40 invitations, %d resets, 40 registrations: %d letters, %d of them to the hotel, %d to a stranger",
		resets, all, len(got["anna@poseidon.example"]), len(got["stranger@elsewhere.example"]))
	require.LessOrEqual(t, len(got["anna@poseidon.example"]), 1+10+5, "a welcome, the proposals and their ends, resets")
	require.GreaterOrEqual(t, len(got["anna@poseidon.example"]), 1+10)
	require.LessOrEqual(t, len(got["stranger@elsewhere.example"]), 5)
}
