// Package mapping owns the codes under which a tour operator keeps the
// properties and rooms of its hotels, and the words it has for the states of a
// day.
//
// A mapping belongs to the operator alone; the hotel never sees it. It can be
// made and is shown only while the operator may see what it stands for:
// published, under a contract in force that gives the facts. Otherwise it stays
// where it is, unseen, and comes back with the contract. Writers of one
// operator take turns, so that a property or room has one mapping.
package mapping
