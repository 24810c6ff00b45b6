package exchangetest

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/app/config"
	"allot/internal/exchange/alpinebits"
	"allot/internal/exchange/connection"
)

func zipped(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := z.Write([]byte(text))
	require.NoError(t, err)
	require.NoError(t, z.Close())
	return b.String()
}

// A connection may be bound to addresses, as an API key is by its whitelist.
func TestWire_addresses(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	ping := `<OTA_PingRQ` + ns + `><EchoData>{"versions":[]}</EchoData></OTA_PingRQ>`
	from := func(list ...any) func(*connection.Change) {
		return func(c *connection.Change) { c.Settings = &map[string]any{"addresses": list} }
	}
	here, elsewhere := newPMS(t, e, "H1", from("198.51.100.7", "192.0.2.0/24")), newPMS(t, e, "H2", from("203.0.113.0/24"))
	here.accepted(alpinebits.ActionPing, ping)
	res := elsewhere.call(alpinebits.ActionPing, ping)
	require.Equal(t, http.StatusForbidden, res.Code)
	require.Equal(t, "ERROR:this connection may not be used from the address 192.0.2.1; its hotel can add it to the settings", res.Body.String())
	require.Contains(t, elsewhere.logs()[0].Message, "192.0.2.1", "the hotel sees who tried")
	change := here.who.Do(t, http.MethodPatch, fmt.Sprintf("/api/v1/integrations/connections/%d/", here.conn.ID), `{"settings":{"addresses":["203.0.113.7","here"]}}`)
	require.Equal(t, http.StatusBadRequest, change.Code)
	require.Contains(t, change.Body.String(), `"settings.addresses[1]"`)
}

