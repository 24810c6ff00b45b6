package invoicingtest

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
)

// years are the dates of drafts on both sides of New Year.
var years = []string{`"issue_date":"2030-12-31","due_date":"2031-01-31"`, `"issue_date":"2031-01-01","due_date":"2031-01-31"`}

// seller is a hotel whose invoices many people make at once. Its methods are called by
// many goroutines.
type seller struct {
	who     *apptest.Who
	partner int64

	mu      sync.Mutex
	ids     map[string]string // of the drafts, by number
	vacated map[string]bool   // numbers that a draft had and has no longer
}

func newSeller(who, operator *apptest.Who) *seller {
	return &seller{who: who, partner: operator.User.OwnerID, ids: map[string]string{}, vacated: map[string]bool{}}
}

// create drafts an invoice of a year and keeps its number.
func (s *seller) create(t *testing.T, year string) int {
	t.Helper()
	res := s.who.Do(t, post, invoiceInvoices, fmt.Sprintf(`{"partner":%d,%s,"line_items":[{"description":"Room","quantity":1,"unit_price":1}]}`, s.partner, year))
	s.keep(res)
	return res.Code
}

func (s *seller) keep(res *httptest.ResponseRecorder) {
	var v struct {
		ID     string `json:"id"`
		Number string `json:"invoice_number"`
	}
	if err := json.Unmarshal(res.Body.Bytes(), &v); err != nil || v.Number == "" {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ids[v.Number] = v.ID
}

// leave takes a number off the drafts and returns the draft that had it.
func (s *seller) leave(number string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	id := s.ids[number]
	delete(s.ids, number)
	s.vacated[number] = true
	return id
}

// move gives a draft another year.
func (s *seller) move(t *testing.T, number, year string) int {
	t.Helper()
	res := s.who.Do(t, put, invoiceInvoices+s.leave(number)+"/", "{"+year+"}")
	s.keep(res)
	return res.Code
}

// numbers lists what the account has, from the API.
func (s *seller) numbers(t *testing.T) []string {
	t.Helper()
	var list []string
	for path := invoiceInvoices + "?page_size=100"; path != ""; {
		page := body(t, s.who.Do(t, get, path, ""), http.StatusOK)
		for _, v := range page["results"].([]any) {
			list = append(list, v.(object)["invoice_number"].(string))
		}
		path, _ = page["next"].(string)
	}
	slices.Sort(list)
	return list
}

// requireWhole checks that no two invoices share a number, that none is missing but
// those that were vacated, and returns the last serial of a year.
func (s *seller) requireWhole(t *testing.T, year int) (last int) {
	t.Helper()
	have := map[string]bool{}
	for _, n := range s.numbers(t) {
		require.False(t, have[n], "%s was given twice", n)
		have[n] = true
	}
	require.ElementsMatch(t, slices.Collect(maps.Keys(s.ids)), slices.Collect(maps.Keys(have)), "the answers told the numbers that are stored")
	number := func(i int) string { return fmt.Sprintf("INV-%d-%04d", year, i) }
	for n := range have {
		var y, i int
		_, err := fmt.Sscanf(n, "INV-%d-%d", &y, &i)
		require.NoError(t, err)
		if y == year {
			last = max(last, i)
		}
	}
	for i := 1; i <= last; i++ {
		require.True(t, have[number(i)] || s.vacated[number(i)], "%s is missing", number(i))
	}
	return last
}

func TestInvoice_Numbers(t *testing.T) {
	t.Parallel()

	t.Run("40 people draft, move and delete through a year turn, beside another hotel", func(t *testing.T) {
		t.Parallel()
		const people, each = 40, 3
		b := setupInvoice(t)
		otherHotel, otherOperator := b.Pair(t)
		b.Accepted(t, otherHotel, otherOperator)
		s, other := newSeller(b.hotel, b.operator), newSeller(otherHotel, otherOperator)
		codes := apptest.AtOnce(people+10, func(i int) int {
			code, who := 0, s
			if i >= people {
				who = other
			}
			for k := range each {
				code = max(code, who.create(t, years[(i+k)%2]))
			}
			return code
		})
		require.Equal(t, map[int]int{http.StatusCreated: people + 10}, codes)
		require.Equal(t, people*each, s.requireWhole(t, 2030)+s.requireWhole(t, 2031), "without a gap")
		require.Equal(t, 10*each, other.requireWhole(t, 2030)+other.requireWhole(t, 2031), "without a gap")

		// Half of them move a draft over New Year, in both directions, a quarter delete
		// one, the others draft more.
		drafts := slices.Sorted(maps.Keys(s.ids))
		codes = apptest.AtOnce(people, func(i int) int {
			switch i % 4 {
			case 0:
				return s.move(t, drafts[i], years[1])
			case 1:
				return s.move(t, drafts[len(drafts)-1-i], years[0])
			case 2:
				return b.hotel.Do(t, del, invoiceInvoices+s.leave(drafts[i])+"/", "").Code
			}
			return s.create(t, years[i%2])
		})
		require.Equal(t, map[int]int{http.StatusOK: people / 2, http.StatusNoContent: people / 4, http.StatusCreated: people / 4}, codes)
		ends := []int{s.requireWhole(t, 2030), s.requireWhole(t, 2031)}

		// The last ten of each year are deleted together, in any order: their numbers
		// are given again.
		for y, end := range ends {
			last := []string{}
			for i := end; len(last) < 10; i-- {
				if number := fmt.Sprintf("INV-%d-%04d", 2030+y, i); s.ids[number] != "" {
					last = append(last, number)
				}
			}
			require.Equal(t, map[int]int{http.StatusNoContent: 10}, apptest.AtOnce(10, func(i int) int {
				return b.hotel.Do(t, del, invoiceInvoices+s.leave(last[i])+"/", "").Code
			}))
			end = s.requireWhole(t, 2030+y)
			require.Equal(t, http.StatusCreated, s.create(t, years[y]))
			require.Equal(t, end+1, s.requireWhole(t, 2030+y), "the next number follows the last that is left")
		}
	})

	t.Run("40 people at the limit of the plan: exactly 30 are made", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		hotel, operator := e.Manager(t), e.Operator(t)
		e.Accepted(t, hotel, operator)
		s := newSeller(hotel, operator)
		codes := apptest.AtOnce(40, func(i int) int { return s.create(t, years[i%2]) })
		require.Equal(t, map[int]int{http.StatusCreated: 30, http.StatusForbidden: 10}, codes)
		require.Equal(t, 30, s.requireWhole(t, 2030)+s.requireWhole(t, 2031), "a refusal uses no number")
	})
}
