// Packages lists the packages of this module that the patterns do not name: make runs the tests of
// some packages on both engines, and those of all others on one.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"os/exec"
	"slices"
	"strings"
)

func main() {
	named := list(os.Args[1:]...)
	for _, p := range list("./...") {
		if !slices.Contains(named, p) {
			fmt.Println(p)
		}
	}
}

// list returns what go list prints.
func list(patterns ...string) []string {
	cmd := exec.CommandContext(context.Background(), "go", append([]string{"list"}, patterns...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		log.Fatal(err)
	}
	return strings.Fields(string(out))
}
