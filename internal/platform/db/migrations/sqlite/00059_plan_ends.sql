-- +goose Up
-- Finds the plans that have ended lately: partners are told which properties that closes.
CREATE INDEX billing_paid_until ON billing_paid (until) WHERE until IS NOT NULL;
CREATE INDEX billing_grants_until ON billing_grants (until) WHERE until IS NOT NULL;

-- +goose Down
DROP INDEX billing_grants_until;
DROP INDEX billing_paid_until;
