// Package mailing sends documents of a hotel to the contacts of a mailing list:
// one message a contact, in a job each, so that an address that fails holds up
// no other.
//
// It owns the way from the wish to the mailbox. What a message says and carries
// is made by the module whose document it is, when the message goes out.
package mailing
