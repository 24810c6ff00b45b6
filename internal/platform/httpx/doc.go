// Package httpx is the edge between HTTP and the modules: the middleware every
// request passes, the one error shape, request bodies, idempotency keys, the
// OpenAPI document and its page.
//
// Modules declare their operations with Register and return domain errors; how
// those look on the wire is decided here and nowhere else.
package httpx
