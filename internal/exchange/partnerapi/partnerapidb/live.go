package partnerapidb

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"allot/internal/exchange/partnerapi"
	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/platform/db"
	"allot/internal/platform/stamp"
)

// liveBytes bounds the tokens that are kept in memory: some 10,000.
const liveBytes = 8 << 20

func liveSize(l partnerapi.Live) int {
	n := 400 + 8*len(l.Properties)
	for _, d := range l.Domains {
		n += len(d)
	}
	return n
}

// liveByHash is the one question here without an owner, because the token is
// what tells the owner. It is also the one that names tables of another module:
// every request with a key asks it, and a second question to PostgreSQL for the
// owner and the maker would be a second way through the network. A key ends with
// its account and its maker, and opens what the maker may: it depends on the
// stamps of both.
var liveByHash = `
SELECT k.id, k.owner_id, k.contract_id, k.fact_sheet, k.stop_sale, k.hotel_photos, k.invoices, k.rooming, k.availability_write, k.rooming_write,
  k.created_by, t.expires_at, u.account_type, u.suspended_at IS NOT NULL AS suspended, m.is_manager, ` + makersFlags() + ` AS flags, p.property_ids, (SELECT string_agg(w.domain, ' ') FROM apikey_whitelists AS w WHERE w.key_id = k.id) AS domains
FROM apikey_tokens AS t
JOIN apikey_keys AS k ON k.id = t.key_id
JOIN account_users AS u ON u.id = k.owner_id AND u.is_manager AND u.deleted_at IS NULL
JOIN account_users AS m ON m.id = k.created_by AND m.owner_id = k.owner_id AND m.deleted_at IS NULL
LEFT JOIN account_permissions AS p ON p.user_id = m.id
WHERE t.token_hash = ?`

// makersFlags is the expression for the flags of the maker, with blanks between them:
// those that a scope needs. A flag is called as its column.
func makersFlags() string {
	var list []string
	for _, flag := range scopeFlags() {
		list = append(list, fmt.Sprintf("CASE WHEN p.%[1]s THEN '%[1]s ' ELSE '' END", flag))
	}
	return strings.Join(list, " || ")
}

// scopeFlags lists the flags that scopes need, each once.
func scopeFlags() []auth.Flag {
	var list []auth.Flag
	for _, scope := range auth.KeyScopes {
		if !slices.Contains(list, scope.Flag()) {
			list = append(list, scope.Flag())
		}
	}
	return list
}

type liveRow struct {
	bun.BaseModel `bun:"table:apikey_tokens,alias:t"`
	partnerapi.Key
	ExpiresAt   time.Time        `bun:"expires_at,nullzero"`
	AccountType auth.AccountType `bun:"account_type"`
	Suspended   bool             `bun:"suspended"`
	Domains     string           `bun:"domains,nullzero"`

	// What the maker of the key may.
	IsManager   bool    `bun:"is_manager"`
	Flags       string  `bun:"flags"`
	PropertyIDs []int64 `bun:"property_ids,type:text,nullzero"`
}

// maker is who made the key, with what it may now.
func (r liveRow) maker() auth.Caller {
	c := auth.Caller{UserID: r.CreatedBy, OwnerID: r.OwnerID, AccountType: r.AccountType, Manager: r.IsManager, PropertyIDs: r.PropertyIDs}
	for flag := range strings.FieldsSeq(r.Flags) {
		c.Flags = append(c.Flags, auth.Flag(flag))
	}
	return c
}

// LiveByToken finds what a token leads to, from memory if that is current. Whether
// the token has ended is for the caller's clock.
func (s *Store) LiveByToken(ctx context.Context, hash []byte) (partnerapi.Live, error) {
	return s.live.Get(ctx, string(hash), func(ctx context.Context) (live partnerapi.Live, st stamp.Stamps, err error) {
		if live, err = s.readLive(ctx, hash); err != nil {
			return live, st, err
		}
		st, err = s.db.Stamps(ctx, account.Access.Of(live.OwnerID, live.CreatedBy))
		return live, st, err
	})
}

func (s *Store) readLive(ctx context.Context, hash []byte) (partnerapi.Live, error) {
	var row liveRow
	if err := db.Found(s.byHash.Scan(ctx, &row, hash), "select key by token"); err != nil {
		return partnerapi.Live{}, err
	}
	maker := row.maker()
	return partnerapi.Live{
		KeyID: row.ID, OwnerID: row.OwnerID, CreatedBy: row.CreatedBy, AccountType: row.AccountType, Suspended: row.Suspended, ContractID: row.ContractID,
		Scopes: row.Permissions.Opens(maker), Properties: maker.Scope(), Domains: strings.Fields(row.Domains), ExpiresAt: row.ExpiresAt,
	}, nil
}
