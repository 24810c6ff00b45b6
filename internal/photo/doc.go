// Package photo owns the gallery of a property: which photos it has, their
// order, captions and cover, and the files they are made of. Which of them
// partners see is decided by the publication module.
//
// The rules it keeps: what a stranger uploads is never stored, only pictures
// encoded anew from its pixels (platform/picture); a gallery that has photos
// has exactly one cover. Files are written before the record that shows them
// and are never deleted here: the property module sweeps away what no record
// shows, so a crash at any point leaves nothing that stays.
package photo
