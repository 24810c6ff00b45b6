// Package override owns what a tour operator shows instead of the hotel's
// published data: facts, the selection and order of photos, photos of its own,
// and its logo.
//
// The contract decides whether an override is refused, in force at once, or
// waits until the hotel approves it. Until then the values approved before stay
// in force.
//
// Overrides are applied only when data is read (see Set). Nothing of the
// hotel's data is changed, so removing an override restores the source. The
// contract is checked again at each read, so revoking a right ends the
// overrides that depend on it.
package override
