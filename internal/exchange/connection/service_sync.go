package connection

import (
	"context"
	"errors"
	"io"
	"strconv"
	"strings"
	"time"

	"allot/internal/identity/auth"
	"allot/internal/identity/notify"
	"allot/internal/inventory/availability"
	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
	"allot/internal/platform/jobs"
	"allot/internal/platform/problemtext"
)

type (
	syncArgs struct {
		OwnerID      int64 `json:"owner"`
		ConnectionID int64 `json:"connection"`
		LogID        int64 `json:"log"`
	}
	scheduleArgs struct{}
	purgeArgs    struct{}
)

func (syncArgs) Kind() string     { return "connection_sync" }
func (scheduleArgs) Kind() string { return "connection_schedule" }
func (purgeArgs) Kind() string    { return "connection_purge" }

// Accounts names the account whose suspension holds the job.
func (a syncArgs) Accounts() []int64 { return []int64{a.OwnerID} }

const (
	scheduleEvery = time.Minute
	scheduledMost = 500 // connections that are started at once
	// syncTimeout bounds a sync. The queue ends jobs a little later.
	syncTimeout = 4 * time.Minute
	// syncLease is how long a sync counts as running. A job that was lost does not
	// block its connection for longer.
	syncLease = time.Hour
	// maxSyncing bounds the syncs of one account at a time, so that systems that do not
	// answer hold up no other account's.
	maxSyncing = 2
	purgeBatch = 1000
)

// JobHandlers declares the jobs of the module.
func (s *Service) JobHandlers() []jobs.Declaration {
	return []jobs.Declaration{
		jobs.Handle(s.runSync, jobs.Handling{Queue: jobs.QueueSyncs}),
		jobs.Handle(s.startDue, jobs.Handling{}), jobs.Every(scheduleEvery, scheduleArgs{}),
		jobs.Handle(s.purge, jobs.Handling{}), jobs.Every(time.Hour, purgeArgs{}),
	}
}

// Sync starts a sync now and returns its entry of the log. A connection has one sync
// at a time.
func (s *Service) Sync(ctx context.Context, who auth.Caller, id int64) (entry SyncLog, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		c, err := s.lockToStart(ctx, who.OwnerID, id)
		if err != nil {
			return err
		}
		if err := who.InScope(c.PropertyID); err != nil {
			return err
		}
		if c.Provider == AlpineBits {
			return ErrNoSync
		}
		if c.CredentialsDropped {
			return ErrDropped
		}
		if s.syncing(c) {
			return ErrSyncRuns
		}
		if err := s.deps.Properties.RequireWritable(ctx, c.OwnerID, c.PropertyID); err != nil {
			return err
		}
		if entry, err = s.start(ctx, c); err != nil {
			return err
		}
		return s.deps.Audit.Record(ctx, audit.Change{Action: "sync", ObjectType: "connection", ObjectID: c.ID, After: entry})
	})
	return entry, err
}

// lockToStart locks a connection, and its account first: the syncs of an account are
// counted, and two requests must not both find room.
func (s *Service) lockToStart(ctx context.Context, owner, id int64) (Connection, error) {
	if _, err := s.deps.Accounts.LockAccount(ctx, owner); err != nil {
		return Connection{}, err
	}
	return s.store.LockConnection(ctx, owner, id)
}

func (s *Service) syncing(c Connection) bool {
	return c.SyncingSince != nil && s.now().Before(c.SyncingSince.Add(syncLease))
}

// start enqueues a sync of a connection that lockToStart locked.
func (s *Service) start(ctx context.Context, c Connection) (SyncLog, error) {
	now := s.now()
	running, err := s.store.CountSyncing(ctx, c.OwnerID, now.Add(-syncLease))
	if err != nil {
		return SyncLog{}, err
	}
	if running >= maxSyncing {
		return SyncLog{}, ErrSyncsRun
	}
	entry := SyncLog{StartedAt: now, Direction: DirectionPull, Status: LogRunning}
	if c.Provider == GenericREST && c.Settings.PullURL == "" {
		entry.Direction = DirectionPush
	}
	if err := s.insertLog(ctx, c, &entry); err != nil {
		return entry, err
	}
	c.SyncingSince = &now
	if c.NextSyncAt != nil {
		next := now.Add(syncLease) // finish sets it anew
		c.NextSyncAt = &next
	}
	if err := s.store.UpdateConnection(ctx, c); err != nil {
		return entry, err
	}
	return entry, s.deps.Jobs.Enqueue(ctx, syncArgs{c.OwnerID, c.ID, entry.ID})
}

