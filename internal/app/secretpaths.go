package app

import (
	"allot/internal/identity/settings"
	"allot/internal/partners/override"
	"allot/internal/platform/blob"
)

// SecretPaths are the beginnings of the paths whose rest opens something to whoever knows it:
// API keys, links of letters, names of files. The program logs route patterns. A proxy in front
// of it must log nothing of the rest: the samples in deploy/ and docs/install.md are tested
// against this list, and the list against the routes.
var SecretPaths = []string{
	"/api/v1/",
	"/api/info/published-partners/",
	"/api/info/partners-photos/",
	"/api/info/shared-photos/",
	"/api/facts/published-partners/",
	"/api/facts/partners-photos/",
	"/api/stop-sale/StopSale-Export/",
	"/api/stop-sale/partner-availability/",
	settings.UnsubscribePage,
	override.ApprovalPage,
	blob.MediaPath(""),
}
