// Package plan owns the plans that are sold, which plan an account has and the limits that
// follow from it.
//
// An account has the better of what it pays for and what the platform's staff granted it, and
// is on the free tier without either. Both keep the limits as they were when they were bought
// or given. Its sub-users share the account's plan: plans are looked up by the owner's id. A
// module whose records a plan limits calls Admit inside the transaction that creates one more,
// and RequireWithin before it changes one: after a fall to a smaller plan the newest records
// beyond the limit are read-only.
package plan
