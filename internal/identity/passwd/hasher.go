// Package passwd hashes passwords and decides which ones are accepted.
//
// A hash is expensive on purpose and could be used to overload the machine: every
// hash takes one of a few slots, a short queue waits for them, and further callers
// are refused at once. Passwords are compared in NFC form, because keyboards
// compose accents differently.
package passwd

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/alexedwards/argon2id"
	"golang.org/x/text/unicode/norm"

	"allot/internal/platform/apperr"
)

// ErrBusy refuses callers while slots and queue are full.
var ErrBusy = apperr.New(apperr.Unavailable, "busy",
	"too many sign-ins are being checked right now; try again in a moment").After(2 * time.Second)

// errBadHash means that the stored text is not a hash of this package.
var errBadHash = errors.New("stored password hash is not usable")

const (
	saltLength   = 16
	keyLength    = 32
	defaultQueue = 64 // about two seconds of work for one slot
)

// Options set the cost. The zero value is for production; tests lower it.
type Options struct {
	Memory     uint32 // KiB, 19 MiB by default
	Iterations uint32 // 2 by default
	Slots      int    // hashes at once, by default half of the processors
	Queue      int    // callers that may wait for a slot; negative: none
}

func (o Options) withDefaults() Options {
	if o.Memory == 0 {
		o.Memory = 19 * 1024
	}
	if o.Iterations == 0 {
		o.Iterations = 2
	}
	if o.Slots <= 0 {
		o.Slots = max(1, runtime.GOMAXPROCS(0)/2)
	}
	if o.Queue == 0 {
		o.Queue = defaultQueue
	}
	return o
}

// Hasher creates and verifies hashes, never more than its slots at once.
type Hasher struct {
	params  *argon2id.Params
	slots   chan struct{} // holds one element per running hash
	queue   int64
	waiting atomic.Int64
	nobody  string // a hash that matches no password
}

// New returns a Hasher. It computes one hash, for VerifyNone.
func New(o Options) (*Hasher, error) {
	o = o.withDefaults()
	h := &Hasher{
		params: &argon2id.Params{
			Memory: o.Memory, Iterations: o.Iterations, Parallelism: 1,
			SaltLength: saltLength, KeyLength: keyLength,
		},
		slots: make(chan struct{}, o.Slots),
		queue: int64(max(0, o.Queue)),
	}
	// Check refuses NUL, so nobody can have this password.
	nobody, err := argon2id.CreateHash("\x00", h.params)
	if err != nil {
		return nil, fmt.Errorf("hash of nobody's password: %w", err)
	}
	h.nobody = nobody
	return h, nil
}

// Hash returns the text to store for a password. It accepts any password: see Check.
func (h *Hasher) Hash(ctx context.Context, password string) (string, error) {
	if err := h.acquire(ctx); err != nil {
		return "", err
	}
	defer h.release()
	encoded, err := argon2id.CreateHash(norm.NFC.String(password), h.params)
	if err != nil {
		return "", fmt.Errorf("hash a password: %w", err)
	}
	return encoded, nil
}

// Verify reports whether the password matches the hash. stillWanted, if not nil,
// is called after waiting for a slot and before the work starts, because the
// caller's address may have been banned meanwhile; Verify returns its error.
func (h *Hasher) Verify(ctx context.Context, password, encoded string, stillWanted func() error) (bool, error) {
	if err := usable(encoded); err != nil {
		return false, err
	}
	if err := h.acquire(ctx); err != nil {
		return false, err
	}
	defer h.release()
	if stillWanted != nil {
		if err := stillWanted(); err != nil {
			return false, err
		}
	}
	ok, err := argon2id.ComparePasswordAndHash(norm.NFC.String(password), encoded)
	if err != nil {
		return false, fmt.Errorf("check a password: %w", err)
	}
	return ok, nil
}

// VerifyNone takes as long as Verify. It is for a user who does not exist, so that
// the response time does not reveal who does.
func (h *Hasher) VerifyNone(ctx context.Context, password string, stillWanted func() error) error {
	_, err := h.Verify(ctx, password, h.nobody, stillWanted)
	return err
}

// usable refuses a damaged hash: the library panics on zero iterations, and a
// truncated hash would match every password.
func usable(encoded string) error {
	p, _, key, err := argon2id.DecodeHash(encoded)
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w", errBadHash, err)
	case p.Iterations == 0 || p.Parallelism == 0 || len(key) != keyLength:
		return errBadHash
	}
	return nil
}

// Running returns the number of hashes that are being computed.
func (h *Hasher) Running() int { return len(h.slots) }

// Waiting returns the number of callers in the queue.
func (h *Hasher) Waiting() int { return int(h.waiting.Load()) }

// acquire takes a slot or waits for one, in the order of calls: senders to a full
// channel queue.
func (h *Hasher) acquire(ctx context.Context) error {
	select {
	case h.slots <- struct{}{}:
		return nil
	default:
	}
	if h.waiting.Add(1) > h.queue {
		h.waiting.Add(-1)
		return ErrBusy
	}
	defer h.waiting.Add(-1)
	select {
	case h.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("wait for a hashing slot: %w", ctx.Err())
	}
}

func (h *Hasher) release() { <-h.slots }
