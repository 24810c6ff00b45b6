package connection

import (
	"fmt"
	"net/netip"
	"net/textproto"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/http/httpguts"

	"allot/internal/content/facts"
	"allot/internal/content/property"
	"allot/internal/platform/apperr"
	"allot/internal/platform/field"
)

// settingNames and credentialNames are what each provider knows. Anything else is
// refused by name, because a setting with a typing error must not be taken for none.
var (
	settingNames = map[Provider][]string{
		GenericREST: {"pull_url", "push_url"},
		AlpineBits:  {"room_codes", "hotel_code", "addresses"},
		CSVURL:      {"url"},
	}
	credentialNames = map[Provider][]string{
		GenericREST: {"header", "value"},
		AlpineBits:  {"username", "password"},
		CSVURL:      {"username", "password"},
	}
)

const (
	maxURL        = 2000
	maxCredential = 500
	// minPassword is that of AlpineBits, whose pair alone opens the server.
	minPassword  = 12
	maxUsername  = 100
	maxRoomCode  = 8  // of AlpineBits
	maxHotelCode = 16 // of AlpineBits
	maxAddresses = 50
)

// providers lists the providers for a refusal.
const providers = "must be generic_rest, alpinebits or csv_url"

// readSettings reads the settings of a provider, which replace those before.
func readSettings(f *apperr.Fields, p Provider, in map[string]any, before Settings, of property.Property, rooms []facts.Room) (s Settings) {
	known := settingNames[p]
	for _, name := range sortedNames(in) {
		if !slices.Contains(known, name) {
			f.Unknown("settings", name, known)
		}
	}
	switch p {
	case CSVURL:
		s.URL = textOf(f, in, "settings.", "url")
		checkAddress(f, "settings.url", s.URL)
	case GenericREST:
		s.PullURL, s.PushURL = textOf(f, in, "settings.", "pull_url"), textOf(f, in, "settings.", "push_url")
		f.Check(s.PullURL != "" || s.PushURL != "", "settings.pull_url", "is required, or push_url")
		for name, address := range map[string]string{"settings.pull_url": s.PullURL, "settings.push_url": s.PushURL} {
			if address != "" {
				checkAddress(f, name, address)
			}
		}
	case AlpineBits:
		s.HotelCode = textOf(f, in, "settings.", "hotel_code")
		field.CheckLine(f, "settings.hotel_code", s.HotelCode, maxHotelCode)
		f.Checkf(s.HotelCode != "" || len([]rune(of.Code)) <= maxHotelCode, "settings.hotel_code",
			"is required, because the code of the property has more than %d characters", maxHotelCode)
		s.RoomCodes = readRoomCodes(f, in["room_codes"], before.RoomCodes, rooms)
		s.Addresses = readAddresses(f, in["addresses"])
	}
	return s
}

// readRoomCodes reads the codes of rooms. Rooms of the settings before that are no more are
// left out, so that settings can be sent back as they were read.
func readRoomCodes(f *apperr.Fields, in any, before map[string]string, rooms []facts.Room) map[string]string {
	if in == nil {
		return nil
	}
	sent, ok := in.(map[string]any)
	if !ok {
		f.Check(false, "settings.room_codes", "must be an object: the id of each room and its code")
		return nil
	}
	codes, owner := map[string]string{}, map[string]string{}
	for _, id := range sortedNames(sent) {
		at := "settings.room_codes." + id
		known := slices.ContainsFunc(rooms, func(r facts.Room) bool { return roomKey(r) == id })
		if !known && before[id] != "" {
			continue
		}
		f.Check(known, at, "is no id of a room of the property")
		code, ok := sent[id].(string)
		if !ok || code == "" || len([]rune(code)) > maxRoomCode || !field.IsLine(code) {
			f.Checkf(false, at, "must be a code of 1 to %d characters", maxRoomCode)
			continue
		}
		f.Checkf(owner[code] == "", at, "is the code of room %s too", owner[code])
		codes[id], owner[code] = code, id
	}
	return codes
}

// readAddresses reads the whitelist of an AlpineBits connection.
func readAddresses(f *apperr.Fields, in any) []netip.Prefix {
	if in == nil {
		return nil
	}
	sent, ok := in.([]any)
	f.Checkf(ok && len(sent) <= maxAddresses, "settings.addresses", "must be a list of at most %d addresses or networks", maxAddresses)
	var list []netip.Prefix
	for i, v := range sent {
		text, _ := v.(string)
		network, err := netip.ParsePrefix(text)
		if ip, single := netip.ParseAddr(text); single == nil {
			network, err = netip.PrefixFrom(ip.Unmap().WithZone(""), ip.Unmap().BitLen()), nil
		}
		f.Check(err == nil, fmt.Sprintf("settings.addresses[%d]", i), "must be an address such as 203.0.113.7 or a network such as 203.0.113.0/24")
		list = append(list, network.Masked())
	}
	return list
}

