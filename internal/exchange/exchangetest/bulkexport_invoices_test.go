package exchangetest

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/shopspring/decimal"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/charmap"

	"allot/internal/app/apptest"
)

const invoices = "/api/invoicing/invoices/"

var datevSettings = object{
	"consultant_number": 1001, "client_number": 7, "fiscal_year_start": "07-01", "debtor_account": 10001,
	"revenue_accounts": object{"7": 8300, "19.00": 8400, "AE": 8337, "5.5": 8310},
}

// books is a hotel with random invoices of two months.
type books struct {
	*apptest.Env
	hotel, operator *apptest.Who
	sent            map[string]object // by number
}

func newBooks(t *testing.T, n int) *books {
	t.Helper()
	e := apptest.New(t)
	e.Start(t)
	b := &books{Env: e, sent: map[string]object{}}
	b.hotel, b.operator = e.GoldHotel(t), e.Operator(t)
	e.Accepted(t, b.hotel, b.operator)
	random := rand.New(rand.NewPCG(1, 2))
	amount := func(most int) string { return decimal.New(int64(random.IntN(most*100)), -2).String() }
	for i := range n {
		lines := []object{{"description": "+Nights", "quantity": amount(20), "unit_price": amount(900), "tax_rate": "19"}}
		for range random.IntN(4) {
			lines = append(lines, object{"description": "Extra", "quantity": amount(9), "unit_price": amount(99), "tax_rate": []string{"7", "19", "5.5"}[random.IntN(3)]})
		}
		lines = append(lines, object{"description": "Discount", "quantity": "-1", "unit_price": amount(3), "tax_rate": "7"})
		in := object{
			"recipient_name": `=HYPERLINK("x") Yılmaz Şirketi`, "recipient_email": "a@b.example", "recipient_street": "@home", "recipient_country": "TR", "recipient_vat_id": "TR 123", "recipient_city": "İzmir",
			"issue_date": fmt.Sprintf("2030-0%d-%02d", 6+i%2, 1+i%28), "due_date": "2030-09-01", "currency": "EUR", "tax_rate": "7", "line_items": lines,
		}
		if i%5 == 0 {
			for _, k := range []string{"recipient_name", "recipient_email", "recipient_street", "recipient_country", "recipient_vat_id", "recipient_city"} {
				delete(in, k)
			}
			in["partner"] = b.operator.User.OwnerID
		}
		res := b.hotel.Do(t, post, invoices, body(in))
		if res.Code == http.StatusBadRequest { // the discount is more than the rest
			continue
		}
		v := b.move(t, apptest.Decode[object](t, res, http.StatusCreated), "send/")
		b.sent[v["invoice_number"].(string)] = v
	}
	b.hotel.Do(t, post, invoices, body(object{"recipient_name": "Draft", "issue_date": "2030-06-01", "due_date": "2030-07-01", "line_items": []object{{"description": "x", "quantity": 1, "unit_price": 1}}}))
	return b
}

func (b *books) move(t *testing.T, v object, verb string) object {
	t.Helper()
	return apptest.Decode[object](t, b.hotel.Do(t, post, invoices+v["id"].(string)+"/"+verb, "{}"), http.StatusOK)
}

func summer(format string, settings object) object {
	return object{"target": "invoices", "format": format, "from": "2030-06-01", "to": "2030-07-31", "settings": settings}
}

var datevAmount = regexp.MustCompile(`^\d{1,10},\d{2}$`)

