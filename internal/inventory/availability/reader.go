package availability

import (
	"allot/internal/identity/auth"
)

// Reader is an account, or the part of it that one contract opens.
type Reader struct {
	Account  int64
	Operator bool
	Contract int64 // the contract of a key; 0: all in force
}

// ReaderOf returns the account of a user.
func ReaderOf(who auth.Caller) Reader {
	return Reader{Account: who.OwnerID, Operator: who.AccountType == auth.TourOperator}
}

// ReaderWith returns the reader of a key.
func ReaderWith(key auth.KeyCaller) Reader {
	r := Reader{Account: key.OwnerID, Operator: key.AccountType == auth.TourOperator}
	if key.ContractID != nil {
		r.Contract = *key.ContractID
	}
	return r
}