// startDue starts the automatic syncs that are due.
func (s *Service) startDue(ctx context.Context, _ jobs.Job[scheduleArgs]) error {
	list, err := s.store.DueConnections(ctx, s.now(), scheduledMost)
	if err != nil {
		return err
	}
	for _, due := range list {
		err := s.store.InTx(ctx, func(ctx context.Context) error {
			c, err := s.lockToStart(ctx, due.OwnerID, due.ID)
			if errors.Is(err, apperr.ErrNotFound) || err == nil && (c.NextSyncAt == nil || c.NextSyncAt.After(s.now())) {
				return nil // somebody was faster
			}
			if err != nil {
				return err
			}
			if s.syncing(c) {
				next := c.SyncingSince.Add(syncLease)
				c.NextSyncAt = &next
				return s.store.UpdateConnection(ctx, c)
			}
			if _, err = s.start(ctx, c); !errors.Is(err, ErrSyncsRun) {
				return err
			}
			next := s.now().Add(scheduleEvery)
			c.NextSyncAt = &next
			return s.store.UpdateConnection(ctx, c)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// runSync does a sync: the network outside transactions, the rows in short ones. A
// repeat after a crash does the same again.
func (s *Service) runSync(ctx context.Context, j jobs.Job[syncArgs]) error {
	c, err := s.store.Connection(ctx, j.Args.OwnerID, j.Args.ConnectionID)
	if errors.Is(err, apperr.ErrNotFound) {
		return nil // it was deleted since
	}
	if err != nil {
		return err
	}
	entry, err := s.store.Log(ctx, c.OwnerID, j.Args.LogID)
	if errors.Is(err, apperr.ErrNotFound) || err == nil && entry.Status != LogRunning {
		return nil
	}
	if err != nil {
		return err
	}
	keys, err := s.open(c)
	if err != nil {
		return err
	}
	as := Login(keys)
	entries := []SyncLog{entry}
	work, cancel := context.WithTimeout(ctx, syncTimeout)
	defer cancel()
	switch {
	case c.CredentialsDropped: // after the sync was asked for
		err = failed(work, &entries[0], ErrDropped)
	case c.Provider == CSVURL:
		err = s.pull(work, c, c.Settings.URL, as, "csv", &entries[0])
	case c.Settings.PullURL != "":
		err = s.pull(work, c, c.Settings.PullURL, as, "json", &entries[0])
		if err == nil && c.Settings.PushURL != "" {
			entries = append(entries, SyncLog{StartedAt: s.now(), Direction: DirectionPush})
			err = s.push(work, c, as, &entries[1])
		}
	default:
		err = s.push(work, c, as, &entries[0])
	}
	if err != nil {
		return err
	}
	return s.finish(ctx, c, entries)
}

// pull fetches rows and writes them. What the other system did wrong is in the entry;
// an error is trouble of our own.
func (s *Service) pull(ctx context.Context, c Connection, address string, as Login, format string, entry *SyncLog) error {
	accept := "text/csv"
	if format == "json" {
		accept = "application/json"
	}
	body, err := s.deps.Remote.Pull(ctx, address, as, accept)
	if err != nil {
		return failed(ctx, entry, err)
	}
	defer func() { _ = body.Close() }()
	ctx, who := asAccount(ctx, c.OwnerID, nil)
	i, err := s.newImporter(ctx, who, c.Source, ImportOptions{Format: format, PropertyID: c.PropertyID, IncludesPlatformBookings: c.IncludesPlatformBookings})
	if err != nil {
		return err
	}
	rows, err := newRowReader(format, body)
	if err == nil {
		err = i.run(ctx, rows)
	}
	entry.ItemsOK, entry.ItemsFailed = i.result.Accepted, i.result.RejectedCount
	_, refused := errors.AsType[*apperr.Error](err)
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return failed(ctx, entry, errTooLong)
	case err != nil && !refused:
		return err
	case err != nil:
		return failed(ctx, entry, err)
	}
	entry.Status = outcome(entry.ItemsOK, entry.ItemsFailed)
	entry.Message, entry.Problems = summary(&i.result)
	return nil
}

// errTooLong ends a sync whose time is over.
var errTooLong = apperr.New(apperr.Timeout, "sync_too_long", "the sync took too long; what was saved until then stays saved")

// summary says what became of the rows, in words and with codes.
func summary(r *Result) (string, []apperr.FieldError) {
	told := []apperr.FieldError{apperr.Problem("", "%d rows accepted, %d rejected", r.Accepted, r.RejectedCount)}
	if r.OverbookedCount > 0 {
		told = append(told, apperr.Problem("", "%d days overbooked: more rooms are reported than fit", r.OverbookedCount))
	}
	var parts []string
	for _, p := range told {
		parts = append(parts, p.Message)
	}
	const named = 3
	for _, bad := range r.Rejected[:min(len(r.Rejected), named)] {
		line := apperr.Problem("", "line %d", bad.Line)
		parts = append(parts, line.Message+": "+bad.Message)
		told = append(append(told, line), bad.Problems...)
	}
	return strings.Join(parts, "; "), told
}

// failed notes why a sync failed, unless it was the end of this process.
func failed(ctx context.Context, entry *SyncLog, err error) error {
	if gone := ctx.Err(); gone != nil && !errors.Is(gone, context.DeadlineExceeded) {
		return gone
	}
	entry.Status = LogFailed
	if refusal, refused := errors.AsType[*apperr.Error](err); refused {
		entry.Message, entry.Problems = refusal.Message, apperr.Problems(refusal)
		for _, f := range refusal.Fields {
			entry.Message += "; " + f.Field + " " + f.Message
		}
		return nil
	}
	entry.Message = err.Error()
	return nil
}

// push sends the availability of the property, as the hotel's own key would read it.
func (s *Service) push(ctx context.Context, c Connection, as Login, entry *SyncLog) error {
	reader := auth.KeyCaller{OwnerID: c.OwnerID, AccountType: auth.Accommodation, Properties: []int64{c.PropertyID}}
	x, err := s.deps.Availability.Export(ctx, reader, &availability.Query{Properties: []int64{c.PropertyID}}, "")
	if err != nil {
		return err
	}
	err = s.deps.Remote.Push(ctx, c.Settings.PushURL, as, func(w io.Writer) error { return x.Write(ctx, w) })
	if err != nil {
		entry.ItemsFailed = 1
		return failed(ctx, entry, err)
	}
	sent := apperr.Problem("", "the availability of the property was sent")
	entry.ItemsOK, entry.Status, entry.Message, entry.Problems = 1, LogSuccess, sent.Message, []apperr.FieldError{sent}
	return nil
}

// finish stores how a sync ended, and when the next is. After days of failures the
// automatic syncs end, with a notification.
func (s *Service) finish(ctx context.Context, seen Connection, entries []SyncLog) error {
	err := s.store.InTx(ctx, func(ctx context.Context) error {
		c, err := s.store.LockConnection(ctx, seen.OwnerID, seen.ID)
		if errors.Is(err, apperr.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		now := s.now()
		var broken *SyncLog
		for n := range entries {
			e := entries[n]
			e.FinishedAt, e.Message = &now, cut(e.Message)
			if e.Status == LogFailed {
				broken = &e
			}
			store := func(ctx context.Context) error { return s.store.UpdateLog(ctx, e) }
			if n > 0 {
				store = func(ctx context.Context) error { return s.insertLog(ctx, c, &e) }
			}
			if err := store(ctx); err != nil {
				return err
			}
		}
		c.SyncingSince, c.LastSyncAt = nil, &now
		if err := s.recordOutcome(ctx, &c, broken); err != nil {
			return err
		}
		return s.store.UpdateConnection(ctx, c)
	})
	if err == nil {
		for _, e := range entries {
			s.ended(seen, e)
		}
	}
	return err
}

// recordOutcome counts failures and sets the next sync.
// broken is the last sync that failed, nil if all went well.
func (s *Service) recordOutcome(ctx context.Context, c *Connection, broken *SyncLog) error {
	now := s.now()
	if broken == nil {
		c.Failures, c.FailingSince = 0, nil
		if c.Status == StatusError {
			c.Status = StatusActive
		}
	} else {
		c.Failures++
		if c.FailingSince == nil {
			c.FailingSince = &now
		}
		if c.Status == StatusActive && now.Sub(*c.FailingSince) >= giveUpAfter {
			c.Status = StatusError
			if err := s.notifyBroken(ctx, *c, *broken); err != nil {
				return err
			}
		}
	}
	plan, err := s.deps.Plans.PlanOf(ctx, c.OwnerID)
	if err != nil {
		return err
	}
	s.schedule(c, max(c.SyncInterval, plan.Features.DataRefreshMinutes))
	return nil
}

func (s *Service) notifyBroken(ctx context.Context, c Connection, last SyncLog) error {
	p, err := s.deps.Properties.Get(ctx, c.OwnerID, c.PropertyID)
	if err != nil {
		return err
	}
	return s.deps.Notify.Send(ctx, notify.Notice{
		To: notify.Account(c.OwnerID, auth.Integrations).About(c.PropertyID), Kind: notify.ConnectionFailed,
		Params:    map[string]string{"name": c.Name, "property": p.Name},
		Localized: map[string]func(string) string{"reason": problemtext.In(last.Message, last.Problems)},
		Link:      "/integrations/connections/" + strconv.FormatInt(c.ID, 10) + "/",
	})
}

// purge removes what is old, and ends imports whose process has gone.
func (s *Service) purge(ctx context.Context, _ jobs.Job[purgeArgs]) error {
	now := s.now()
	err := s.store.InTx(ctx, func(ctx context.Context) error {
		return s.store.InterruptImports(ctx, 0, now.Add(-silence), now, serverGone())
	})
	if err != nil {
		return err
	}
	for _, purge := range []func(ctx context.Context) (int, error){
		func(ctx context.Context) (int, error) {
			return s.store.PurgeLogs(ctx, now.Add(-LogAge), purgeBatch)
		},
		func(ctx context.Context) (int, error) {
			return s.store.PurgeImports(ctx, now.Add(-importAge), purgeBatch)
		},
	} {
		for n := purgeBatch; n == purgeBatch; {
			if err := s.store.InTx(ctx, func(ctx context.Context) (err error) { n, err = purge(ctx); return err }); err != nil {
				return err
			}
		}
	}
	return nil
}

// StartDue starts the automatic syncs that are due now, as the job of every minute
// does.
func (s *Service) StartDue(ctx context.Context) error {
	return s.startDue(ctx, jobs.Job[scheduleArgs]{})
}
