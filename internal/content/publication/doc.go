// Package publication owns what partners see of a property: snapshots of its
// facts and photos, their review, and the sheets and galleries that are sent
// out.
//
// A snapshot is taken when a sheet is submitted and never changes afterwards;
// approval makes it the next version. Everybody but the hotel reads the last
// published version, whatever the working copy holds. Every step locks the
// property first, so that versions are numbered without gaps.
//
// What is published now is also stored as cards and rooms, for lists and
// mappings. This module does not know who may see them: its callers check the
// contract (portfolio).
package publication
