// Package insighttest tests insight over HTTP, on both engines.
//
// The tests of an area are one program: to link one takes seconds.
package insighttest

import (
	"testing"

	"allot/internal/app/apptest"
)

func TestMain(m *testing.M) { apptest.Main(m) }
