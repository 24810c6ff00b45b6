// Package alpinebitshttp is the address of the AlpineBits server.
package alpinebitshttp

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"allot/internal/exchange/alpinebits"
	"allot/internal/identity/auth"
	"allot/internal/platform/httpx"
	"allot/internal/platform/ratelimit"
)

// Path is the one address of the server.
const Path = "/api/v1/alpinebits/"

// Deps are what the operation works with.
type Deps struct {
	Service *alpinebits.Service
	// Limit bounds how often a connection may call; nil: as often as it likes.
	Limit *ratelimit.Windows[int64]
	// Count is told of every call of a known connection, when it has been answered; nil:
	// nobody counts.
	Count func(auth.KeyUse)
}

type handlers struct {
	Deps
	server *httpx.Server
}

const description = "One address for all messages of AlpineBits HotelData, versions 2024-10, 2022-10 and 2020-10. A property management system signs in with HTTP Basic, " +
	"with the user name and password of its connection. The header `X-AlpineBits-ClientProtocolVersion` is required.\n\n" +
	"The form has the field `action` and, as a value or as a file, `request` with the XML. The whole body may be compressed (`Content-Encoding: gzip`). " +
	"Actions: `OTA_Ping:Handshaking`, `OTA_HotelInvCountNotif:FreeRooms`, `OTA_HotelDescriptiveContentNotif:Inventory`, `OTA_HotelDescriptiveInfo:Inventory`, " +
	"`OTA_Read:GuestRequests`, `OTA_NotifReport:GuestRequests`. Any other is answered with 400 and the text `ERROR:unknown or missing action`.\n\n" +
	"A message that is not accepted is answered with 200 and an `Errors` element, and nothing of it is stored. Every call is in the sync log of the connection.\n\n" +
	"Limits: 10 MB of XML, 300,000 elements and 64 attributes of an element in a request; units up to 1,000 days ahead; 500 reservations in an answer; as many requests a minute as an API key."

// Register adds the operation.
func Register(s *httpx.Server, d Deps) {
	h := &handlers{d, s}
	httpx.RegisterProtocol(s, httpx.Op{
		ID: "exchangeAlpineBits", Method: http.MethodPost, Path: Path, Tag: "AlpineBits", Rule: auth.Rule{Public: true}, MaxBody: maxBody,
		Summary: "Exchange data with a property management system (AlpineBits)", Description: description,
	}, httpx.Protocol{Document: document, Serve: h.serve, Refuse: refuse})
}

func document(o *huma.Operation) {
	text := func(description string) *huma.Schema {
		return &huma.Schema{Type: huma.TypeString, Description: description}
	}
	o.Parameters = append(o.Parameters, &huma.Param{
		Name: headerVersion, In: "header", Required: true, Schema: text(""), Description: "Version of the standard, such as 2024-10",
	}, &huma.Param{Name: "X-AlpineBits-ClientID", In: "header", Schema: text(""), Description: "Name of the system; optional"})
	o.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"multipart/form-data": {Schema: &huma.Schema{
		Type: huma.TypeObject, Properties: map[string]*huma.Schema{"action": text("What is asked"), "request": text("The XML, as a value or as a file")},
		Required: []string{"action"}, AdditionalProperties: false,
	}}}}
	delete(o.Responses, "409")
	plain := map[string]*huma.MediaType{"text/plain": {Schema: text("ERROR: and the reason")}}
	for status, reason := range map[string]string{
		"400": "The action is unknown or missing, or the form cannot be read", "401": "User name or password is missing or wrong",
		"413": "The request is too large", "429": "The connection calls too often, or the address is banned", "415": "The body is no multipart/form-data",
	} {
		o.Responses[status] = &huma.Response{Description: reason, Content: plain}
	}
	o.Responses["200"] = &huma.Response{
		Description: "The answer of the standard", Content: map[string]*huma.MediaType{"application/xml": {Schema: text("")}},
	}
}