// bookings reads a DATEV file, and checks that its fields are as those of the sample.
func bookings(t *testing.T, data []byte) (head []string, rows [][]string) {
	t.Helper()
	text, err := charmap.Windows1252.NewDecoder().Bytes(data)
	require.NoError(t, err)
	lines := strings.Split(strings.TrimSuffix(string(text), "\r\n"), "\r\n")
	columns, err := os.ReadFile(filepath.Join(packBulkexport(t, "accounting"), "datev_columns_v13.txt"))
	require.NoError(t, err)
	var names, types []string
	for line := range strings.Lines(string(columns)) {
		p := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
		names, types = append(names, p[2]), append(types, p[1])
	}
	require.Equal(t, strings.Join(names, ";"), lines[1])
	for i, line := range lines {
		fields := strings.Split(line, ";")
		switch i {
		case 0:
			require.Len(t, fields, 31)
			head = fields
			continue
		case 1:
			continue
		}
		require.Len(t, fields, 125)
		for j, f := range fields {
			require.Equal(t, types[j] == "text", strings.HasPrefix(f, `"`), "column %d of %s", j+1, line)
			require.NotRegexp(t, `^"[=+\-@]`, f)
			fields[j] = strings.Trim(f, `"`)
		}
		require.Regexp(t, datevAmount, fields[0])
		rows = append(rows, fields)
	}
	return head, rows
}

