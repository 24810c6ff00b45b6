package marketplace

// What tests look at from outside.
var (
	Cut      = cut
	NewEntry = newEntry
	Fill     = (*Entry).fill
)

// MaxSearch is the bound of the searched text.
const MaxSearch = maxSearch
