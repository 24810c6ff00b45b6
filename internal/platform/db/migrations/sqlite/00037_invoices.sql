-- +goose Up
-- The last number that an account has given in a year of issue. Whoever creates an
-- invoice holds the row until the end of its transaction: there is no gap.
CREATE TABLE invoice_numbers (
  owner_id INTEGER NOT NULL,
  year INTEGER NOT NULL,
  last INTEGER NOT NULL,
  PRIMARY KEY (owner_id, year)
);

CREATE TABLE invoice_templates (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  header_text TEXT NOT NULL,
  footer_text TEXT NOT NULL,
  payment_terms TEXT NOT NULL,
  bank_details TEXT NOT NULL,
  primary_color TEXT NOT NULL,
  logo_key TEXT NOT NULL,
  created_at TIMESTAMP NOT NULL,
  updated_at TIMESTAMP NOT NULL
);
CREATE INDEX invoice_templates_by_owner ON invoice_templates (owner_id, id);
CREATE INDEX invoice_templates_by_logo ON invoice_templates (logo_key);

-- property_id and ledger_id refer to nothing, and the property's name is kept: an
-- invoice outlives both.
CREATE TABLE invoices (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  public_id TEXT NOT NULL UNIQUE,
  owner_id INTEGER NOT NULL,
  partner_id INTEGER,
  number TEXT NOT NULL,
  year INTEGER NOT NULL,
  serial INTEGER NOT NULL,
  issue_date TEXT NOT NULL,
  due_date TEXT NOT NULL,
  currency TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('DRAFT', 'SENT', 'VIEWED', 'CLEARED', 'DISPUTED', 'PAID', 'OVERDUE', 'CANCELLED')),
  subtotal TEXT NOT NULL,
  tax_rate TEXT NOT NULL,
  tax_category TEXT NOT NULL,
  tax_exemption_reason TEXT NOT NULL,
  tax_amount TEXT NOT NULL,
  total_amount TEXT NOT NULL,
  -- The total in thousandths, to be added up.
  total_thousandths INTEGER NOT NULL,
  notes TEXT NOT NULL,
  template_id INTEGER REFERENCES invoice_templates (id) ON DELETE SET NULL,
  property_id INTEGER,
  property_name TEXT NOT NULL,
  ledger_id INTEGER,
  service_from TEXT,
  service_to TEXT,
  buyer_reference TEXT NOT NULL,
  recipient_name TEXT NOT NULL,
  recipient_email TEXT NOT NULL,
  recipient_street TEXT NOT NULL,
  recipient_postal_code TEXT NOT NULL,
  recipient_city TEXT NOT NULL,
  recipient_country TEXT NOT NULL,
  recipient_vat_id TEXT NOT NULL,
  lines TEXT NOT NULL,
  -- The parties, bank account and look as they were when it was sent.
  frozen TEXT,
  logo_key TEXT NOT NULL,
  sent_at TIMESTAMP,
  viewed_at TIMESTAMP,
  disputed_at TIMESTAMP,
  dispute_note TEXT NOT NULL,
  cleared_at TIMESTAMP,
  paid_at TIMESTAMP,
  payment_reference TEXT NOT NULL,
  cancelled_at TIMESTAMP,
  -- The first moment after the due date where the issuer is.
  overdue_at TIMESTAMP NOT NULL,
  reminders INTEGER NOT NULL,
  created_at TIMESTAMP NOT NULL,
  updated_at TIMESTAMP NOT NULL,
  UNIQUE (owner_id, year, serial)
);
-- Both sides list theirs, newest first; every filter keeps that order.
CREATE INDEX invoices_by_owner ON invoices (owner_id, id);
CREATE INDEX invoices_by_owner_partner ON invoices (owner_id, partner_id);
CREATE INDEX invoices_by_owner_status ON invoices (owner_id, status, id);
CREATE INDEX invoices_by_owner_created ON invoices (owner_id, created_at);
CREATE INDEX invoices_by_owner_number ON invoices (owner_id, number);
CREATE INDEX invoices_by_owner_issued ON invoices (owner_id, issue_date);
CREATE INDEX invoices_by_owner_ledger ON invoices (owner_id, ledger_id);
CREATE INDEX invoices_by_partner ON invoices (partner_id, id);
CREATE INDEX invoices_by_partner_status ON invoices (partner_id, status, id);
CREATE INDEX invoices_by_partner_issued ON invoices (partner_id, issue_date);
CREATE INDEX invoices_by_template ON invoices (template_id);
CREATE INDEX invoices_by_logo ON invoices (logo_key);
-- Asked before every read: what of an account is due and not marked so.
CREATE INDEX invoices_open_by_owner ON invoices (owner_id, overdue_at) WHERE status IN ('SENT', 'VIEWED', 'DISPUTED');
CREATE INDEX invoices_open_by_partner ON invoices (partner_id, overdue_at) WHERE status IN ('SENT', 'VIEWED', 'DISPUTED');
CREATE INDEX invoices_open ON invoices (overdue_at, id) WHERE status IN ('SENT', 'VIEWED', 'DISPUTED');
CREATE INDEX invoices_to_remind ON invoices (overdue_at, id) WHERE status = 'OVERDUE' AND reminders < 3;

CREATE TABLE invoice_activities (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id INTEGER NOT NULL,
  invoice_id INTEGER NOT NULL REFERENCES invoices (id) ON DELETE CASCADE,
  account_id INTEGER,
  user_id INTEGER,
  action TEXT NOT NULL CHECK (action IN ('created', 'sent', 'viewed', 'disputed', 'cleared', 'paid', 'cancelled', 'reminder_sent')),
  detail TEXT NOT NULL,
  created_at TIMESTAMP NOT NULL
);
CREATE INDEX invoice_activities_by_invoice ON invoice_activities (invoice_id, id);

CREATE TABLE invoice_reminders (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id INTEGER NOT NULL,
  invoice_id INTEGER NOT NULL REFERENCES invoices (id) ON DELETE CASCADE,
  sent_at TIMESTAMP NOT NULL,
  reminder_type TEXT NOT NULL CHECK (reminder_type IN ('first', 'second', 'final')),
  recipient_email TEXT NOT NULL,
  UNIQUE (invoice_id, reminder_type)
);

-- +goose Down
DROP TABLE invoice_reminders;
DROP TABLE invoice_activities;
DROP TABLE invoices;
DROP TABLE invoice_templates;
DROP TABLE invoice_numbers;
