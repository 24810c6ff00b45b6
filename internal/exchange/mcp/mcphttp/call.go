package mcphttp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"runtime/debug"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"allot/internal/exchange/mcp"
)

var errInternal = errors.New("internal error")

// call is one call of a tool.
type call struct {
	*server
	tool  tool
	who   caller
	outer *http.Request
}

// run calls the operation and returns its answer, or its refusal as an error of the
// tool. The protocol runs it on a goroutine of its own, so a panic is caught here.
func (c *call) run(ctx context.Context, raw json.RawMessage) (result *sdk.CallToolResult) {
	defer func() {
		if v := recover(); v != nil {
			c.Logger.ErrorContext(ctx, "tool panicked", "tool", c.tool.Name, "error", v, "stack", string(debug.Stack()))
			result = failed(errInternal.Error())
		}
	}()
	args, problem := c.arguments(raw)
	if problem != "" {
		return failed(problem)
	}
	preview, asked := args["dry_run"].(bool)
	if c.tool.Previews && (preview || !asked) {
		return c.preview(ctx, args)
	}
	status, answer := c.do(ctx, c.tool.op, c.request(args))
	return c.result(status, answer)
}

// arguments reads the arguments and refuses those that the tool does not know.
func (c *call) arguments(raw json.RawMessage) (args map[string]any, problem string) {
	args = map[string]any{}
	if len(raw) > 0 {
		dec := json.NewDecoder(bytes.NewReader(raw))
		dec.UseNumber()
		if dec.Decode(&args) != nil {
			return nil, "the arguments must be an object"
		}
	}
	for name, value := range args {
		a, known := c.tool.Arg(name)
		if !known {
			return nil, fmt.Sprintf("%s: is no argument of %s, which are %s", name, c.tool.Name, strings.Join(c.tool.Names(), ", "))
		}
		if _, yes := value.(bool); a.Type == "boolean" && !yes {
			return nil, name + ": must be true or false"
		}
		if value == nil && a.In != mcp.InBody {
			delete(args, name)
		}
	}
	for _, a := range c.tool.Args {
		if _, given := args[a.Name]; a.Required && !given {
			return nil, a.Name + ": is required: " + a.Description
		}
	}
	return args, ""
}

// inner is a request to an operation.
type inner struct {
	method, path string
	values       map[string]string // of the path
	query        url.Values
	body         any
}

func (c *call) request(args map[string]any) inner {
	in := inner{method: c.tool.Method, path: c.tool.Path, values: map[string]string{"token": "-"}, query: url.Values{}}
	for name, value := range c.tool.Fixed {
		in.query.Set(name, value)
	}
	body := map[string]any{}
	for name, value := range args {
		a, _ := c.tool.Arg(name)
		switch a.In {
		case mcp.InPath:
			in.values[a.Target()] = plain(value)
		case mcp.InQuery:
			in.query.Set(a.Target(), plain(value))
		case mcp.InBody:
			body[a.Target()] = value
		case mcp.InTool:
		}
	}
	switch {
	case c.tool.Build != nil:
		in.body = c.tool.Build(args)
	case in.method != http.MethodGet:
		in.body = body
	}
	return in
}

// plain is a value as it stands in an address, a list with commas between.
func plain(v any) string {
	list, is := v.([]any)
	if !is {
		return fmt.Sprint(v)
	}
	texts := make([]string, len(list))
	for i, one := range list {
		texts[i] = fmt.Sprint(one)
	}
	return strings.Join(texts, ",")
}

// do runs an operation for the caller, whose token goes along.
func (c *call) do(ctx context.Context, op http.Handler, in inner) (status int, answer []byte) {
	r := c.outer.Clone(ctx)
	path := in.path
	for name, value := range in.values {
		path = strings.ReplaceAll(path, "{"+name+"}", value)
		r.SetPathValue(name, value)
	}
	r.Method, r.RequestURI, r.URL = in.method, "", &url.URL{Path: path, RawQuery: in.query.Encode()}
	r.Header = http.Header{"Accept": {"application/json"}, "Authorization": {"Token " + c.who.token}}
	if c.who.key.Known() {
		r.Header.Set("Authorization", "Bearer "+c.who.token)
	}
	for _, name := range []string{"Origin", "Referer", "Accept-Language", "User-Agent"} {
		if v := c.outer.Header.Get(name); v != "" {
			r.Header.Set(name, v)
		}
	}
	r.Body, r.ContentLength = http.NoBody, 0
	if in.body != nil {
		raw, err := json.Marshal(in.body)
		if err != nil {
			panic(err) // it was read from JSON
		}
		r.Header.Set("Content-Type", "application/json")
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(raw)), int64(len(raw))
	}
	w := &recorder{header: http.Header{}, status: http.StatusOK}
	w.serve(op, r)
	if w.over {
		return http.StatusRequestEntityTooLarge, nil
	}
	return w.status, w.body.Bytes()
}

// result is the answer of an operation as the assistant reads it.
func (c *call) result(status int, answer []byte) *sdk.CallToolResult {
	switch {
	case status == http.StatusRequestEntityTooLarge && answer == nil:
		return failed(mcp.TooLarge(c.tool.Smaller))
	case status >= http.StatusBadRequest:
		return failed(c.refusal(answer))
	}
	small, fits := mcp.Bound(answer, c.tool.Smaller)
	if !fits {
		return failed(mcp.TooLarge(c.tool.Smaller))
	}
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: string(bytes.TrimSpace(small))}}}
}

// refusal is the message of a refusal, with the fields under the names of the arguments.
func (c *call) refusal(answer []byte) string {
	var e struct {
		Message string `json:"message"`
		Code    string `json:"code"`
		Errors  []struct {
			Field   string `json:"field"`
			Message string `json:"message"`
		} `json:"errors"`
	}
	if json.Unmarshal(answer, &e) != nil || e.Message == "" {
		return errInternal.Error()
	}
	lines := []string{e.Message + " (" + e.Code + ")"}
	for _, f := range e.Errors {
		for _, a := range c.tool.Args {
			if a.Target() == f.Field {
				f.Field = a.Name
			}
		}
		lines = append(lines, f.Field+": "+f.Message)
	}
	return strings.Join(lines, "\n")
}

func failed(text string) *sdk.CallToolResult {
	return &sdk.CallToolResult{IsError: true, Content: []sdk.Content{&sdk.TextContent{Text: text}}}
}
