package factsheet

// AllWords are the words of the document by language.
var AllWords = allWords
