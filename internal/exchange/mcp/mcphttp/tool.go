package mcphttp

import (
	"context"
	"encoding/json"
	"net/http"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"allot/internal/exchange/mcp"
	"allot/internal/platform/httpx"
)

const instructions = "Allot distributes what hotels have: facts, availability, contracts, rooming lists and invoices, to tour operators. " +
	"Tools answer the JSON of the API operations behind them; what is refused says which argument is wrong. Dates are YYYY-MM-DD and every `to` is included. " +
	"Start with list_properties. An answer that was cut says so in `truncated`. set_status only shows what would change unless dry_run is false."

// bind finds the operations of a tool.
func bind(s *httpx.Server, t mcp.Tool) tool {
	op, found := s.Inner(t.Method, t.Path)
	if !found {
		panic("no operation for the tool " + t.Name + ": " + t.Path)
	}
	b := tool{Tool: t, op: op}
	if t.Also != "" {
		also, found := s.Inner(http.MethodGet, t.Also)
		if !found {
			panic("no operation for the tool " + t.Name + ": " + t.Also)
		}
		b.also = &also
	}
	schema, err := json.Marshal(t.Schema())
	if err != nil {
		panic(err) // it is made of texts
	}
	no := false
	b.seen = &sdk.Tool{
		Name: t.Name, Title: t.Title, Description: t.Description, InputSchema: json.RawMessage(schema),
		Annotations: &sdk.ToolAnnotations{ReadOnlyHint: !t.Writes(), OpenWorldHint: &no, DestructiveHint: &t.Previews},
	}
	return b
}

// serverFor returns the server of one request, with the tools that its caller may use. The
// messages of a batch share it: making it takes far longer than most answers.
func (h *server) serverFor(r *http.Request) *sdk.Server {
	v, _ := r.Context().Value(visitKey{}).(*visit)
	if v.server == nil {
		v.server = h.newServer(r, v.who)
	}
	return v.server
}

func (h *server) newServer(r *http.Request, who caller) *sdk.Server {
	s := sdk.NewServer(&sdk.Implementation{Name: "allot", Title: "Allot", Version: h.Version}, &sdk.ServerOptions{Instructions: instructions})
	seen := map[string]bool{}
	for _, t := range h.tools {
		if seen[t.Name] || !who.admitted(t.op) || t.also != nil && !who.admitted(*t.also) {
			continue
		}
		seen[t.Name] = true
		c := &call{server: h, tool: t, who: who, outer: r}
		s.AddTool(t.seen, func(_ context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
			return c.run(r.Context(), req.Params.Arguments), nil //nolint:contextcheck // the library's context lacks what the middleware has put into that of the request
		})
	}
	for _, t := range h.Texts {
		s.AddResource(&sdk.Resource{URI: t.URI, Name: t.Title, Title: t.Title, Description: t.Description, MIMEType: t.Type}, h.read(t))
	}
	return s
}

func (h *server) read(t Text) sdk.ResourceHandler {
	return func(ctx context.Context, _ *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
		text, err := t.Content()
		if err != nil {
			h.Logger.ErrorContext(ctx, "document not read", "uri", t.URI, "error", err)
			return nil, errInternal
		}
		return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{URI: t.URI, MIMEType: t.Type, Text: string(text)}}}, nil
	}
}
