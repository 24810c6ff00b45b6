// The operator's codes for one hotel or one room: what is saved, what is typed, and how it is written.
import { act } from '../../platform/act'
import { api, ok, type Schemas } from '../../platform/api/client'
import { asApiError, type ApiError } from '../../platform/api/error'
import { t } from '../../platform/i18n/i18n.svelte'
import { toasts } from '../../platform/toasts.svelte'

export type Kind = 'hotel' | 'room'
type Values = Record<string, string>

export const fieldsOf = {
  hotel: ['hotel_code', 'internal_code', 'external_code', 'supplier_code'],
  room: ['code', 'name'],
} as const
const blank = (kind: Kind): Values => Object.fromEntries(fieldsOf[kind].map((f) => [f, '']))

export class Match {
  readonly kind: Kind
  /** The hotel or the room. */
  readonly of: number
  readonly name: string
  /** What the hotel itself calls it. */
  readonly code: string
  /** Of the record that holds the codes; undefined: there are none. */
  id = $state<number>()
  saved = $state.raw<Values>({})
  entered = $state<Values>({})
  busy = $state(false)
  error = $state.raw<ApiError>()

  constructor(
    kind: Kind,
    of: number,
    name: string,
    code: string,
    mapping?: Schemas['MappedProperty'] | Schemas['MappedRoom'],
  ) {
    this.kind = kind
    this.of = of
    this.name = name
    this.code = code
    this.#show(
      mapping?.id,
      mapping
        ? Object.fromEntries(fieldsOf[kind].map((f) => [f, String(mapping[f as keyof typeof mapping] ?? '')]))
        : blank(kind),
    )
  }

  #show(id: number | undefined, values: Values) {
    this.id = id
    this.saved = values
    this.entered = { ...values }
  }

  get changed(): boolean {
    return fieldsOf[this.kind].some((f) => this.entered[f]!.trim() !== this.saved[f])
  }

  get mapped(): boolean {
    return this.id !== undefined
  }

  takeBack() {
    this.entered = { ...this.saved }
    this.error = undefined
  }

  /** Keeps what is typed; true: it is kept. Empty fields give the codes up. */
  async save(): Promise<boolean> {
    if (!this.changed || this.busy) return true
    const wanted = Object.fromEntries(fieldsOf[this.kind].map((f) => [f, this.entered[f]!.trim()]))
    if (Object.values(wanted).every((v) => v === '')) return this.remove()
    const before = { id: this.id, values: this.saved }
    this.busy = true
    this.error = undefined
    this.saved = wanted // shown as kept at once; taken back if the server refuses
    try {
      this.id = await this.#write(before.id, wanted)
      if (before.id !== undefined)
        toasts.show(t('saved', { name: this.name }), {
          action: { label: t('undo'), run: () => void act(() => this.#restore(before.values), t('undo.did')) },
        })
      return true
    } catch (e) {
      this.saved = before.values
      this.error = asApiError(e)
      return false
    } finally {
      this.busy = false
    }
  }

  /** Gives the codes up, with a way back. */
  async remove(): Promise<boolean> {
    const values = this.saved
    const id = this.id
    if (id === undefined) return true
    const path = { params: { path: { id } } }
    return act(
      async () => {
        await (this.kind === 'hotel'
          ? ok(api.DELETE('/api/tour-operator/mappings/properties/{id}/', path))
          : ok(api.DELETE('/api/tour-operator/mappings/rooms/{id}/', path)))
        this.#show(undefined, blank(this.kind))
      },
      t('mapping.removed', { name: this.name }),
      () => this.#restore(values),
    )
  }

  async #restore(values: Values) {
    this.#show(await this.#write(this.id, values), values)
  }

  /** Writes the codes and returns the record that holds them. */
  async #write(id: number | undefined, values: Values): Promise<number> {
    // An empty text clears a code, as null does.
    if (this.kind === 'hotel') {
      const kept =
        id === undefined
          ? await ok(api.POST('/api/tour-operator/mappings/properties/', { body: { property: this.of, ...values } }))
          : await ok(
              api.PATCH('/api/tour-operator/mappings/properties/{id}/', { params: { path: { id } }, body: values }),
            )
      return (kept as Schemas['MappedProperty']).id
    }
    const kept =
      id === undefined
        ? await ok(api.POST('/api/tour-operator/mappings/rooms/', { body: { room: this.of, ...values } }))
        : await ok(api.PATCH('/api/tour-operator/mappings/rooms/{id}/', { params: { path: { id } }, body: values }))
    return (kept as Schemas['MappedRoom']).id
  }
}
