package admission_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/admission"
)

const (
	kib = 1 << 10
	mib = 1 << 20
)

var (
	anna = admission.Sender{Account: 1}
	ben  = admission.Sender{Account: 2}
)

func receive(t *testing.T, a *admission.Admission, who admission.Sender, size int) *admission.Body {
	t.Helper()
	b, err := a.Receive(t.Context(), who, admission.Incoming{Reader: bytes.NewReader(make([]byte, size)), Length: int64(size)})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	return b
}

func TestAdmission_Receive(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	a := admission.New()

	t.Run("all of a body is kept, small or large", func(t *testing.T) { //nolint:paralleltest // they look at one temporary folder
		for _, size := range []int{0, 1, 4 * kib, 64 * kib, 64*kib + 1, 3 * mib} {
			sent := bytes.Repeat([]byte("abcdefg"), size/7+1)[:size]
			var seen bytes.Buffer
			b, err := a.Receive(t.Context(), anna, admission.Incoming{Reader: iotest.HalfReader(bytes.NewReader(sent)), Length: int64(size), Scan: &seen})
			require.NoError(t, err)
			for range 2 {
				all, err := b.Bytes()
				require.NoError(t, err)
				require.True(t, bytes.Equal(sent, all), "%d bytes", size)
			}
			require.True(t, bytes.Equal(sent, seen.Bytes()))
			require.EqualValues(t, size, b.Size)
			require.NoError(t, b.Close())
			require.NoError(t, b.Close())
		}
	})
	t.Run("a body that broke off is told as such", func(t *testing.T) { //nolint:paralleltest // they look at one temporary folder
		for _, size := range []int{1, 64 * kib, mib} {
			for _, end := range []error{io.ErrClosedPipe, io.ErrUnexpectedEOF} { // the second is what net/http says
				r := io.MultiReader(strings.NewReader(strings.Repeat("x", size)), iotest.ErrReader(end))
				_, err := a.Receive(t.Context(), anna, admission.Incoming{Reader: r, Length: mib})
				require.ErrorIs(t, err, end)
			}
		}
	})
	t.Run("common sizes stay in memory as long as there is room", func(t *testing.T) { //nolint:paralleltest // they look at one temporary folder
		var bodies []*admission.Body
		for range 9 { // an account has eight megabytes
			b, err := a.Receive(t.Context(), ben, admission.Incoming{Reader: bytes.NewReader(make([]byte, mib)), Length: mib})
			require.NoError(t, err)
			bodies = append(bodies, b)
		}
		files, err := os.ReadDir(os.Getenv("TMPDIR"))
		require.NoError(t, err)
		require.Len(t, files, 1)
		for _, b := range bodies {
			require.NoError(t, b.Close())
		}
		b, err := a.Receive(t.Context(), ben, admission.Incoming{Reader: bytes.NewReader(make([]byte, mib)), Length: mib})
		require.NoError(t, err)
		files, err = os.ReadDir(os.Getenv("TMPDIR"))
		require.NoError(t, err)
		require.Empty(t, files)
		require.NoError(t, b.Close())
	})
	t.Run("what the scan refuses is read no further", func(t *testing.T) { //nolint:paralleltest // they look at one temporary folder
		refused := errors.New("too many")
		r := &counted{Reader: endless{}}
		_, err := a.Receive(t.Context(), anna, admission.Incoming{Reader: r, Length: mib, Scan: &refusing{100 * kib, refused}})
		require.ErrorIs(t, err, refused)
		require.Less(t, r.read, 200*kib)
	})
	left, err := os.ReadDir(os.Getenv("TMPDIR"))
	require.NoError(t, err)
	require.Empty(t, left, "no file stays behind")
}

type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

type counted struct {
	io.Reader
	read int
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.read += n
	return n, err
}

// refusing accepts writes of up to a size.
type refusing struct {
	left int
	err  error
}

func (r *refusing) Write(p []byte) (int, error) {
	if r.left -= len(p); r.left < 0 {
		return 0, r.err
	}
	return len(p), nil
}

