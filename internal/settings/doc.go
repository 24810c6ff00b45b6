// Package settings owns what an account and its users set up for themselves:
// the company profile and personal preferences.
//
// A company belongs to the account and is made with it; preferences belong to
// a user and have defaults until the user changes them.
package settings
