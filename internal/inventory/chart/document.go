package chart

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"allot/internal/platform/blob"
)

// Document is a finished chart.
type Document struct {
	Name string
	Data []byte
}

// Draw draws a chart.
func Draw(c Chart) (Document, error) {
	var file bytes.Buffer
	if err := Write(&file, c); err != nil {
		return Document{}, err
	}
	return Document{Name: c.FileName(), Data: file.Bytes()}, nil
}

// Once returns the document of a key, and draws and stores it if it is missing.
// The cleanup of the folder deletes it later.
func Once(ctx context.Context, blobs blob.Store, key, name string, draw func() (Document, error)) (Document, error) {
	data, err := read(ctx, blobs, key)
	if !errors.Is(err, blob.ErrNotFound) {
		return Document{Name: name, Data: data}, err
	}
	doc, err := draw()
	if err != nil {
		return Document{}, err
	}
	_, err = blobs.Put(ctx, key, bytes.NewReader(doc.Data))
	return doc, err
}

// Logos reads the logos that exist. It skips one whose file is missing.
func Logos(ctx context.Context, blobs blob.Store, keys ...string) ([][]byte, error) {
	list := [][]byte{}
	for _, key := range keys {
		if key == "" {
			continue
		}
		data, err := read(ctx, blobs, key)
		if errors.Is(err, blob.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		list = append(list, data)
	}
	return list, nil
}

func read(ctx context.Context, blobs blob.Store, key string) ([]byte, error) {
	f, err := blobs.Open(ctx, key)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	data, err := io.ReadAll(f)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", key, err)
	}
	return data, nil
}
