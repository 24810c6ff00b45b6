package allotment

// ShareStore is what shares ask of the database.
type ShareStore interface{}