// from reports whether the system of a connection may call from an address.
func (c Connection) from(client netip.Addr) bool {
	client = client.Unmap().WithZone("")
	return len(c.Settings.Addresses) == 0 || slices.ContainsFunc(c.Settings.Addresses, func(n netip.Prefix) bool { return n.Contains(client) })
}

// HotelCodeOf returns the hotel code of an AlpineBits connection: that of the
// settings, else the code of the property.
func (c Connection) HotelCodeOf(p property.Property) string {
	if c.Settings.HotelCode != "" {
		return c.Settings.HotelCode
	}
	return p.Code
}

// RoomCodesOf returns the room of each code of an AlpineBits connection: those of the
// settings, for other rooms their own codes if they fit and no other room has them. The
// settings may name rooms that are no more: their codes are free again.
func (c Connection) RoomCodesOf(rooms []facts.Room) map[string]int64 {
	codes := map[string]int64{}
	for _, r := range rooms {
		if code, set := c.Settings.RoomCodes[roomKey(r)]; set {
			codes[code] = r.ID
		}
	}
	for _, r := range rooms {
		_, set := c.Settings.RoomCodes[roomKey(r)]
		if _, taken := codes[r.Code]; set || taken || r.Code == "" || len([]rune(r.Code)) > maxRoomCode {
			continue
		}
		codes[r.Code] = r.ID
	}
	return codes
}

// roomKey names a room in the settings.
func roomKey(r facts.Room) string { return strconv.FormatInt(r.ID, 10) }

// credentials are those of all providers.
type credentials struct {
	Username string `json:"username,omitempty"`
	Password string `json:"password,omitempty"`
	Header   string `json:"header,omitempty"`
	Value    string `json:"value,omitempty"`
}

func readCredentials(f *apperr.Fields, p Provider, in map[string]any) (c credentials) {
	known := credentialNames[p]
	for _, name := range sortedNames(in) {
		if !slices.Contains(known, name) {
			f.Unknown("credentials", name, known)
		}
	}
	get := func(name string) string {
		if !slices.Contains(known, name) {
			return ""
		}
		text := textOf(f, in, "credentials.", name)
		field.CheckLine(f, "credentials."+name, text, maxCredential)
		return text
	}
	c = credentials{get("username"), get("password"), get("header"), get("value")}
	switch p {
	case AlpineBits:
		f.Check(c.Username != "", "credentials.username", "is required")
		f.Check(!strings.Contains(c.Username, ":"), "credentials.username", "must not contain a colon, which HTTP Basic cannot send")
		field.CheckLine(f, "credentials.username", c.Username, maxUsername)
		f.Checkf(len([]rune(c.Password)) >= minPassword, "credentials.password", "must have at least %d characters", minPassword)
	case CSVURL:
		f.Check(len(in) == 0 || c.Username != "", "credentials.username", "is required")
		f.Check(!strings.Contains(c.Username, ":"), "credentials.username", "must not contain a colon, which HTTP Basic cannot send")
	case GenericREST:
		f.Check(len(in) == 0 || c.Header != "" && c.Value != "", "credentials.header", "is required, and value")
		f.Check(c.Header == "" || sendable(c.Header), "credentials.header", "must be the name of a header such as Authorization or X-Api-Key")
		f.Check(httpguts.ValidHeaderFieldValue(c.Value), "credentials.value", "must be text that a header can hold")
	}
	return c
}

// sendable reports whether a header may carry a credential: not those by which
// requests are delimited and routed.
func sendable(name string) bool {
	name = textproto.CanonicalMIMEHeaderKey(name)
	return httpguts.ValidHeaderFieldName(name) && !strings.HasPrefix(name, "Proxy-") &&
		!slices.Contains([]string{"Host", "Connection", "Content-Length", "Content-Type", "Content-Encoding", "Transfer-Encoding", "Trailer", "Te", "Upgrade", "Expect", "Keep-Alive"}, name)
}

func textOf(f *apperr.Fields, in map[string]any, parent, name string) string {
	v, there := in[name]
	if !there || v == nil {
		return ""
	}
	text, ok := v.(string)
	f.Check(ok, parent+name, "must be text")
	return text
}

// checkAddress checks an address that will be called. Where it leads is checked when
// it is called.
func checkAddress(f *apperr.Fields, name, address string) {
	u, err := url.Parse(address)
	ok := err == nil && u.Scheme == "https" && u.Hostname() != "" && u.User == nil && u.Opaque == "" && len(address) <= maxURL && field.IsLine(address)
	f.Checkf(ok, name, "must be an address that begins with https://, without user name and password, of at most %d characters", maxURL)
}

func sortedNames(in map[string]any) []string {
	names := make([]string, 0, len(in))
	for name := range in {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
