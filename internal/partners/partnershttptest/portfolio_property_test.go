package partnershttptest

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/auth"
	"allot/internal/partners/contract"
	"allot/internal/partners/mapping"
	"allot/internal/partners/portfolio"
	"allot/internal/platform/page"
)

type listed struct {
	PropertyID    int64               `json:"property_id"`
	Name          string              `json:"name"`
	Cover         *string             `json:"cover"`
	Codes         map[string]string   `json:"codes"`
	Company       string              `json:"company_name"`
	Contract      *int64              `json:"contract"`
	FactsAllowed  bool                `json:"facts_allowed"`
	PhotosAllowed bool                `json:"photos_allowed"`
	PartnerCount  int                 `json:"partner_count"`
	Partners      []portfolio.Partner `json:"partners"`
}

const partnersProperties = "/api/partners/partners-properties/"

func listPortfolio(t *testing.T, who *apptest.Who, path string) (names []string, all page.Page[listed]) {
	t.Helper()
	all = decode[page.Page[listed]](t, who.Do(t, get, path, ""), http.StatusOK)
	names = []string{}
	for _, l := range all.Results {
		names = append(names, l.Name)
	}
	return names, all
}

func under(c contract.Contract) string { return fmt.Sprintf("/api/partners/properties/%d/", c.ID) }

func TestProperties(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	hotel, aurora := e.Published(t, "Aurora")
	e.Property(t, hotel, "Draft")
	second := e.Property(t, hotel, "Boreas")
	e.Publish(t, hotel, e.Staff(), second)
	shutHotel, _ := e.Published(t, "Shut")
	photosHotel, _ := e.Published(t, "Only photos")
	e.Published(t, "Nobody's")
	operator, stranger := e.Operator(t), e.Operator(t)
	c := e.Accepted(t, hotel, operator)
	cancelled := e.Accepted(t, hotel, stranger, is(contract.StatusCancelled))
	e.Accepted(t, shutHotel, operator, shut(contract.RightFacts, contract.RightPhotos))
	byPhotos := e.Accepted(t, photosHotel, operator, shut(contract.RightFacts))
	e.Map(t, operator, aurora, mapping.Codes{Hotel: "OUR-1", External: "X"})

	t.Run("an operator lists what its contracts open, with contract, company and codes", func(t *testing.T) {
		t.Parallel()
		names, all := listPortfolio(t, operator, partnersProperties)
		require.Equal(t, []string{"Aurora", "Boreas", "Only photos"}, names)
		require.Equal(t, 3, all.Count)
		first := all.Results[0]
		require.Equal(t, c.ID, *first.Contract)
		require.Equal(t, "Company of "+hotel.User.Email[:len(hotel.User.Email)-len("@hotel.example")], first.Company)
		require.Equal(t, map[string]string{"hotel": "OUR-1", "internal": "", "external": "X", "supplier": ""}, first.Codes)
		require.Equal(t, second.Code, all.Results[1].Codes["hotel"], "the hotel's own where there is none")
		require.Empty(t, first.Partners, "other partners are not the operator's business")
		require.NotNil(t, first.Cover)
		require.Equal(t, byPhotos.ID, *all.Results[2].Contract)
		require.False(t, all.Results[2].FactsAllowed)
		require.True(t, all.Results[2].PhotosAllowed)
	})

	t.Run("filters by name and country, in pages", func(t *testing.T) {
		t.Parallel()
		names, _ := listPortfolio(t, operator, partnersProperties+"?q=BOR")
		require.Equal(t, []string{"Boreas"}, names)
		names, _ = listPortfolio(t, operator, partnersProperties+"?country=DE")
		require.Empty(t, names)
		names, all := listPortfolio(t, operator, partnersProperties+"?page=2&page_size=1")
		require.Equal(t, []string{"Boreas"}, names)
		require.Equal(t, 3, all.Count)
		require.Equal(t, http.StatusBadRequest, operator.Do(t, get, partnersProperties+"?country=Greece", "").Code)
	})

	t.Run("an operator without a contract in force lists nothing", func(t *testing.T) {
		t.Parallel()
		names, all := listPortfolio(t, stranger, partnersProperties)
		require.Empty(t, names)
		require.Zero(t, all.Count)
	})

	t.Run("a hotel lists its own published properties and who sees them", func(t *testing.T) {
		t.Parallel()
		names, all := listPortfolio(t, hotel, partnersProperties)
		require.Equal(t, []string{"Aurora", "Boreas"}, names)
		first := all.Results[0]
		require.Nil(t, first.Contract)
		require.Equal(t, aurora.Code, first.Codes["hotel"], "the operator's codes are its own")
		require.Equal(t, 1, first.PartnerCount, "those with a contract in force")
		require.Equal(t, operator.User.OwnerID, first.Partners[0].Partner)
		require.NotEmpty(t, first.Partners[0].Company)
		_, all = listPortfolio(t, shutHotel, partnersProperties)
		require.Zero(t, all.Results[0].PartnerCount, "to whom nothing is open sees nothing")
		require.Empty(t, all.Results[0].Partners)
	})

	t.Run("both sides list what one contract opens", func(t *testing.T) {
		t.Parallel()
		names, all := listPortfolio(t, operator, under(c))
		require.Equal(t, []string{"Aurora", "Boreas"}, names)
		require.Equal(t, "OUR-1", all.Results[0].Codes["hotel"])
		names, all = listPortfolio(t, hotel, under(c))
		require.Equal(t, []string{"Aurora", "Boreas"}, names)
		require.Equal(t, aurora.Code, all.Results[0].Codes["hotel"])
		require.Equal(t, c.ID, *all.Results[0].Contract)
		require.Equal(t, c.ID, all.Results[0].Partners[0].Contract)
		names, _ = listPortfolio(t, operator, under(byPhotos)+"?q=nothing")
		require.Empty(t, names)
	})

	t.Run("nothing under a contract that is not in force, and no foreign contract", func(t *testing.T) {
		t.Parallel()
		for _, side := range []*apptest.Who{hotel, stranger} {
			names, all := listPortfolio(t, side, under(cancelled))
			require.Empty(t, names)
			require.Zero(t, all.Count)
		}
		apptest.RequireNotFound(t, stranger.Do(t, get, under(c), ""))
		apptest.RequireNotFound(t, shutHotel.Do(t, get, under(c), ""))
		apptest.RequireNotFound(t, operator.Do(t, get, "/api/partners/properties/999999/", ""))
	})

	t.Run("a sub-user needs the flag, staff have no partners", func(t *testing.T) {
		t.Parallel()
		property := fmt.Sprintf("/api/tour-operator/properties/%d/", aurora.ID)
		check := fmt.Sprintf("/api/partners/check-facts/%d/", aurora.ID)
		desk, sales := e.SubUser(t, operator, auth.FactSheets), e.SubUser(t, operator, auth.PartnerConnections)
		for _, path := range []string{partnersProperties, under(c), check, property} {
			require.Equal(t, http.StatusForbidden, desk.Do(t, get, path, "").Code, path)
			require.Equal(t, http.StatusOK, sales.Do(t, get, path, "").Code, path)
			require.Equal(t, http.StatusForbidden, e.Staff().Do(t, get, path, "").Code, path)
			apptest.RequireNotSignedIn(t, e.Do(t, get, path, ""))
		}
		require.Equal(t, http.StatusForbidden, hotel.Do(t, get, property, "").Code, "only for tour operators")
	})
}

