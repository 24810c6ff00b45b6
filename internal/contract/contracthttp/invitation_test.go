package contracthttp_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/account"
	"allot/internal/account/accounttest"
	"allot/internal/contract"
	"allot/internal/contract/contracttest"
	"allot/internal/notify"
	"allot/internal/platform/auth"
	"allot/internal/platform/page"
)

func register(t *testing.T, e *contracttest.Env, email string, kind auth.AccountType, language string) *accounttest.Who {
	t.Helper()
	_, _, err := e.Accounts.Register(accounttest.Context(t), account.RegisterInput{
		Email: email, Password: accounttest.Password, AccountType: kind, CompanyName: "Sonnen & Reisen GmbH", Country: "DE", Language: language,
	})
	require.NoError(t, err)
	return e.Login(t, email)
}

func invite(t *testing.T, who *accounttest.Who, body string) seen {
	t.Helper()
	return decode[seen](t, who.Do(t, post, createPath, body), http.StatusCreated)
}

func TestInvitation(t *testing.T) {
	t.Parallel()

	t.Run("a letter asks to register, and the proposal is there then", func(t *testing.T) {
		t.Parallel()
		e := contracttest.New(t)
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
		require.Contains(t, letters[0].Text, "https://allot.example/register/?email=new%2B1%40tours.example")
		require.Contains(t, letters[0].Text, "<b>Dear</b> Kim,")
		require.NotContains(t, letters[0].HTML, "<b>Dear</b>", "the inviter's words are plain text")
		accounttest.RequireError(t, do(t, hotel, c.ID, "accept", ""), http.StatusForbidden, "forbidden",
			"the latest proposal is your own: it is for the other side to accept it; you can: update, reject, delete")
		require.Equal(t, 60, move(t, hotel, c.ID, "update", `{"notice_period": 60}`).NoticePeriod)

		operator := register(t, e, "new+1@tours.example", auth.TourOperator, "de")
		got := decode[seen](t, operator.Do(t, get, path(c.ID, ""), ""), http.StatusOK)
		require.Equal(t, []any{operator.User.ID, contract.StatusProposed, 60, contract.DirectionIncoming}, []any{*got.Partner, got.Status, got.NoticePeriod, got.Direction})
		require.Nil(t, got.InviteEmail)
		require.Equal(t, "Sonnen & Reisen GmbH", *got.PartnerCompany)
		require.Equal(t, notify.ContractProposed, e.Notify.Told(t, operator)[0].Kind)
		require.Equal(t, fmt.Sprintf("/partners/contracts/%d/", c.ID), e.Notify.Told(t, operator)[0].Link)
		joined := e.Notify.Told(t, hotel)[0]
		require.Equal(t, notify.InvitationJoined, joined.Kind)
		require.Contains(t, joined.Body, "Sonnen & Reisen GmbH")
		require.Equal(t, contract.StatusAccepted, move(t, operator, c.ID, "accept", "").Status)
		e.Settle(t)
		require.Len(t, e.Notify.Told(t, hotel), 2, "whoever looks again after the registration finds nothing left to do")
	})

	t.Run("the letter is in the inviter's language", func(t *testing.T) {
		t.Parallel()
		e := contracttest.New(t)
		e.Start(t)
		operator := register(t, e, "kim@tours.example", auth.TourOperator, "de")
		invite(t, operator, `{"invite_email": "anna@pension.example"}`)
		letters := e.Letters(t, "anna@pension.example")
		require.Len(t, letters, 1)
		require.Contains(t, letters[0].Text, "möchte Ihre Zimmer verkaufen")
	})

	t.Run("once is enough, until it was withdrawn", func(t *testing.T) {
		t.Parallel()
		e := contracttest.New(t)
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
		operator := register(t, e, "a@tours.example", auth.TourOperator, "en")
		accounttest.RequireNotFound(t, operator.Do(t, get, path(c.ID, ""), ""))
		require.Empty(t, e.Notify.Told(t, operator), "a withdrawn invitation is none")
		require.NotEqual(t, c.ID, propose(t, hotel, operator, "").ID)
	})

	t.Run("everybody of the other type who invited has a proposal there, nobody else", func(t *testing.T) {
		t.Parallel()
		e := contracttest.New(t)
		one, two := e.Pair(t)
		third := e.Manager(t)
		first := invite(t, one, `{"invite_email": "a@tours.example"}`)
		wrong := invite(t, two, `{"invite_email": "a@tours.example"}`) // an operator takes it for a hotel's
		second := invite(t, third, `{"invite_email": "a@tours.example"}`)
		operator := register(t, e, "a@tours.example", auth.TourOperator, "en")
		got := decode[list](t, operator.Do(t, get, "/api/partners/contracts/?direction=incoming", ""), http.StatusOK)
		require.Equal(t, []int64{second.ID, first.ID}, []int64{got.Results[0].ID, got.Results[1].ID})
		require.Equal(t, 2, got.Count)
		open := decode[seen](t, two.Do(t, get, path(wrong.ID, ""), ""), http.StatusOK)
		require.Equal(t, []any{contract.StatusProposed, "a@tours.example"}, []any{open.Status, *open.InviteEmail})
	})

	t.Run("somebody registered gets an ordinary proposal, a colleague's address is the account's", func(t *testing.T) {
		t.Parallel()
		e := contracttest.New(t)
		hotel, operator := e.Pair(t)
		colleague := e.SubUser(t, operator, auth.PartnerConnections)
		c := invite(t, hotel, fmt.Sprintf(`{"invite_email": %q}`, colleague.User.Email))
		require.Equal(t, operator.User.OwnerID, *c.Partner)
		require.Nil(t, c.InviteEmail)
		require.Equal(t, notify.ContractProposed, e.Notify.Told(t, colleague)[0].Kind)
		require.Equal(t, http.StatusConflict, hotel.Do(t, post, createPath, fmt.Sprintf(`{"invite_email": %q}`, operator.User.Email)).Code)
	})

	t.Run("an invitation written while its recipient registers is found afterwards", func(t *testing.T) {
		t.Parallel()
		e := contracttest.New(t)
		hotel := e.Manager(t)
		hooked := e.Accounts.Hooks.Registered
		e.Accounts.Hooks.Registered = func(ctx context.Context, u account.User, in account.RegisterInput) error {
			return e.Settings.CreateCompany(ctx, u.ID, in.CompanyName, in.Country, u.Email) // has not seen it
		}
		c := invite(t, hotel, `{"invite_email": "a@tours.example"}`)
		operator := register(t, e, "a@tours.example", auth.TourOperator, "en")
		e.Accounts.Hooks.Registered = hooked
		e.Start(t)
		require.Len(t, e.Letters(t, "a@tours.example"), 2, "a welcome, and the notification of the proposal")
		require.Equal(t, http.StatusOK, operator.Do(t, get, path(c.ID, ""), "").Code)
		require.Len(t, e.Notify.Told(t, operator), 1)
	})

	t.Run("an invitation to a partner that came by itself meanwhile is moot", func(t *testing.T) {
		t.Parallel()
		e := contracttest.New(t)
		hotel, operator := e.Pair(t)
		c := invite(t, hotel, `{"invite_email": "other@tours.example"}`)
		e.Set(t, c.ID, "invite_email", operator.User.Email)
		propose(t, operator, hotel, "")
		require.NoError(t, e.Contracts.Join(t.Context(), operator.User))
		require.Equal(t, contract.StatusRejected, decode[seen](t, hotel.Do(t, get, path(c.ID, ""), ""), http.StatusOK).Status)
		require.Equal(t, 1, decode[list](t, operator.Do(t, get, "/api/partners/contracts/", ""), http.StatusOK).Count)
	})
}

