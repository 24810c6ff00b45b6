package main

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

const (
	pairsAtOnce  = 4
	roundsOfPair = 25
)

// Both sides accept, reject and amend at the same moment, a hundred times: each
// time there is one state with one history, and both read the same.
func TestProgram_PartiesAtOnce(t *testing.T) {
	t.Parallel()
	s := newTrade(t, "ALLOT_LIMIT_PROPOSALS=0") // each round is a proposal
	ends := map[string]int{}
	for i := range pairsAtOnce {
		p := &pair{trade: s, sides: []company{
			s.open("accommodation", fmt.Sprintf("hotel%d@once.example", i), "Hotel"),
			s.open("tour_operator", fmt.Sprintf("tours%d@once.example", i), "Tours"),
		}}
		for round := range roundsOfPair {
			before := p.begin(round)
			made := p.clash(round, before)
			stage := p.agrees(t, before, made)
			ends[stage]++
			if stage != "R" { // makes room for the next round
				s.ok(200, del, contractPath(p.id, "delete/"), p.sides[0].token, nil)
			}
		}
		p.requireOneTrail(t)
	}
	require.Greater(t, len(ends), 2, "the rounds end differently: %v", ends)
	require.Zero(t, s.stop())
	require.NotContains(t, s.logged(), "level=ERROR")
}

// pair is a hotel and an operator with one contract after the other, all in one
// row.
type pair struct {
	*trade
	sides []company
	id    any
	days  int // grows, so that nobody asks for what is there already
}

func (p *pair) terms() object {
	p.days++
	return object{"notice_period": p.days}
}

// begin brings the contract into one of the four open stages.
func (p *pair) begin(round int) map[string]any {
	p.t.Helper()
	from, to := p.sides[round%2], p.sides[1-round%2]
	p.id = p.propose(from, to, p.terms())
	stage := round / 2 % 4
	if stage >= 2 {
		p.ok(200, post, contractPath(p.id, "accept/"), to.token, nil)
	}
	if stage%2 == 1 {
		p.ok(200, put, contractPath(p.id, "update/"), to.token, p.terms())
	}
	return p.ok(200, get, contractPath(p.id, ""), from.token, nil).body
}

// clash lets both sides do everything together and returns the answers that
// were not refused. Every other round they answer what they have read only.
func (p *pair) clash(round int, before map[string]any) []answer {
	p.t.Helper()
	var (
		all     sync.WaitGroup
		ready   = make(chan struct{})
		answers = make([]answer, 6)
		paths   = make([]string, len(answers))
	)
	for i := range answers {
		side, verb, method, body := p.sides[i%2], []string{"update/", "accept/", "reject/"}[i/2], post, object{}
		if verb == "update/" {
			method, body = put, p.terms()
		}
		if round%2 == 1 {
			body["revision"] = before["revision"]
		}
		if verb == "reject/" && round%3 > 0 { // what ends a contract does not always take part
			verb = "accept/"
		}
		paths[i] = method + " " + contractPath(p.id, verb)
		all.Go(func() {
			<-ready
			answers[i] = p.call(method, contractPath(p.id, verb), side.token, body)
		})
	}
	close(ready)
	all.Wait()
	made := []answer{}
	for i, a := range answers {
		require.Contains(p.t, []int{200, 403, 409}, a.status, "round %d, %s: %s", round, paths[i], a.raw)
		var method, path string
		_, err := fmt.Sscan(paths[i], &method, &path)
		require.NoError(p.t, err)
		p.checked(a.status, method, path, a)
		if a.status == 200 {
			made = append(made, a)
		}
	}
	require.NotEmpty(p.t, made, "somebody is first")
	if round%2 == 1 {
		require.Len(p.t, made, 1, "whoever is second has not read what the first one did")
	}
	return made
}

// agrees holds what both sides read against each other and against the answers,
// and returns where the contract stands.
func (p *pair) agrees(t *testing.T, before map[string]any, made []answer) string {
	t.Helper()
	seen := make([]map[string]any, 2)
	for i, side := range p.sides {
		seen[i] = p.ok(200, get, contractPath(p.id, ""), side.token, nil).body
	}
	now := maps.Clone(seen[0])
	for _, name := range []string{"direction", "available_actions"} { // each side's own
		delete(now, name)
		delete(seen[1], name)
	}
	require.Equal(t, now, seen[1])

	first, revisions := before["revision"].(float64), []float64{}
	for _, a := range made {
		revisions = append(revisions, a.body["revision"].(float64))
	}
	slices.Sort(revisions)
	for i, r := range revisions {
		require.InDelta(t, first+float64(i+1), r, 0, "each move has a revision of its own: %v after %v", revisions, first)
	}
	require.InDelta(t, first+float64(len(made)), now["revision"], 0, "every move counts once")

	pending, _ := now["pending_version"].(map[string]any)
	require.Equal(t, now["changes_requested"], pending != nil)
	status, _ := now["status"].(string)
	require.Contains(t, []string{"P", "C", "A", "R"}, status)
	require.Equal(t, status == "C", pending != nil && status != "A")
	waiting := []any{}
	for _, v := range p.ok(200, get, contractPath(p.id, "versions/?page_size=100"), p.sides[0].token, nil).list() {
		if v["is_reviewed"] == false {
			waiting = append(waiting, v["id"])
		}
	}
	if pending == nil {
		require.Empty(t, waiting)
		return status
	}
	require.Equal(t, []any{pending["id"]}, waiting)
	require.Equal(t, pending["proposed_by"], now["proposed_by"])
	return status + " with a version that waits"
}

// requireOneTrail goes along what both sides read of all rounds.
func (p *pair) requireOneTrail(t *testing.T) {
	t.Helper()
	trail := p.trail(p.sides[0], p.id)
	require.Equal(t, trail, p.trail(p.sides[1], p.id))
	require.Greater(t, len(trail), 3*roundsOfPair)
	require.Nil(t, trail[0].before)
	for i, e := range trail {
		require.InDelta(t, i+1, e.after["revision"], 0, "one line a move")
		if i > 0 {
			require.Equal(t, trail[i-1].after, e.before, "line %d goes on where the one before it ended", i)
		}
	}
	now, last := p.ok(200, get, contractPath(p.id, ""), p.sides[0].token, nil).body, trail[len(trail)-1].after
	for _, name := range []string{"status", "revision", "notice_period", "proposed_by", "changes_requested"} {
		require.Equal(t, now[name], last[name], name)
	}
}

// traced is a line of the trail, without who reads it.
type traced struct {
	action        string
	before, after map[string]any
}

// trail reads what an account is told of a contract, oldest first.
func (s *trade) trail(c company, contract any) []traced {
	s.t.Helper()
	list := []traced{}
	for page := 1; ; page++ {
		a := s.ok(200, get, fmt.Sprintf("/api/settings/audit/?object_type=contract&object_id=%s&page_size=100&page=%d", number(contract), page), c.token, nil)
		for _, e := range a.list() {
			before, _ := e["before"].(map[string]any)
			after, _ := e["after"].(map[string]any)
			list = append(list, traced{e["action"].(string), before, after})
		}
		if a.body["next"] == nil {
			slices.Reverse(list)
			return list
		}
	}
}