func TestCheck(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	hotel, p := e.Published(t, "Aurora")
	draft := e.Property(t, hotel, "Draft")
	check := func(t *testing.T, who *apptest.Who, id int64) portfolio.Access {
		t.Helper()
		return decode[portfolio.Access](t, who.Do(t, get, fmt.Sprintf("/api/partners/check-facts/%d/", id), ""), http.StatusOK)
	}
	reason := func(a portfolio.Access) portfolio.Reason {
		if a.Reason == nil {
			return ""
		}
		return *a.Reason
	}

	t.Run("tells what the terms in force open", func(t *testing.T) {
		t.Parallel()
		operator := e.Operator(t)
		c := e.Accepted(t, hotel, operator, shut(contract.RightCategory("contacts")), func(c *contract.Contract) { c.EditFacts = contract.Ask })
		got := check(t, operator, p.ID)
		require.True(t, got.Accessible)
		require.Nil(t, got.Reason)
		require.Equal(t, c.ID, *got.Contract)
		require.True(t, got.Published)
		require.Equal(t, 1, *got.Version)
		require.NotNil(t, got.PublishedAt)
		require.Equal(t, contract.Ask, got.Edit)
		require.True(t, got.Photos)
		require.Len(t, got.Categories, 18)
		require.False(t, got.Categories["contacts"])
		require.True(t, got.Categories["rooms"])

		got = check(t, operator, draft.ID)
		require.Equal(t, portfolio.ReasonNotPublished, reason(got))
		require.False(t, got.Accessible)
		require.Nil(t, got.Version)
	})

	t.Run("tells that facts are shut", func(t *testing.T) {
		t.Parallel()
		operator := e.Operator(t)
		e.Accepted(t, hotel, operator, shut(contract.RightFacts))
		got := check(t, operator, p.ID)
		require.Equal(t, portfolio.ReasonNotAllowed, reason(got))
		require.False(t, got.Accessible)
		require.False(t, got.Categories["rooms"])
		require.Equal(t, contract.No, got.Edit)
		require.True(t, got.Photos)
	})

	t.Run("says the same of a property without contract and of none", func(t *testing.T) {
		t.Parallel()
		stranger := e.Operator(t)
		rejected := e.Operator(t)
		e.Accepted(t, hotel, rejected, is(contract.StatusRejected))
		other := e.Manager(t)
		want := check(t, stranger, 999_999)
		require.Equal(t, portfolio.ReasonNoContract, reason(want))
		for _, who := range []*apptest.Who{stranger, rejected, other} {
			for _, id := range []int64{p.ID, draft.ID} {
				got := check(t, who, id)
				require.Equal(t, id, got.Property)
				got.Property = want.Property
				require.Equal(t, want, got)
			}
		}
		require.Nil(t, want.Contract)
		require.False(t, want.Published)
		require.Len(t, want.Categories, 18)
	})

	t.Run("a hotel may do everything with its own", func(t *testing.T) {
		t.Parallel()
		got := check(t, hotel, p.ID)
		require.True(t, got.Accessible)
		require.Nil(t, got.Contract)
		require.Equal(t, contract.Yes, got.Edit)
		require.Equal(t, portfolio.ReasonNotPublished, reason(check(t, hotel, draft.ID)))
	})
}

