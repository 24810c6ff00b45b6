package money_test

import (
	"context"
	"encoding/json"
	"math/big"
	"net/http"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/humatest"
	"github.com/shopspring/decimal"
	"github.com/stretchr/testify/require"

	"allot/internal/platform/money"
)

func TestAmount_JSON(t *testing.T) {
	t.Parallel()

	t.Run("strings and numbers are read, strings are written", func(t *testing.T) {
		t.Parallel()
		for in, want := range map[string]string{
			`"120.00"`: `"120.00"`, `120`: `"120.00"`, `120.5`: `"120.50"`, `-0.1`: `"-0.10"`, `"-0"`: `"0.00"`,
			`"\u0031.5"`: `"1.50"`, `1234567890123.123456`: `"1234567890123.123456"`, // more than a float holds
		} {
			var a money.Amount
			require.NoError(t, json.Unmarshal([]byte(in), &a), in)
			out, err := json.Marshal(a)
			require.NoError(t, err)
			require.Equal(t, want, string(out))
		}
	})

	t.Run("exponents, excess digits and other types are refused and change nothing", func(t *testing.T) {
		t.Parallel()
		for _, bad := range []string{
			`1e5`, `1E400000`, `1e-7`, `"1e400000"`, `""`, `" 1"`, `"1,50"`, `true`, `{}`, `[1]`, `"abc"`,
			`12345678901234`, `0.1234567`, `"` + strings.Repeat("1", 1<<20) + `"`, strings.Repeat("1", 1<<20),
			`"` + strings.Repeat(`\u0031`, 14) + `"`,
		} {
			a := amount(t, "7")
			require.Error(t, json.Unmarshal([]byte(bad), &a), "%.30s", bad)
			require.Equal(t, "7.00", a.String())
		}
	})
}

func TestAmount_SQL(t *testing.T) {
	t.Parallel()

	t.Run("what was stored is read back", func(t *testing.T) {
		t.Parallel()
		for _, src := range []any{"120.5", []byte("120.500000"), "120.50"} {
			var a money.Amount
			require.NoError(t, a.Scan(src))
			v, err := a.Value()
			require.NoError(t, err)
			require.Equal(t, "120.50", v)
		}
		var a money.Amount
		require.NoError(t, a.Scan(int64(-120)))
		require.Equal(t, "-120.00", a.String())
	})

	t.Run("floats, NULL and nonsense are refused", func(t *testing.T) {
		t.Parallel()
		var a money.Amount
		for _, bad := range []any{120.5, nil, "", "x", true} {
			require.Error(t, a.Scan(bad), "%v", bad)
		}
	})

	t.Run("what could not be read back is not stored", func(t *testing.T) {
		t.Parallel()
		_, err := amount(t, "9999999999999").Add(amount(t, "1")).Value()
		require.ErrorIs(t, err, money.ErrTooLarge)
		_, err = amount(t, "0.000001").Mul(amount(t, "0.1")).Value()
		require.Error(t, err)
		require.NotErrorIs(t, err, money.ErrTooLarge)
		v, err := money.New(decimal.New(15, -9)).Mul(amount(t, "1000000000")).Value()
		require.NoError(t, err)
		require.Equal(t, "15.00", v)
	})
}

type priceRequest struct {
	Min  money.Amount `query:"min"`
	Body struct {
		Price    money.Amount   `json:"price" doc:"Per night"`
		Currency money.Currency `json:"currency"`
	}
}

type priceResponse struct {
	Body struct {
		Amounts []money.Amount `json:"amounts" nullable:"false"`
	}
}

func newAPI(t *testing.T) humatest.TestAPI {
	t.Helper()
	_, api := humatest.New(t)
	huma.Post(api, "/prices/", func(_ context.Context, in *priceRequest) (*priceResponse, error) {
		out := &priceResponse{}
		out.Body.Amounts = []money.Amount{in.Min, in.Body.Price}
		return out, nil
	})
	return api
}

func TestAmount_inTheAPI(t *testing.T) {
	t.Parallel()

	t.Run("amounts pass exactly, as string and as number", func(t *testing.T) {
		t.Parallel()
		for _, price := range []string{`"1234567890123.123456"`, `1234567890123.123456`} {
			res := newAPI(t).Post("/prices/?min=0.30", strings.NewReader(`{"price":`+price+`,"currency":"EUR"}`))
			require.Equal(t, http.StatusOK, res.Code, res.Body)
			require.Contains(t, res.Body.String(), `"amounts":["0.30","1234567890123.123456"]`)
		}
	})

	t.Run("what is no amount or currency is refused", func(t *testing.T) {
		t.Parallel()
		api := newAPI(t)
		for _, body := range []string{
			`{"price":"1e5","currency":"EUR"}`, `{"price":1e400000,"currency":"EUR"}`, `{"price":1e300,"currency":"EUR"}`,
			`{"price":null,"currency":"EUR"}`, `{"price":true,"currency":"EUR"}`,
			`{"price":"1","currency":"eur"}`, `{"price":"1","currency":"EURO"}`,
		} {
			res := api.Post("/prices/", strings.NewReader(body))
			require.GreaterOrEqual(t, res.Code, 400, "%s: %s", body, res.Body)
			require.Less(t, res.Code, 500, "%s: %s", body, res.Body)
		}
		res := api.Post("/prices/?min=1e5", strings.NewReader(`{"price":"1","currency":"EUR"}`))
		require.Equal(t, http.StatusUnprocessableEntity, res.Code, res.Body)
	})

	t.Run("the document shows both forms", func(t *testing.T) {
		t.Parallel()
		body := newAPI(t).OpenAPI().Components.Schemas.Map()["PriceRequestBody"].Properties
		const pattern = `"pattern":"^-?[0-9]{1,13}(\\.[0-9]{1,6})?$","examples":["120.00"]`
		const number = `{"type":"number","exclusiveMinimum":-10000000000000,"exclusiveMaximum":10000000000000}`
		for field, want := range map[string]string{
			"price": `{"description":"Per night","anyOf":[{"type":"string",` + pattern + `},` + number + `]}`,
		} {
			got, err := json.Marshal(body[field])
			require.NoError(t, err)
			require.JSONEq(t, want, string(got))
		}
	})
}

func FuzzAmount_UnmarshalJSON(f *testing.F) {
	for _, s := range []string{`"120.00"`, `120.5`, `1e400000`, `"1e5"`, `null`, `"\u0031"`, `-0`, `"-"`, `9999999999999.999999`, `"1`, ``} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var a money.Amount
		err := a.UnmarshalJSON(data)
		if err != nil || string(data) == "null" {
			require.True(t, a.IsZero())
			return
		}
		text := string(data)
		if data[0] == '"' {
			require.NoError(t, json.Unmarshal(data, &text))
		}
		require.NotContains(t, strings.ToLower(text), "e")
		want, ok := new(big.Rat).SetString(text)
		require.True(t, ok, text)
		require.Zero(t, want.Cmp(rat(t, a.String())), text)

		stored, err := a.Value()
		require.NoError(t, err, "what was read can be stored")
		again, err := a.MarshalJSON()
		require.NoError(t, err)
		var b money.Amount
		require.NoError(t, json.Unmarshal(again, &b))
		require.Equal(t, stored, b.String())
	})
}
