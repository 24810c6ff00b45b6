// Package factsheet draws the fact sheet of a property as a PDF that a tour
// operator can print.
//
// It owns the look and the order of the document; which facts and photos go in,
// and who may see them, is decided by the caller. Field names and values come
// from the catalogue of package facts, so that a new field needs no line here.
//
// The rules it keeps: equal input gives equal bytes; no text is cut, except in
// the header and footer of each page; missing facts are left out. Contacts that
// the hotel does not share with partners are never drawn, because the document
// is made for partners. A photo or logo whose file is gone is left out; one that
// cannot be read or is no picture is a fault, because nobody would notice a
// sheet without its photos.
package factsheet
