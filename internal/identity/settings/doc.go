// Package settings owns what an account and its users set up for themselves:
// the company profile, personal preferences, contacts and mailing lists.
//
// A company belongs to the account and is made with it; preferences belong to
// a user and have defaults until the user changes them. Contacts belong to the
// account, which has every e-mail address once: writers of an account's
// contacts and lists lock the account.
package settings
