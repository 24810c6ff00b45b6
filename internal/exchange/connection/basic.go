package connection

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"

	"allot/internal/platform/apperr"
	"allot/internal/platform/ban"
	"allot/internal/platform/request"
)

// sealedFor names the record that credentials are sealed for.
func sealedFor(id int64) string { return fmt.Sprintf("connections/%d/credentials", id) }

func (s *Service) seal(c *Connection, k credentials) {
	plain, _ := json.Marshal(k) // plain strings always encode
	c.Sealed = s.deps.Box.Seal(plain, sealedFor(c.ID))
}

func (s *Service) open(c Connection) (k credentials, err error) {
	plain, err := s.deps.Box.Open(c.Sealed, sealedFor(c.ID))
	if err != nil {
		return k, fmt.Errorf("open the credentials of connection %d: %w", c.ID, err)
	}
	if err := json.Unmarshal(plain, &k); err != nil {
		return k, fmt.Errorf("read the credentials of connection %d: malformed", c.ID)
	}
	return k, nil
}

// ByBasic finds the AlpineBits connection of a system that signs in with HTTP Basic.
// A wrong pair costs the same as a right one and counts as a failed log-in of the
// client's address, which is banned after some. A refusal of the address that a right
// pair comes from has the connection.
func (s *Service) ByBasic(ctx context.Context, username, password string) (Connection, error) {
	ip := request.From(ctx).ClientIP
	if err := ban.CheckNow(ctx, s.deps.Bans, ip); err != nil {
		return Connection{}, err
	}
	c, err := s.store.ByUsername(ctx, username)
	unknown := errors.Is(err, apperr.ErrNotFound)
	if err != nil && !unknown {
		return Connection{}, err
	}
	if unknown {
		c = s.decoy
	}
	keys, err := s.open(c)
	if err != nil {
		return Connection{}, err
	}
	got, want := sha256.Sum256([]byte(password)), sha256.Sum256([]byte(keys.Password))
	same := subtle.ConstantTimeCompare(got[:], want[:]) == 1
	if !same || unknown || c.Status == StatusPaused {
		if err := s.deps.Bans.Failed(ctx, ip); err != nil {
			return Connection{}, err
		}
		return Connection{}, ErrBasicUnknown
	}
	suspended, err := s.deps.Accounts.Suspended(ctx, c.OwnerID)
	if err != nil {
		return Connection{}, err
	}
	if len(suspended) > 0 {
		return Connection{}, ErrBasicUnknown.Withf("the account of this connection is suspended")
	}
	if !c.from(ip) {
		return c, ErrElsewhere.Withf("this connection may not be used from the address %s; its hotel can add it to the settings", ip)
	}
	return c, nil
}
