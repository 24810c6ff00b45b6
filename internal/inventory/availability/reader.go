package availability

import (
	"allot/internal/identity/auth"
)

// Reader is who is told something: an account, or the part of it that one
// contract opens.
type Reader struct {
	Account  int64
	Operator bool
	Contract int64 // the one that a key is for; zero: all in force
}

// ReaderOf is the account of a user.
func ReaderOf(who auth.Caller) Reader {
	return Reader{Account: who.OwnerID, Operator: who.AccountType == auth.TourOperator}
}

// ReaderWith is what a key opens.
func ReaderWith(key auth.KeyCaller) Reader {
	r := Reader{Account: key.OwnerID, Operator: key.AccountType == auth.TourOperator}
	if key.ContractID != nil {
		r.Contract = *key.ContractID
	}
	return r
}
