// Command load is the HTTP client of the benchmarks, which start it.
package main

import (
	"fmt"
	"os"

	"allot/internal/testkit/benchtest/client"
)

func main() {
	if err := client.Run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}
