// Package billingtest tests subscriptions, over HTTP too, on both engines.
//
// The tests of an area are one program: to link one takes seconds.
package billingtest

import (
	"testing"

	"allot/internal/app/apptest"
)

func TestMain(m *testing.M) { apptest.Main(m) }
