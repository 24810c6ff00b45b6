// Package chart draws the availability of a property's calendar as a PDF that a
// hotel prints and hangs up: a table for each month, a row for each room type,
// a column for each day.
//
// It owns the layout of the document and the period that it covers; the caller
// decides which calendar is drawn and the mark of each day.
//
// Equal input gives equal bytes. Colour marks exceptions only, so a year that
// is open is white. Every mark also has a letter, because not every printer has
// colours. Every page has the legend, because pages get separated. A logo that
// is neither PNG nor JPEG, or is damaged, is skipped, because a chart without a
// logo is still correct.
package chart
