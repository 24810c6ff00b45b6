package partnerapi

import (
	"net/netip"
	"slices"
	"time"

	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
)

// WhitelistEntry is one place that a key may be used from.
type WhitelistEntry struct {
	ID        int64     `bun:"id,pk,autoincrement" json:"id"`
	OwnerID   int64     `bun:"owner_id" json:"-"`
	KeyID     int64     `bun:"key_id" json:"api_key"`
	Domain    string    `bun:"domain" json:"domain" doc:"Host, *.host, IP address or network"`
	CreatedAt time.Time `bun:"created_at" json:"created_at"`
}

// maxEntries bounds what every request with the key is compared with.
const maxEntries = 200

var (
	// ErrEntryExists refuses the same place twice.
	ErrEntryExists = apperr.New(apperr.Conflict, "already_exists", "this key has that whitelist entry already")
	// ErrWhitelistFull refuses more entries than a request should be compared with.
	ErrWhitelistFull = apperr.New(apperr.Conflict, "whitelist_full", "this key has as many whitelist entries as a key can have; use a network or *.host instead")
	// ErrDomain refuses a key that is used from a place not on its whitelist.
	ErrDomain = apperr.New(apperr.Forbidden, "domain_not_allowed", "this API key may not be used from here")
)

// whitelist is what a key has: places in their one form.
type whitelist []string

// coversPage reports whether an entry names the host of a page.
func (w whitelist) coversPage(host string) bool {
	return slices.ContainsFunc(w, func(entry string) bool { return coversHost(entry, host) })
}

// check refuses a request from a place that is not listed: addresses and networks
// are compared with the client's address alone, host names with the host of the
// page. Of a page only the Origin counts if there is one: a page that hides it
// (null) is nowhere. It returns the origin whose scripts may read the answer, if
// it is listed.
func (w whitelist) check(client netip.Addr, req auth.KeyRequest) (origin string, err error) {
	if len(w) == 0 {
		return "", nil
	}
	page := req.Origin
	if page == "" {
		page = req.Referer
	}
	host := pageHost(page)
	if host != "" && w.coversPage(host) {
		return req.Origin, nil
	}
	client = client.Unmap().WithZone("")
	if client.IsValid() && slices.ContainsFunc(w, func(entry string) bool { return coversAddress(entry, client) }) {
		return "", nil
	}
	if host == "" {
		return "", ErrDomain.Withf("this API key may not be used from the address %s; its owner can whitelist it", client)
	}
	return "", ErrDomain.Withf("this API key may be used neither on %s nor from the address %s; its owner can whitelist them", host, client)
}