func TestProperty(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	hotel, p := e.Published(t, "Aurora")
	draft := e.Property(t, hotel, "Draft")
	type property struct {
		Name       string            `json:"name"`
		Contract   int64             `json:"contract"`
		Codes      map[string]string `json:"codes"`
		Facts      map[string]any    `json:"facts"`
		RoomTypes  []portfolio.Room  `json:"room_types"`
		Gallery    []map[string]any  `json:"gallery"`
		Overridden []string          `json:"overridden"`
	}
	at := func(id int64) string { return fmt.Sprintf("/api/tour-operator/properties/%d/", id) }
	rooms, err := e.Publications.RoomsOf(t.Context(), []int64{p.ID})
	require.NoError(t, err)
	room := rooms[p.ID][0]

	t.Run("shows a property as the catalogue of the operator has it", func(t *testing.T) {
		t.Parallel()
		operator := e.Operator(t)
		c := e.Accepted(t, hotel, operator)
		e.Map(t, operator, p, mapping.Codes{Hotel: "OURS", Rooms: map[int64]mapping.RoomCode{room.ID: {Code: "R1"}}})
		got := decode[property](t, operator.Do(t, get, at(p.ID), ""), http.StatusOK)
		require.Equal(t, "Aurora", got.Name)
		require.Equal(t, c.ID, got.Contract)
		require.Equal(t, "OURS", got.Codes["hotel"])
		require.Len(t, got.Facts, 18)
		require.Equal(t, "R1", got.RoomTypes[0].Code)
		require.Equal(t, room.Name, got.RoomTypes[0].Name)
		require.Equal(t, room.Code, got.RoomTypes[0].HotelCode)
		require.Len(t, got.Gallery, 2)
		require.Empty(t, got.Overridden)
	})

	t.Run("leaves out what is shut", func(t *testing.T) {
		t.Parallel()
		operator := e.Operator(t)
		e.Accepted(t, hotel, operator, shut(contract.RightPhotos, contract.RightCategory("rooms")))
		got := decode[property](t, operator.Do(t, get, at(p.ID), ""), http.StatusOK)
		require.NotContains(t, got.Facts, "rooms")
		require.Empty(t, got.RoomTypes)
		require.Empty(t, got.Gallery)
		photosOnly := e.Operator(t)
		e.Accepted(t, hotel, photosOnly, shut(contract.RightFacts))
		got = decode[property](t, photosOnly.Do(t, get, at(p.ID), ""), http.StatusOK)
		require.Empty(t, got.Facts)
		require.Len(t, got.Gallery, 2)
	})

	t.Run("is not found unless published under a contract that opens it", func(t *testing.T) {
		t.Parallel()
		without, ended, blind, partner := e.Operator(t), e.Operator(t), e.Operator(t), e.Operator(t)
		e.Accepted(t, hotel, ended, is(contract.StatusCancelled))
		e.Accepted(t, hotel, blind, shut(contract.RightFacts, contract.RightPhotos))
		e.Accepted(t, hotel, partner)
		for _, who := range []*apptest.Who{without, ended, blind} {
			apptest.RequireNotFound(t, who.Do(t, get, at(p.ID), ""))
		}
		apptest.RequireNotFound(t, partner.Do(t, get, at(draft.ID), ""))
		apptest.RequireNotFound(t, partner.Do(t, get, at(999_999), ""))
	})
}
