// Package gzjoin joins parts that were compressed before into one gzip stream, so
// that an answer of many cached parts need not be compressed.
//
// The stream decompresses to the texts of the parts. Its checksum is computed from
// those of the parts.
package gzjoin

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"sync"

	"github.com/klauspost/compress/flate"
)

// Part is a compressed text that ends at a byte boundary and does not end the
// stream.
type Part struct {
	deflated []byte
	size     int64  // of the text
	sum      uint32 // CRC-32 of the text
	shift    uint32 // factor of the checksum of the parts before it
}

// Bytes returns the size of the compressed text.
func (p Part) Bytes() int { return len(p.deflated) }

var deflaters = sync.Pool{New: func() any {
	w, err := flate.NewWriter(io.Discard, flate.BestSpeed) // what is joined repeats itself: more effort saves little
	if err != nil {
		panic(err) // a constant level: it works always or never
	}
	return w
}}

// Deflate returns a part with the compressed text.
func Deflate(text []byte) (Part, error) {
	w := deflaters.Get().(*flate.Writer)
	defer deflaters.Put(w)
	var out bytes.Buffer
	w.Reset(&out)
	if _, err := w.Write(text); err != nil {
		return Part{}, fmt.Errorf("compress a part: %w", err)
	}
	if err := w.Flush(); err != nil {
		return Part{}, fmt.Errorf("compress a part: %w", err)
	}
	n := int64(len(text))
	return Part{bytes.Clone(out.Bytes()), n, crc32.ChecksumIEEE(text), shift(n)}, nil
}

// maxStored is the largest size of a stored block.
const maxStored = 1<<16 - 1

// Stored returns a part with the text uncompressed, for short texts. It panics on a
// text that is longer than a block.
func Stored(text string) Part {
	if len(text) > maxStored {
		panic("gzjoin: a text that long is for Deflate")
	}
	n := uint16(len(text))
	block := binary.LittleEndian.AppendUint16([]byte{0}, n)
	block = append(binary.LittleEndian.AppendUint16(block, ^n), text...)
	return Part{block, int64(n), crc32.ChecksumIEEE([]byte(text)), shift(int64(n))}
}

// Writer writes a gzip stream part by part.
type Writer struct {
	w     io.Writer
	begun bool
	size  int64
	sum   uint32
}

// NewWriter returns a Writer that writes to w.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

// header is a gzip header without a name, a time and an operating system.
var header = []byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255}

// Add writes a part.
func (w *Writer) Add(p Part) error {
	if !w.begun {
		w.begun = true
		if _, err := w.w.Write(header); err != nil {
			return err
		}
	}
	w.sum = multiply(p.shift, w.sum) ^ p.sum
	w.size += p.size
	_, err := w.w.Write(p.deflated)
	return err
}

// Close writes the end of the stream. It does not close the underlying writer.
func (w *Writer) Close() error {
	if err := w.Add(Part{shift: one}); err != nil { // an empty stream has a header too
		return err
	}
	end := []byte{1, 0, 0, 0xff, 0xff} // the last block, which is empty
	end = binary.LittleEndian.AppendUint32(end, w.sum)
	end = binary.LittleEndian.AppendUint32(end, uint32(w.size))
	_, err := w.w.Write(end)
	return err
}
