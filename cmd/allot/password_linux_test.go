package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// screen is a terminal: what is typed into it and what it shows.
type screen struct {
	t        *testing.T
	keyboard *os.File
	line     *os.File // the program's side

	mu    sync.Mutex
	shown bytes.Buffer
}

func newScreen(t *testing.T) *screen {
	t.Helper()
	keyboard, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	require.NoError(t, err)
	t.Cleanup(func() { _ = keyboard.Close() })
	require.NoError(t, unix.IoctlSetPointerInt(int(keyboard.Fd()), unix.TIOCSPTLCK, 0))
	number, err := unix.IoctlGetInt(int(keyboard.Fd()), unix.TIOCGPTN)
	require.NoError(t, err)
	line, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	require.NoError(t, err)
	t.Cleanup(func() { _ = line.Close() })
	s := &screen{t: t, keyboard: keyboard, line: line}
	go func() {
		buffer := make([]byte, 1024)
		for {
			n, err := keyboard.Read(buffer)
			if err != nil {
				return
			}
			s.mu.Lock()
			s.shown.Write(buffer[:n])
			s.mu.Unlock()
		}
	}()
	return s
}

func (s *screen) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.shown.String()
}

func (s *screen) await(text string) {
	s.t.Helper()
	require.Eventually(s.t, func() bool { return strings.Contains(s.text(), text) }, 2*time.Minute, 5*time.Millisecond, "the terminal never showed %q", text)
}

// awaitEcho waits until the terminal shows what is typed, or does not.
func (s *screen) awaitEcho(want bool) {
	s.t.Helper()
	require.Eventually(s.t, func() bool {
		state, err := unix.IoctlGetTermios(int(s.line.Fd()), unix.TCGETS)
		return err == nil && (state.Lflag&unix.ECHO != 0) == want
	}, 2*time.Minute, 5*time.Millisecond, "echo is not %v", want)
}

func (s *screen) enter(line string) {
	s.t.Helper()
	_, err := s.keyboard.WriteString(line + "\n")
	require.NoError(s.t, err)
}

// run starts the program with the terminal as its own.
func (s *screen) run(site *site, args ...string) *exec.Cmd {
	s.t.Helper()
	cmd := site.command(s.t, nil, args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = s.line, s.line, s.line
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	require.NoError(s.t, cmd.Start())
	s.t.Cleanup(func() { _ = cmd.Process.Kill() })
	return cmd
}

func TestProgram_AdminCreate_onATerminal(t *testing.T) {
	t.Parallel()
	create := []string{"admin", "create", "--new", "--email", "staff@allot.example"}

	t.Run("a new database is made after a yes only", func(t *testing.T) {
		t.Parallel()
		site := newEmptySite(t)
		for _, answer := range []string{"n", ""} {
			terminal := newScreen(t)
			cmd := terminal.run(site, "admin", "create", "--email", "staff@allot.example", "--data-dir", site.dir+"/new")
			terminal.await(" yet. Make it? [y/N] ")
			terminal.enter(answer)
			require.Error(t, cmd.Wait())
			terminal.await("nothing was done")
			require.NoDirExists(t, site.dir+"/new")
		}
		terminal := newScreen(t)
		cmd := terminal.run(site, "admin", "create", "--email", "staff@allot.example", "--data-dir", site.dir+"/new")
		terminal.await(" yet. Make it? [y/N] ")
		terminal.enter("y")
		for _, question := range []string{"Password (it is not shown): ", "The same password again: "} {
			terminal.await(question)
			terminal.awaitEcho(false)
			terminal.enter(goodPassword)
		}
		require.NoError(t, cmd.Wait())
		terminal.await("the data folder is " + site.dir + "/new")
	})

	t.Run("the password is asked for twice and never shown", func(t *testing.T) {
		t.Parallel()
		site, terminal := newSite(t), newScreen(t)
		cmd := terminal.run(site, create...)
		for _, question := range []string{"Password (it is not shown): ", "The same password again: "} {
			terminal.await(question)
			terminal.awaitEcho(false)
			terminal.enter(goodPassword)
		}
		require.NoError(t, cmd.Wait())
		terminal.await("Admin staff@allot.example made, with id 1.")
		require.NotContains(t, terminal.text(), goodPassword)
		terminal.awaitEcho(true)
	})

	t.Run("two that differ make nobody", func(t *testing.T) {
		t.Parallel()
		site, terminal := newSite(t), newScreen(t)
		cmd := terminal.run(site, create...)
		terminal.await("Password (it is not shown): ")
		terminal.awaitEcho(false)
		terminal.enter(goodPassword)
		terminal.await("The same password again: ")
		terminal.awaitEcho(false)
		terminal.enter(goodPassword + "x")
		require.Error(t, cmd.Wait())
		terminal.await("the two passwords are not the same; nothing was done")
	})

	t.Run("an interrupt gives the terminal back as it was", func(t *testing.T) {
		t.Parallel()
		site, terminal := newSite(t), newScreen(t)
		cmd := terminal.run(site, create...)
		terminal.await("Password (it is not shown): ")
		terminal.awaitEcho(false)
		require.NoError(t, cmd.Process.Signal(os.Interrupt))
		require.Error(t, cmd.Wait())
		terminal.awaitEcho(true)
	})
}
