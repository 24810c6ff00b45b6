// Package alpinebitstest tests the AlpineBits server as a property management system
// calls it.
package alpinebitstest
