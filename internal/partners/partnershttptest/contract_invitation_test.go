package partnershttptest

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/account"
	"allot/internal/identity/account/accountdb"
	"allot/internal/identity/auth"
	"allot/internal/identity/notify"
	"allot/internal/partners/contract"
	"allot/internal/platform/apperr"
	"allot/internal/platform/page"
	"allot/internal/platform/secret"
	"allot/internal/testkit/audittest"
)

func newcomer(email string, kind auth.AccountType, language string) account.RegisterInput {
	return account.RegisterInput{
		Email: email, Password: apptest.Password, AccountType: kind, CompanyName: "Sonnen & Reisen GmbH", Country: "DE", Language: language,
	}
}

// register opens an account with an address that nobody has confirmed, and with
// an invitation's secret if one is given.
func register(t *testing.T, e *apptest.Env, email string, kind auth.AccountType, invitation ...string) *apptest.Who {
	t.Helper()
	in := newcomer(email, kind, "de")
	if len(invitation) > 0 {
		in.Invitation = invitation[0]
	}
	_, _, err := e.Accounts.Register(apptest.Context(t), in)
	require.NoError(t, err)
	return e.Login(t, email)
}

// confirm proves the address of a user as the user does: by the letter to it.
func confirm(t *testing.T, e *apptest.Env, who *apptest.Who) {
	t.Helper()
	require.NoError(t, e.Accounts.ResendConfirmation(who.Context(t), who.Caller))
	for _, l := range e.Letters(t, who.User.Email) {
		if found := confirmLink.FindStringSubmatch(l.Text); found != nil {
			_, err := e.Accounts.ConfirmEmail(apptest.Context(t), found[1])
			require.NoError(t, err)
			return
		}
	}
	t.Fatal("no letter asks for a proof")
}

var (
	invitationLink = regexp.MustCompile(`https://allot\.example/register/\?invitation=([\w-]{43})`)
	confirmLink    = regexp.MustCompile(`https://allot\.example/email-confirm/#token=([\w-]{43})`)
)

// secretsContract are those of the invitations that an address has got, oldest first.
func secretsContract(t *testing.T, e *apptest.Env, to string) (list []string) {
	t.Helper()
	for _, l := range e.Letters(t, to) {
		if found := invitationLink.FindStringSubmatch(l.Text); found != nil {
			list = append(list, found[1])
		}
	}
	return list
}

const joinPath = "/api/partners/invitations/join/"

func join(t *testing.T, who *apptest.Who, secret string) *httptest.ResponseRecorder {
	t.Helper()
	return who.Do(t, post, joinPath, fmt.Sprintf(`{"invitation": %q}`, secret))
}

func requireVoid(t *testing.T, res *httptest.ResponseRecorder) {
	t.Helper()
	apptest.RequireInvalid(t, res, "invitation",
		"is not valid any more: it was used or withdrawn, or it has expired; ask the company that invited you for a new one")
}

func invite(t *testing.T, who *apptest.Who, body string) seen {
	t.Helper()
	return decode[seen](t, who.Do(t, post, createPath, body), http.StatusCreated)
}

