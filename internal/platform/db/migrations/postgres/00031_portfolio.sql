-- +goose Up
-- Which partners a hotel was told of that wait for which property to be published,
-- so that it is told once. The ids refer to nothing: rows are written while others
-- may hold the property or the contract.
CREATE TABLE portfolio_waits (
  contract_id BIGINT NOT NULL,
  property_id BIGINT NOT NULL,
  owner_id BIGINT NOT NULL,
  told_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (contract_id, property_id)
);

-- +goose Down
DROP TABLE portfolio_waits;
