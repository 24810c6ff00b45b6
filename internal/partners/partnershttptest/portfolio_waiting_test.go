package partnershttptest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/property"
	"allot/internal/identity/auth"
	"allot/internal/identity/notify"
	"allot/internal/identity/plan"
	"allot/internal/partners/contract"
	"allot/internal/partners/portfolio"
)

// noticed are the titles of what a hotel was told of partners that wait.
func noticed(t *testing.T, e *apptest.Env, hotel *apptest.Who) []string {
	t.Helper()
	list := []string{}
	for _, n := range e.Told(t, hotel) {
		if n.Kind == notify.PartnersWaiting {
			list = append(list, n.Title+": "+n.Body)
		}
	}
	return list
}

type waitingAnswer struct {
	Count   int
	Results []struct {
		PropertyID   int64  `json:"property_id"`
		Name         string `json:"name"`
		Company      string `json:"company_name"`
		Contract     *int64 `json:"contract"`
		PartnerCount int    `json:"partner_count"`
		Partners     []struct {
			Contract int64
			Company  string `json:"company_name"`
		}
	}
}

func waiting(t *testing.T, who *apptest.Who, query string) waitingAnswer {
	t.Helper()
	return decode[waitingAnswer](t, who.Do(t, get, "/api/partners/waiting-properties/"+query, ""), http.StatusOK)
}

