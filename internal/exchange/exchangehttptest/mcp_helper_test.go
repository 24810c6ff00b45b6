package exchangehttptest

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/property"
	"allot/internal/identity/plan"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/partners/contract"
	"allot/internal/partners/mapping"
)

type object = map[string]any

// bundle is a hotel with a published property and an operator under a contract, served
// over HTTP.
type bundle struct {
	*apptest.Env
	url             string
	hotel, operator *apptest.Who
	property        property.Property
	rooms           []int64
	master          rules.Calendar
	contract        contract.Contract
}

func setupMcp(t *testing.T, options ...apptest.Option) *bundle {
	t.Helper()
	b := &bundle{Env: apptest.New(t, options...)}
	b.hotel, b.property, b.rooms = b.House(t, 3, 5)
	b.Publish(t, b.hotel, b.Admin(t), b.property)
	b.operator = b.Operator(t)
	b.contract = b.Accepted(t, b.hotel, b.operator, func(c *contract.Contract) { c.ShareReasons = true })
	b.Grant(t, b.operator, plan.Gold)
	b.Map(t, b.operator, b.property, mapping.Codes{Hotel: "OP-1", Rooms: map[int64]mapping.RoomCode{b.rooms[0]: {Code: "R", Name: "Our room"}}})
	b.master = b.Master(t, b.hotel, b.property)
	server := httptest.NewServer(b.Server())
	t.Cleanup(server.Close)
	b.url = server.URL + "/mcp/"
	return b
}

// signed adds the header to every request.
type signed string

func (s signed) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", string(s))
	return http.DefaultTransport.RoundTrip(r)
}

// session is an assistant that sends the header.
type session struct{ *sdk.ClientSession }

func (b *bundle) connect(t *testing.T, authorization string) session {
	t.Helper()
	client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil)
	s, err := client.Connect(t.Context(), &sdk.StreamableClientTransport{
		Endpoint: b.url, HTTPClient: &http.Client{Transport: signed(authorization)}, DisableStandaloneSSE: true, MaxRetries: -1,
	}, nil)
	require.NoError(t, err)
	t.Cleanup(func() { _ = s.Close() })
	return session{s}
}

// tools are the names of those that the assistant is shown, sorted.
func (s session) tools(t *testing.T) []string {
	t.Helper()
	list, err := s.ListTools(t.Context(), nil)
	require.NoError(t, err)
	names := []string{}
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
	}
	slices.Sort(names)
	return names
}

func (s session) raw(t *testing.T, tool string, args object) *sdk.CallToolResult {
	t.Helper()
	res, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: args})
	require.NoError(t, err)
	return res
}

// call returns what a tool answers.
func (s session) call(t *testing.T, tool string, args object) object {
	t.Helper()
	res := s.raw(t, tool, args)
	text := res.Content[0].(*sdk.TextContent).Text
	require.False(t, res.IsError, text)
	o := object{}
	require.NoError(t, json.Unmarshal([]byte(text), &o))
	return o
}

// refused returns why a tool refuses.
func (s session) refused(t *testing.T, tool string, args object) string {
	t.Helper()
	res := s.raw(t, tool, args)
	text := res.Content[0].(*sdk.TextContent).Text
	require.True(t, res.IsError, text)
	return text
}

// missing checks that there is no such tool for the assistant.
func (s session) missing(t *testing.T, tool string) {
	t.Helper()
	_, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: object{}})
	require.ErrorContains(t, err, "unknown tool")
}

func results(o object) []any { return o["results"].([]any) }
