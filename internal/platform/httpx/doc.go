// Package httpx connects HTTP with the modules: the middleware of every request,
// the one error shape, request bodies and idempotency keys. apidoc makes the OpenAPI
// document.
//
// Modules declare their operations with Register and return domain errors, which
// only this package translates to HTTP.
package httpx