func TestWaiting(t *testing.T) {
	t.Parallel()

	t.Run("a hotel is told once which partner waits for which property", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		hotel, operator := e.Partners(t, contract.Yes).Hotel, e.Operator(t)
		e.Grant(t, hotel, plan.Gold)
		before := len(noticed(t, e, hotel))
		e.Property(t, hotel, "Second")
		require.Len(t, noticed(t, e, hotel), before+1, "the partner of the first contract waits for a new property")
		c := e.Proposed(t, hotel, operator)
		require.Len(t, noticed(t, e, hotel), before+1, "a proposal gives nothing to wait for")
		_, err := e.Contracts.Accept(operator.Context(t), operator.Caller, c.ID, 0)
		require.NoError(t, err)
		list := noticed(t, e, hotel)
		require.Len(t, list, before+2)
		company, err := e.Settings.CompanyName(t.Context(), operator.User.OwnerID)
		require.NoError(t, err)
		require.True(t, strings.HasPrefix(list[0], "Partners wait for Second to be published: "), list[0])
		require.Contains(t, list[0], "Waiting: "+company+".")

		_, err = e.Contracts.Cancel(hotel.Context(t), hotel.Caller, c.ID)
		require.NoError(t, err)
		again := e.Proposed(t, hotel, operator)
		require.Equal(t, c.ID, again.ID)
		_, err = e.Contracts.Accept(operator.Context(t), operator.Caller, c.ID, 0)
		require.NoError(t, err)
		require.Len(t, noticed(t, e, hotel), before+2, "not again for the same contract and property")
	})

	t.Run("both sides can list it", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		hotel, p := e.Published(t, "Aurora")
		e.Grant(t, hotel, plan.Gold)
		draft := e.Property(t, hotel, "Borealis")
		operator, stranger := e.Operator(t), e.Operator(t)
		require.Empty(t, waiting(t, hotel, "").Results, "nobody waits")
		c := e.Accepted(t, hotel, operator)
		got := waiting(t, hotel, "")
		require.Len(t, got.Results, 1)
		require.Equal(t, draft.ID, got.Results[0].PropertyID)
		require.Nil(t, got.Results[0].Contract)
		require.Equal(t, 1, got.Results[0].PartnerCount)
		require.Equal(t, c.ID, got.Results[0].Partners[0].Contract)
		require.NotEmpty(t, got.Results[0].Partners[0].Company)

		got = waiting(t, operator, "?q=bór")
		require.Equal(t, 1, got.Count)
		require.Equal(t, c.ID, *got.Results[0].Contract)
		require.NotEmpty(t, got.Results[0].Company)
		require.Empty(t, got.Results[0].Partners, "other partners are not its business")
		require.Empty(t, waiting(t, operator, "?country=TR").Results)
		require.Empty(t, waiting(t, stranger, "").Results)
		e.SetStatus(t, c, contract.StatusCancelled)
		require.Empty(t, waiting(t, operator, "").Results)
		e.SetStatus(t, c, contract.StatusAccepted)
		e.SetFlags(t, c, contract.Flags{contract.RightFacts: contract.No, contract.RightPhotos: contract.No, contract.RightStopSale: contract.No})
		require.Empty(t, waiting(t, operator, "").Results, "who would see nothing waits for nothing")
		e.SetFlags(t, c, contract.Flags{})
		e.Publish(t, hotel, e.Staff(), draft)
		require.Empty(t, waiting(t, hotel, "").Results)
		require.NotEqual(t, p.ID, draft.ID)
	})

	t.Run("whoever works for some properties sees who waits for those", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		hotel, first := e.Hotel(t, "Aurora")
		e.Grant(t, hotel, plan.Gold)
		second := e.Property(t, hotel, "Borealis")
		e.Accepted(t, hotel, e.Operator(t))
		require.Len(t, waiting(t, hotel, "").Results, 2)
		for _, p := range []property.Property{first, second} {
			colleague := e.Scoped(t, hotel, []auth.Flag{auth.PartnerConnections}, p.ID)
			got := waiting(t, colleague, "")
			require.Equal(t, 1, got.Count)
			require.Len(t, got.Results, 1)
			require.Equal(t, p.ID, got.Results[0].PropertyID)
		}
	})

	t.Run("those are told who may see the list, of the properties in their scope", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		hotel, first := e.Hotel(t, "Aurora")
		e.Grant(t, hotel, plan.Gold)
		second := e.Property(t, hotel, "Borealis")
		one := e.Scoped(t, hotel, []auth.Flag{auth.PartnerConnections}, first.ID)
		both := e.Scoped(t, hotel, []auth.Flag{auth.PartnerConnections}, first.ID, second.ID)
		writer, operator := e.SubUser(t, hotel, auth.FactSheets), e.Operator(t)
		_, err := e.Contracts.Accept(operator.Context(t), operator.Caller, e.Proposed(t, hotel, operator).ID, 0)
		require.NoError(t, err)
		titles := func(who *apptest.Who) []string {
			list := noticed(t, e, who)
			for i, text := range list {
				list[i], _, _ = strings.Cut(text, ": ")
			}
			return list
		}
		const two = "Partners wait for Aurora, Borealis to be published"
		require.Equal(t, []string{two}, titles(hotel))
		require.Equal(t, []string{two}, titles(both))
		require.Equal(t, []string{"Partners wait for Aurora to be published"}, titles(one))
		require.Empty(t, titles(writer), "who may not see the list")
		e.Property(t, hotel, "Corona")
		require.Len(t, titles(hotel), 2)
		require.Len(t, titles(one), 1)
		require.Len(t, titles(both), 1)
	})

	t.Run("what was told of a property that is gone is forgotten", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		hotel, first := e.Hotel(t, "Aurora")
		e.Grant(t, hotel, plan.Gold)
		second := e.Property(t, hotel, "Borealis")
		operator := e.Operator(t)
		c, err := e.Contracts.Accept(operator.Context(t), operator.Caller, e.Proposed(t, hotel, operator).ID, 0)
		require.NoError(t, err)
		waits := func() (list []portfolio.Wait) {
			require.NoError(t, e.DB.From(t.Context()).NewRaw("SELECT * FROM portfolio_waits ORDER BY property_id").Scan(t.Context(), &list))
			return list
		}
		require.Equal(t, []portfolio.Wait{{PropertyID: first.ID, ContractID: c.ID}, {PropertyID: second.ID, ContractID: c.ID}}, waits())
		require.NoError(t, e.Properties.Delete(hotel.Context(t), hotel.Caller, first.ID))
		require.Equal(t, []portfolio.Wait{{PropertyID: second.ID, ContractID: c.ID}}, waits())
	})

	t.Run("is told once, however many come at once", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		hotel, draft := e.Hotel(t, "Aurora")
		c := e.Accepted(t, hotel, e.Operator(t))
		told := func(tell func(ctx context.Context) error) error { return e.DB.InTx(t.Context(), tell) }
		errs := make([]error, 8)
		var all sync.WaitGroup
		for i := range errs {
			all.Go(func() {
				errs[i] = told(func(ctx context.Context) error { return e.Portfolio.ContractAccepted(ctx, c) })
			})
		}
		all.Wait()
		require.NoError(t, errors.Join(errs...))
		require.Len(t, noticed(t, e, hotel), 1)
		require.NoError(t, told(func(ctx context.Context) error { return e.Portfolio.PropertyCreated(ctx, draft) }))
		require.Len(t, noticed(t, e, hotel), 1)
	})
}

