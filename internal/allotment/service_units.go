package allotment

// UnitStore is what the units of property management systems ask of the database.
type UnitStore interface{}
