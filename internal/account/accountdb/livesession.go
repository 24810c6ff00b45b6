package accountdb

import (
	"container/list"
	"slices"
	"sync"

	"allot/internal/account"
)

// maxLive bounds the sessions kept in memory; the one unused for longest goes.
const maxLive = 10_000

// liveSessions keeps what LiveByToken found, until a write that decides it has
// been committed. A session is read while others write, so what was read is kept
// only if nothing was dropped since the reading began: it might be of before.
type liveSessions struct {
	mu      sync.Mutex
	drops   uint64
	byToken map[string]*list.Element // of *liveSession, by the token's hash
	byUser  map[int64][]*list.Element
	recent  *list.List // the latest used first
}

type liveSession struct {
	token string
	account.Live
}

func newLiveSessions() *liveSessions {
	l := &liveSessions{}
	l.empty()
	return l
}

func (l *liveSessions) empty() {
	l.byToken, l.byUser, l.recent = map[string]*list.Element{}, map[int64][]*list.Element{}, list.New()
}

// find gives a session that is kept, else the state that keep asks for.
func (l *liveSessions) find(tokenHash []byte) (live account.Live, known bool, state uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	e, known := l.byToken[string(tokenHash)]
	if !known {
		return account.Live{}, false, l.drops
	}
	l.recent.MoveToFront(e)
	return e.Value.(*liveSession).Live, true, 0 //nolint:forcetypeassert // the list holds nothing else
}

// keep remembers a session that was read after find had told the state.
func (l *liveSessions) keep(tokenHash []byte, live account.Live, state uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, known := l.byToken[string(tokenHash)]; known || state != l.drops {
		return
	}
	if l.recent.Len() >= maxLive {
		l.remove(l.recent.Back())
	}
	e := l.recent.PushFront(&liveSession{string(tokenHash), live})
	l.byToken[string(tokenHash)] = e
	l.byUser[live.User.ID] = append(l.byUser[live.User.ID], e)
}

// drop forgets the sessions of a user.
func (l *liveSessions) drop(user int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.drops++
	for _, e := range slices.Clone(l.byUser[user]) {
		l.remove(e)
	}
}

// dropAll forgets everything.
func (l *liveSessions) dropAll() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.drops++
	l.empty()
}

func (l *liveSessions) remove(e *list.Element) {
	s := l.recent.Remove(e).(*liveSession) //nolint:forcetypeassert // the list holds nothing else
	delete(l.byToken, s.token)
	rest := slices.DeleteFunc(l.byUser[s.User.ID], func(o *list.Element) bool { return o == e })
	if len(rest) == 0 {
		delete(l.byUser, s.User.ID)
		return
	}
	l.byUser[s.User.ID] = rest
}
