// Package directory owns who is on the platform, as accounts of the other type
// find them: the marketplace.
//
// Its tables are a copy for reading, made of what other modules tell: the
// company of an account and what a hotel has published. Its rule: an entry
// holds nothing but what everybody on the platform may know, and whatever
// changes behind it, the last one to write it has seen the newest state. It
// decides nothing about contracts, which it asks who knows whom.
package directory
