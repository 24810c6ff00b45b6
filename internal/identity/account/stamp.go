package account

import "allot/internal/platform/stamp"

// What stamps are of, by the id of a user or an account. Whoever writes what one
// of them covers raises it, in the store, beside the statement.
const (
	// Access is who a user is and what opens its account: the user, its
	// permissions, sessions and API keys.
	Access stamp.Kind = "access"
	// Content is what decides which properties an account's readers see, and
	// under which names: contracts, publications, mappings, overrides. Days have
	// a stamp of their own, by property.
	Content stamp.Kind = "content"
	// Draft is the same for the hotel itself: its properties and rooms as it
	// works on them.
	Draft stamp.Kind = "draft"
	// Rooming is the ledgers that an account is party to.
	Rooming stamp.Kind = "rooming"
	// Invoices is the invoices that an account is party to.
	Invoices stamp.Kind = "invoices"
	// StopSale is the days of a hotel in the legacy stop sale.
	StopSale stamp.Kind = "stopsale"
)
