package partnerstest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/property"
	"allot/internal/identity/account"
	"allot/internal/identity/account/accountdb"
	"allot/internal/identity/auth"
	"allot/internal/identity/settings"
	"allot/internal/partners/marketplace"
	"allot/internal/platform/page"
	"allot/internal/platform/secret"
	"allot/internal/testkit/dbtest"
)

func ptr[T any](v T) *T { return &v }

// found is the marketplace as somebody sees it, by account.
func found(t *testing.T, e *apptest.Env, who *apptest.Who, f marketplace.Filter) map[int64]marketplace.MarketCard {
	t.Helper()
	list, count, err := e.Marketplace.Discover(who.Context(t), who.Caller, f, page.Request{Size: page.MaxSize})
	require.NoError(t, err)
	require.Equal(t, len(list), count)
	cards := map[int64]marketplace.MarketCard{}
	for _, c := range list {
		cards[c.OwnerID] = c
	}
	require.Len(t, cards, count, "nobody twice")
	return cards
}

func rename(t *testing.T, e *apptest.Env, who *apptest.Who, in settings.CompanyInput) {
	t.Helper()
	_, err := e.Settings.UpdateCompany(who.Context(t), who.Caller, in)
	require.NoError(t, err)
}

func change(t *testing.T, e *apptest.Env, who *apptest.Who, p property.Property, c property.Change) {
	t.Helper()
	_, err := e.Properties.Update(who.Context(t), who.Caller, p.ID, c, property.Logo{})
	require.NoError(t, err)
}

// prove confirms the address of a user with a token that a letter might have had.
func prove(t *testing.T, e *apptest.Env, u account.User, token string) {
	t.Helper()
	require.NoError(t, e.DB.InTx(t.Context(), func(ctx context.Context) error {
		return accountdb.New(e.DB).InsertConfirmation(ctx, account.Confirmation{
			UserID: u.ID, Email: u.Email, TokenHash: secret.Hash(token), CreatedAt: e.Clock.Now(), ExpiresAt: e.Clock.Now().Add(time.Hour),
		})
	}))
	_, err := e.Accounts.ConfirmEmail(apptest.Context(t), token)
	require.NoError(t, err)
}

func TestService_Registered(t *testing.T) {
	t.Parallel()

	t.Run("shows a new account at once, to the other type", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		hotel, operator := e.Manager(t), e.Operator(t)
		card := found(t, e, operator, marketplace.Filter{})[hotel.User.OwnerID]
		require.Equal(t, auth.Accommodation, card.AccountType)
		require.Equal(t, []string{"GR"}, card.Countries)
		require.Contains(t, found(t, e, hotel, marketplace.Filter{}), operator.User.OwnerID)
	})

	t.Run("shows nobody whose address waits for a proof, and everybody else again", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t, apptest.Settings(apptest.ConfirmEmails))
		operator := e.Operator(t)
		_, u, err := e.Accounts.Register(apptest.Context(t), account.RegisterInput{
			Email: "anna@hotel.example", Password: apptest.Password, AccountType: auth.Accommodation, CompanyName: "Poseidon", Country: "GR",
		})
		require.NoError(t, err)
		require.Empty(t, found(t, e, operator, marketplace.Filter{}))
		list, _, err := e.Marketplace.Available(operator.Context(t), operator.Caller, marketplace.Filter{}, page.Request{Size: page.MaxSize})
		require.NoError(t, err)
		require.Empty(t, list)
		e.Start(t)
		e.Settle(t)
		require.Empty(t, found(t, e, operator, marketplace.Filter{}), "nor once its events are told")

		hotel := e.Login(t, "anna@hotel.example")
		prove(t, e, u, secret.Token())
		require.Contains(t, found(t, e, operator, marketplace.Filter{}), u.ID, "at once")
		_, err = e.Accounts.UpdateProfile(hotel.Context(t), hotel.Caller, account.ProfileInput{Email: ptr("other@hotel.example")})
		require.NoError(t, err)
		e.Settle(t)
		require.Empty(t, found(t, e, operator, marketplace.Filter{}), "another address is to be proven again")
	})

	t.Run("leaves no entry of an account that did not come to be", func(t *testing.T) {
		t.Parallel()
		var fault error
		e := apptest.New(t, apptest.With(func(d *account.Deps) {
			whole := d.Hooks.Registered
			d.Hooks.Registered = func(ctx context.Context, u account.User, in account.RegisterInput) error {
				return errors.Join(whole(ctx, u, in), fault)
			}
		}))
		operator := e.Operator(t)
		fault = errors.New("something else failed")
		_, _, err := e.Accounts.Register(apptest.Context(t), account.RegisterInput{
			Email: "anna@hotel.example", Password: apptest.Password, AccountType: auth.Accommodation, CompanyName: "Poseidon", Country: "GR",
		})
		require.ErrorContains(t, err, "something else failed")
		require.Empty(t, found(t, e, operator, marketplace.Filter{}))
	})

	t.Run("takes the longest names that there are", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		operator := e.Operator(t)
		// Each of these letters is folded into eighteen others.
		_, u, err := e.Accounts.Register(apptest.Context(t), account.RegisterInput{
			Email: "anna@hotel.example", Password: apptest.Password, AccountType: auth.Accommodation,
			CompanyName: strings.Repeat("ﷺ", 200), Country: "GR",
		})
		require.NoError(t, err)
		require.Contains(t, found(t, e, operator, marketplace.Filter{Query: "ﷺ"}), u.ID)
	})
}

