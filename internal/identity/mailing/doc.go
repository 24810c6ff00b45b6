// Package mailing sends documents of a hotel to the contacts of a mailing list.
//
// The text and the attachments of a letter come from the module that owns the
// document, when the letter is sent.
//
// A request stores one row, and all its letters are counted against the plan at
// once. Jobs send the letters in batches and store the progress after each letter,
// so that a job that was killed repeats at most one letter. An account sends one
// mailing at a time; those of different accounts alternate. While the mail server
// accepts nothing a mailing pauses, and is given up after three days. A mailing
// whose job was lost is started again.
package mailing
