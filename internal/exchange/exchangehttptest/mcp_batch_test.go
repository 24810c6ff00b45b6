package exchangehttptest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/app/config"
)

// message is an answer of the protocol.
type message struct {
	ID     *int `json:"id"`
	Result *struct {
		IsError bool                    `json:"isError"`
		Content []struct{ Text string } `json:"content"`
	} `json:"result"`
	Error *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// post sends a body as it is.
func (b *bundle) post(t *testing.T, body string, set ...apptest.Set) (status int, answer string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, b.url, strings.NewReader(body))
	require.NoError(t, err)
	r.Header.Set("Authorization", "Token "+b.hotel.Token)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	for _, s := range set {
		s(r)
	}
	res, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	defer func() { _ = res.Body.Close() }()
	all, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	return res.StatusCode, string(all)
}

func toolCall(id int, tool, args string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, id, tool, args)
}

// batchOf is a batch of n messages that list the tools.
func batchOf(n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/list"}`, i+1)
	}
	return "[" + strings.Join(list, ",") + "]"
}

func messagesOf(t *testing.T, answer string) (list []message) {
	t.Helper()
	require.NoError(t, json.Unmarshal([]byte(answer), &list), answer)
	return list
}

// A batch is at most 20 messages, and what is refused is refused before anything of it
// is done.
func TestBatch_bounds(t *testing.T) {
	t.Parallel()
	b := setupMcp(t)
	status, answer := b.post(t, batchOf(20))
	require.Equal(t, http.StatusOK, status, answer)
	require.Len(t, messagesOf(t, answer), 20)

	for name, body := range map[string]string{
		"too many":      batchOf(21),
		"a thousand":    batchOf(1000),
		"none":          " [ ] ",
		"cut off":       `[{"jsonrpc":"2.0","id":1,"method":"tools/list"}`,
		"more after it": batchOf(1) + batchOf(1),
	} {
		status, answer := b.post(t, body)
		require.Equal(t, http.StatusBadRequest, status, name)
		var refused message
		require.NoError(t, json.Unmarshal([]byte(answer), &refused), "%s: %s", name, answer)
		require.Nil(t, refused.ID, name)
		require.NotNil(t, refused.Error, name)
		require.Contains(t, []int{-32600, -32700}, refused.Error.Code, name)
	}
	_, answer = b.post(t, batchOf(1000))
	require.Contains(t, answer, "a request has at most 20 messages")

	// Versions of the protocol that have no batches.
	status, answer = b.post(t, batchOf(2), apptest.Header("Mcp-Protocol-Version", "2025-06-18"))
	require.Equal(t, http.StatusBadRequest, status)
	require.Contains(t, answer, "has no batches")

	// A batch inside a batch is no way around the bound.
	status, answer = b.post(t, "["+batchOf(20)+","+`{"jsonrpc":"2.0","id":7,"method":"tools/list"},5]`)
	require.Equal(t, http.StatusOK, status, answer)
	list := messagesOf(t, answer)
	require.Len(t, list, 3)
	require.Equal(t, -32600, list[0].Error.Code)
	require.Equal(t, 7, *list[1].ID)
	require.Equal(t, -32600, list[2].Error.Code)

	// Notifications have no answer.
	note := `{"jsonrpc":"2.0","method":"notifications/initialized"}`
	status, answer = b.post(t, "["+note+","+note+"]")
	require.Equal(t, http.StatusAccepted, status)
	require.Empty(t, answer)
}

// The messages of a batch are done one after another, in their order: each sees what
// those before it have written.
func TestBatch_inOrder(t *testing.T) {
	t.Parallel()
	b := setupMcp(t)
	const day = "2030-07-01"
	var calls []string
	for i := range 10 {
		status := []string{"stop", "open"}[i%2]
		calls = append(calls,
			toolCall(2*i+1, "set_status", fmt.Sprintf(`{"calendar":%d,"from":%q,"to":%q,"status":%q,"dry_run":false}`, b.master.ID, day, day, status)),
			toolCall(2*i+2, "availability", fmt.Sprintf(`{"calendar":%d,"from":%q,"to":%q}`, b.master.ID, day, day)))
	}
	code, answer := b.post(t, "["+strings.Join(calls, ",")+"]")
	require.Equal(t, http.StatusOK, code, answer)
	list := messagesOf(t, answer)
	require.Len(t, list, 20)
	for i, m := range list {
		require.Equal(t, i+1, *m.ID)
		require.False(t, m.Result.IsError, m.Result.Content)
		if i%2 == 1 {
			require.Contains(t, m.Result.Content[0].Text, []string{`"closed"`, `"open"`}[i/2%2], "message %d", i+1)
		}
	}
}

// Every message counts against the limit of the token.
func TestBatch_counted(t *testing.T) {
	t.Parallel()
	b := setupMcp(t, apptest.Settings(func(c *config.Settings) { c.V1RatePerMinute = 30 }))
	status, _ := b.post(t, batchOf(20))
	require.Equal(t, http.StatusOK, status)
	status, answer := b.post(t, batchOf(11))
	require.Equal(t, http.StatusTooManyRequests, status, answer)
	require.Contains(t, answer, "rate_limited")
}

// Once the answers are large, the rest of a batch is not done and says so.
func TestBatch_answerIsBounded(t *testing.T) {
	t.Parallel()
	b := setupMcp(t)
	var list []string
	for i := range 20 {
		list = append(list, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"resources/read","params":{"uri":"allot://docs/openapi.json"}}`, i+1))
	}
	status, answer := b.post(t, "["+strings.Join(list, ",")+"]")
	require.Equal(t, http.StatusOK, status)
	require.Less(t, len(answer), 4<<20)
	got := messagesOf(t, answer)
	require.Len(t, got, 20)
	require.Nil(t, got[0].Error)
	require.Equal(t, 20, *got[19].ID)
	require.Equal(t, -32000, got[19].Error.Code)
	require.Contains(t, got[19].Error.Message, "was not done")
}
