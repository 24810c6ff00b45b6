package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/db"
	"allot/internal/testkit/browser"
	"allot/internal/testkit/dbtest"
)

// TestSlow_DocsPage_InABrowser uses the page of the API as a newcomer does. With
// ALLOT_PICTURES it writes what it sees into that folder.
func TestSlow_DocsPage_InABrowser(t *testing.T) {
	t.Parallel()
	dbtest.Slow(t, db.SQLite)
	b := browser.Open(t)
	p := newSite(t).start(t)
	s := newScript(t, p)
	hotel, _ := p.register("anna@x.example")
	s.ok(201, post, "/api/info/property/create/", hotel, object{"name": "Hotel Aurora", "country": "GR"})
	picture := func(name string) {
		if folder := os.Getenv("ALLOT_PICTURES"); folder != "" {
			b.Picture(filepath.Join(folder, name+".png"))
		}
	}

	b.Look(1360, 900, "light")
	b.Go(p.base + "/api/docs/")
	t.Logf("ready for use after %v ms, the first visit since the start", b.Await("document.documentElement.dataset.ready"))
	b.Eval("location.reload()")
	b.Await("performance.getEntriesByType('navigation')[0].type === 'reload'")
	t.Logf("ready for use after %v ms, the next one", b.Await("document.documentElement.dataset.ready"))
	picture("home")
	require.Greater(t, b.Eval("document.querySelectorAll('.home .cards a').length"), 25.0, "operations of the daily work are missing")
	require.Equal(t, "Allotment", b.Eval("document.querySelector('#list details:not(.narrow) summary').firstChild.textContent"))
	require.Equal(t, true, b.Eval("['#/guide', '#/changes', '/llms.txt'].every(a => document.querySelector(`#links a[href='${a}']`))"))
	require.Equal(t, true, b.Eval("document.body.textContent.includes('How to sign in')"))

	// The search finds operations by their texts, the daily work first, the frozen module last.
	b.Press("/")
	require.Equal(t, "search", b.Eval("document.activeElement.id"))
	b.Fill("#search", "stop")
	b.Await("document.querySelectorAll('.found').length > 20")
	require.Equal(t, []any{"Allotment", "Allotment", "Allotment"}, b.Eval("[...document.querySelectorAll('.found small')].slice(0, 3).map(e => e.firstChild.textContent)"))
	require.Equal(t, true, b.Eval("(of => of.indexOf('Legacy stop sale') > of.lastIndexOf('Allotment'))([...document.querySelectorAll('.found small')].map(e => e.firstChild.textContent))"))
	picture("search")

	// An operation is shown with its body, and tried as the one who signs in.
	b.Press("Enter")
	b.Await("document.querySelector('.operation .call code')?.textContent === '/api/allotment/calendars/{id}/bulk/'")
	require.Equal(t, true, b.Eval("document.querySelector('textarea').value.includes('\"from\"')"))
	picture("operation")
	b.Click("#who")
	b.Fill("[name=email]", "anna@x.example")
	b.Fill("[name=password]", goodPassword)
	picture("sign-in")
	b.Click("dialog button.main")
	b.Await("document.getElementById('who').textContent === 'anna@x.example'")
	b.Fill("#search", "list your properties")
	b.Await("document.querySelector('.found a span:last-child').textContent === 'List your properties'")
	b.Click(".found a")
	b.Await("document.querySelector('.operation .call code')?.textContent === '/api/info/properties/'")
	b.Click("#send")
	b.Await("document.querySelector('.result .status')?.textContent === '200'")
	require.Contains(t, b.Eval("document.querySelector('.result pre').textContent"), "Hotel Aurora")
	picture("answer")

	// Who is signed in stays so, and the address leads to the operation.
	b.Eval("location.reload()")
	b.Await("document.getElementById('who').textContent === 'anna@x.example'")
	require.Equal(t, "/api/info/properties/", b.Await("document.querySelector('.operation .call code')?.textContent"))

	for _, guide := range []string{"guide", "going-live", "webhooks", "alpinebits", "assistants", "changes"} {
		b.Eval("location.hash = '#/" + guide + "'")
		b.Await("document.querySelector('main').dataset.page === '" + guide + "'")
		require.Greater(t, b.Eval("document.querySelectorAll('.guide-text h2').length"), 0.0, guide)
		picture("page-" + guide)
	}
	dark := "getComputedStyle(document.body).backgroundColor"
	light := b.Eval(dark)
	b.Look(390, 800, "dark")
	require.NotEqual(t, light, b.Eval(dark))
	for _, at := range []string{"", "#/guide", "#/tag/Allotment"} {
		b.Eval("location.hash = '" + at + "'")
		b.Await("document.querySelector('main h1') && true")
		require.Equal(t, true, b.Eval("document.documentElement.scrollWidth <= 390"), "%s is wider than a phone", at)
	}
	picture("phone-dark")
	require.Empty(t, b.Complaints(), "errors in the page, or of its policy")
}
