package mailtest

import (
	"bytes"
	"encoding/base64"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"net/textproto"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Parsed is a message as its reader sees it.
type Parsed struct {
	Header      mail.Header
	Subject     string
	Text        string
	HTML        string
	Attachments map[string][]byte
}

// Parse reads a message with the standard library, not with the library that
// wrote it.
func Parse(tb testing.TB, data []byte) Parsed {
	tb.Helper()
	msg, err := mail.ReadMessage(bytes.NewReader(data))
	require.NoError(tb, err)
	subject, err := new(mime.WordDecoder).DecodeHeader(msg.Header.Get("Subject"))
	require.NoError(tb, err)
	p := Parsed{Header: msg.Header, Subject: subject, Attachments: map[string][]byte{}}
	p.add(tb, textproto.MIMEHeader(msg.Header), msg.Body)
	return p
}

// Parse reads the message that was received.
func (r Received) Parse(tb testing.TB) Parsed {
	tb.Helper()
	return Parse(tb, r.Data)
}

func (p *Parsed) add(tb testing.TB, header textproto.MIMEHeader, body io.Reader) {
	tb.Helper()
	kind, params, err := mime.ParseMediaType(header.Get("Content-Type"))
	require.NoError(tb, err)
	if strings.HasPrefix(kind, "multipart/") {
		parts := multipart.NewReader(body, params["boundary"])
		for {
			part, err := parts.NextRawPart()
			if errors.Is(err, io.EOF) {
				return
			}
			require.NoError(tb, err)
			p.add(tb, part.Header, part)
		}
	}
	content := decode(tb, header.Get("Content-Transfer-Encoding"), body)
	disposition, file, _ := mime.ParseMediaType(header.Get("Content-Disposition"))
	switch {
	case disposition == "attachment":
		name, err := new(mime.WordDecoder).DecodeHeader(file["filename"])
		require.NoError(tb, err)
		p.Attachments[name] = content
	case kind == "text/html":
		p.HTML = text(content)
	default:
		p.Text = text(content)
	}
}

func decode(tb testing.TB, encoding string, body io.Reader) []byte {
	tb.Helper()
	switch strings.ToLower(encoding) {
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, body)
	}
	content, err := io.ReadAll(body)
	require.NoError(tb, err)
	return content
}

func text(content []byte) string { return strings.ReplaceAll(string(content), "\r\n", "\n") }
