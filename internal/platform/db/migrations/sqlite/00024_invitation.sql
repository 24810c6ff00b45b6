-- +goose Up
-- The secrets in the links of invitation letters, as hashes. A letter that was
-- sent twice has two, and either joins the contract.
CREATE TABLE contract_invitations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  contract_id INTEGER NOT NULL REFERENCES contracts (id) ON DELETE CASCADE,
  token_hash BLOB NOT NULL,
  expires_at TIMESTAMP NOT NULL
);
CREATE UNIQUE INDEX contract_invitations_token ON contract_invitations (token_hash);
CREATE INDEX contract_invitations_by_contract ON contract_invitations (contract_id);
CREATE INDEX contract_invitations_by_age ON contract_invitations (expires_at);

-- Who has written to whom about contracts of late. A receiver is the id of an
-- account, or an address.
CREATE TABLE contract_letters (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL,
  receiver_key TEXT NOT NULL,
  -- A proposal or invitation, which is limited; else the news of a move.
  proposal BOOLEAN NOT NULL,
  created_at TIMESTAMP NOT NULL
);
CREATE INDEX contract_letters_by_receiver ON contract_letters (receiver_key, created_at);
CREATE INDEX contract_letters_by_pair ON contract_letters (receiver_key, account_id, created_at);
CREATE INDEX contract_letters_by_age ON contract_letters (created_at);

-- A row is locked while the letters to its receiver are counted.
CREATE TABLE contract_receivers (
  receiver_key TEXT PRIMARY KEY,
  last_at TIMESTAMP NOT NULL
);
CREATE INDEX contract_receivers_by_age ON contract_receivers (last_at);

-- +goose Down
DROP TABLE contract_receivers;
DROP TABLE contract_letters;
DROP TABLE contract_invitations;
