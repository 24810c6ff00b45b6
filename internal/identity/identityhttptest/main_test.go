// Package identityhttptest tests identity over HTTP.
//
// The tests of an area are one program: to link one takes seconds.
package identityhttptest

import (
	"testing"

	"allot/internal/app/apptest"
)

func TestMain(m *testing.M) { apptest.Main(m) }
