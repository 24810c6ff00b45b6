package photo

// Slug is the part of a file name that comes from a caption.
func Slug(caption string) string { return slug(caption) }