func TestService_Events(t *testing.T) {
	t.Parallel()

	t.Run("a company that changes shows as it is now", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		hotel, operator := e.Manager(t), e.Operator(t)
		e.Start(t)
		rename(t, e, hotel, settings.CompanyInput{
			Name: ptr("Αφροδίτη"), City: ptr("Πάφος"), Country: ptr("CY"), Website: ptr("https://aphrodite.example/"),
		})
		e.Settle(t)
		card := found(t, e, operator, marketplace.Filter{Query: "αφροδιτη παφος", Countries: []string{"CY"}})[hotel.User.OwnerID]
		require.Equal(t, []string{"Αφροδίτη", "Πάφος", "CY", "https://aphrodite.example/"}, []string{card.Name, card.City, card.Country, card.Website})
		require.Equal(t, []string{"CY"}, card.Countries)
		require.Empty(t, found(t, e, operator, marketplace.Filter{Countries: []string{"GR"}}), "it has moved")
	})

	t.Run("properties show once they are published, as published, and go when deleted", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		admin, operator := e.Admin(t), e.Operator(t)
		hotel, p := e.Ready(t, "Poseidon Palace")
		e.Start(t)
		see := func() marketplace.MarketCard {
			e.Settle(t)
			return found(t, e, operator, marketplace.Filter{})[hotel.User.OwnerID]
		}
		require.Zero(t, see().Properties)
		e.Publish(t, hotel, admin, p)
		card := see()
		require.Equal(t, 1, card.Properties)
		require.Equal(t, "Poseidon Palace", card.Published[0].Name)
		require.NotEmpty(t, card.Published[0].CoverKey)

		change(t, e, hotel, p, property.Change{Name: ptr("Triton"), Country: ptr("IT")})
		require.Equal(t, card, see(), "the working copy is nobody's business")
		require.Empty(t, found(t, e, operator, marketplace.Filter{Query: "triton"}))
		e.Publish(t, hotel, admin, p)
		require.Equal(t, []string{"GR", "IT"}, see().Countries)
		require.Len(t, found(t, e, operator, marketplace.Filter{Query: "triton"}), 1)
		require.Empty(t, found(t, e, operator, marketplace.Filter{Query: "palace"}))

		require.NoError(t, e.Properties.Delete(hotel.Context(t), hotel.Caller, p.ID))
		card = found(t, e, operator, marketplace.Filter{})[hotel.User.OwnerID]
		require.Empty(t, card.Published, "not for a moment longer")
		card = see()
		require.Zero(t, card.Properties)
		require.Equal(t, []string{"GR"}, card.Countries)
		require.Empty(t, found(t, e, operator, marketplace.Filter{Query: "triton"}))
	})

	t.Run("an entry goes with its account", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		hotel, operator := e.Manager(t), e.Operator(t)
		require.NoError(t, e.DB.InTx(t.Context(), func(ctx context.Context) error {
			_, err := e.DB.From(ctx).NewUpdate().Table("account_users").Set("deleted_at = ?", e.Clock.Now()).Where("id = ?", hotel.User.ID).Exec(ctx)
			return err
		}))
		require.NoError(t, e.Marketplace.Registered(t.Context(), hotel.User))
		require.Empty(t, found(t, e, operator, marketplace.Filter{}))
	})
}