func TestInvitation(t *testing.T) {
	t.Parallel()

	t.Run("a letter asks to register, and the proposal is there then", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		e.Start(t)
		hotel := e.Manager(t)
		c := invite(t, hotel, `{"invite_email": " New+1@Tours.example", "comments": "<b>Dear</b> Kim,\nlet us talk", "notice_period": 30}`)
		require.Nil(t, c.Partner)
		require.Nil(t, c.PartnerCompany)
		require.Equal(t, "new+1@tours.example", *c.InviteEmail)
		require.Equal(t, []contract.Verb{"update", "reject", "delete"}, c.Actions)

		letters := e.Letters(t, "new+1@tours.example")
		require.Len(t, letters, 1)
		require.Equal(t, "Company of manager1 invites you to Allot", letters[0].Header.Get("Subject"))
		require.Equal(t, "<"+hotel.User.Email+">", letters[0].Header.Get("Reply-To"))
		secret := secretsContract(t, e, "new+1@tours.example")[0]
		require.Contains(t, letters[0].Text, "<b>Dear</b> Kim,")
		require.NotContains(t, letters[0].HTML, "<b>Dear</b>", "the inviter's words are plain text")
		apptest.RequireError(t, do(t, hotel, c.ID, "accept", ""), http.StatusForbidden, "forbidden",
			"the latest proposal is your own: it is for the other side to accept it; you can: update, reject, delete")
		require.Equal(t, 60, move(t, hotel, c.ID, "update", `{"notice_period": 60}`).NoticePeriod)

		operator := register(t, e, "kim@elsewhere.example", auth.TourOperator, secret)
		got := decode[seen](t, operator.Do(t, get, pathContract(c.ID, ""), ""), http.StatusOK)
		require.Equal(t, []any{operator.User.ID, contract.StatusProposed, 60, contract.DirectionIncoming}, []any{*got.Partner, got.Status, got.NoticePeriod, got.Direction})
		require.Nil(t, got.InviteEmail)
		require.Equal(t, "Sonnen & Reisen GmbH", *got.PartnerCompany)
		require.Equal(t, notify.ContractProposed, e.Told(t, operator)[0].Kind)
		require.Equal(t, fmt.Sprintf("/partners/contracts/%d/", c.ID), e.Told(t, operator)[0].Link)
		joined := e.Told(t, hotel)[0]
		require.Equal(t, notify.InvitationJoined, joined.Kind)
		require.Contains(t, joined.Body, "Sonnen & Reisen GmbH")
		require.Equal(t, contract.StatusAccepted, move(t, operator, c.ID, "accept", "").Status)
		e.Settle(t)
		require.Len(t, e.Told(t, hotel), 2, "whoever looks again after the registration finds nothing left to do")
	})

	t.Run("the letter is in the inviter's language", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		e.Start(t)
		operator := register(t, e, "kim@tours.example", auth.TourOperator)
		invite(t, operator, `{"invite_email": "anna@pension.example"}`)
		letters := e.Letters(t, "anna@pension.example")
		require.Len(t, letters, 1)
		require.Contains(t, letters[0].Text, "möchte Ihre Zimmer verkaufen")
	})

	t.Run("once is enough, until it was withdrawn", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		e.Start(t)
		hotel := e.Manager(t)
		c := invite(t, hotel, `{"invite_email": "a@tours.example"}`)
		e.Settle(t)
		refused := decode[struct {
			Code     string
			Contract int64
		}](t, hotel.Do(t, post, createPath, `{"invite_email": "A@tours.example"}`), http.StatusConflict)
		require.Equal(t, "already_exists", refused.Code)
		require.Equal(t, c.ID, refused.Contract)
		require.Len(t, e.Letters(t, "a@tours.example"), 1)

		require.Equal(t, contract.StatusRejected, move(t, hotel, c.ID, "reject", "").Status)
		again := invite(t, hotel, `{"invite_email": "a@tours.example"}`)
		require.Equal(t, c.ID, again.ID)
		require.Len(t, e.Letters(t, "a@tours.example"), 2)
		move(t, hotel, c.ID, "delete", "")
		operator := register(t, e, "a@tours.example", auth.TourOperator)
		for _, secret := range secretsContract(t, e, "a@tours.example") {
			requireVoid(t, join(t, operator, secret))
		}
		confirm(t, e, operator)
		apptest.RequireNotFound(t, operator.Do(t, get, pathContract(c.ID, ""), ""))
		require.Empty(t, e.Told(t, operator), "a withdrawn invitation is none")
		require.NotEqual(t, c.ID, propose(t, hotel, operator, "").ID)
	})

	t.Run("everybody of the other type who invited has a proposal there, nobody else", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		e.Start(t)
		one, two := e.Pair(t)
		third := e.Manager(t)
		first := invite(t, one, `{"invite_email": "a@tours.example"}`)
		wrong := invite(t, two, `{"invite_email": "a@tours.example"}`) // an operator takes it for a hotel's
		second := invite(t, third, `{"invite_email": "a@tours.example"}`)
		operator := register(t, e, "a@tours.example", auth.TourOperator)
		require.Zero(t, decode[contractList](t, operator.Do(t, get, "/api/partners/contracts/?direction=incoming", ""), http.StatusOK).Count,
			"knowing the address is not enough")
		confirm(t, e, operator)
		got := decode[contractList](t, operator.Do(t, get, "/api/partners/contracts/?direction=incoming", ""), http.StatusOK)
		require.Equal(t, []int64{second.ID, first.ID}, []int64{got.Results[0].ID, got.Results[1].ID})
		require.Equal(t, 2, got.Count)
		open := decode[seen](t, two.Do(t, get, pathContract(wrong.ID, ""), ""), http.StatusOK)
		require.Equal(t, []any{contract.StatusProposed, "a@tours.example"}, []any{open.Status, *open.InviteEmail})
	})

	t.Run("somebody registered gets an ordinary proposal, a colleague's address is the account's", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		hotel, operator := e.Pair(t)
		colleague := e.SubUser(t, operator, auth.PartnerConnections)
		c := invite(t, hotel, fmt.Sprintf(`{"invite_email": %q}`, colleague.User.Email))
		require.Equal(t, operator.User.OwnerID, *c.Partner)
		require.Nil(t, c.InviteEmail)
		require.Equal(t, notify.ContractProposed, e.Told(t, colleague)[0].Kind)
		require.Equal(t, http.StatusConflict, hotel.Do(t, post, createPath, fmt.Sprintf(`{"invite_email": %q}`, operator.User.Email)).Code)
	})

	t.Run("an invitation written while its recipient confirms the address is found afterwards", func(t *testing.T) {
		t.Parallel()
		confirming := false
		e := apptest.New(t, apptest.With(func(d *account.Deps) {
			hooked := d.Hooks.Confirmed
			d.Hooks.Confirmed = func(ctx context.Context, u account.User) error {
				if confirming {
					return nil // has not seen it
				}
				return hooked(ctx, u)
			}
		}))
		hotel := e.Manager(t)
		c := invite(t, hotel, `{"invite_email": "a@tours.example"}`)
		operator := register(t, e, "a@tours.example", auth.TourOperator)
		confirming = true
		token := secret.Token()
		require.NoError(t, e.DB.InTx(t.Context(), func(ctx context.Context) error {
			return accountdb.New(e.DB).InsertConfirmation(ctx, account.Confirmation{
				UserID: operator.User.ID, Email: operator.User.Email, TokenHash: secret.Hash(token), CreatedAt: e.Clock.Now(), ExpiresAt: e.Clock.Now().Add(time.Hour),
			})
		}))
		_, err := e.Accounts.ConfirmEmail(apptest.Context(t), token)
		require.NoError(t, err)
		confirming = false
		e.Start(t)
		e.Settle(t)
		require.Empty(t, secretsContract(t, e, "a@tours.example"), "whoever has the proposal needs no invitation")
		require.Equal(t, http.StatusOK, operator.Do(t, get, pathContract(c.ID, ""), "").Code)
		require.Len(t, e.Told(t, operator), 1)
	})

	t.Run("an invitation to a partner that came by itself meanwhile is moot", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		hotel, operator := e.Pair(t)
		c := invite(t, hotel, `{"invite_email": "other@tours.example"}`)
		e.Set(t, c.ID, "invite_email", operator.User.Email)
		propose(t, operator, hotel, "")
		require.NoError(t, e.Contracts.Join(t.Context(), operator.User))
		require.Equal(t, contract.StatusRejected, decode[seen](t, hotel.Do(t, get, pathContract(c.ID, ""), ""), http.StatusOK).Status)
		require.Equal(t, 1, decode[contractList](t, operator.Do(t, get, "/api/partners/contracts/", ""), http.StatusOK).Count)
	})
}

