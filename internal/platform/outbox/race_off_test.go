//go:build !race

package outbox_test

const slowSQLite = false
