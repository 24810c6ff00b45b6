-- +goose Up
-- An account is suspended while its manager's row says since when.
ALTER TABLE account_users ADD COLUMN suspended_at TIMESTAMP;
ALTER TABLE account_users ADD COLUMN suspended_note TEXT NOT NULL DEFAULT '';
-- The name of the account's company as staff search it, in the manager's row. NULL: not
-- written by the program yet, because only it folds texts as people search them.
ALTER TABLE account_users ADD COLUMN company_search TEXT;
-- Staff list the accounts, newest first.
CREATE INDEX account_users_accounts ON account_users (id) WHERE is_manager AND account_type <> 'admin' AND deleted_at IS NULL;
CREATE INDEX account_users_unnamed ON account_users (id) WHERE company_search IS NULL AND is_manager AND account_type <> 'admin' AND deleted_at IS NULL;

-- +goose Down
DROP INDEX account_users_unnamed;
DROP INDEX account_users_accounts;
ALTER TABLE account_users DROP COLUMN company_search;
ALTER TABLE account_users DROP COLUMN suspended_note;
ALTER TABLE account_users DROP COLUMN suspended_at;