func TestInvitation_secret(t *testing.T) {
	t.Parallel()

	t.Run("whoever holds the link joins, once", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		e.Start(t)
		hotel, forwarded := e.Pair(t)
		c := invite(t, hotel, `{"invite_email": "a@tours.example", "notice_period": 14}`)
		link := secretsContract(t, e, "a@tours.example")[0]
		got := decode[seen](t, join(t, forwarded, link), http.StatusOK)
		require.Equal(t, []any{c.ID, forwarded.User.ID, 14, contract.DirectionIncoming}, []any{got.ID, *got.Partner, got.NoticePeriod, got.Direction})
		require.Equal(t, notify.InvitationJoined, e.Told(t, hotel)[0].Kind)
		require.Equal(t, notify.ContractProposed, e.Told(t, forwarded)[0].Kind)
		requireVoid(t, join(t, e.Operator(t), link))
		requireVoid(t, join(t, forwarded, link))
		late := register(t, e, "a@tours.example", auth.TourOperator)
		confirm(t, e, late)
		apptest.RequireNotFound(t, late.Do(t, get, pathContract(c.ID, ""), ""))
	})

	t.Run("of many who hold it at once one joins", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		e.Start(t)
		invite(t, e.Manager(t), `{"invite_email": "a@tours.example"}`)
		link := secretsContract(t, e, "a@tours.example")[0]
		all := make([]*apptest.Who, 8)
		for i := range all {
			all[i] = e.Operator(t)
		}
		codes := apptest.AtOnce(len(all), func(i int) int { return join(t, all[i], link).Code })
		require.Equal(t, map[int]int{http.StatusOK: 1, http.StatusBadRequest: 7}, codes)
	})

	t.Run("the wrong type of account is told so, and the link stays good", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		e.Start(t)
		hotel, operator := e.Pair(t)
		invite(t, hotel, `{"invite_email": "a@tours.example"}`)
		invite(t, operator, `{"invite_email": "b@hotel.example"}`)
		forOperator, forHotel := secretsContract(t, e, "a@tours.example")[0], secretsContract(t, e, "b@hotel.example")[0]
		apptest.RequireError(t, join(t, e.Manager(t), forOperator), http.StatusForbidden, "forbidden",
			"this invitation is for a tour operator: an accommodation provider cannot take it")
		apptest.RequireError(t, join(t, e.Operator(t), forHotel), http.StatusForbidden, "forbidden",
			"this invitation is for an accommodation provider: a tour operator cannot take it")
		in := newcomer("x@tours.example", auth.Accommodation, "en")
		in.Invitation = forOperator
		_, _, err := e.Accounts.Register(apptest.Context(t), in)
		require.ErrorIs(t, err, apperr.ErrForbidden)
		in.Invitation = "made-up"
		_, _, err = e.Accounts.Register(apptest.Context(t), in)
		require.ErrorIs(t, err, apperr.ErrValidation)
		_, err = accountdb.New(e.DB).UserByEmail(t.Context(), "x@tours.example")
		require.ErrorIs(t, err, apperr.ErrNotFound, "a bad invitation makes no account")
		require.Equal(t, http.StatusOK, join(t, e.Operator(t), forOperator).Code)
	})

	t.Run("it expires after 30 days, and a new invitation has a new one", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		e.Start(t)
		hotel := e.Manager(t)
		c := invite(t, hotel, `{"invite_email": "a@tours.example"}`)
		first := secretsContract(t, e, "a@tours.example")[0]
		e.Clock.Advance(30*24*time.Hour + time.Second)
		requireVoid(t, join(t, e.Operator(t), first))
		hotel = e.Login(t, hotel.User.Email)
		move(t, hotel, c.ID, "reject", "")
		invite(t, hotel, `{"invite_email": "a@tours.example"}`)
		both := secretsContract(t, e, "a@tours.example")
		require.Len(t, both, 2)
		requireVoid(t, join(t, e.Operator(t), both[0]))
		require.Equal(t, http.StatusOK, join(t, e.Operator(t), both[1]).Code)
	})

	t.Run("a contract that had ended starts over with the terms of the invitation", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		e.Start(t)
		hotel, operator := e.Pair(t)
		old := propose(t, hotel, operator, "")
		move(t, operator, old.ID, "reject", "")
		c := invite(t, hotel, `{"invite_email": "a@tours.example", "notice_period": 9}`)
		got := decode[seen](t, join(t, operator, secretsContract(t, e, "a@tours.example")[0]), http.StatusOK)
		require.Equal(t, []any{old.ID, contract.StatusProposed, 9, contract.DirectionIncoming}, []any{got.ID, got.Status, got.NoticePeriod, got.Direction})
		require.Equal(t, contract.StatusRejected, decode[seen](t, hotel.Do(t, get, pathContract(c.ID, ""), ""), http.StatusOK).Status)
	})

	t.Run("it is stored as a hash only", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		e.Start(t)
		invite(t, e.Manager(t), `{"invite_email": "a@tours.example"}`)
		link := secretsContract(t, e, "a@tours.example")[0]
		require.NotContains(t, dump(t, e), link)
		var hash []byte
		require.NoError(t, e.DB.From(t.Context()).NewSelect().Table("contract_invitations").Column("token_hash").Scan(t.Context(), &hash))
		require.Equal(t, secret.Hash(link), hash)
	})
}

