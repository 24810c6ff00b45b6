package mailer

import (
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"

	gomail "github.com/wneessen/go-mail"
)

// Letter is a stored message as a person reads it.
type Letter struct {
	Kept
	Text       string
	HTML       string // empty: text only
	Enclosures []Enclosure
	// Accounts are those of the Message. Of a message of another database they are unknown.
	Accounts []int64
}

// Enclosure is an attachment without its content.
type Enclosure struct {
	Name string
	Size int64
}

// Read returns a stored message in its parts.
func (f *Folder) Read(id string) (Letter, error) {
	file, err := f.Open(id)
	if err != nil {
		return Letter{}, err
	}
	defer func() { _ = file.Close() }()
	l := Letter{Kept: Kept{ID: id}, Enclosures: []Enclosure{}}
	if info, err := f.root.Stat(path.Join(mailDir, id+mailExt)); err == nil {
		l.Date, l.Size = info.ModTime().UTC(), info.Size()
	}
	header := f.describe(&l.Kept)
	if f.database == "" || strings.HasSuffix(id, "."+f.database) {
		l.Accounts = parseAccounts(header.Get(accountsHeader))
	}
	msg, err := gomail.EMLToMsgFromReader(file)
	if err != nil {
		return Letter{}, fmt.Errorf("read kept mail %s: %w", id, err)
	}
	for _, p := range msg.GetParts() {
		content, err := p.GetContent()
		if err != nil {
			return Letter{}, fmt.Errorf("read kept mail %s: %w", id, err)
		}
		switch p.GetContentType() { //nolint:exhaustive // a letter of ours has these two
		case gomail.TypeTextPlain:
			l.Text = string(content)
		case gomail.TypeTextHTML:
			l.HTML = string(content)
		}
	}
	for _, a := range msg.GetAttachments() {
		size, err := a.Writer(io.Discard)
		if err != nil {
			return Letter{}, fmt.Errorf("read kept mail %s: %w", id, err)
		}
		l.Enclosures = append(l.Enclosures, Enclosure{Name: a.Name, Size: size})
	}
	return l, nil
}

func formatAccounts(ids []int64) string {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = strconv.FormatInt(id, 10)
	}
	return strings.Join(texts, " ")
}

func parseAccounts(text string) []int64 {
	var ids []int64
	for word := range strings.FieldsSeq(text) {
		if id, err := strconv.ParseInt(word, 10, 64); err == nil {
			ids = append(ids, id)
		}
	}
	return ids
}
