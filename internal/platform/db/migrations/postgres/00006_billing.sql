-- +goose Up
CREATE TABLE billing_grants (
  owner_id BIGINT PRIMARY KEY,
  plan TEXT NOT NULL CHECK (plan IN ('silver', 'gold', 'platinum', 'diamond')),
  granted_by BIGINT,
  granted_at TIMESTAMPTZ NOT NULL,
  until DATE
);

-- +goose Down
DROP TABLE billing_grants;
