//go:build race

package outbox_test

// slowSQLite says that SQLite, being Go code, runs some twenty times slower
// under the race detector.
const slowSQLite = true
