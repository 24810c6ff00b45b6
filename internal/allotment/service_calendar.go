package allotment

// CalendarStore is what calendars and blocks ask of the database.
type CalendarStore interface{}