// Whoever changes what at the same moment: in the end the entry is what
// company and publications say.
func TestService_Events_AtOnce(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	admin, operator := e.Admin(t), e.Operator(t)
	hotel, first := e.Ready(t, "Poseidon 0")
	all := []property.Property{first}
	for i := range 9 {
		all = append(all, e.Property(t, hotel, fmt.Sprintf("Poseidon %d", i+1)))
	}
	e.Start(t)
	apptest.AtOnce(40, func(i int) int {
		switch i % 4 {
		case 0:
			e.Publish(t, hotel, admin, all[i/4%len(all)])
		case 1:
			rename(t, e, hotel, settings.CompanyInput{Name: ptr(fmt.Sprintf("Company %d", i))})
		case 2:
			require.NoError(t, e.Marketplace.Registered(hotel.Context(t), hotel.User))
		case 3:
			rename(t, e, hotel, settings.CompanyInput{City: ptr(fmt.Sprintf("City %d", i))})
		}
		return 0
	})
	require.NoError(t, e.Properties.Delete(hotel.Context(t), hotel.Caller, first.ID))
	e.Settle(t)
	company, err := e.Settings.Company(t.Context(), hotel.User.OwnerID)
	require.NoError(t, err)
	card := found(t, e, operator, marketplace.Filter{})[hotel.User.OwnerID]
	require.Equal(t, []string{company.Name, company.City}, []string{card.Name, card.City})
	require.Equal(t, len(all)-1, card.Properties)
	require.Len(t, card.Published, 5)
	require.Len(t, found(t, e, operator, marketplace.Filter{Query: company.Name + " " + company.City}), 1)
	require.Empty(t, found(t, e, operator, marketplace.Filter{Query: first.Name}))
}

// An installation that was there before the directory gets the entries that it
// would have had.
func TestMigration_directory(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	admin, operator := e.Admin(t), e.Operator(t)
	hotel, p := e.Ready(t, "Ωκεανός")
	e.SubUser(t, hotel)
	e.Publish(t, hotel, admin, p)
	e.Publish(t, hotel, admin, e.Property(t, hotel, "Second"))
	second, q := e.Ready(t, "Δεύτερο")
	e.Publish(t, second, admin, q)
	dbtest.Remigrate(t, e.DB, 12, nil)

	cards := found(t, e, operator, marketplace.Filter{Countries: []string{"GR"}})
	require.Len(t, cards, 2, "found before any job has run; staff and colleagues are no accounts")
	require.Zero(t, cards[hotel.User.OwnerID].Properties)
	entries, _, err := e.DirectoryStore.Entries(t.Context(), marketplace.Search{AccountType: auth.TourOperator}, page.Request{})
	require.NoError(t, err)
	require.True(t, operator.User.CreatedAt.Equal(entries[0].JoinedAt))
	stale, err := e.DirectoryStore.Stale(t.Context(), 10)
	require.NoError(t, err)
	require.ElementsMatch(t, []int64{hotel.User.ID, operator.User.ID, second.User.ID}, stale)

	// The first event about an account brings all of it.
	require.NoError(t, e.Marketplace.Registered(t.Context(), hotel.User))
	require.Equal(t, 2, found(t, e, operator, marketplace.Filter{Query: "ωκεανος"})[hotel.User.OwnerID].Properties)

	// The others need none.
	require.NoError(t, e.DB.InTx(t.Context(), func(ctx context.Context) error {
		_, err := e.DB.From(ctx).NewDelete().Table("outbox_events").Where("1 = 1").Exec(ctx)
		return err
	}))
	e.Start(t)
	require.Eventually(t, func() bool {
		stale, err := e.DirectoryStore.Stale(t.Context(), 10)
		return err == nil && len(stale) == 0
	}, 2*time.Minute, 5*time.Millisecond)
	require.Equal(t, 1, found(t, e, operator, marketplace.Filter{Query: "δευτερο"})[second.User.OwnerID].Properties)
	require.Len(t, found(t, e, hotel, marketplace.Filter{}), 1)
}
