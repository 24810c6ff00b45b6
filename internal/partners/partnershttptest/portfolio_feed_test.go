package partnershttptest

import (
	"encoding/xml"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/facts"
	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
)

type feedAnswer struct {
	GeneratedAt time.Time `json:"generated_at"`
	Properties  []struct {
		PropertyID int64             `json:"property_id"`
		Name       string            `json:"name"`
		Codes      map[string]string `json:"codes"`
		Version    int               `json:"version"`
		Logo       *string           `json:"logo"`
		Facts      map[string]any    `json:"facts"`
		Photos     []map[string]any  `json:"photos"`
	} `json:"properties"`
}

func TestFeed_hotel(t *testing.T) {
	t.Parallel()

	t.Run("a hotel's key reads its published properties, and only those", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		who, p := e.Ready(t, "Hotel Ήλιος")
		e.Property(t, who, "Draft only")
		e.Save(t, who, p.ID, "contacts", facts.Record{"person": "Kept private", "shared_with_partners": false})
		other, q := e.Ready(t, "Elsewhere")
		admin := e.Staff()
		e.Publish(t, who, admin, p)
		e.Publish(t, other, admin, q)
		token, _ := e.Key(t, who, auth.KeyFactSheet, auth.KeyHotelPhotos)

		got := decode[feedAnswer](t, e.Do(t, get, "/api/info/published-partners/"+token+"/", ""), http.StatusOK)
		require.True(t, got.GeneratedAt.Equal(e.Clock.Now()))
		require.Len(t, got.Properties, 1)
		require.Equal(t, p.ID, got.Properties[0].PropertyID)
		require.Equal(t, map[string]string{"hotel": p.Code, "internal": "", "external": "", "supplier": ""}, got.Properties[0].Codes)
		require.Len(t, got.Properties[0].Facts, 18)
		require.NotContains(t, fmt.Sprint(got.Properties[0].Facts), "Kept private")
		photos := decode[feedAnswer](t, e.Do(t, get, "/api/facts/partners-photos/"+token+"/", ""), http.StatusOK)
		require.Len(t, photos.Properties[0].Photos, 2)
	})

	t.Run("filters by id and country", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		who, p := e.Ready(t, "Greek")
		q := e.Property(t, who, "Other")
		admin := e.Staff()
		require.Equal(t, http.StatusOK, who.Do(t, http.MethodPut, fmt.Sprintf("/api/info/property/update/%d/", q.ID), `{"country":"TR"}`).Code)
		e.Publish(t, who, admin, p)
		e.Publish(t, who, admin, q)
		token, _ := e.Key(t, who, auth.KeyFactSheet)
		names := func(query string) []string {
			list := []string{}
			for _, one := range decode[feedAnswer](t, e.Do(t, get, "/api/info/published-partners/"+token+"/"+query, ""), http.StatusOK).Properties {
				list = append(list, one.Name)
			}
			return list
		}
		require.Equal(t, []string{"Greek", "Other"}, names(""))
		require.Equal(t, []string{"Other"}, names("?country=TR,DE"))
		require.Equal(t, []string{"Greek"}, names(fmt.Sprintf("?property_id=%d,99999", p.ID)))
		require.Empty(t, names(fmt.Sprintf("?country=TR&property_id=%d", p.ID)))
		apptest.RequireInvalid(t, e.Do(t, get, "/api/info/published-partners/"+token+"/?country=Greece&property_id=x", ""),
			"property_id", `must be ids, separated by commas; "x" is none`,
			"country", `must be ISO 3166-1 alpha-2 codes such as GR, separated by commas; "Greece" is none`)
	})

	t.Run("answers in XML too", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		who, p := e.Ready(t, "Hotel & <Spa>")
		e.Publish(t, who, e.Staff(), p)
		token, _ := e.Key(t, who, auth.KeyFactSheet)
		res := e.Do(t, get, "/api/info/published-partners/"+token+"/?format=xml", "")
		require.Equal(t, "application/xml", res.Header().Get("Content-Type"))
		var doc struct {
			XMLName    xml.Name `xml:"response"`
			Properties []struct {
				Name  string   `xml:"name"`
				Rooms []string `xml:"facts>rooms>room>name"`
			} `xml:"properties>property"`
		}
		require.NoError(t, xml.Unmarshal(res.Body.Bytes(), &doc), res.Body)
		require.Equal(t, "Hotel & <Spa>", doc.Properties[0].Name)
		require.Len(t, doc.Properties[0].Rooms, 1)
	})

	t.Run("a key without the permission, or none, is refused", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		who, p := e.Ready(t, "Hotel")
		e.Publish(t, who, e.Staff(), p)
		token, _ := e.Key(t, who, auth.KeyFactSheet)
		res := e.Do(t, get, "/api/info/partners-photos/"+token+"/", "")
		require.Equal(t, http.StatusForbidden, res.Code)
		require.Contains(t, res.Body.String(), `"code":"key_permission"`)
		require.Equal(t, http.StatusUnauthorized, e.Do(t, get, "/api/info/published-partners/"+token+"x/", "").Code)
		require.Equal(t, http.StatusUnauthorized, who.Do(t, get, "/api/info/published-partners/nonsense/", "").Code, "a session opens no key's door")
	})

	t.Run("news reach a plan in its own steps, a new hotel at once", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		who, p := e.Ready(t, "Hotel")
		admin := e.Staff()
		token, _ := e.Key(t, who, auth.KeyFactSheet)
		e.Grant(t, who, plan.Silver) // an hour
		version := func() (int, time.Time) {
			got := decode[feedAnswer](t, e.Do(t, get, "/api/info/published-partners/"+token+"/", ""), http.StatusOK)
			return got.Properties[0].Version, got.GeneratedAt
		}
		e.Publish(t, who, admin, p)
		v, at := version()
		require.Equal(t, 1, v, "the first version shows at once")
		require.True(t, at.Equal(e.Clock.Now().UTC().Truncate(time.Hour)))
		e.Clock.Advance(time.Minute)
		e.Publish(t, who, admin, p)
		v, _ = version()
		require.Equal(t, 1, v)
		e.Clock.Advance(time.Hour)
		v, _ = version()
		require.Equal(t, 2, v)
		e.Grant(t, who, plan.Gold)
		e.Publish(t, who, admin, p)
		v, _ = version()
		require.Equal(t, 3, v, "in real time")
	})
}
