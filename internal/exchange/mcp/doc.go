// Package mcp says which operations of the API an assistant can use as tools of the
// Model Context Protocol, and how large an answer may be.
//
// A tool stands for one operation, which is run as for any request: with the token of
// the caller, its rule, its checks and its refusals. There is no second rule here, so
// a tool cannot allow more than its operation does.
package mcp
