package main

import (
	"bytes"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

func TestProgress(t *testing.T) {
	t.Parallel()
	tell := func(t *testing.T, status *statusLine, quiet bool, takes time.Duration) {
		t.Helper()
		e := &env{status: status}
		p := e.progress(quietFlag{Quiet: quiet}, "Writing")
		time.Sleep(takes / 2)
		p.reached("%d files", 7)
		time.Sleep(takes / 2)
		p.end()
		p.status.tell("end")
	}

	t.Run("elsewhere than on a terminal it is a line now and then", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			var out bytes.Buffer
			tell(t, newStatusLine(&out), false, 11*time.Second)
			require.Equal(t, "Writing (5 s)\nWriting: 7 files (10 s)\nend\n", out.String())
		})
	})

	t.Run("what is done soon tells nothing", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			var out bytes.Buffer
			tell(t, newStatusLine(&out), false, 4*time.Second)
			require.Equal(t, "end\n", out.String())
		})
	})

	t.Run("quiet tells nothing", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			var out bytes.Buffer
			tell(t, newStatusLine(&out), true, time.Minute)
			require.Equal(t, "end\n", out.String())
		})
	})

	t.Run("a terminal has one line, which makes room for the log", func(t *testing.T) {
		t.Parallel()
		const clear = "\r\x1b[K"
		var out bytes.Buffer
		s := &statusLine{out: &out, terminal: true}
		s.tell("one")
		s.tell("two")
		_, err := s.Write([]byte("a line of the log\n"))
		require.NoError(t, err)
		s.tell("three")
		s.end()
		s.end()
		require.Equal(t, "one"+clear+"two"+clear+"a line of the log\nthree"+clear, out.String())
	})
}
