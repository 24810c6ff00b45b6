package identitytest

import (
	"testing"

	"allot/internal/app/apptest"
)

// BenchmarkService_Authenticate is asked by many users in turn, as a server is:
// what helps one token alone does not count.
func BenchmarkService_Authenticate(b *testing.B) {
	e := apptest.New(b)
	tokens := make([]string, 600) // more than a connection remembers statements
	for i := range tokens {
		tokens[i] = e.Manager(b).Token
	}
	ctx := apptest.Context(b)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, err := e.Accounts.Authenticate(ctx, tokens[i%len(tokens)]); err != nil {
			b.Fatal(err)
		}
	}
}
