package main

import (
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/testkit/mailtest"
)

var linkPattern = regexp.MustCompile(`https?://[^\s"<>]+`)

// Every link of every letter of the demo, of list mail and of a reset leads
// somewhere, and so does every link of a notification.
func TestProgram_LettersLeadSomewhere(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p, _ := s.startCommand(t, nil, "demo --small", func(line string) bool { return strings.HasPrefix(line, "Stop with") })
	login := func(email string) string {
		a := p.call(post, "/api/auth/login/", "", object{"email": email, "password": demoPassword})
		require.Equal(t, http.StatusOK, a.status, a.raw)
		return a.token()
	}
	users := []string{"anna@hotel-poseidon.example", "jana@nordlicht-reisen.example", "staff@allot.example"}
	hotel := login(users[0])
	require.Equal(t, http.StatusOK, p.call(post, "/api/auth/password/reset/", "", object{"email": users[0]}).status)
	contact := p.call(post, "/api/settings/contacts/create/", hotel, object{"email": "agent@reisen.example"}).body["id"]
	list := number(p.call(post, "/api/settings/mailing-lists/create/", hotel, object{"name": "Agents", "contacts": []any{contact}}).body["id"])
	for _, path := range []string{"/api/info/send-facts/%s/sheet/1/", "/api/info/send-photos/%s/acc/1/"} {
		a := p.call(post, fmt.Sprintf(path, list), hotel, nil)
		require.Equal(t, http.StatusAccepted, a.status, a.raw)
	}
	until(t, func() bool {
		return s.hasLetter(t, "account-reset-") && s.hasLetter(t, "listmail-1-") && s.hasLetter(t, "listmail-2-")
	})

	followed := map[string]bool{}
	files, err := filepath.Glob(filepath.Join(s.dir, "mail", "*.eml"))
	require.NoError(t, err)
	kinds := map[string]bool{}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		require.NoError(t, err)
		m := mailtest.Parse(t, raw)
		kinds[strings.SplitN(filepath.Base(file), "-", 3)[0]] = true
		for _, link := range linkPattern.FindAllString(m.Text+" "+m.HTML+" "+m.Header.Get("List-Unsubscribe"), -1) {
			link, _, _ = strings.Cut(link, "#")
			path, ours := strings.CutPrefix(link, p.base)
			require.True(t, ours, "%s in %s", link, filepath.Base(file))
			if !followed[path] {
				followed[path] = true
				require.Equal(t, http.StatusOK, p.send(get, path, "", nil).status, "%s in %s", path, filepath.Base(file))
			}
		}
	}
	require.Subset(t, kinds, map[string]bool{"account": true, "notify": true, "listmail": true})
	require.Greater(t, len(followed), 2)
	for _, user := range users {
		for _, n := range p.call(get, "/api/notification/notification/?page_size=100", login(user), nil).list() {
			if link := n["link"].(string); link != "" {
				require.Equal(t, http.StatusOK, p.send(get, link, "", nil).status, link)
			}
		}
	}
	t.Logf("%d letters of the kinds %v, %d links", len(files), slices.Sorted(maps.Keys(kinds)), len(followed))
}
