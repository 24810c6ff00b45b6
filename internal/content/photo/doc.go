// Package photo owns the gallery of a property: which photos it has, their
// order, captions and cover, and the files they are made of. Which of them
// partners see is decided by the publication module.
//
// The rules it keeps: an uploaded file is never stored as it is, only pictures
// encoded again from its pixels (platform/picture); a gallery that has photos
// has exactly one cover. Files are written before the record that uses them
// and are never deleted here: the property module deletes the files that no
// record uses, also those that a crash has left.
package photo
