package admission

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

// Incoming is a body on its way.
type Incoming struct {
	io.Reader
	// Length is how large it will be at most.
	Length int64
	// Scan sees every byte as it arrives, and refuses the body by an error; nil: nobody
	// looks.
	Scan io.Writer
}

// Body is a body that has arrived whole. Close it.
type Body struct {
	Size int64

	admission *Admission
	who       Sender
	memory    bytes.Buffer
	inMemory  int64    // up to which size
	file      *os.File // nil: the body is in memory
	leave     []func()
}

// Receive reads a body to its end. Whoever sends much at once waits here before it is read
// any further.
func (a *Admission) Receive(ctx context.Context, who Sender, in Incoming) (*Body, error) {
	b := &Body{admission: a, who: who, inMemory: inMemory}
	if err := b.receive(ctx, in); err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return b, nil
}

func (b *Body) receive(ctx context.Context, in Incoming) error {
	part := make([]byte, unasked)
	for {
		if b.Size >= unasked && len(b.leave) == 0 && !within(ctx) {
			leave, err := b.admission.arrivingOf(b.who).enter(ctx, b.who, max(in.Length, partSize))
			if err != nil {
				return err
			}
			b.leave = append(b.leave, leave)
			part = make([]byte, partSize)
			b.remember(in.Length)
		}
		n, err := in.Read(part)
		if kept := b.scanned(ctx, part[:n], in.Scan); kept != nil {
			return kept
		}
		if kept := b.keep(part[:n]); kept != nil {
			return kept
		}
		switch {
		case errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF):
			return nil
		case err != nil:
			return err
		}
	}
}

// remember keeps a body of this size in memory, if there is room.
func (b *Body) remember(size int64) {
	if size <= inMemory || size > oftenInMemory {
		return
	}
	if leave, ok := b.admission.memory.try(b.who, size); ok {
		b.leave = append(b.leave, leave)
		b.inMemory = size
		b.memory.Grow(int(size) - b.memory.Len())
	}
}

// scanned has a part looked at. From the second on, parts take turns.
func (b *Body) scanned(ctx context.Context, part []byte, scan io.Writer) error {
	if scan == nil {
		return nil
	}
	if b.Size >= unasked && !within(ctx) {
		leave, err := b.admission.processor(ctx, b.who)
		if err != nil {
			return err
		}
		defer leave()
	}
	_, err := scan.Write(part)
	return err
}

// keep adds a part, in memory as long as the body is small.
func (b *Body) keep(part []byte) error {
	b.Size += int64(len(part))
	if b.file == nil && b.Size <= b.inMemory {
		b.memory.Write(part)
		return nil
	}
	if b.file == nil {
		file, err := os.CreateTemp("", "body-*")
		if err != nil {
			return fmt.Errorf("make a file for a body: %w", err)
		}
		b.file = file
		part = append(b.memory.Bytes(), part...)
		b.memory = bytes.Buffer{}
	}
	if _, err := b.file.Write(part); err != nil {
		return fmt.Errorf("keep a body: %w", err)
	}
	return nil
}

// Reader reads the body from its start.
func (b *Body) Reader() io.Reader {
	if b.file == nil {
		return bytes.NewReader(b.memory.Bytes())
	}
	return io.NewSectionReader(b.file, 0, b.Size)
}

// Enter waits until a body of this cost, in bytes of memory, may be worked on.
func (b *Body) Enter(ctx context.Context, cost int64) error {
	if cost <= free || within(ctx) {
		return nil
	}
	l, weight := b.admission.insideOf(b.who, cost)
	leave, err := l.enter(ctx, b.who, weight)
	if err != nil {
		return err
	}
	b.leave = append(b.leave, leave)
	return b.takeTurn(ctx)
}

// takeTurn waits for a processor. The turn ends by itself: work that takes longer waits
// for something else, such as a server of others.
func (b *Body) takeTurn(ctx context.Context) error {
	leave, err := b.admission.processor(ctx, b.who)
	if err != nil {
		return err
	}
	timer := time.AfterFunc(turn, leave)
	b.leave = append(b.leave, func() { timer.Stop(); leave() })
	return nil
}

// Stream waits until a body may be worked on in pieces while it arrives. Call done in the
// end.
func (a *Admission) Stream(ctx context.Context, who Sender) (done func(), err error) {
	if within(ctx) {
		return func() {}, nil
	}
	if who.Account == 0 {
		return a.unknownInside.enter(ctx, who, StreamCost)
	}
	return a.streams.enter(ctx, who, StreamCost)
}

// Bytes returns the whole body.
func (b *Body) Bytes() ([]byte, error) {
	if b.file == nil {
		return b.memory.Bytes(), nil
	}
	all := make([]byte, b.Size)
	if _, err := io.ReadFull(b.Reader(), all); err != nil {
		return nil, fmt.Errorf("read a body again: %w", err)
	}
	return all, nil
}

// Close removes the file and lets the next body in.
func (b *Body) Close() error {
	for _, leave := range b.leave {
		leave()
	}
	b.leave = nil
	if b.file == nil {
		return nil
	}
	file := b.file
	b.file = nil
	return errors.Join(file.Close(), os.Remove(file.Name()))
}
