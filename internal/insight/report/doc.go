// Package report adds up data of other modules: the activity in an account, and
// the occupancy of its properties. It owns no data.
//
// A report shows no more than its reader could read line by line: a sub-user
// sees only the properties in its scope, and an operator no number of a
// calendar that is not its own.
package report
