package mailer

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net/mail"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"allot/internal/platform/apperr"
	"allot/internal/platform/files"
	"allot/internal/platform/fold"
)

const (
	mailDir = "mail"
	mailExt = ".eml"
	// unfinished is the prefix of a file that is still being written.
	unfinished = ".new-"
	// accountsHeader is in stored messages only.
	accountsHeader = "Allot-Accounts"
)

// Folder is the Sender of an installation without a mail server. It stores every
// message as a file that the staff can read.
type Folder struct {
	root *os.Root
	from *mail.Address
	now  func() time.Time
	// database is part of every file's name, if it is not empty.
	database string

	mu       sync.Mutex
	maxBytes int64 // 0: no bound
	size     int64 // of all files together; unknownSize: not counted yet
}

var _ Sender = (*Folder)(nil)

// Kept describes a message in the Folder.
type Kept struct {
	ID      string
	From    string
	To      string
	Subject string
	Date    time.Time
	Size    int64
}

// NewFolder stores mail under "mail" in the data folder, which the caller closes.
func NewFolder(dataDir *os.Root, from string, now func() time.Time) (*Folder, error) {
	sender, err := parseAddress("from", from)
	if err != nil {
		return nil, err
	}
	if err := dataDir.MkdirAll(mailDir, 0o700); err != nil {
		return nil, fmt.Errorf("make mail folder: %w", err)
	}
	return &Folder{root: dataDir, from: sender, now: now, size: unknownSize}, nil
}

// FormerFolder returns the mail that an installation stored before a mail server
// was set, for Purge only. The folder may not exist.
func FormerFolder(dataDir *os.Root) *Folder { return &Folder{root: dataDir, size: unknownSize} }

// Of returns the Folder for one database. Databases that share a folder number
// their messages independently, so the file names include the database.
func (f *Folder) Of(database string) *Folder {
	return &Folder{root: f.root, from: f.from, now: f.now, database: database, maxBytes: f.maxBytes, size: unknownSize}
}

// name returns the name of a message in the list, and of its file without extension.
func (f *Folder) name(id string) string {
	if f.database == "" {
		return id
	}
	return id + "." + f.database
}

// Send stores the message. A stored message is not changed, so that a repeated
// job has no effect.
func (f *Folder) Send(ctx context.Context, m Message) error {
	msg, err := compose(f.from, m, f.now())
	if err != nil {
		return err
	}
	if len(m.Accounts) > 0 {
		msg.SetGenHeader(accountsHeader, formatAccounts(m.Accounts))
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	target := path.Join(mailDir, f.name(m.ID)+mailExt)
	if _, err := f.root.Stat(target); err == nil {
		return nil
	}
	temp := path.Join(mailDir, unfinished+rand.Text())
	if err := f.write(temp, msg); err != nil {
		return errors.Join(fmt.Errorf("keep mail %s: %w", m.ID, err), f.root.Remove(temp))
	}
	if err := f.root.Rename(temp, target); err != nil {
		return errors.Join(fmt.Errorf("keep mail %s: %w", m.ID, err), f.root.Remove(temp))
	}
	if err := files.SyncFolder(f.root, mailDir); err != nil {
		return errors.Join(fmt.Errorf("make kept mail lasting: %w", err), f.added(target))
	}
	return f.added(target)
}

func (f *Folder) write(name string, msg io.WriterTo) error {
	err := files.Create(f.root, name, func(w io.Writer) error {
		_, err := msg.WriteTo(w)
		return err
	})
	if err != nil {
		return err
	}
	now := f.now() // List sorts by the product's clock
	return f.root.Chtimes(name, now, now)
}

// List returns one page of the stored messages, newest first, and their number. With a query only
// those whose recipient or subject contains it, without regard to case and accents.
func (f *Folder) List(ctx context.Context, query string, limit, offset int) (kept []Kept, total int, err error) {
	all, err := f.all()
	if err != nil {
		return nil, 0, err
	}
	if wanted := fold.Fold(strings.TrimSpace(query)); wanted != "" {
		all = slices.DeleteFunc(all, func(k Kept) bool {
			f.describe(&k)
			return ctx.Err() == nil && !strings.Contains(fold.Fold(k.To+"\n"+k.Subject), wanted)
		})
	}
	start := min(max(offset, 0), len(all))
	kept = all[start : start+min(max(limit, 0), len(all)-start)]
	for i := range kept {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		f.describe(&kept[i])
	}
	return kept, len(all), ctx.Err()
}

// all lists the stored messages, newest first, without what their headers say.
func (f *Folder) all() ([]Kept, error) {
	entries, err := fs.ReadDir(f.root.FS(), mailDir)
	if err != nil {
		return nil, fmt.Errorf("list kept mail: %w", err)
	}
	all := make([]Kept, 0, len(entries))
	for _, e := range entries {
		id, ok := strings.CutSuffix(e.Name(), mailExt)
		info, err := e.Info()
		if ok && err == nil && info.Mode().IsRegular() && keptPattern.MatchString(id) {
			all = append(all, Kept{ID: id, Date: info.ModTime().UTC(), Size: info.Size()})
		}
	}
	slices.SortFunc(all, func(a, b Kept) int {
		return cmp.Or(b.Date.Compare(a.Date), strings.Compare(b.ID, a.ID))
	})
	return all, nil
}

// describe reads the headers, and sets what the list shows of them. A file that cannot be parsed is
// listed by its name alone.
func (f *Folder) describe(k *Kept) mail.Header {
	file, err := f.root.Open(path.Join(mailDir, k.ID+mailExt))
	if err != nil {
		return nil
	}
	defer file.Close()
	msg, err := mail.ReadMessage(io.LimitReader(file, 64<<10))
	if err != nil {
		return nil
	}
	k.From, k.To, k.Subject = decoded(msg.Header, "From"), decoded(msg.Header, "To"), decoded(msg.Header, "Subject")
	return msg.Header
}

// decoded returns a header as people read it, or as it stands if it is encoded wrongly.
func decoded(h mail.Header, name string) string {
	var decoder mime.WordDecoder
	text, err := decoder.DecodeHeader(h.Get(name))
	if err != nil {
		return h.Get(name)
	}
	return text
}

// Open returns the whole message in the form that SMTP would send. A header of ours names the accounts it
// concerns.
func (f *Folder) Open(id string) (io.ReadCloser, error) {
	if !keptPattern.MatchString(id) {
		return nil, apperr.ErrNotFound
	}
	file, err := f.root.Open(path.Join(mailDir, id+mailExt))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, apperr.ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("open kept mail %s: %w", id, err)
	}
	return file, nil
}
