// Package inventoryhttptest tests inventory over HTTP, and what is read of calendars.
//
// The tests of an area are one program: to link one takes seconds.
package inventoryhttptest

import (
	"testing"

	"allot/internal/app/apptest"
)

func TestMain(m *testing.M) { apptest.Main(m) }
