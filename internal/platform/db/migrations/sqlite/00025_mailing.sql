-- +goose Up
-- How many letters an account has had sent to outsiders on the last day that it
-- did so. One row an account: yesterday's count is of no use.
CREATE TABLE billing_letters (
  owner_id INTEGER PRIMARY KEY,
  day TEXT NOT NULL,
  letters INTEGER NOT NULL
);

-- The language of letters to a contact; empty: that of whoever sends them.
ALTER TABLE settings_contacts ADD COLUMN language TEXT NOT NULL DEFAULT '';

-- Who does not want list mail of an account any more. It is kept by the address,
-- apart from the contact: deleting and importing the contact again does not undo it.
CREATE TABLE settings_unsubscribed (
  owner_id INTEGER NOT NULL,
  email TEXT NOT NULL,
  unsubscribed_at TIMESTAMP NOT NULL,
  PRIMARY KEY (owner_id, email)
);

-- Mailings under way. A row is deleted when its last letter has gone.
CREATE TABLE mailing_mailings (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  list_id INTEGER NOT NULL,
  what TEXT NOT NULL,
  about TEXT NOT NULL,
  note TEXT NOT NULL,
  language TEXT NOT NULL,
  -- How many letters were counted against the plan and may still go.
  letters INTEGER NOT NULL,
  -- The contact that was written to last; letters go in the order of ids.
  after_contact INTEGER NOT NULL,
  -- Which turn comes next or runs; jobs of other turns do nothing.
  turn INTEGER NOT NULL,
  -- When a letter of it went last, or a turn was asked for.
  moved_at TIMESTAMP NOT NULL,
  -- Since when the mail server takes nothing; NULL: the last letter went.
  failing_since TIMESTAMP,
  created_at TIMESTAMP NOT NULL
);
CREATE INDEX mailing_mailings_by_owner ON mailing_mailings (owner_id, id);
CREATE INDEX mailing_mailings_by_moved_at ON mailing_mailings (moved_at);

-- +goose Down
DROP TABLE mailing_mailings;
DROP TABLE settings_unsubscribed;
ALTER TABLE settings_contacts DROP COLUMN language;
DROP TABLE billing_letters;
