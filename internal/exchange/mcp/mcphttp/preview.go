package mcphttp

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"net/url"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"allot/internal/exchange/mcp"
)

// gridPath shows what set_status changes.
const gridPath = "/api/allotment/calendars/{id}/grid/"

// preview runs the operation in a transaction that is rolled back, and tells what it
// would have changed.
func (c *call) preview(ctx context.Context, args map[string]any) *sdk.CallToolResult {
	write := c.request(args)
	op, found := c.http.Inner(http.MethodGet, gridPath)
	if !found {
		return failed(errInternal.Error())
	}
	read := inner{method: http.MethodGet, path: gridPath, values: maps.Clone(write.values), query: url.Values{"from": {plain(args["from"])}, "to": {plain(args["to"])}}}
	status, before := c.do(ctx, op, read)
	if status != http.StatusOK {
		return c.result(status, before)
	}
	held, hold := c.DB.DeferTx(ctx, func(context.Context) error { return nil })
	defer hold.Rollback()
	status, answer := c.do(held, c.tool.op, write)
	if status >= http.StatusBadRequest {
		return c.result(status, answer)
	}
	status, after := c.do(held, op, read)
	if status != http.StatusOK {
		return c.result(status, after)
	}
	hold.Rollback()
	members := map[string]any{}
	changes, err := mcp.Difference(before, after)
	if err == nil {
		err = json.Unmarshal(answer, &members)
	}
	if err != nil {
		c.Logger.ErrorContext(ctx, "difference not found", "tool", c.tool.Name, "error", err)
		return failed(errInternal.Error())
	}
	members["dry_run"], members["changes"] = true, changes
	members["next"] = "Nothing was written. Call again with dry_run=false to do it."
	all, err := json.Marshal(members)
	if err != nil {
		return failed(errInternal.Error())
	}
	return c.result(http.StatusOK, all)
}
