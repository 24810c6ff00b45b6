// Package apistats counts the calls that other systems make with API keys: a row
// a key, endpoint and day in UTC, with a summary beside it. It never sees a token.
//
// Its one rule: the numbers are exact. A call is counted in memory and written
// within a second, in a batch that is written once, whatever fails on the way;
// whoever reads them first writes what this process still holds.
package apistats
