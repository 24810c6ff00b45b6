// Package notify owns what the product tells its users inside the program:
// notifications about single events, and announcements of the platform's staff.
//
// A notification belongs to one user, who reads and dismisses it alone; it is
// written in that user's language when it is made. Modules above say what
// happened and to whom (Tell); which words that takes, and whether it goes out
// by e-mail too, is decided here and by the user's preferences.
//
// Its one big rule: a notification and its e-mail exist if and only if the
// change they tell of was committed.
package notify
