// Package account owns users, sessions, sub-users and their permissions,
// passwords and the log-in.
//
// An account is its owner, the manager user; sub-users carry the owner's id,
// and everything a tenant owns is keyed by it. The package does not know the
// account's company, plan or properties: modules above it add those.
//
// A token opens exactly one active session. What ends the session (log-out,
// revocation, removal, a third log-in, idleness) makes the token void at once.
package account
