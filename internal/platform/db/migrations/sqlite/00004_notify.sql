-- +goose Up
CREATE TABLE notify_notifications (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  kind TEXT NOT NULL,
  language TEXT NOT NULL,
  title TEXT NOT NULL,
  body TEXT NOT NULL,
  link TEXT NOT NULL,
  is_read BOOLEAN NOT NULL,
  created_at TIMESTAMP NOT NULL,
  mailed_at TIMESTAMP
);
CREATE INDEX notify_notifications_by_user ON notify_notifications (owner_id, user_id, id);
CREATE INDEX notify_notifications_by_read ON notify_notifications (owner_id, user_id, is_read, id);
CREATE INDEX notify_notifications_by_kind ON notify_notifications (owner_id, user_id, kind, id);
CREATE INDEX notify_notifications_by_age ON notify_notifications (is_read, created_at);

CREATE TABLE notify_announcements (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  title TEXT NOT NULL,
  body TEXT NOT NULL,
  link TEXT NOT NULL,
  level TEXT NOT NULL CHECK (level IN ('info', 'warning', 'maintenance')),
  audience TEXT NOT NULL CHECK (audience IN ('all', 'accommodation', 'tour_operator')),
  starts_at TIMESTAMP NOT NULL,
  ends_at TIMESTAMP,
  created_at TIMESTAMP NOT NULL,
  updated_at TIMESTAMP NOT NULL
);
CREATE INDEX notify_announcements_by_start ON notify_announcements (audience, starts_at, id);

-- Whoever tells the staff something looks for them among all users.
CREATE INDEX account_users_staff ON account_users (id) WHERE account_type = 'admin';
-- What the nightly jobs ask must not read every account: which pictures are
-- shown, which sessions are idle (ended ones stay for weeks), which links are over.
CREATE INDEX account_users_by_avatar ON account_users (avatar_key) WHERE avatar_key <> '';
CREATE INDEX account_sessions_idle ON account_sessions (last_seen) WHERE is_active;
CREATE INDEX account_password_resets_by_end ON account_password_resets (expires_at);

-- +goose Down
DROP INDEX account_password_resets_by_end;
DROP INDEX account_sessions_idle;
DROP INDEX account_users_by_avatar;
DROP INDEX account_users_staff;
DROP TABLE notify_announcements;
DROP TABLE notify_notifications;
