-- +goose Up
-- A key opens no more than the user who made it may. Keys from before belong to
-- who made them by the audit trail, if that user still exists, else to the manager.
ALTER TABLE apikey_keys ADD COLUMN created_by INTEGER NOT NULL DEFAULT 0;
UPDATE apikey_keys SET created_by = COALESCE((
  SELECT a.user_id FROM audit_entries AS a
  JOIN account_users AS u ON u.id = a.user_id AND u.owner_id = a.owner_id AND u.deleted_at IS NULL
  WHERE a.owner_id = apikey_keys.owner_id AND a.object_type = 'api_key' AND a.object_id = CAST(apikey_keys.id AS TEXT) AND a.action = 'create'
  ORDER BY a.id LIMIT 1
), owner_id);

-- +goose Down
ALTER TABLE apikey_keys DROP COLUMN created_by;
