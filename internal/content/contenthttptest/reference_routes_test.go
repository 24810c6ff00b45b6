package contenthttptest

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/reference"
	"allot/internal/identity/settings"
	"allot/internal/platform/page"
)

func setupReference(t *testing.T) *apptest.Env {
	t.Helper()
	return apptest.New(t, apptest.With(func(d *reference.Deps) {
		d.Now = func() time.Time { return time.Date(2030, 1, 15, 12, 0, 0, 0, time.UTC) }
		d.Lists = map[string]func(string) []reference.Option{
			"themes": func(string) []reference.Option { return []reference.Option{{Value: "dark", Label: "Dark"}} },
		}
	}))
}

func results[T any](t *testing.T, res *httptest.ResponseRecorder) page.Page[T] {
	t.Helper()
	require.Equal(t, http.StatusOK, res.Code, res.Body)
	var p page.Page[T]
	require.NoError(t, json.Unmarshal(res.Body.Bytes(), &p))
	return p
}

func TestReferenceAccess(t *testing.T) {
	t.Parallel()
	e := setupReference(t)
	public := []string{"/api/external/countries/", "/api/external/currencies/"}
	signedIn := []string{
		"/api/external/states/?country=GR", "/api/external/cities/?country=GR", "/api/external/options/",
		"/api/external/options/languages/",
	}

	t.Run("the registration page gets countries and currencies", func(t *testing.T) {
		t.Parallel()
		for _, path := range public {
			res := e.Do(t, "GET", path, "")
			require.Equal(t, http.StatusOK, res.Code, path)
			require.Equal(t, "public, max-age=86400", res.Header().Get("Cache-Control"), path)
		}
	})

	t.Run("the rest is for those who signed in, of every type", func(t *testing.T) {
		t.Parallel()
		manager := e.Manager(t)
		people := []*apptest.Who{manager, e.Operator(t), e.Admin(t), e.SubUser(t, manager)}
		for _, path := range signedIn {
			res := e.Do(t, "GET", path, "")
			apptest.RequireNotSignedIn(t, res)
			require.Equal(t, "no-store", res.Header().Get("Cache-Control"))
			for _, who := range people {
				res := who.Do(t, "GET", path, "")
				require.Equal(t, http.StatusOK, res.Code, path)
				require.Regexp(t, `^private, (max-age=\d+|no-cache)$`, res.Header().Get("Cache-Control"), path)
			}
		}
	})

	t.Run("every answer names the source of its data", func(t *testing.T) {
		t.Parallel()
		who := e.Operator(t)
		for _, path := range append(public, signedIn...) {
			require.Equal(t, reference.Attribution, who.Do(t, "GET", path, "").Header().Get("X-Data-Source"), path)
		}
	})
}

func TestCountries(t *testing.T) {
	t.Parallel()
	e := setupReference(t)

	t.Run("the language is asked for or the browser's", func(t *testing.T) {
		t.Parallel()
		for path, want := range map[string]string{"?lang=tr": "tr", "": "de", "?lang=de-CH": "de"} {
			res := e.Do(t, "GET", "/api/external/countries/"+path, "", apptest.Header("Accept-Language", "de-DE,de;q=0.9,en;q=0.8"))
			require.Equal(t, http.StatusOK, res.Code, res.Body)
			require.Equal(t, want, res.Header().Get("Content-Language"), path)
			require.Contains(t, res.Header().Values("Vary"), "Accept-Language")
			require.Contains(t, res.Header().Values("Vary"), "Accept-Encoding")
		}
	})

	t.Run("else the signed-in user's, which nobody else is shown", func(t *testing.T) {
		t.Parallel()
		who, turkish := e.Manager(t), "tr"
		_, err := e.Settings.UpdatePreferences(who.Context(t), who.Caller, settings.PreferencesInput{Language: &turkish})
		require.NoError(t, err)
		browser := apptest.Header("Accept-Language", "de")
		for _, path := range []string{"/api/external/countries/", "/api/external/currencies/"} {
			for query, want := range map[string][]string{"": {"tr", "private, no-cache"}, "?lang=en": {"en", "public, max-age=86400"}} {
				res := who.Do(t, "GET", path+query, "", browser)
				require.Equal(t, http.StatusOK, res.Code, res.Body)
				require.Equal(t, want, []string{res.Header().Get("Content-Language"), res.Header().Get("Cache-Control")}, path+query)
			}
			for _, header := range []func(*http.Request){browser, apptest.Header("Authorization", "Token ended")} {
				res := e.Do(t, "GET", path, "", browser, header)
				require.Equal(t, http.StatusOK, res.Code, res.Body)
				require.Equal(t, "de", res.Header().Get("Content-Language"))
				require.Equal(t, "public, max-age=86400", res.Header().Get("Cache-Control"))
				require.Subset(t, res.Header().Values("Vary"), []string{"Accept-Language", "Authorization", "Cookie"})
			}
		}
	})

	t.Run("the list comes in pages", func(t *testing.T) {
		t.Parallel()
		p := results[reference.Country](t, e.Do(t, "GET", "/api/external/countries/?lang=en&page=2&page_size=100", ""))
		require.Equal(t, 250, p.Count)
		require.Len(t, p.Results, 100)
		require.Equal(t, apptest.BaseURL+"/api/external/countries/?lang=en&page=3&page_size=100", *p.Next)
		require.Equal(t, apptest.BaseURL+"/api/external/countries/?lang=en&page=1&page_size=100", *p.Previous)
		p = results[reference.Country](t, e.Do(t, "GET", "/api/external/countries/?page=99", ""))
		require.Empty(t, p.Results)
		p = results[reference.Country](t, e.Do(t, "GET", "/api/external/countries/?page_size=500", ""))
		require.Len(t, p.Results, 250)
	})

	t.Run("what is no language is refused", func(t *testing.T) {
		t.Parallel()
		res := e.Do(t, "GET", "/api/external/countries/?lang=not+a+tag", "")
		require.Equal(t, http.StatusBadRequest, res.Code)
		require.Contains(t, res.Body.String(), `"field":"lang"`)
		require.Equal(t, http.StatusBadRequest, e.Do(t, "GET", "/api/external/countries/?lang=ja", "").Code, "no names are given in it")
	})
}

