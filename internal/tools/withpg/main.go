// Command withpg runs another command with ALLOT_TEST_POSTGRES set to a private
// PostgreSQL cluster, which it stops afterwards:
//
//	go run ./internal/tools/withpg go test ./...
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"

	"allot/internal/testkit/pgtest"
)

func main() {
	if err := run(context.Background(), os.Args[1:]); err != nil {
		if exit, ok := errors.AsType[*exec.ExitError](err); ok {
			os.Exit(exit.ExitCode())
		}
		fmt.Fprintln(os.Stderr, "withpg:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) == 0 {
		return errors.New("which command?")
	}
	env := os.Environ()
	if os.Getenv("ALLOT_TEST_POSTGRES") == "" {
		c, err := pgtest.StartSteady(ctx)
		switch {
		case err == nil:
			defer c.Stop()
			env = append(env, "ALLOT_TEST_POSTGRES="+c.URL)
		case errors.Is(err, pgtest.ErrNotInstalled) && os.Getenv("CI") != "true":
			// The tests report that they are skipped.
		default:
			return err
		}
	}
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.Env = os.Stdin, os.Stdout, os.Stderr, env
	return cmd.Run()
}
