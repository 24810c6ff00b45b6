package passwd

// Nobody is the hash that VerifyNone works on.
func (h *Hasher) Nobody() string { return h.nobody }
