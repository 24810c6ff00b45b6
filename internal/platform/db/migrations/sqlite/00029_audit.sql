-- +goose Up
-- For the job that deletes old entries, across accounts.
CREATE INDEX audit_entries_by_age ON audit_entries (created_at);

-- +goose Down
DROP INDEX audit_entries_by_age;