func TestAdmission_Enter(t *testing.T) {
	t.Parallel()

	t.Run("whoever sends much waits behind itself, and others pass", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			a := admission.New()
			for range 2 {
				require.NoError(t, receive(t, a, anna, 1).Enter(t.Context(), 10*mib), "two of a sender")
			}
			require.ErrorIs(t, receive(t, a, anna, 1).Enter(t.Context(), 10*mib), admission.ErrBusy, "after it has waited")
			require.NoError(t, receive(t, a, ben, 1).Enter(t.Context(), 30*mib))
			require.NoError(t, receive(t, a, anna, 1).Enter(t.Context(), mib), "small ones have their own share")
			require.NoError(t, receive(t, a, anna, 1).Enter(t.Context(), kib))
		})
	})
	t.Run("the unknown have a share of their own, and common bodies need none", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			a := admission.New()
			for i := range 4 {
				who := admission.Sender{Address: address(byte(i))}
				require.NoError(t, receive(t, a, who, 1).Enter(t.Context(), 4*mib))
			}
			last := admission.Sender{Address: address(99)}
			require.ErrorIs(t, receive(t, a, last, 1).Enter(t.Context(), 4*mib), admission.ErrBusy)
			require.NoError(t, receive(t, a, last, 1).Enter(t.Context(), 50*kib))
			require.NoError(t, receive(t, a, anna, 1).Enter(t.Context(), 4*mib))
		})
	})
	t.Run("an account has half of the processors, for a moment each", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			a := admission.New()
			start := time.Now()
			for range max(2, runtime.GOMAXPROCS(0)) / 2 {
				require.NoError(t, receive(t, a, anna, 1).Enter(t.Context(), mib))
			}
			require.Zero(t, time.Since(start))
			require.NoError(t, receive(t, a, ben, 1).Enter(t.Context(), mib))
			require.Zero(t, time.Since(start), "another account has the rest")
			require.NoError(t, receive(t, a, anna, 1).Enter(t.Context(), mib))
			require.Equal(t, 250*time.Millisecond, time.Since(start), "who works longer waits for others itself")
		})
	})
	t.Run("parts are scanned in turns", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			a := admission.New()
			goOn := make(chan struct{})
			var under, ended atomic.Int64
			scan := writerFunc(func(p []byte) (int, error) {
				under.Add(1)
				<-goOn
				return len(p), nil
			})
			for range 10 {
				go func() {
					_, err := a.Receive(t.Context(), anna, admission.Incoming{Reader: bytes.NewReader(make([]byte, 2*64*kib)), Length: 2 * 64 * kib, Scan: later{scan}})
					if err == nil {
						ended.Add(1)
					}
				}()
			}
			synctest.Wait()
			require.EqualValues(t, max(2, runtime.GOMAXPROCS(0))/2, under.Load())
			_, err := a.Receive(t.Context(), ben, admission.Incoming{Reader: bytes.NewReader(make([]byte, 64*kib)), Length: 64 * kib, Scan: io.Discard})
			require.NoError(t, err, "another account has the rest")
			close(goOn)
			synctest.Wait()
			require.EqualValues(t, 10, ended.Load())
		})
	})
	t.Run("what a body sends on to another operation does not wait for it", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			a := admission.New()
			for range 2 {
				require.NoError(t, receive(t, a, anna, 1).Enter(t.Context(), 20*mib))
			}
			b := receive(t, a, anna, 1)
			require.NoError(t, b.Enter(admission.Within(t.Context()), 20*mib))
		})
	})
	t.Run("a thousand bodies of strangers that never end hold up nobody", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			a := admission.New()
			never := make(chan struct{})
			ended := make(chan error, 1000)
			for i := range 1000 {
				who := admission.Sender{Address: address(byte(i % 8))}
				r := io.MultiReader(bytes.NewReader(make([]byte, 60*kib)), waiting{never})
				go func() {
					_, err := a.Receive(t.Context(), who, admission.Incoming{Reader: r, Length: 64 * kib})
					ended <- err
				}()
			}
			synctest.Wait()
			receive(t, a, admission.Sender{Address: address(3)}, 3*kib) // one of the same addresses
			receive(t, a, admission.Sender{Address: address(77)}, 60*kib)
			receive(t, a, anna, 16*mib)
			close(never)
			for range 1000 {
				<-ended
			}
		})
	})
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// later passes on all but the first write.
type later struct{ io.Writer }

func (l later) Write(p []byte) (int, error) {
	if len(p) <= 4*kib {
		return len(p), nil
	}
	return l.Writer.Write(p)
}

// waiting is the rest of a body that comes when the channel is closed.
type waiting struct{ until chan struct{} }

func (w waiting) Read([]byte) (int, error) {
	<-w.until
	return 0, io.ErrUnexpectedEOF
}
