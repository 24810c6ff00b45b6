// Package bulkexport writes large files that a user asks for: availability, facts and
// invoices, in formats of other systems.
//
// A file is written by a job and kept for a week. Its rule: a file holds what the user
// who asked for it may read, at the time it is written, and nobody gets a link to it who
// may not read the same. It owns no data but the list of files.
package bulkexport
