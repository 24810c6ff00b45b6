// Package reference owns the reference data of forms: countries, their states
// and cities, currencies, languages, time zones. It also serves the option lists
// of other modules, which app passes to it.
//
// Its data is embedded and never changes while the program runs, so that every
// node gives the same answer without a network. platform/iso and platform/money
// accept every code that is listed here.
// docs/reference-data.md names sources and licences.
package reference
