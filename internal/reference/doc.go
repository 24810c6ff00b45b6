// Package reference owns what the world has agreed on and every form asks for:
// countries, their states and cities, currencies, languages, time zones. It also
// hands out the option lists of other modules, which app gives it.
//
// Its data is embedded and never changes while the program runs, so that every
// node gives the same answer without a network. The codes are those of
// platform/iso and platform/money: what is offered here is accepted there.
// docs/reference-data.md names sources and licences.
package reference
