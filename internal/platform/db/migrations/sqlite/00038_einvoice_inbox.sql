-- +goose Up
-- linked_invoice refers to nothing: a draft can be deleted while the file stays. What is
-- large comes last, so that lists need not read it.
CREATE TABLE einvoice_inbounds (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id INTEGER NOT NULL,
  invoice_number TEXT NOT NULL,
  issue_date TEXT,
  due_date TEXT,
  currency TEXT NOT NULL,
  seller TEXT NOT NULL,
  buyer TEXT NOT NULL,
  tax_breakdown TEXT NOT NULL,
  subtotal TEXT,
  tax_total TEXT,
  total TEXT,
  amount_due TEXT,
  document_type TEXT CHECK (document_type IN ('invoice', 'credit_note', 'correction')),
  syntax TEXT CHECK (syntax IN ('ubl', 'cii')),
  profile TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('received', 'linked', 'error')),
  direction TEXT NOT NULL CHECK (direction IN ('issued', 'received')),
  linked_invoice TEXT,
  error TEXT NOT NULL,
  hash BLOB NOT NULL,
  created_at TIMESTAMP NOT NULL,
  line_items TEXT NOT NULL,
  raw_xml BLOB NOT NULL,
  UNIQUE (owner_id, hash)
);
CREATE INDEX einvoice_inbounds_by_owner ON einvoice_inbounds (owner_id, id);
CREATE INDEX einvoice_inbounds_by_owner_status ON einvoice_inbounds (owner_id, status, id);
CREATE INDEX einvoice_inbounds_by_owner_direction ON einvoice_inbounds (owner_id, direction, id);

-- +goose Down
DROP TABLE einvoice_inbounds;
