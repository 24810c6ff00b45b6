package httpx

// Attachment is the Content-Disposition of a file.
func Attachment(name string) string { return attachment(name) }
