// Command allot runs the distribution platform between hotels and tour operators.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// A second signal ends the program at once, if finishing takes too long.
	context.AfterFunc(ctx, stop)
	os.Exit(run(ctx, os.Args[1:], world{environ: os.Environ(), in: os.Stdin, out: os.Stdout, err: os.Stderr}))
}

// world is what the program has around it, so that a test can start it whole.
type world struct {
	environ []string
	in      io.Reader
	out     io.Writer
	err     io.Writer
}

func (w world) printf(format string, args ...any) { _, _ = fmt.Fprintf(w.out, format, args...) }

// errReported ends a command that has already said what is wrong.
var errReported = errors.New("reported")

func run(ctx context.Context, args []string, w world) int {
	var c cli
	exit := -1
	parser, err := kong.New(
		&c,
		kong.Name("allot"),
		kong.Description("Distribution between hotels and tour operators. Try: allot demo"),
		kong.Vars{"demo_password": demoPassword},
		kong.Writers(w.out, w.err),
		kong.Exit(func(code int) { exit = code }),
		kong.UsageOnError(),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
	)
	if err != nil {
		_, _ = fmt.Fprintln(w.err, "allot:", err)
		return 1
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	command, err := parser.Parse(args)
	if exit >= 0 { // --help has answered
		return exit
	}
	if err == nil {
		err = command.Run(&env{ctx: ctx, world: w, settings: c.Settings})
	}
	switch {
	case err == nil:
		return 0
	case !errors.Is(err, errReported):
		_, _ = fmt.Fprintln(w.err, "allot:", err)
	}
	return 1
}
