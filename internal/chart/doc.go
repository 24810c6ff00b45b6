// Package chart draws the availability of a property's calendar as a PDF that a
// hotel prints and hangs up: a table for each month, a row for each room type, a
// column for each day.
//
// It owns the look of the document and the window that it covers; which calendar
// is drawn, and what each of its days is worth, is decided by the caller.
//
// The rules it keeps: equal input gives equal bytes; colour marks exceptions
// only, so a year that is open is white; a mark is a letter too, because not
// every printer has colours; every page has the legend, because pages get apart.
// A logo that is neither PNG nor JPEG, or is damaged, is passed over for the next
// one, because a chart without a logo is still right.
package chart
