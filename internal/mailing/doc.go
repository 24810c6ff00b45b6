// Package mailing sends documents of a hotel to the contacts of a mailing list.
//
// It owns the way from the request to the mailbox. What a letter says and carries
// is made by the module whose document it is, when the letter goes out.
//
// A request stores one row and is counted against the plan as a whole. Jobs turn
// the row into letters, some at a time: after each letter the row says how far it
// has come, so that a job that was killed repeats one letter at most. Mailings of
// one account go one after the other and those of different accounts take turns.
// While the mail server takes nothing a mailing pauses, and is given up after three
// days; one whose job is lost is started again.
package mailing
