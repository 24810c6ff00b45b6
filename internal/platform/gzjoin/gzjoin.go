// Package gzjoin puts a gzip stream together from parts that were compressed
// before, each alone, so that an answer made of many kept parts costs no
// compressing.
//
// Its one rule: what comes out reads as the parts one after the other, and the
// sum of the whole is worked out from the sums of the parts, without their text.
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

// Part is a compressed text that ends on a byte, not as the last of a stream.
type Part struct {
	deflated []byte
	size     int64  // of the text
	sum      uint32 // of the text
	shift    uint32 // what a sum before it is multiplied by
}

// Bytes is what the part takes of memory.
func (p Part) Bytes() int { return len(p.deflated) }

// Empty tells that the part has no text.
func (p Part) Empty() bool { return p.size == 0 }

var deflaters = sync.Pool{New: func() any {
	w, err := flate.NewWriter(io.Discard, flate.BestSpeed) // what is joined repeats itself: more effort saves little
	if err != nil {
		panic(err) // a constant level: it works always or never
	}
	return w
}}

// Deflate makes a part of a text.
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

// maxStored is the most that a stored block holds.
const maxStored = 1<<16 - 1

// Stored makes a part of a text that is too short to be compressed; a longer one
// than a block holds is a mistake of the caller's.
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

// NewWriter makes one on w.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

// header is that of a stream without a name or a time, by nobody knows what.
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

// Close ends the stream; without it nobody can take it for whole.
func (w *Writer) Close() error {
	if err := w.Add(Part{shift: one}); err != nil { // a stream of nothing has a header too
		return err
	}
	end := []byte{1, 0, 0, 0xff, 0xff} // the last block, which is empty
	end = binary.LittleEndian.AppendUint32(end, w.sum)
	end = binary.LittleEndian.AppendUint32(end, uint32(w.size))
	_, err := w.w.Write(end)
	return err
}
