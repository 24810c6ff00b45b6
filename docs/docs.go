// Package docs holds those texts of this folder that the program serves.
package docs

import _ "embed" // for the texts

// The texts.
var (
	// LLMs tells programs that read what there is to read.
	//
	//go:embed llms.txt
	LLMs []byte
	// PartnerAPI is the guide for integrators.
	//
	//go:embed partner-api/README.md
	PartnerAPI []byte
	// GoingLive is what to check before an integration works with real hotels.
	//
	//go:embed partner-api/going-live.md
	GoingLive []byte
	// Start is what the page of the API shows first: daily work, order, guides.
	//
	//go:embed start.json
	Start []byte
	// Assistants says how an assistant is connected.
	//
	//go:embed assistants.md
	Assistants []byte
	// PartnerAPIChanges is what came when.
	//
	//go:embed partner-api/CHANGELOG.md
	PartnerAPIChanges []byte
	// Webhooks is for who receives events.
	//
	//go:embed partner-api/webhooks.md
	Webhooks []byte
	// AlpineBits is for makers of property management systems.
	//
	//go:embed partner-api/alpinebits.md
	AlpineBits []byte
)