func TestFeed_notPublished(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	hotel, p := e.Published(t, "Aurora")
	operator := e.Operator(t)
	e.Grant(t, hotel, plan.Gold)
	e.Grant(t, operator, plan.Gold)
	c := e.Accepted(t, hotel, operator)
	draft := e.Property(t, hotel, "Borealis")
	country := "TR"
	draft, err := e.Properties.Update(hotel.Context(t), hotel.Caller, draft.ID, property.Change{Country: &country}, property.Logo{})
	require.NoError(t, err)
	token, _ := e.Key(t, operator, auth.KeyFactSheet, auth.KeyHotelPhotos)
	own, _ := e.Key(t, hotel, auth.KeyFactSheet, auth.KeyHotelPhotos)
	for i, path := range v1(token) {
		apptest.RequireJSON(t, e.Do(t, get, path+fmt.Sprintf("?property_id=%d", draft.ID), ""), http.StatusOK, fmt.Sprintf(
			`{"generated_at":%q,"properties":[{"property_id":%d,"name":"Borealis","country":"TR","city":"","codes":{"hotel":%q,"internal":"","external":"","supplier":""},
				"error":{"code":"not_published","message":"The hotel has not published this property yet"}}]}`,
			e.Clock.Now().UTC().Format(time.RFC3339Nano), draft.ID, draft.Code))
		require.Len(t, decode[feedAnswer](t, e.Do(t, get, path, ""), http.StatusOK).Properties, 2)
		require.Len(t, decode[feedAnswer](t, e.Do(t, get, path+"?country=TR", ""), http.StatusOK).Properties, 1)
		require.Len(t, decode[feedAnswer](t, e.Do(t, get, path+"?country=GR", ""), http.StatusOK).Properties, 1)
		require.Len(t, decode[feedAnswer](t, e.Do(t, get, v1(own)[i], ""), http.StatusOK).Properties, 1, "a hotel knows what it has not published")

		tag := e.ETag(t, path)
		e.SetFlags(t, c, contract.Flags{contract.RightExports: contract.No})
		require.False(t, e.Unchanged(t, path, tag))
		require.Empty(t, decode[feedAnswer](t, e.Do(t, get, path, ""), http.StatusOK).Properties, "systems are told of nothing")
		e.SetFlags(t, c, contract.Flags{})
	}
	require.Equal(t, http.StatusOK, operator.Do(t, get, fmt.Sprintf("/api/tour-operator/properties/%d/", p.ID), "").Code)
	tag := e.ETag(t, v1(token)[0])
	e.Publish(t, hotel, e.Staff(), draft)
	require.False(t, e.Unchanged(t, v1(token)[0], tag))
	got := decode[feedAnswer](t, e.Do(t, get, v1(token)[0], ""), http.StatusOK)
	require.Equal(t, 1, got.Properties[1].Version)
}

// A plan that is told of news once a day is told of a new hotel at once: what is
// shown is then as young as its publication.
func TestFeed_generatedAt(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	e.Clock.Advance(12*time.Hour + 1500*time.Microsecond)
	hotel, p := e.Published(t, "Aurora")
	operator := e.Operator(t) // Free: once a day
	e.Accepted(t, hotel, operator)
	token, _ := e.Key(t, operator, auth.KeyFactSheet)
	first := e.Clock.Now()
	read := func() feedAnswer { return decode[feedAnswer](t, e.Do(t, get, v1(token)[0], ""), http.StatusOK) }
	require.True(t, read().GeneratedAt.Equal(first), "%s, published at %s", read().GeneratedAt, first)
	e.Clock.Advance(time.Hour)
	e.Publish(t, hotel, e.Staff(), p)
	require.Equal(t, 1, read().Properties[0].Version)
	require.True(t, read().GeneratedAt.Equal(first), "the second version is not shown yet")
	e.Clock.Advance(24 * time.Hour)
	require.Equal(t, 2, read().Properties[0].Version)
	require.True(t, read().GeneratedAt.After(first))
}
