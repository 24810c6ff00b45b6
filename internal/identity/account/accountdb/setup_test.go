package accountdb_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/account"
	"allot/internal/identity/account/accountdb"
	"allot/internal/identity/auth"
	"allot/internal/platform/db"
	"allot/internal/platform/secret"
	"allot/internal/testkit/dbtest"
)

var noon = time.Date(2030, 5, 31, 12, 0, 0, 123456000, time.UTC)

type bundle struct {
	*accountdb.Store
	db *db.DB
	n  int
}

func setup(t *testing.T) *bundle {
	t.Helper()
	d := dbtest.New(t)
	return &bundle{Store: accountdb.New(d), db: d}
}

// write runs one change in a transaction, as the service does.
func (b *bundle) write(t *testing.T, fn func(ctx context.Context) error) {
	t.Helper()
	require.NoError(t, b.try(t, fn))
}

func (b *bundle) try(t *testing.T, fn func(ctx context.Context) error) error {
	t.Helper()
	return b.InTx(t.Context(), fn)
}

func (b *bundle) newUser(owner int64) account.User {
	b.n++
	return account.User{
		EmailState: account.EmailConfirmed,
		OwnerID:    owner, Email: fmt.Sprintf("user%d@hotel.example", b.n), PasswordHash: "hash", FirstName: "Anna", LastName: "Petrou",
		AccountType: auth.Accommodation, IsManager: owner == 0, Language: "el", CreatedAt: noon, UpdatedAt: noon,
	}
}

// manager makes an account.
func (b *bundle) manager(t *testing.T) account.User {
	t.Helper()
	return b.insert(t, b.newUser(0))
}

// colleague makes a sub-user of an account.
func (b *bundle) colleague(t *testing.T, owner account.User) account.User {
	t.Helper()
	return b.insert(t, b.newUser(owner.ID))
}

func (b *bundle) insert(t *testing.T, u account.User) account.User {
	t.Helper()
	b.write(t, func(ctx context.Context) error { return b.InsertUser(ctx, &u) })
	return u
}

// remove deletes a user the way the service does.
func (b *bundle) remove(t *testing.T, u account.User) {
	t.Helper()
	u.DeletedAt = noon.Add(time.Hour)
	b.write(t, func(ctx context.Context) error { return b.UpdateUser(ctx, u) })
}

// session opens one for a user and tells its token.
func (b *bundle) session(t *testing.T, u account.User, lastSeen time.Time, change ...func(*account.Session)) (account.Session, string) {
	t.Helper()
	token := secret.Token()
	s := account.Session{
		UserID: u.ID, TokenHash: secret.Hash(token), IPAddress: "203.0.113.7", Device: "Test/1.0",
		IsActive: true, CreatedAt: noon, LastSeen: lastSeen,
	}
	for _, c := range change {
		c(&s)
	}
	b.write(t, func(ctx context.Context) error { return b.InsertSession(ctx, &s) })
	return s, token
}

func (b *bundle) permission(t *testing.T, u account.User, properties ...int64) account.Permission {
	t.Helper()
	p := account.Permission{OwnerID: u.OwnerID, UserID: u.ID, StopSales: true, PropertyIDs: append([]int64{}, properties...)}
	b.write(t, func(ctx context.Context) error { return b.InsertPermission(ctx, &p) })
	return p
}

// stored reads a session as the list shows it.
func (b *bundle) stored(t *testing.T, id int64) account.Session {
	t.Helper()
	var s account.Session
	err := b.db.From(t.Context()).NewSelect().Table("account_sessions").Where("id = ?", id).Scan(t.Context(), &s)
	require.NoError(t, err)
	return s
}
