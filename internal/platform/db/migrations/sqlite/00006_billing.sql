-- +goose Up
CREATE TABLE billing_grants (
  owner_id INTEGER PRIMARY KEY,
  plan TEXT NOT NULL CHECK (plan IN ('silver', 'gold', 'platinum', 'diamond')),
  granted_by INTEGER,
  granted_at TIMESTAMP NOT NULL,
  until TEXT
);

-- +goose Down
DROP TABLE billing_grants;