// Both accounts can read what happened; who of the other side did it, and from
// where, stays there.
func TestTrails(t *testing.T) {
	t.Parallel()
	e := contracttest.New(t)
	hotel, operator := e.Pair(t)
	clerk, agent := e.SubUser(t, hotel, auth.PartnerConnections), e.SubUser(t, operator, auth.PartnerConnections)
	id := propose(t, clerk, operator, "").ID
	move(t, agent, id, "update", `{"notice_period": 30}`)
	move(t, clerk, id, "accept", "")
	move(t, clerk, id, "update", `{"notice_period": 31}`)
	move(t, agent, id, "reject", "")
	move(t, agent, id, "update", `{"notice_period": 32}`)
	move(t, clerk, id, "accept", "")
	clerk.Do(t, put, path(id, "permissions/"), `{"facts": {"rooms": false}}`)
	move(t, agent, id, "delete", "")

	actions := []string{"propose", "counter", "accept", "amend", "reject_amendment", "amend", "accept_amendment", "set_permissions", "cancel"}
	byHotel := []bool{true, false, true, true, false, false, true, true, false}
	for owner, own := range map[*accounttest.Who]*accounttest.Who{hotel: clerk, operator: agent} {
		entries, err := e.Audit.Of(t.Context(), owner.User.OwnerID, "contract", id)
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

	kinds := func(who *accounttest.Who) (list []notify.Kind) {
		all, _, err := e.Notify.Notify.Notifications(who.Context(t), who.Caller, notify.Filter{}, page.Request{})
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