// An account whose address is unproven makes nobody outside receive anything.
func TestUnconfirmed(t *testing.T) {
	t.Parallel()
	e := apptest.New(t, apptest.Settings(apptest.ConfirmEmails))
	e.Start(t)
	hotel := e.Manager(t)
	operator := register(t, e, "kim@tours.example", auth.TourOperator)
	for _, body := range []string{`{"invite_email": "stranger@elsewhere.example"}`, fmt.Sprintf(`{"partner": %d}`, hotel.User.ID)} {
		res := operator.Do(t, post, createPath, body)
		apptest.RequireError(t, res, http.StatusForbidden, "email_not_confirmed", account.ErrEmailNotConfirmed.Message)
	}
	apptest.RequireInvalid(t, hotel.Do(t, post, createPath, fmt.Sprintf(`{"partner": %d}`, operator.User.ID)), "partner", "there is no account with this id")
	c := invite(t, hotel, `{"invite_email": "kim@tours.example"}`)
	require.Nil(t, c.Partner, "the address may be another's")
	link := secretsContract(t, e, "kim@tours.example")
	require.Len(t, link, 1)
	require.Empty(t, e.Letters(t, "stranger@elsewhere.example"))
	require.Empty(t, e.Told(t, hotel))

	e.Clock.Advance(2 * time.Minute)
	confirm(t, e, operator)
	require.Equal(t, operator.User.ID, *decode[seen](t, operator.Do(t, get, pathContract(c.ID, ""), ""), http.StatusOK).Partner)
	requireVoid(t, join(t, operator, link[0]))
	require.Equal(t, http.StatusCreated, operator.Do(t, post, createPath, `{"invite_email": "stranger@elsewhere.example"}`).Code)
}

