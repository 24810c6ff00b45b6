// Package subscription owns what accounts pay the platform: subscriptions to plans, cards,
// billing addresses, charges and their bills.
//
// This program decides when and how much is paid; the payment processor only takes the money.
// Every payment is a charge: stored as pending in one transaction, asked of the processor
// outside of any, and settled in another, which activates the plan and writes the bill. An
// account has at most one pending charge. A charge whose outcome was not learned (a crash, no
// answer) is settled later by a job, which asks the processor again under the same key: it is
// never charged twice and never forgotten. The history of bills is never changed.
package subscription
