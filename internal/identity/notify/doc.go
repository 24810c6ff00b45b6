// Package notify owns the messages to users inside the program: notifications
// about single events, and announcements of the platform's staff.
//
// A notification belongs to one user, who reads and dismisses it alone. It keeps
// the values of its texts, which are made in the language of whoever reads them;
// its e-mail speaks the user's language of when it was made. Modules above call
// Send with what happened and for whom; the texts, and whether it is sent by
// e-mail too, are decided here and by the user's preferences.
//
// A notification and its e-mail exist if and only if the change that they are
// about was committed.
package notify
