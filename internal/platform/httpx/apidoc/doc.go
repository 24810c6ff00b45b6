// Package apidoc makes the OpenAPI document of a server and serves it with its page.
// It completes what huma reads from the Go types of operations: closed bodies,
// refusals, descriptions, examples. How operations are served it does not know.
package apidoc
