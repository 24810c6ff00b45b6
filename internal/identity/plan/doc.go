// Package plan owns which plan an account has and the limits that follow
// from it.
//
// An account is on the free tier unless the platform's staff have granted it a
// plan. Its sub-users share the account's plan: plans are looked up by the
// owner's id. A module whose records a plan limits calls Admit inside the
// transaction that creates one more.
package plan
