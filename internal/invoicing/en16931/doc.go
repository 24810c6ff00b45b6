// Package en16931 writes and reads e-invoices of EN 16931 in both syntaxes, UBL and CII.
package en16931
