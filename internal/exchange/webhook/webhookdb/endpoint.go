package webhookdb

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"allot/internal/exchange/webhook"
	"allot/internal/platform/db"
	"allot/internal/platform/page"
)

type endpointRow struct {
	bun.BaseModel `bun:"table:webhook_endpoints,alias:e"`
	webhook.Endpoint
}

func endpoints(rows []endpointRow) []webhook.Endpoint {
	list := make([]webhook.Endpoint, len(rows))
	for i, r := range rows {
		list[i] = r.Endpoint
	}
	return list
}

// InsertEndpoint stores an endpoint and sets its id.
func (s *Store) InsertEndpoint(ctx context.Context, e *webhook.Endpoint) error {
	row := endpointRow{Endpoint: *e}
	_, err := s.db.From(ctx).NewInsert().Model(&row).Returning("id").Exec(ctx)
	e.ID = row.ID
	return wrap(err, "insert webhook endpoint of %d", e.OwnerID)
}

// UpdateEndpoint writes an endpoint.
func (s *Store) UpdateEndpoint(ctx context.Context, e webhook.Endpoint) error {
	row := endpointRow{Endpoint: e}
	_, err := s.db.From(ctx).NewUpdate().Model(&row).ExcludeColumn("id", "owner_id", "created_at").Where("id = ? AND owner_id = ?", e.ID, e.OwnerID).Exec(ctx)
	return wrap(err, "update webhook endpoint %d", e.ID)
}

// DeleteEndpoint deletes an endpoint with its deliveries and replays.
func (s *Store) DeleteEndpoint(ctx context.Context, owner, id int64) error {
	_, err := s.db.From(ctx).NewDelete().Model((*endpointRow)(nil)).Where("id = ? AND owner_id = ?", id, owner).Exec(ctx)
	return wrap(err, "delete webhook endpoint %d", id)
}

// Endpoint returns an endpoint of an account.
func (s *Store) Endpoint(ctx context.Context, owner, id int64) (webhook.Endpoint, error) {
	return s.endpoint(ctx, s.db.From(ctx).NewSelect(), owner, id)
}

// LockEndpoint returns an endpoint and locks its row until the transaction ends.
func (s *Store) LockEndpoint(ctx context.Context, owner, id int64) (webhook.Endpoint, error) {
	return s.endpoint(ctx, s.db.ForUpdate(s.db.From(ctx).NewSelect()), owner, id)
}

func (s *Store) endpoint(ctx context.Context, q *bun.SelectQuery, owner, id int64) (webhook.Endpoint, error) {
	var row endpointRow
	err := q.Model(&row).Where("id = ? AND owner_id = ?", id, owner).Scan(ctx)
	return row.Endpoint, db.Found(err, "select webhook endpoint %d of %d", id, owner)
}

// Endpoints lists the endpoints of an account, newest first.
func (s *Store) Endpoints(ctx context.Context, owner int64, req page.Request) ([]webhook.Endpoint, int, error) {
	var rows []endpointRow
	n, err := s.db.From(ctx).NewSelect().Model(&rows).Where("owner_id = ?", owner).
		Order("id DESC").Limit(req.Limit()).Offset(req.Offset()).ScanAndCount(ctx)
	return endpoints(rows), int(n), wrap(err, "select webhook endpoints of %d", owner)
}

// CountEndpoints counts the endpoints of an account.
func (s *Store) CountEndpoints(ctx context.Context, owner int64) (int, error) {
	n, err := s.db.From(ctx).NewSelect().Model((*endpointRow)(nil)).Where("owner_id = ?", owner).Count(ctx)
	return int(n), wrap(err, "count webhook endpoints of %d", owner)
}

// ActiveEndpoints returns those of several accounts, by id.
func (s *Store) ActiveEndpoints(ctx context.Context, owners []int64) ([]webhook.Endpoint, error) {
	var rows []endpointRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Where("owner_id IN (?) AND is_active", bun.List(owners)).Order("id").Scan(ctx)
	return endpoints(rows), wrap(err, "select webhook endpoints of %d accounts", len(owners))
}

// AnyActive reports whether any account has an active endpoint.
func (s *Store) AnyActive(ctx context.Context) (bool, error) {
	found, err := s.db.From(ctx).NewSelect().Model((*endpointRow)(nil)).Where("is_active").Exists(ctx)
	return found, wrap(err, "look for an active webhook endpoint")
}

// EndpointsAfter walks the endpoints of all accounts by age.
func (s *Store) EndpointsAfter(ctx context.Context, at time.Time, id int64, limit int) ([]webhook.Endpoint, error) {
	var rows []endpointRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Where("(created_at, id) > (?, ?)", at, id).Order("created_at", "id").Limit(int64(limit)).Scan(ctx)
	return endpoints(rows), wrap(err, "select webhook endpoints after %d", id)
}
