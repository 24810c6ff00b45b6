// Package partnerapi owns the way of other systems to an account's data: the keys
// with which they read it, the whitelists that say where a key may be used from, and
// the statistics of their calls. What they read belongs to the other modules.
//
// A key's token stands in URL paths. It is 256 random bits, shown once and kept
// only as a hash; what a key opens is asked anew with every request, so that a
// change or a removal holds at once. A key without whitelist entries works from
// anywhere; with entries, the client's address or the page's host must match one.
package partnerapi
