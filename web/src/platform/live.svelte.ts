// What others change: server-sent events, which say what to read again. A hidden page does not listen; it
// resumes where it stopped when it is looked at again.
import { api } from './api/client'
import { fileAt } from './api/file'
import { connection } from './connection.svelte'
import { debounce } from './debounce'
import { session } from './session.svelte'

export type LiveEvent =
  'availability' | 'stop_sale' | 'content' | 'rooming' | 'invoices' | 'notifications' | 'announcements'

const kinds: LiveEvent[] = [
  'availability',
  'stop_sale',
  'content',
  'rooming',
  'invoices',
  'notifications',
  'announcements',
]
const firstPause = 1000
const longestPause = 30_000

/** What an event names: a property whose days changed, and if it is one's own, their latest version. */
interface LiveData {
  property?: number
  version?: number
}

type Listener = (data: LiveData) => void

class Live {
  /** The stream is open: what others change is shown at once. */
  connected = $state(false)
  #source: EventSource | undefined
  #last = ''
  #properties: number[] = []
  #listeners = new Map<LiveEvent, Set<Listener>>()
  #pause = firstPause
  #timer = 0
  #started = false

  start() {
    if (this.#started) return
    this.#started = true
    document.addEventListener('visibilitychange', () => this.#choose())
    connection.onBack(() => this.#choose())
    this.#choose()
  }

  /** Says which properties the page shows the days of. Who may not see days hears of everything else. */
  watch(properties: number[]) {
    const wanted = (session.may('stop_sales') ? [...properties] : []).sort((a, b) => a - b)
    if (wanted.join() === this.#properties.join()) return
    this.#properties = wanted
    this.#close()
    this.#choose()
  }

  /** Calls fn at each event of a kind; returns how to stop that. */
  on(kind: LiveEvent, fn: Listener): () => void {
    const set = this.#listeners.get(kind) ?? new Set()
    this.#listeners.set(kind, set.add(fn))
    return () => set.delete(fn)
  }

  /** Calls fn once the events of some kinds rest; returns how to stop that, also a call that is still to come. */
  debounce(kinds: LiveEvent[], fn: () => void): () => void {
    const later = debounce(fn)
    const off = kinds.map((kind) => this.on(kind, later))
    return () => {
      off.forEach((stop) => stop())
      later.stop()
    }
  }

  #tell(kind: LiveEvent, data: LiveData = {}) {
    for (const fn of this.#listeners.get(kind) ?? []) fn(data)
  }

  /** Opens or closes the stream as the page is looked at or not. */
  #choose() {
    if (!this.#started || document.visibilityState === 'hidden' || !session.data || session.ended) return this.#close()
    if (this.#source) return
    clearTimeout(this.#timer)
    const query = new URLSearchParams()
    if (this.#properties.length) query.set('property', this.#properties.join(','))
    if (this.#last) query.set('last_event_id', this.#last)
    const source = new EventSource(fileAt('/api/live/') + '?' + query)
    this.#source = source
    source.addEventListener('hello', (e) => {
      // Without a resume nobody knows what was missed: everything is read again.
      const missed = this.#last !== '' && !(JSON.parse(e.data) as { resumed: boolean }).resumed
      this.#keep(e)
      this.connected = true
      this.#pause = firstPause
      if (missed) for (const kind of kinds) this.#tell(kind)
    })
    for (const kind of kinds) {
      source.addEventListener(kind, (e) => {
        this.#keep(e)
        this.#tell(kind, JSON.parse(e.data || '{}') as LiveData)
      })
    }
    source.addEventListener('bye', (e) => {
      // Too many pages of this user listen: coming back at once, they would end each other for ever.
      if ((JSON.parse(e.data) as { reason: string }).reason === 'replaced') this.#pause = longestPause * 2
      this.#again(source)
    })
    source.onerror = () => this.#again(source)
  }

  #keep(e: MessageEvent) {
    if (e.lastEventId) this.#last = e.lastEventId
  }

  /** Connects again after a pause that grows. A heartbeat first: it tells an ended session from a lost line. */
  #again(source: EventSource) {
    if (source !== this.#source) return
    this.#close()
    if (document.visibilityState === 'hidden') return
    this.#timer = window.setTimeout(async () => {
      try {
        await api.POST('/api/auth/heartbeat/')
        this.#choose()
      } catch {
        this.#timer = window.setTimeout(() => this.#choose(), this.#pause)
      }
    }, this.#pause)
    this.#pause = Math.min(this.#pause * 2, longestPause)
  }

  #close() {
    clearTimeout(this.#timer)
    this.#source?.close()
    this.#source = undefined
    this.connected = false
  }
}

export const live = new Live()
