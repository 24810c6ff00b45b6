package main

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app"
	"allot/internal/app/examples"
)

// The curl lines of the docs are run against the demo. Those that name records of somebody's
// installation are understood: what is refused is a name that the demo does not have.
func TestDocs_CurlLinesRun(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("curl"); err != nil {
		require.Empty(t, os.Getenv("CI"), "curl is missing")
		t.Skip("NOT TESTED: curl is missing")
	}
	p, _ := newSite(t).startCommand(t, nil, "demo --small", served.MatchString)
	session := p.call(http.MethodPost, "/api/auth/login/", "", object{"email": examples.Users["hotel"], "password": app.DemoPassword}).body["auth_token"].(string)
	dir := t.TempDir()
	for name, text := range map[string]string{
		"units.csv": "room,from,to,reserved,checked_in,out_of_order\nDBL,2030-06-01,2030-06-14,3,,1\n",
		"freerooms.xml": `<?xml version="1.0" encoding="UTF-8"?>
<OTA_HotelInvCountNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05" Version="4"><UniqueID Type="16" ID="1" Instance="CompleteSet"/>
<Inventories HotelCode="GR-4711"><Inventory/></Inventories></OTA_HotelInvCountNotifRQ>`,
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	// What is told of each, by a part of its address.
	answers := map[string]struct{ key, says string }{
		"/api/v1/facts/":                       {examples.OperatorKey, `"properties"`},
		"/api/v1/allotment-stop-sale/":         {examples.OperatorKey, `"spans"`},
		"/api/v1/test-call/":                   {"", `"spans"`},
		"/api/v1/integrations/exports/create/": {"", `"status":"waiting"`},
		"/api/v1/integrations/import/":         {examples.HotelKey, `"rejected_count":1`},
		"/api/v1/rooming/":                     {examples.OperatorKey, `"property_code"`},
		"/api/v1/alpinebits/":                  {"", `OTA_HotelInvCountNotifRS`},
	}
	asked := map[string]bool{}
	for _, c := range docCommands(t) {
		if !strings.HasPrefix(c.text, "curl ") {
			continue
		}
		found := false
		for part, answer := range answers {
			if !strings.Contains(c.text, part) {
				continue
			}
			found, asked[part] = true, true
			line := strings.NewReplacer("https://allot.example", p.base, "https://HOST", p.base, "/TOKEN/", "/$TOKEN/").Replace(c.text)
			line = strings.Replace(line, "'"+p.base, "\""+p.base, 1)
			if strings.Contains(line, "\""+p.base) {
				line = line[:len(line)-1] + `"` // so that the shell puts in the token
			}
			cmd := exec.CommandContext(t.Context(), "sh", "-c", line)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "SESSION="+session, "TOKEN="+answer.key, "USER="+examples.AlpineBitsID, "PASSWORD="+examples.AlpineBitsKey)
			out, err := cmd.Output()
			require.NoError(t, err, c.text)
			require.True(t, strings.Contains(string(out), answer.says), "%s\n%.500s", c.text, out) //nolint:testifylint // an answer can be long
		}
		require.True(t, found, "what does this answer? %s", c.text)
	}
	require.Len(t, asked, len(answers))
}
