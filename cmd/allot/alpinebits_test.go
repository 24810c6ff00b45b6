package main

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// curl calls the program as the page for makers of property management systems says:
// the request as a file, and the whole body compressed.
func TestAlpineBits_WithCurl(t *testing.T) {
	t.Parallel()
	for _, tool := range []string{"curl", "gzip"} {
		if _, err := exec.LookPath(tool); err != nil {
			require.Empty(t, os.Getenv("CI"), "%s is missing", tool)
			t.Skipf("NOT TESTED: %s is missing", tool)
		}
	}
	p := newSite(t).start(t)
	token, account := p.register("pms@example.com")
	p.grantGold(account)
	property := p.property(token, "Frangart Inn")
	a := p.call(http.MethodPost, fmt.Sprintf("/api/info/property/%d/facts/rooms/", property), token, object{"name": "Double", "code": "DOUBLE", "room_total_units": 5})
	require.Equal(t, http.StatusCreated, a.status, a.raw)
	a = p.call(http.MethodPost, "/api/v1/integrations/connections/", token, object{
		"name": "PMS", "provider": "alpinebits", "property": property, "settings": object{"hotel_code": "123"},
		"credentials": object{"username": "pms", "password": goodPassword},
	})
	require.Equal(t, http.StatusCreated, a.status, a.raw)
	connection := number(a.body["id"])

	dir := t.TempDir()
	request := filepath.Join(dir, "freerooms.xml")
	require.NoError(t, os.WriteFile(request, []byte(`<?xml version="1.0" encoding="UTF-8"?>
<OTA_HotelInvCountNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05" Version="4"><UniqueID Type="16" ID="1" Instance="CompleteSet"/>
<Inventories HotelCode="123"><Inventory/></Inventories></OTA_HotelInvCountNotifRQ>`), 0o600))
	curl := func(args ...string) string {
		all := append([]string{"-sS", "-u", "pms:" + goodPassword, "-H", "X-AlpineBits-ClientProtocolVersion: 2024-10", p.base + "/api/v1/alpinebits/"}, args...)
		out, err := exec.CommandContext(t.Context(), "curl", all...).CombinedOutput()
		require.NoError(t, err, string(out))
		return string(out)
	}
	require.Contains(t, curl("-F", "action=OTA_HotelInvCountNotif:FreeRooms", "-F", "request=@"+request+";type=text/xml"), "<Success/>")
	require.Equal(t, "ERROR:unknown or missing action", curl("-F", "action=none"))

	raw, err := os.ReadFile(request) //nolint:gosec // written above
	require.NoError(t, err)
	body := "--b\r\nContent-Disposition: form-data; name=\"action\"\r\n\r\nOTA_HotelInvCountNotif:FreeRooms\r\n" +
		"--b\r\nContent-Disposition: form-data; name=\"request\"; filename=\"request.xml\"\r\nContent-Type: text/xml\r\n\r\n" + string(raw) + "\r\n--b--\r\n"
	file := filepath.Join(dir, "body")
	require.NoError(t, os.WriteFile(file, []byte(body), 0o600))
	require.NoError(t, exec.CommandContext(t.Context(), "gzip", file).Run())
	answer := curl("-H", "Content-Type: multipart/form-data; boundary=b", "-H", "Content-Encoding: gzip", "--compressed", "--data-binary", "@"+file+".gz")
	require.Contains(t, answer, "<Success/>")

	logs := p.call(http.MethodGet, "/api/v1/integrations/connections/"+connection+"/logs/", token, nil)
	require.Equal(t, http.StatusOK, logs.status, logs.raw)
	require.EqualValues(t, 3, logs.body["count"], logs.raw)
	require.NotContains(t, p.logged(), goodPassword)
}
