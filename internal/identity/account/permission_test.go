package account_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/account"
	"allot/internal/identity/auth"
)

func TestPermission_Flags(t *testing.T) {
	t.Parallel()

	t.Run("every flag has a column of its own name, and every column a flag", func(t *testing.T) {
		t.Parallel()
		columns := map[string]int{}
		kind := reflect.TypeFor[account.Permission]()
		for i := range kind.NumField() {
			if f := kind.Field(i); f.Type.Kind() == reflect.Bool {
				require.Equal(t, f.Tag.Get("json"), f.Tag.Get("bun"), "column and JSON field have one name")
				columns[f.Tag.Get("json")] = i
			}
		}
		require.Len(t, columns, len(auth.Flags))
		for _, flag := range auth.Flags {
			require.Contains(t, columns, string(flag))
			var p account.Permission
			reflect.ValueOf(&p).Elem().Field(columns[string(flag)]).SetBool(true)
			require.Equal(t, []auth.Flag{flag}, p.Flags(), "its column opens this module and no other")
		}
	})

	t.Run("no record opens nothing, a manager has everything", func(t *testing.T) {
		t.Parallel()
		require.Empty(t, account.Permission{}.Flags())
		require.Equal(t, auth.Flags, account.Everything().Flags())
		require.NotNil(t, account.Everything().PropertyIDs)
	})

	t.Run("a flag that nobody has given a column is noticed", func(t *testing.T) {
		t.Parallel()
		require.Panics(t, func() { new(account.Permission).Field("parking") })
	})
}
