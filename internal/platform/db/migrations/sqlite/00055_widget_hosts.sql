-- +goose Up
-- The hosts of the pages that may show a widget. Until now they were those that any API
-- key of the account had on its whitelist; addresses and networks name no page.
ALTER TABLE widgets ADD COLUMN allowed_hosts TEXT NOT NULL DEFAULT '[]';
UPDATE widgets SET allowed_hosts = (SELECT json_group_array(domain) FROM (
  SELECT DISTINCT w.domain FROM apikey_whitelists AS w WHERE w.owner_id = widgets.owner_id AND w.domain GLOB '*[a-z]*' AND w.domain NOT GLOB '*[/:]*' ORDER BY w.domain
));

-- +goose Down
ALTER TABLE widgets DROP COLUMN allowed_hosts;
