-- +goose Up
CREATE TABLE webhook_endpoints (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id INTEGER NOT NULL,
  created_by INTEGER NOT NULL,
  name TEXT NOT NULL,
  url TEXT NOT NULL,
  event_types TEXT NOT NULL,
  is_active BOOLEAN NOT NULL,
  disabled_reason TEXT NOT NULL,
  failing_since TIMESTAMP,
  secret TEXT NOT NULL,
  secret_prefix TEXT NOT NULL,
  previous_secret TEXT NOT NULL,
  previous_until TIMESTAMP,
  created_at TIMESTAMP NOT NULL
);
CREATE INDEX webhook_endpoints_by_owner ON webhook_endpoints (owner_id, id);
CREATE INDEX webhook_endpoints_by_age ON webhook_endpoints (created_at, id);
-- Whether there is any.
CREATE INDEX webhook_endpoints_active ON webhook_endpoints (id) WHERE is_active;

CREATE TABLE webhook_replays (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id INTEGER NOT NULL,
  endpoint_id INTEGER NOT NULL REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
  from_time TIMESTAMP NOT NULL,
  to_time TIMESTAMP NOT NULL,
  event_types TEXT NOT NULL,
  status TEXT NOT NULL,
  deliveries INTEGER NOT NULL,
  -- How far it is: the account whose events are read, and the last event that was.
  source_id INTEGER NOT NULL,
  after_time TIMESTAMP NOT NULL,
  after_id INTEGER NOT NULL,
  created_at TIMESTAMP NOT NULL,
  finished_at TIMESTAMP
);
CREATE UNIQUE INDEX webhook_replays_running ON webhook_replays (endpoint_id) WHERE status = 'running';
CREATE INDEX webhook_replays_by_endpoint ON webhook_replays (endpoint_id, id);

CREATE TABLE webhook_deliveries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id INTEGER NOT NULL,
  endpoint_id INTEGER NOT NULL REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
  delivery_id TEXT NOT NULL,
  event TEXT NOT NULL,
  event_id INTEGER NOT NULL,
  replay_id INTEGER,
  payload TEXT NOT NULL,
  status TEXT NOT NULL,
  response_code INTEGER,
  response_body TEXT NOT NULL,
  error TEXT NOT NULL,
  attempt_count INTEGER NOT NULL,
  retries_left INTEGER NOT NULL,
  is_manual BOOLEAN NOT NULL,
  next_retry_at TIMESTAMP,
  -- When it is taken up next: of one that is being sent, when the node that sends it must be lost.
  due_at TIMESTAMP,
  node_id TEXT,
  created_at TIMESTAMP NOT NULL,
  finished_at TIMESTAMP
);
CREATE UNIQUE INDEX webhook_deliveries_by_delivery_id ON webhook_deliveries (delivery_id);
CREATE INDEX webhook_deliveries_by_endpoint ON webhook_deliveries (endpoint_id, id);
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (endpoint_id, due_at) WHERE status = 'pending';
CREATE INDEX webhook_deliveries_sending ON webhook_deliveries (node_id) WHERE node_id IS NOT NULL;
CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (created_at) WHERE status <> 'pending';

CREATE TABLE webhook_attempts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id INTEGER NOT NULL,
  webhook_delivery_id INTEGER NOT NULL REFERENCES webhook_deliveries (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  is_manual BOOLEAN NOT NULL,
  started_at TIMESTAMP NOT NULL,
  duration_ms INTEGER NOT NULL,
  response_code INTEGER,
  response_body TEXT NOT NULL,
  error TEXT NOT NULL
);
CREATE INDEX webhook_attempts_by_delivery ON webhook_attempts (webhook_delivery_id, id);

-- +goose Down
DROP TABLE webhook_attempts;
DROP TABLE webhook_deliveries;
DROP TABLE webhook_replays;
DROP TABLE webhook_endpoints;
