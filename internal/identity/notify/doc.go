// Package notify owns the messages to users inside the program: notifications
// about single events, and announcements of the platform's staff.
//
// A notification belongs to one user, who reads and dismisses it alone; it is
// written in that user's language when it is made. Modules above call Send with
// what happened and for whom; the texts, and whether it is sent by e-mail too,
// are decided here and by the user's preferences.
//
// A notification and its e-mail exist if and only if the change that they are
// about was committed.
package notify
