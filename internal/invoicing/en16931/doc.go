// Package en16931 writes and reads e-invoices of EN 16931 in both syntaxes, UBL and CII.
//
// What is written is XRechnung 3.0, or the CII that ZUGFeRD and Factur-X embed in a PDF.
// A document with gaps is refused, so every file that is written is valid. The official
// rules judge that in the tests.
package en16931
