// Package stamp decides whether a value made from the database is still current. Every record that such values depend on has a stamp, which changes
// with each committed write to it. A value is current while all stamps that it
// was made under are the same. The database keeps the stamps (db.Raise,
// db.Stamps), modules declare their kinds.
package stamp

import "context"

// Kind is what stamps belong to, such as the content of accounts. Names are in the
// database: never rename one.
type Kind string

// Key identifies a stamp: a kind and the id of the record.
type Key struct {
	Kind Kind
	ID   int64
}

// Of returns the keys of some records, in their order.
func (k Kind) Of(ids ...int64) []Key {
	keys := make([]Key, len(ids))
	for i, id := range ids {
		keys[i] = Key{k, id}
	}
	return keys
}

// Stamps are the stamps of some keys. The value of a stamp is the number of the
// transaction that last raised it, 0 if none did.
type Stamps struct {
	Keys   []Key
	Values []int64 // in the order of Keys
	// Clock is a number from before the values were read: a write that they do not
	// include has this number or a later one.
	Clock int64
}

// Source reads stamps; it is the database.
type Source interface {
	// Stamps reads the stamps of some keys. They include every write acknowledged
	// before the request of ctx began.
	Stamps(ctx context.Context, keys []Key) (Stamps, error)
	// Current reports whether Stamps would read the same values.
	Current(ctx context.Context, st Stamps) (bool, error)
	// ReadTx runs fn on one snapshot of the database. Inside a transaction it joins
	// that.
	ReadTx(ctx context.Context, fn func(ctx context.Context) error) error
	// InTransaction reports whether ctx carries a transaction, which may see
	// uncommitted data.
	InTransaction(ctx context.Context) bool
	// Newest returns the highest stamp that can belong to data of a ReadTx that begins
	// now: a higher one may have been raised after the data was read.
	Newest() int64
}
