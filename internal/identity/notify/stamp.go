package notify

import "allot/internal/platform/stamp"

// What stamps are of. Whoever writes what one of them covers raises it, in the
// store, beside the statement.
const (
	// Inbox is the notifications of a user, by the id of the user.
	Inbox stamp.Kind = "notifications"
	// News is all announcements. It has one id, NewsID. An announcement that begins
	// or ends because its time has come raises nothing.
	News stamp.Kind = "announcements"
	// NewsID is the id of News.
	NewsID int64 = 1
)
