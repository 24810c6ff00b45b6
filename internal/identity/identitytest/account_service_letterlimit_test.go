package identitytest

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/account"
	"allot/internal/identity/plan"
	"allot/internal/platform/secret"
)

// What an account enters may be anybody's address, so its letters are among the
// day's letters to outsiders.
func TestService_letterLimit(t *testing.T) {
	t.Parallel()
	colleague := account.SubUserInput{Email: "stranger@elsewhere.example", Password: apptest.Password}

	t.Run("entering one more address than the plan's letters is refused and changes nothing", func(t *testing.T) {
		t.Parallel()
		e := asking(t)
		m := e.Manager(t)
		c := e.SubUser(t, m)
		require.NoError(t, e.Plans.SpendLetters(t.Context(), m.User.ID, plan.Free.Features.LettersPerDay-3))
		_, err := e.Accounts.CreateSubUser(m.Context(t), m.Caller, account.SubUserInput{Email: "jan@hotel.example", Password: apptest.Password})
		require.NoError(t, err)
		_, err = e.Accounts.UpdateSubUser(m.Context(t), m.Caller, c.User.ID, account.ProfileInput{Email: ptr("one@hotel.example")}, nil)
		require.NoError(t, err)
		_, err = e.Accounts.UpdateProfile(m.Context(t), m.Caller, account.ProfileInput{Email: ptr("two@hotel.example")})
		require.NoError(t, err)
		e.Settle(t)
		before := dump(t, e)

		_, err = e.Accounts.CreateSubUser(m.Context(t), m.Caller, colleague)
		require.ErrorIs(t, err, plan.ErrLetterLimit)
		in := account.ProfileInput{Email: ptr("stranger@elsewhere.example")}
		_, err = e.Accounts.UpdateSubUser(m.Context(t), m.Caller, c.User.ID, in, ptr(newPassword))
		require.ErrorIs(t, err, plan.ErrLetterLimit)
		_, err = e.Accounts.UpdateProfile(m.Context(t), m.Caller, in)
		require.ErrorIs(t, err, plan.ErrLetterLimit)
		require.ErrorIs(t, e.Accounts.ResendConfirmation(m.Context(t), m.Caller), plan.ErrLetterLimit)
		require.Equal(t, before, dump(t, e))

		_, err = e.Accounts.UpdateProfile(m.Context(t), m.Caller, account.ProfileInput{FirstName: ptr("Maria")})
		require.NoError(t, err, "a change without a new address costs nothing")
		e.Clock.Advance(24 * time.Hour)
		_, err = e.Accounts.CreateSubUser(m.Context(t), m.Caller, colleague)
		require.NoError(t, err, "the next day")
	})

	t.Run("the first letter of a registration is not counted, and asking again within a minute costs one letter", func(t *testing.T) {
		t.Parallel()
		e := asking(t)
		m := newcomer(t, e, "anna@hotel.example")
		e.Settle(t) // a letter whose link was replaced before it went is not sent
		require.NoError(t, e.Plans.SpendLetters(t.Context(), m.User.ID, plan.Free.Features.LettersPerDay-1))
		for range 3 {
			require.NoError(t, e.Accounts.ResendConfirmation(m.Context(t), m.Caller))
		}
		e.Clock.Advance(2 * time.Minute)
		require.ErrorIs(t, e.Accounts.ResendConfirmation(m.Context(t), m.Caller), plan.ErrLetterLimit)
		require.Len(t, e.Letters(t, "anna@hotel.example"), 2)
	})

	t.Run("staff have no plan", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		a := e.Admin(t)
		_, err := e.Accounts.UpdateProfile(a.Context(t), a.Caller, account.ProfileInput{Email: ptr("root@allot.example")})
		require.NoError(t, err)
		require.NoError(t, e.Accounts.ResendConfirmation(a.Context(t), a.Caller))
	})
}

func TestService_confirmationCounter(t *testing.T) {
	t.Parallel()

	t.Run("confirming an address does not start the count of letters anew", func(t *testing.T) {
		t.Parallel()
		e := asking(t)
		m := newcomer(t, e, "anna@hotel.example")
		e.Settle(t)
		tokens, _ := proofs(t, e, "anna@hotel.example")
		enter := func(email string) {
			_, err := e.Accounts.UpdateProfile(m.Context(t), m.Caller, account.ProfileInput{Email: &email})
			require.NoError(t, err)
			e.Settle(t)
		}
		for range 8 {
			enter("stranger@elsewhere.example")
			enter("anna@hotel.example")
			_, err := e.Accounts.ConfirmEmail(apptest.Context(t), tokens[len(tokens)-1])
			if err != nil {
				require.Equal(t, []string{"token"}, fieldsOf(err), "the five letters are used up")
			}
			e.Clock.Advance(time.Minute)
			tokens, _ = proofs(t, e, "anna@hotel.example")
		}
		stranger, _ := proofs(t, e, "stranger@elsewhere.example")
		require.Len(t, stranger, 5)
	})

	t.Run("confirming makes every other link void, and the clean-up leaves the count for an hour", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t, apptest.Settings(apptest.ConfirmEmails))
		m := e.Manager(t)
		now := e.Clock.Now()
		keep := func(token string) {
			require.NoError(t, e.AccountStore.InTx(t.Context(), func(ctx context.Context) error {
				return e.AccountStore.InsertConfirmation(ctx, account.Confirmation{
					UserID: m.User.ID, Email: m.User.Email, TokenHash: secret.Hash(token), CreatedAt: now, ExpiresAt: now.Add(7 * 24 * time.Hour),
				})
			}))
		}
		keep("one")
		keep("two")
		change(t, e, m.User.ID, func(u *account.User) { u.EmailState = account.EmailPending })
		_, err := e.Accounts.ConfirmEmail(apptest.Context(t), "one")
		require.NoError(t, err)
		_, err = e.Accounts.ConfirmEmail(apptest.Context(t), "two")
		require.Equal(t, []string{"token"}, fieldsOf(err))
		e.Clock.Advance(59 * time.Minute)
		e.Start(t)
		e.Settle(t)
		require.Equal(t, 2, rowsAccount(t, e, "account_email_confirmations"))
		require.NoError(t, e.AccountStore.InTx(t.Context(), func(ctx context.Context) error {
			return e.AccountStore.PurgeConfirmations(ctx, e.Clock.Now(), now)
		}))
		require.Zero(t, rowsAccount(t, e, "account_email_confirmations"))
	})

	t.Run("a letter that is tried again counts once, and each of its links is good", func(t *testing.T) {
		t.Parallel()
		server := &chatty{}
		e := apptest.New(t, apptest.With(func(d *account.Deps) { d.ConfirmEmails, d.Mail = true, server }))
		m := newcomer(t, e, "anna@hotel.example")
		for range 7 {
			require.Error(t, e.Accounts.SendConfirmation(t.Context(), m.User.ID, 1))
			e.Clock.Advance(time.Minute)
		}
		for job := range int64(6) {
			_ = e.Accounts.SendConfirmation(t.Context(), m.User.ID, 10+job)
		}
		require.Len(t, server.texts, 7+4, "the mail server was asked for four more letters")
		require.Error(t, e.Accounts.SendConfirmation(t.Context(), m.User.ID, 1), "it still may be sent")
		_, err := e.Accounts.ConfirmEmail(apptest.Context(t), confirmLink.FindStringSubmatch(server.texts[0])[1])
		require.NoError(t, err)
	})
}
