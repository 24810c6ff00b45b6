package passwd

// Nobody is the hash that VerifyNone works on.
func (h *Hasher) Nobody() string { return h.nobody }

// Running returns the number of hashes that are being computed.
func (h *Hasher) Running() int { return len(h.slots) }

// Waiting returns the number of callers in the queue.
func (h *Hasher) Waiting() int { return int(h.waiting.Load()) }