func TestWire(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	s := newPMS(t, e, "H1")
	room := e.Room(t, s.who, s.property.ID, "Double", "DZ", 5)
	delta := s.freeRooms(false, inventory(`Start="2030-06-01" End="2030-06-01" InvTypeCode="DZ"`, "2=1"))

	t.Run("a handshake answers what both sides can do", func(t *testing.T) { //nolint:paralleltest // one story
		json := `{"versions":[{"version":"2024-10","actions":[{"action":"action_OTA_HotelInvCountNotif","supports":["OTA_HotelInvCountNotif_accept_rooms","a<b&c"]},{"action":"action_OTA_HotelRatePlan_BaseRates"}]},` +
			`{"version":"2020-10","actions":[{"action":"action_OTA_Ping"}]},{"version":"2018-10","actions":[{"action":"action_OTA_Ping"}]}]}`
		escaped := strings.NewReplacer("&", "&amp;", "<", "&lt;").Replace(json)
		answer := s.accepted(alpinebits.ActionPing, `<OTA_PingRQ`+strings.ReplaceAll(ns, `"`, `'`)+`><EchoData>`+escaped+`</EchoData></OTA_PingRQ>`)
		require.Contains(t, answer, `<Warning Type="11" Status="ALPINEBITS_HANDSHAKE">{"versions":[{"version":"2024-10","actions":[{"action":"action_OTA_Ping"},`+
			`{"action":"action_OTA_HotelInvCountNotif","supports":["OTA_HotelInvCountNotif_accept_rooms"]}]},{"version":"2020-10","actions":[{"action":"action_OTA_Ping"}]}]}</Warning>`)
		require.Contains(t, answer, "<EchoData>"+escaped+"</EchoData>")
		require.NotContains(t, answer, "&#34;")
	})

	t.Run("the request comes as a file and compressed, too", func(t *testing.T) { //nolint:paralleltest // one story
		body, contentType := form(t, string(alpinebits.ActionFreeRooms), delta, true)
		res := s.send(zipped(t, body), contentType, apptest.Header("Content-Encoding", "gzip"))
		require.Equal(t, http.StatusOK, res.Code, res.Body)
		require.Contains(t, res.Body.String(), "<Success/>")
		require.Equal(t, "application/xml; charset=utf-8", res.Header().Get("Content-Type"))
		require.Equal(t, "gzip", res.Header().Get("X-AlpineBits-Server-Accept-Encoding"))
		require.Equal(t, "2024-10", res.Header().Get("X-AlpineBits-Server-Version"))
		require.Equal(t, []int{4}, s.reported(room, "2030-06-01"))
	})

	t.Run("every refusal of the wire is a text and is logged", func(t *testing.T) { //nolint:paralleltest // one story
		before := len(s.logs())
		bomb, contentType := form(t, string(alpinebits.ActionFreeRooms), strings.Repeat(" ", 30<<20), false)
		plain, plainType := form(t, string(alpinebits.ActionFreeRooms), delta, false)
		huge, hugeType := form(t, strings.Repeat("a", 30<<20), "", false)
		for name, c := range map[string]struct {
			status     int
			text       string
			body, kind string
			set        apptest.Set
		}{
			"no version":   {400, "ERROR:the header X-AlpineBits-ClientProtocolVersion is missing", plain, plainType, func(r *http.Request) { r.Header.Del("X-AlpineBits-ClientProtocolVersion") }},
			"old version":  {400, "ERROR:this version is not supported; 2024-10, 2022-10 and 2020-10 are", plain, plainType, apptest.Header("X-AlpineBits-ClientProtocolVersion", "2018-10")},
			"no form":      {415, "ERROR:send the body as multipart/form-data", delta, "text/xml", func(*http.Request) {}},
			"no gzip":      {400, "ERROR:the body is not gzip, as Content-Encoding says", plain, plainType, apptest.Header("Content-Encoding", "gzip")},
			"gzip bomb":    {413, "ERROR:the field request has more than 10485760 bytes", zipped(t, bomb), contentType, apptest.Header("Content-Encoding", "gzip")},
			"bomb beside":  {413, "ERROR:the field action has more than 200 bytes", zipped(t, huge), hugeType, apptest.Header("Content-Encoding", "gzip")},
			"cut off":      {400, "ERROR:the form is not well-formed multipart/form-data, or it ended early", plain[:len(plain)/2], plainType, func(*http.Request) {}},
			"other coding": {415, "ERROR:the body may be compressed with gzip only", plain, plainType, apptest.Header("Content-Encoding", "br")},
		} {
			res := s.send(c.body, c.kind, c.set)
			require.Equal(t, c.status, res.Code, name)
			require.Equal(t, c.text, res.Body.String(), name)
			require.Equal(t, "text/plain; charset=utf-8", res.Header().Get("Content-Type"), name)
		}
		for _, action := range []string{"", "OTA_HotelRatePlanNotif:RatePlans"} {
			body, contentType := form(t, action, delta, false)
			res := s.send(body, contentType)
			require.Equal(t, http.StatusBadRequest, res.Code)
			require.Equal(t, "ERROR:unknown or missing action", res.Body.String())
		}
		body, contentType := form(t, string(alpinebits.ActionFreeRooms), "", false)
		require.Equal(t, "ERROR:the form has no request", s.send(body, contentType).Body.String())
		logs := s.logs()
		require.Len(t, logs, before+11)
		require.Equal(t, connection.LogFailed, logs[0].Status)
		require.Equal(t, "OTA_HotelInvCountNotif:FreeRooms: the form has no request", logs[0].Message)
	})

	t.Run("XML that is not that of the standard is refused", func(t *testing.T) { //nolint:paralleltest // one story
		deep := strings.Repeat("<Inventories>", 50) + strings.Repeat("</Inventories>", 50)
		for _, request := range []string{
			`<!DOCTYPE x [<!ENTITY a "b">]><OTA_HotelInvCountNotifRQ` + ns + `>&a;</OTA_HotelInvCountNotifRQ>`,
			`<OTA_HotelInvCountNotifRQ Version="4"/>`,
			`<OTA_PingRQ` + ns + `/>`,
			`<OTA_HotelInvCountNotifRQ` + ns + `>` + deep + `</OTA_HotelInvCountNotifRQ>`,
			`<OTA_HotelInvCountNotifRQ` + ns + `>`,
			strings.Replace(delta, "InvTypeCode", "InvTypCode", 1),
			strings.Replace(delta, "<InvCounts>", "<InvCounts><Extra/>", 1),
			strings.Replace(delta, s.property.Code, "other", 1),
			strings.Replace(delta, "2030-06-01", "2030-06-31", 1),
			strings.Replace(delta, `End="2030-06-01"`, `End="2030-05-31"`, 1),
			`<?xml version="1.0" encoding="ISO-8859-1"?>` + delta,
			" ",
		} {
			s.refused(alpinebits.ActionFreeRooms, request)
		}
		require.Contains(t, s.refused(alpinebits.ActionFreeRooms, strings.Replace(delta, s.property.Code, "other", 1)), `Code="392"`)
	})

	t.Run("a tag with any number of attributes is not read to its end", func(t *testing.T) { //nolint:paralleltest // one story
		bombs := map[string]string{
			"a tag is longer than 16000 bytes":        `<OTA_HotelInvCountNotifRQ` + ns + strings.Repeat(` a=""`, 2_000_000) + `/>`,
			"more than 64 attributes":                 `<OTA_HotelInvCountNotifRQ` + ns + strings.Repeat(` a=""`, 65) + `/>`,
			"more than 600000 attributes":             `<OTA_HotelInvCountNotifRQ` + ns + `>` + strings.Repeat(`<a b="" c="" d="" e="" f=""/>`, 200_000) + `</OTA_HotelInvCountNotifRQ>`,
			"a text is longer than 256000 bytes":      `<OTA_HotelInvCountNotifRQ` + ns + `>` + strings.Repeat("x", 9<<20) + `</OTA_HotelInvCountNotifRQ>`,
			"there are more than 300000 elements":     `<OTA_HotelInvCountNotifRQ` + ns + `>` + strings.Repeat("<a/>", 300_001) + `</OTA_HotelInvCountNotifRQ>`,
			"more than 32 elements are in each other": `<OTA_HotelInvCountNotifRQ` + ns + `>` + strings.Repeat("<a>", 50),
			"a second root element":                   delta + delta,
		}
		for reason, bomb := range bombs {
			body, contentType := form(t, string(alpinebits.ActionFreeRooms), bomb, false)
			res := s.send(zipped(t, body), contentType, apptest.Header("Content-Encoding", "gzip"))
			require.Equal(t, http.StatusOK, res.Code, res.Body)
			require.Contains(t, res.Body.String(), `<Error Type="13" Code="320">`, reason)
			require.Contains(t, res.Body.String(), reason)
			require.Contains(t, s.logs()[0].Message, reason)
		}
	})

	t.Run("who does not sign in is asked to, and is banned after some tries", func(t *testing.T) { //nolint:paralleltest // one story
		body, contentType := form(t, string(alpinebits.ActionFreeRooms), delta, false)
		res := s.send(body, contentType, func(r *http.Request) { r.Header.Del("Authorization") })
		require.Equal(t, http.StatusUnauthorized, res.Code)
		require.Equal(t, `Basic realm="AlpineBits", charset="UTF-8"`, res.Header().Get("WWW-Authenticate"))
		for range 10 {
			res = s.send(body, contentType, func(r *http.Request) { r.SetBasicAuth(s.username, "wrong") })
			require.Equal(t, http.StatusUnauthorized, res.Code)
		}
		res = s.send(body, contentType)
		require.Equal(t, http.StatusTooManyRequests, res.Code)
		require.Equal(t, "ERROR:too many failed log-ins from this address; it is shut out for a while", res.Body.String(), "its client reads texts, not our JSON")
		require.Equal(t, "text/plain; charset=utf-8", res.Header().Get("Content-Type"))
		require.Equal(t, "900", res.Header().Get("Retry-After"))
		elsewhere := s.Do(t, http.MethodGet, "/api/partners/contracts/", "")
		require.Equal(t, "application/json", elsewhere.Header().Get("Content-Type"), "every other path is ours")
	})
}

