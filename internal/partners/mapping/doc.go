// Package mapping owns the codes that a tour operator uses for the properties
// and rooms of its hotels, and for the states of a day.
//
// A mapping belongs to the operator; the hotel never sees it. It can be created
// and is shown only while the operator may see the property: published, under a
// contract in force that grants the facts. Otherwise it stays stored but
// hidden, and is shown again with the next contract. Writes of one operator are
// serialized, so that a property or room has at most one mapping.
package mapping
