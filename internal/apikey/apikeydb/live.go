package apikeydb

import (
	"context"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"allot/internal/apikey"
	"allot/internal/platform/auth"
	"allot/internal/platform/db"
)

// maxLive bounds the tokens that are kept in memory.
const maxLive = 10_000

// liveByHash is the one question here without an owner, because the token is
// what tells the owner. It is also the one that names a table of another module:
// every request with a key asks it, and a second question to PostgreSQL for the
// owner would be a second way through the network. OwnerChanged is the price.
const liveByHash = `
SELECT k.id, k.owner_id, k.contract_id, k.fact_sheet, k.stop_sale, k.hotel_photos, k.invoices, k.rooming,
  t.expires_at, u.account_type, (SELECT string_agg(w.domain, ' ') FROM apikey_whitelists AS w WHERE w.key_id = k.id) AS domains
FROM apikey_tokens AS t
JOIN apikey_keys AS k ON k.id = t.key_id
JOIN account_users AS u ON u.id = k.owner_id AND u.is_manager AND u.deleted_at IS NULL
WHERE t.token_hash = ?`

type liveRow struct {
	bun.BaseModel `bun:"table:apikey_tokens,alias:t"`
	apikey.Key
	ExpiresAt   time.Time        `bun:"expires_at,nullzero"`
	AccountType auth.AccountType `bun:"account_type"`
	Domains     string           `bun:"domains,nullzero"`
}

// LiveByToken finds what a token leads to, from memory where that is kept, else
// in one query. Whether the token has ended is for the caller's clock.
func (s *Store) LiveByToken(ctx context.Context, hash []byte) (apikey.Live, error) {
	return s.live.Get(ctx, hash, s.readLive)
}

func (s *Store) readLive(ctx context.Context, hash []byte) (apikey.Live, error) {
	var row liveRow
	if err := db.Found(s.byHash.Scan(ctx, &row, hash), "select key by token"); err != nil {
		return apikey.Live{}, err
	}
	return apikey.Live{
		KeyID: row.ID, OwnerID: row.OwnerID, AccountType: row.AccountType, ContractID: row.ContractID,
		Scopes: row.Permissions.Scopes(), Domains: strings.Fields(row.Domains), ExpiresAt: row.ExpiresAt,
	}, nil
}

// OwnerChanged is told of every write to a user, in its transaction: a key ends
// with its account.
func (s *Store) OwnerChanged(ctx context.Context, user int64) { s.live.Drop(ctx, user) }
