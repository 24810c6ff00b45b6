package factsheet

// AllTexts are the texts of the document by language.
var AllTexts = allTexts