func TestWire_LimitsEachConnection(t *testing.T) {
	t.Parallel()
	e := apptest.New(t, apptest.Settings(func(c *config.Settings) { c.V1RatePerMinute = 2 }))
	one, other := newPMS(t, e, "H1"), newPMS(t, e, "H2")
	ping := `<OTA_PingRQ` + ns + `><EchoData>{"versions":[]}</EchoData></OTA_PingRQ>`
	one.accepted(alpinebits.ActionPing, ping)
	one.accepted(alpinebits.ActionPing, ping)
	res := one.call(alpinebits.ActionPing, ping)
	require.Equal(t, http.StatusTooManyRequests, res.Code)
	require.Equal(t, "60", res.Header().Get("Retry-After"))
	require.Equal(t, "text/plain; charset=utf-8", res.Header().Get("Content-Type"))
	require.Equal(t, "ERROR:this connection may call 2 times a minute; come back in 60 seconds", res.Body.String())
	other.accepted(alpinebits.ActionPing, ping)
	require.NoError(t, e.APIStats.Flush(t.Context()))
	res = one.who.Do(t, http.MethodGet, "/api/reports/api-stats/", "")
	require.Equal(t, http.StatusOK, res.Code, res.Body)
	require.Contains(t, res.Body.String(), `"alpinebits"`)
}
