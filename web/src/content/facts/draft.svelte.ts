import { asApiError, type ApiError, type FieldProblem } from '../../platform/api/error'
import { patch, pathOf, same, unfinished, type Fact, type Node } from './schema'

const rest = 800 // milliseconds without typing

/** A record that saves itself while it is edited, and says what became of it. */
export class Draft {
  value = $state.raw<Fact>({})
  state = $state<'same' | 'waiting' | 'saving' | 'saved' | 'refused'>('same')
  /** What the server refused, by field. */
  errors = $state.raw<FieldProblem[]>([])
  /** What went wrong with the whole of it, such as no connection. */
  failure = $state.raw<ApiError>()
  /** The fields that were begun and are not saved until they are whole. */
  open = $state.raw<string[]>([])
  #saved = $state.raw<Fact>({})
  #schema: Node
  send: (patch: Fact) => Promise<Fact>
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: Promise<void> | undefined

  constructor(schema: Node, saved: Fact, send: (patch: Fact) => Promise<Fact>) {
    this.#schema = schema
    this.#saved = saved
    this.send = send
    this.value = saved
  }

  /** Something is not on the server yet. */
  get dirty(): boolean {
    return !same(this.value, this.#saved)
  }

  change(value: Fact) {
    this.value = value
    this.state = 'waiting'
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), rest)
  }

  /** Forgets what is not saved. */
  discard() {
    clearTimeout(this.#timer)
    this.value = this.#saved
    this.state = 'same'
    this.errors = []
    this.open = []
    this.failure = undefined
  }

  /** Takes what the server has now, unless something is being edited. */
  take(saved: Fact) {
    if (this.dirty || this.#running) return
    this.#saved = saved
    this.value = saved
  }

  /** Saves what is not saved, one request after the other. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    while (this.#running) await this.#running
    this.#running = this.#save()
    await this.#running
    this.#running = undefined
  }

  /** What changed, without fields that were begun and are not complete. */
  #ready(value: Fact): { ready: Fact; open: string[] } {
    const open = [...new Set(unfinished(this.#schema, this.#schema, value).map((path) => path.split('.')[0]!))]
    const ready = patch(this.#saved, value)
    for (const name of open) delete ready[name]
    return { ready, open }
  }

  async #save(): Promise<void> {
    const value = this.value
    const { ready, open } = this.#ready(value)
    this.open = open
    if (Object.keys(ready).length === 0) {
      this.errors = []
      this.state = open.length ? 'waiting' : this.state === 'waiting' ? 'saved' : this.state
      return
    }
    this.state = 'saving'
    this.failure = undefined
    try {
      const refused = await this.#sendAccepted(ready)
      this.errors = refused
      // What was typed meanwhile is not saved yet.
      this.state = refused.length ? 'refused' : open.length || this.value !== value ? 'waiting' : 'saved'
    } catch (e) {
      this.failure = asApiError(e)
      this.state = 'refused'
    }
  }

  /** Sends, and once more without the fields that were refused: one wrong field must not hold up the others. */
  async #sendAccepted(ready: Fact): Promise<FieldProblem[]> {
    try {
      this.#saved = await this.send(ready)
      return []
    } catch (e) {
      const error = asApiError(e)
      const names = new Set(error.fields.map((f) => pathOf(f.field).split('.')[0]!))
      const others = Object.fromEntries(Object.entries(ready).filter(([name]) => !names.has(name)))
      if (error.fields.length === 0 || Object.keys(others).length === Object.keys(ready).length) throw e
      if (Object.keys(others).length) this.#saved = await this.send(others)
      return error.fields
    }
  }
}
