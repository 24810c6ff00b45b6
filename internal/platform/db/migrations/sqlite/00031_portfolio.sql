-- +goose Up
-- Which partners a hotel was told of that wait for which property to be published,
-- so that it is told once. The ids refer to nothing: rows are written while others
-- may hold the property or the contract. They go with the property; contracts
-- stay for ever.
CREATE TABLE portfolio_waits (
  property_id INTEGER NOT NULL,
  contract_id INTEGER NOT NULL,
  PRIMARY KEY (property_id, contract_id)
);

-- +goose Down
DROP TABLE portfolio_waits;
