package admission_test

import (
	"io"
	"net"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/admission"
)

func address(last byte) netip.Addr { return netip.AddrFrom4([4]byte{198, 51, 100, last}) }

// send writes parts to a paced connection, one a period, and returns how reading ended.
func send(t *testing.T, most time.Duration, parts []int, period time.Duration) (read int, err error) {
	t.Helper()
	ours, theirs := net.Pipe()
	done := make(chan struct{})
	go func() {
		defer close(done)
		for _, size := range parts {
			time.Sleep(period)
			if _, err := theirs.Write(make([]byte, size)); err != nil {
				return
			}
		}
		_ = theirs.Close()
	}()
	p := &admission.Pace{Reader: ours, Deadline: func(at time.Time) { _ = ours.SetReadDeadline(at) }, Now: time.Now, Most: most}
	n, err := io.Copy(io.Discard, p)
	_ = ours.Close()
	<-done
	return int(n), err
}

func repeat(size, times int) []int {
	parts := make([]int, times)
	for i := range parts {
		parts[i] = size
	}
	return parts
}

func TestPace(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		parts  []int
		period time.Duration
		want   error
	}{
		"a common body":                      {[]int{300}, time.Second, nil},
		"a slow line":                        {repeat(2*kib, 30), time.Second, nil},
		"slower than 1 kB a second":          {repeat(900, 30), time.Second, admission.ErrSlow},
		"all but the last byte":              {[]int{60 * kib, 1}, 11 * time.Second, admission.ErrSlow},
		"a byte at a time":                   {repeat(1, 100), time.Second, admission.ErrSlow},
		"fast, but longer than it may take":  {repeat(20*kib, 100), time.Second, admission.ErrSlow},
		"fast and as long as it may take":    {repeat(20*kib, 55), time.Second, nil},
		"a pause in a body that is whole by": {[]int{20 * kib, 20 * kib, 20 * kib}, 9 * time.Second, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				_, err := send(t, time.Minute, c.parts, c.period)
				require.ErrorIs(t, err, c.want)
			})
		})
	}
}
