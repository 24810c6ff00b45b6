// Package property owns the working copy of a hotel's content: its properties
// and their fact records. Photos and the published versions that partners see
// belong to the modules photo and publication.
//
// One transaction at a time changes a property and its facts: every write locks
// the property first, so that the completeness always matches the records.
// Records, above all rooms, keep their id; nothing refers to a position.
package property
