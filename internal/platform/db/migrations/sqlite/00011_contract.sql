-- +goose Up
CREATE TABLE contracts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER,
  partner_id INTEGER,
  -- Stands for the side that is not registered yet.
  invite_email TEXT,
  contract_terms TEXT NOT NULL CHECK (contract_terms IN ('F', 'N', 'C')),
  to_edit_facts TEXT NOT NULL CHECK (to_edit_facts IN ('Y', 'N', 'O')),
  to_add_its_logo TEXT NOT NULL CHECK (to_add_its_logo IN ('Y', 'N', 'O')),
  to_select_photos TEXT NOT NULL CHECK (to_select_photos IN ('Y', 'N', 'O')),
  to_add_own_photos TEXT NOT NULL CHECK (to_add_own_photos IN ('Y', 'N', 'O')),
  to_special_allotment TEXT NOT NULL CHECK (to_special_allotment IN ('S', 'G')),
  to_sync_ss BOOLEAN NOT NULL,
  ss_deadline INTEGER NOT NULL,
  to_allow_on_request BOOLEAN NOT NULL,
  notice_period INTEGER NOT NULL,
  share_stop_sale_reasons BOOLEAN NOT NULL,
  comments TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('P', 'C', 'R', 'X', 'A')),
  changes_requested BOOLEAN NOT NULL,
  initiated_by INTEGER NOT NULL,
  proposed_by INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  flags TEXT NOT NULL,
  accepted_at TIMESTAMP,
  cancelled_at TIMESTAMP,
  created_at TIMESTAMP NOT NULL,
  updated_at TIMESTAMP NOT NULL,
  CHECK ((user_id IS NULL OR partner_id IS NULL) = (invite_email IS NOT NULL)),
  CHECK (user_id IS NOT NULL OR partner_id IS NOT NULL),
  CHECK (status <> 'A' OR invite_email IS NULL)
);
CREATE UNIQUE INDEX contracts_parties ON contracts (user_id, partner_id);
CREATE UNIQUE INDEX contracts_invitation ON contracts (initiated_by, invite_email);
CREATE INDEX contracts_by_email ON contracts (invite_email);
-- Both sides list their contracts, newest first, whole or by state.
CREATE INDEX contracts_by_user ON contracts (user_id, status, id);
CREATE INDEX contracts_by_partner ON contracts (partner_id, status, id);

CREATE TABLE contract_versions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  contract_id INTEGER NOT NULL REFERENCES contracts (id) ON DELETE CASCADE,
  -- Account that asks for the change, and who of it did.
  proposed_by INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  requested_changes TEXT NOT NULL,
  base_snapshot TEXT NOT NULL,
  is_reviewed BOOLEAN NOT NULL,
  is_accepted BOOLEAN NOT NULL,
  reviewed_by INTEGER,
  reviewed_at TIMESTAMP,
  created_at TIMESTAMP NOT NULL,
  CHECK (is_reviewed OR NOT is_accepted)
);
CREATE INDEX contract_versions_by_contract ON contract_versions (contract_id, id);
CREATE UNIQUE INDEX contract_versions_pending ON contract_versions (contract_id) WHERE NOT is_reviewed;

-- +goose Down
DROP TABLE contract_versions;
DROP TABLE contracts;
