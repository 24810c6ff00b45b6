// Package property owns what a hotel says about itself while it works on it:
// its properties and their fact records. Photos and what partners get to see
// belong to the modules photo and publication.
//
// A property and its facts are one thing that one transaction at a time
// changes: every write locks the property first, so that completeness always
// tells of the records that are there. Records, rooms above all, keep their id
// for life; nothing refers to a position.
package property