func TestStates(t *testing.T) {
	t.Parallel()
	who := setupReference(t).Manager(t)

	t.Run("they are shown exactly", func(t *testing.T) {
		t.Parallel()
		apptest.RequireJSON(t, who.Do(t, "GET", "/api/external/states/?country=CY&page_size=1", ""), http.StatusOK,
			`{"count":6,"next":"https://allot.example/api/external/states/?country=CY&page=2&page_size=1","previous":null,
			"results":[{"country":"CY","code":"01","name":"Ammochostos"}]}`)
	})

	t.Run("a country is needed, and one that exists", func(t *testing.T) {
		t.Parallel()
		res := who.Do(t, "GET", "/api/external/states/", "")
		require.Equal(t, http.StatusBadRequest, res.Code)
		require.Contains(t, res.Body.String(), `"field":"country"`)
		apptest.RequireInvalid(t, who.Do(t, "GET", "/api/external/states/?country=gr", ""),
			"country", "must be a country code of ISO 3166-1 in upper case, such as GR")
	})
}

func TestCities(t *testing.T) {
	t.Parallel()
	who := setupReference(t).Manager(t)

	t.Run("one is found in any spelling", func(t *testing.T) {
		t.Parallel()
		for _, q := range []string{"antalya", "ANTALYA", "Antal", "Αττάλεια"} {
			p := results[reference.City](t, who.Do(t, "GET", "/api/external/cities/?country=TR&q="+q, ""))
			require.NotEmpty(t, p.Results, q)
			require.Equal(t, "Antalya", p.Results[0].Name, q)
		}
	})

	t.Run("every bad filter is named with what would be right", func(t *testing.T) {
		t.Parallel()
		apptest.RequireInvalid(t, who.Do(t, "GET", "/api/external/cities/?country=TR&state=99", ""),
			"state", "must be the code of a state of TR, as /api/external/states/?country=TR lists them")
		apptest.RequireInvalid(t, who.Do(t, "GET", "/api/external/cities/?state=07&country=Turkey", ""),
			"country", "must be a country code of ISO 3166-1 in upper case, such as GR")
		apptest.RequireInvalid(t, who.Do(t, "GET", "/api/external/cities/?state=07", ""), "state", "needs the country too")
	})
}

func TestOptions(t *testing.T) {
	t.Parallel()
	who := setupReference(t).Manager(t)

	t.Run("the names of the lists are listed", func(t *testing.T) {
		t.Parallel()
		apptest.RequireJSON(t, who.Do(t, "GET", "/api/external/options/", ""), http.StatusOK,
			`{"count":3,"next":null,"previous":null,"results":[{"name":"languages"},{"name":"themes"},{"name":"timezones"}]}`)
	})

	t.Run("an option is a value and a label", func(t *testing.T) {
		t.Parallel()
		apptest.RequireJSON(t, who.Do(t, "GET", "/api/external/options/themes/", ""), http.StatusOK,
			`{"count":1,"next":null,"previous":null,"results":[{"value":"dark","label":"Dark"}]}`)
	})

	t.Run("an unknown list is not found", func(t *testing.T) {
		t.Parallel()
		apptest.RequireError(t, who.Do(t, "GET", "/api/external/options/colours/", ""), http.StatusNotFound, "not_found",
			`there is no option list "colours"; there are languages, themes, timezones`)
	})
}

func TestRevalidation(t *testing.T) {
	t.Parallel()
	who := setupReference(t).Manager(t)
	for _, path := range []string{
		"/api/external/countries/", "/api/external/states/?country=GR", "/api/external/cities/?q=kos", "/api/external/currencies/",
		"/api/external/options/", "/api/external/options/timezones/",
	} {
		first := who.Do(t, "GET", path, "")
		etag := first.Header().Get("ETag")
		require.Regexp(t, `^W/"[\w-]{16}"$`, etag, path)
		for _, known := range []string{etag, `"other", ` + etag, "*", etag[2:]} {
			res := who.Do(t, "GET", path, "", apptest.Header("If-None-Match", known))
			require.Equal(t, http.StatusNotModified, res.Code, path)
			require.Empty(t, res.Body.String(), path)
			require.Equal(t, etag, res.Header().Get("ETag"), path)
			require.Equal(t, first.Header().Get("Cache-Control"), res.Header().Get("Cache-Control"), path)
		}
		res := who.Do(t, "GET", path, "", apptest.Header("If-None-Match", `W/"other"`))
		require.Equal(t, http.StatusOK, res.Code, path)
		require.Equal(t, first.Body.String(), res.Body.String())
	}
	german := who.Do(t, "GET", "/api/external/countries/?lang=de", "").Header().Get("ETag")
	english := who.Do(t, "GET", "/api/external/countries/?lang=en", "").Header().Get("ETag")
	require.NotEqual(t, german, english, "another language is another answer")
}
