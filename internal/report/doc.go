// Package report adds up what other modules know: what happened in an account,
// and how full its houses are. It owns nothing.
//
// Its one rule: a report shows no more than its reader could read line by line.
// A sub-user is told of the properties in its scope, and an operator no number of
// a calendar that is not its own.
package report
