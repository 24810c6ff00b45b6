package field

// Set assigns a changed value; nil leaves the target as it is.
func Set[T any](target, value *T) {
	if value != nil {
		*target = *value
	}
}
