package invoice

import "time"

// Action is an entry of the log of an invoice.
type Action string

// The actions.
const (
	ActionCreated   Action = "created"
	ActionSent      Action = "sent"
	ActionViewed    Action = "viewed"
	ActionDisputed  Action = "disputed"
	ActionCleared   Action = "cleared"
	ActionPaid      Action = "paid"
	ActionCancelled Action = "cancelled"
	ActionReminded  Action = "reminder_sent"
)

// actionOf is what the log says of a verb. Updates, duplicates and the due date are
// not logged.
var actionOf = map[Verb]Action{
	VerbSend: ActionSent, VerbView: ActionViewed, VerbDispute: ActionDisputed, VerbClear: ActionCleared,
	VerbPay: ActionPaid, VerbCancel: ActionCancelled, VerbRemind: ActionReminded,
}

// Activity is an entry of the log of an invoice. It is never changed.
type Activity struct {
	ID        int64     `bun:"id,pk,autoincrement" json:"id"`
	OwnerID   int64     `bun:"owner_id" json:"-"`
	InvoiceID int64     `bun:"invoice_id" json:"-"`
	AccountID *int64    `bun:"account_id" json:"-"`
	UserID    *int64    `bun:"user_id" json:"user" doc:"Who did it; of the other side its account. Null: the system"`
	Action    Action    `bun:"action" json:"action" enum:"created,sent,viewed,disputed,cleared,paid,cancelled,reminder_sent"`
	Detail    string    `bun:"detail" json:"detail"`
	CreatedAt time.Time `bun:"created_at" json:"timestamp"`
}

// seenBy returns the entry as an account sees it: of the other side it knows the
// account, not the users.
func (a Activity) seenBy(account int64) Activity {
	if a.AccountID != nil && *a.AccountID != account {
		a.UserID = a.AccountID
	}
	return a
}

// ReminderType is which reminder of an invoice it is.
type ReminderType string

// The types.
const (
	ReminderFirst  ReminderType = "first"
	ReminderSecond ReminderType = "second"
	ReminderFinal  ReminderType = "final"
)

// ReminderTypes lists the types in their order.
var ReminderTypes = []ReminderType{ReminderFirst, ReminderSecond, ReminderFinal}

// reminderDays is how many days after the due date each is sent if the issuer wants
// them sent by themselves.
var reminderDays = []int{3, 7, 14}

// reminderPause is how many days after a reminder the next one is sent by itself at the
// earliest. Without it, whoever wants reminders to be sent by themselves when an invoice
// is long overdue would have all three sent within hours.
const reminderPause = 3

// Reminder is a reminder that was sent.
type Reminder struct {
	ID             int64        `bun:"id,pk,autoincrement" json:"-"`
	OwnerID        int64        `bun:"owner_id" json:"-"`
	InvoiceID      int64        `bun:"invoice_id" json:"-"`
	SentAt         time.Time    `bun:"sent_at" json:"sent_at"`
	Type           ReminderType `bun:"reminder_type" json:"reminder_type" enum:"first,second,final"`
	RecipientEmail string       `bun:"recipient_email" json:"recipient_email"`
}
