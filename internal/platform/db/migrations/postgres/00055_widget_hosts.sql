-- +goose Up
-- The hosts of the pages that may show a widget. Until now they were those that any API
-- key of the account had on its whitelist; addresses and networks name no page.
ALTER TABLE widgets ADD COLUMN allowed_hosts TEXT NOT NULL DEFAULT '[]';
UPDATE widgets SET allowed_hosts = COALESCE((SELECT json_agg(h.domain ORDER BY h.domain)::text FROM (
  SELECT DISTINCT w.domain FROM apikey_whitelists AS w WHERE w.owner_id = widgets.owner_id AND w.domain ~ '[a-z]' AND w.domain !~ '[/:]'
) AS h), '[]');

-- +goose Down
ALTER TABLE widgets DROP COLUMN allowed_hosts;
