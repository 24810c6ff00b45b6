package field

// Set takes a changed value over; nil leaves the target as it is.
func Set[T any](target, value *T) {
	if value != nil {
		*target = *value
	}
}