// The totals of the files are those of the invoices, to the cent.
func TestInvoices(t *testing.T) {
	t.Parallel()
	b := newBooks(t, 25)
	require.Greater(t, len(b.sent), 15)
	cancelled := ""
	for number, v := range b.sent {
		b.move(t, v, "cancel/")
		cancelled = number
		break
	}

	t.Run("DATEV has a booking for each tax, and reverses what was cancelled", func(t *testing.T) {
		t.Parallel()
		files := unzip(t, file(t, b.Env, b.hotel, summer("datev", datevSettings)))
		require.Len(t, files, 2, "one for each month")
		total := map[string]decimal.Decimal{}
		for name, data := range files {
			head, rows := bookings(t, data)
			month := strings.TrimSuffix(strings.TrimPrefix(name, "EXTF_Buchungsstapel_"), ".csv")
			start := map[string]string{"2030-06": "20290701", "2030-07": "20300701"}[month]
			require.Equal(t, []string{`"EXTF"`, "700", "21", `"Buchungsstapel"`, "13"}, head[:5])
			require.Equal(t, []string{"1001", "7", start, "4", strings.ReplaceAll(month, "-", "") + "01"}, head[10:15])
			for _, r := range rows {
				n := decimal.RequireFromString(strings.Replace(r[0], ",", ".", 1))
				require.True(t, n.IsPositive())
				if r[1] == "H" {
					n = n.Neg()
				}
				total[r[10]] = total[r[10]].Add(n)
				require.Equal(t, "10001", r[6])
				require.Contains(t, []string{"8300", "8400", "8310"}, r[7])
			}
		}
		// The clock stands in May, before the first day of the file: the reversal is in none.
		for number, v := range b.sent {
			require.Equal(t, v["total_amount"], total[number].StringFixed(2), number)
		}
		may := object{"target": "invoices", "format": "datev", "from": "2030-05-01", "to": "2030-05-31", "settings": datevSettings}
		_, rows := bookings(t, file(t, b.Env, b.hotel, may))
		reversed := decimal.Zero
		for _, r := range rows {
			n := decimal.RequireFromString(strings.Replace(r[0], ",", ".", 1))
			if r[1] == "S" {
				n = n.Neg()
			}
			require.Equal(t, []string{cancelled, "3105"}, []string{r[10], r[9]})
			require.True(t, strings.HasPrefix(r[13], "Storno "))
			reversed = reversed.Add(n)
		}
		require.Equal(t, b.sent[cancelled]["total_amount"], reversed.StringFixed(2))
	})

	t.Run("Xero has a row for each line, and a credit note for what was cancelled", func(t *testing.T) {
		t.Parallel()
		asked := summer("xero", object{"account_codes": object{"7": "200", "19": "201", "5.5": "202"}, "tax_types": object{"7": "7% (VAT)", "19": "19% (VAT)", "5.5": "5.5% (VAT)"}})
		asked["from"] = "2030-05-31" // the day of the cancellation
		data := file(t, b.Env, b.hotel, asked)
		rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
		require.NoError(t, err)
		sample, err := os.ReadFile(filepath.Join(packBulkexport(t, "accounting"), "xero_sales_invoice_sample.csv"))
		require.NoError(t, err)
		require.Equal(t, strings.SplitN(string(sample), "\r\n", 2)[0], strings.SplitN(string(data), "\r\n", 2)[0])
		net := map[string]decimal.Decimal{}
		for _, r := range rows[1:] {
			require.Len(t, r, 27)
			net[r[10]] = net[r[10]].Add(decimal.RequireFromString(r[16]).Mul(decimal.RequireFromString(r[17])).Round(2))
			require.Regexp(t, `^\d\d/0[567]/2030$`, r[12])
			for i, cell := range r {
				require.True(t, i == 16 || !strings.HasPrefix(cell, "=") && !strings.HasPrefix(cell, "+") && !strings.HasPrefix(cell, "@"), cell)
			}
		}
		require.Equal(t, "-"+b.sent[cancelled]["subtotal"].(string), net[cancelled+"-CN"].StringFixed(2), "a credit note takes it back")
		for number, v := range b.sent {
			require.Equal(t, v["subtotal"], net[number].StringFixed(2), number)
		}
		require.Contains(t, string(data), "Türkiye")
	})

	t.Run("json and csv have the same invoices as the hotel sees, and no drafts", func(t *testing.T) {
		t.Parallel()
		var got struct{ Invoices []object }
		require.NoError(t, json.Unmarshal(file(t, b.Env, b.hotel, summer("json", nil)), &got))
		require.Len(t, got.Invoices, len(b.sent))
		for _, v := range got.Invoices {
			require.Equal(t, b.sent[v["invoice_number"].(string)]["total_amount"], v["total_amount"])
			require.NotEmpty(t, v["tax_breakdown"])
		}
		want := b.hotel.Do(t, get, "/api/einvoice/export/csv/?from=2030-06-01&to=2030-07-31", "").Body.String()
		require.Equal(t, want, string(file(t, b.Env, b.hotel, summer("csv", nil))))
	})

	t.Run("an operator gets what it has received, but no bookings", func(t *testing.T) {
		t.Parallel()
		var got struct{ Invoices []object }
		require.NoError(t, json.Unmarshal(file(t, b.Env, b.operator, summer("json", nil)), &got))
		require.NotEmpty(t, got.Invoices)
		for _, v := range got.Invoices {
			require.EqualValues(t, b.operator.User.OwnerID, v["partner"])
			require.Equal(t, "received", v["direction"])
		}
		apptest.RequireInvalid(t, b.operator.Do(t, post, bulkexportCreate, body(summer("datev", datevSettings))),
			"format", "has invoices that an account has sent, and operators send none: json and csv have those received")
	})

	t.Run("a setting that is missing is named", func(t *testing.T) {
		t.Parallel()
		who := b.hotel
		res := who.Do(t, post, bulkexportCreate, body(summer("datev", object{"account_length": 5, "debtor_account": 10001, "revenue_accounts": object{"x": 1}})))
		require.Equal(t, http.StatusBadRequest, res.Code)
		for _, name := range []string{"consultant_number", "client_number", "debtor_account", "revenue_accounts.x"} {
			require.Contains(t, res.Body.String(), `"field":"settings.`+name+`"`)
		}
		lacking := object{"consultant_number": 1001, "client_number": 7, "debtor_account": 10001, "revenue_accounts": object{"19": 8400}}
		x := finished(t, b.Env, who, ask(t, who, summer("datev", lacking)), "failed")
		require.Contains(t, x["error"], "settings.revenue_accounts.7 is needed for invoice INV-2030-")
		require.Contains(t, x["error"], "settings.revenue_accounts.5.5")
		require.Nil(t, x["download_url"])
	})
}
