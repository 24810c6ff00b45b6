// Package publication owns what partners get to see of a property: snapshots
// of its facts and photos, their review, and the sheets and galleries that are
// sent out.
//
// A snapshot is taken when a sheet is submitted and never changes afterwards;
// approval makes it the next version. Whoever is not the hotel reads the last
// published version, whatever the hotel is working on meanwhile. Every step
// locks the property first, so that versions follow one another.
//
// What is published now is kept as cards and rooms too, written with each
// version, for lists and mappings. Who may see them is not known here: whoever
// asks for somebody else checks the contract (portfolio).
package publication
