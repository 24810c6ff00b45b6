// Package billing owns which plan an account has and the limits that follow
// from it.
//
// An account is on the free tier unless the platform's staff have granted it a
// plan. Its sub-users share the account's plan: everybody asks by the owner's
// id. Another module that lets an account have only so many of a thing asks
// Admit inside the transaction that makes one more.
package billing