// Both accounts can read what happened; who of the other side did it, and from
// where, stays there.
func TestTrails(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	hotel, operator := e.Pair(t)
	clerk, agent := e.SubUser(t, hotel, auth.PartnerConnections), e.SubUser(t, operator, auth.PartnerConnections)
	id := propose(t, clerk, operator, "").ID
	move(t, agent, id, "update", `{"notice_period": 30}`)
	move(t, clerk, id, "accept", "")
	move(t, clerk, id, "update", `{"notice_period": 31}`)
	move(t, agent, id, "reject", "")
	move(t, agent, id, "update", `{"notice_period": 32}`)
	move(t, clerk, id, "accept", "")
	clerk.Do(t, put, pathContract(id, "permissions/"), `{"facts": {"rooms": false}}`)
	move(t, agent, id, "delete", "")

	actions := []string{"propose", "counter", "accept", "amend", "reject_amendment", "amend", "accept_amendment", "set_permissions", "cancel"}
	byHotel := []bool{true, false, true, true, false, false, true, true, false}
	for owner, own := range map[*apptest.Who]*apptest.Who{hotel: clerk, operator: agent} {
		entries, err := audittest.Of(t.Context(), e.DB, owner.User.OwnerID, "contract", id)
		require.NoError(t, err)
		require.Len(t, entries, len(actions))
		for i, entry := range entries {
			require.Equal(t, actions[i], entry.Action)
			mine := byHotel[i] == (owner == hotel)
			require.Equal(t, mine, entry.UserID == own.User.ID, entry.Action)
			require.Equal(t, mine, entry.IPAddress != "", entry.Action)
			if !mine {
				require.Contains(t, []int64{hotel.User.OwnerID, operator.User.OwnerID}, entry.UserID, "the account, not the user")
			}
		}
	}

	kinds := func(who *apptest.Who) (list []notify.Kind) {
		all, _, err := e.Notify.Notifications(who.Context(t), who.Caller, notify.Filter{}, page.Request{})
		require.NoError(t, err)
		for _, n := range all {
			list = append(list, n.Kind)
			require.Contains(t, n.Title, "Company of")
		}
		return list
	}
	require.Equal(t, []notify.Kind{notify.ContractCancelled, notify.AmendmentProposed, notify.AmendmentRejected, notify.ContractCountered}, kinds(hotel))
	require.Equal(t, []notify.Kind{notify.AmendmentAccepted, notify.AmendmentProposed, notify.ContractAccepted, notify.ContractProposed}, kinds(operator))
}
