// Package facts owns the catalogue of fact categories: which facts a property
// can have, how they are checked, counted, compared and displayed.
//
// The catalogue is data. A category is one JSON Schema in schemas/, its labels in
// other languages are in labels/; adding a field is an edit of one schema. This
// package knows no database and no HTTP: who may write a record and where it is
// stored is decided above.
//
// The rule it keeps: what Merge returns satisfies the schema that Schema
// publishes, in one normal form (numbers without exponent, amounts as text).
// Absent means unknown, never "no".
//
// # Checking
//
// Records are checked by code of this package over the parsed Field tree, not by
// a schema library. The keywords in use are few and compiling refuses any other;
// messages can speak to a hotelier and name the exact path; and the cost is
// bounded by the size of the body: nothing below a value of the wrong type is
// looked at, lists are measured before they are walked, and a number is never
// expanded before its length and exponent are known. Tests hold the published
// schemas against a schema library, so that both say the same.
//
// Of a name that occurs twice in an object the last value counts, as with every
// other body of the API. A null inside a list entry means the same as leaving
// the name out.
//
// # Completeness
//
// The score of a category is the share of its publish-required fields that are
// filled, over all its records. A list category without records does not count,
// because a hotel may have no bar, pool or meeting room; rooms, contacts and
// board types, which every hotel has, score 0 then (x-expected). A field that
// another answer makes pointless counts as filled (x-not-needed-if: the distance
// of a beach that there is none of), so that nobody has to invent a value to
// reach 100. The sheet's score is the mean of its categories, rooms and policies
// counting twice (x-weight), rounded down: 100 means that nothing is missing.
package facts
