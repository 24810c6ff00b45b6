// One rooming list that somebody works on: what it says now, what was refused, what goes beyond what is agreed.
import { allPages, api, ok } from '../../platform/api/client'
import { ApiError, asApiError } from '../../platform/api/error'
import { Resource } from '../../platform/resource.svelte'
import { t } from '../../platform/i18n/i18n.svelte'
import { toasts } from '../../platform/toasts.svelte'
import { act } from '../../platform/act'
import type { Choice } from './places'
import type { Entry, Ledger, Warning } from './ledger'

export class Book {
  readonly id: number
  read: Resource<{ ledger: Ledger; entries: Entry[] }>
  /** The last thing that was refused, with what the server said. */
  refused = $state.raw<ApiError>()
  /** What was confirmed although it goes beyond what is agreed. */
  warnings = $state.raw<Warning[]>([])
  /** What waits for a calendar to be chosen, and the calendars that the server named. */
  waiting = $state.raw<{ calendars: Choice[]; again: () => void }>()

  constructor(id: number) {
    this.id = id
    this.read = new Resource(async () => {
      const ledger = await ok(api.GET('/api/rooming/ledgers/{id}/', { params: { path: { id } } }))
      let entries: Entry[] = ledger.entries ?? []
      if (ledger.entries_count > entries.length)
        entries = await allPages<Entry>((page, page_size) =>
          ok(api.GET('/api/rooming/ledgers/{id}/entries/', { params: { path: { id }, query: { page, page_size } } })),
        )
      return { ledger, entries }
    })
  }

  get ledger(): Ledger | undefined {
    return this.read.data?.ledger
  }

  get entries(): Entry[] {
    return this.read.data?.entries ?? []
  }

  may(action: Ledger['available_actions'][number]): boolean {
    return this.ledger?.available_actions.includes(action) ?? false
  }

  /** Takes over what an answer says of the agreement, and reads the list again. */
  async did(done: string, warnings?: Warning[] | null) {
    this.refused = undefined
    this.warnings = warnings ?? []
    toasts.show(done)
    await this.read.load()
  }

  /** Confirms all that waits, or one stay. A refusal stays on the page: it says which nights lack rooms. */
  async confirm(entry?: Entry): Promise<void> {
    try {
      const answer = entry
        ? await ok(api.POST('/api/rooming/entries/{id}/confirm/', { params: { path: { id: entry.id } } }))
        : await ok(api.POST('/api/rooming/ledgers/{id}/confirm/', { params: { path: { id: this.id } } }))
      await this.did(entry ? t('entry.isconfirmed') : t('rooming.isconfirmed'), answer.warnings)
    } catch (e) {
      const error = asApiError(e)
      if (error.code === 'calendar_required' && Array.isArray(error.body['calendars'])) {
        const calendars = (error.body['calendars'] as { id: number; name: string }[]).map((c) => ({
          value: c.id,
          label: c.name,
        }))
        this.waiting = { calendars, again: () => void this.confirm(entry) }
      } else this.refused = error
    }
  }

  async decline(reason: string, entry?: Entry): Promise<void> {
    const body = reason ? { reason } : {}
    if (entry) await ok(api.POST('/api/rooming/entries/{id}/decline/', { params: { path: { id: entry.id } }, body }))
    else await ok(api.POST('/api/rooming/ledgers/{id}/decline/', { params: { path: { id: this.id } }, body }))
    await this.did(entry ? t('entry.isdeclined') : t('rooming.isdeclined'))
  }

  async cancel(reason: string, entry?: Entry): Promise<void> {
    const body = reason ? { reason } : {}
    if (entry) await ok(api.POST('/api/rooming/entries/{id}/cancel/', { params: { path: { id: entry.id } }, body }))
    else await ok(api.POST('/api/rooming/ledgers/{id}/cancel/', { params: { path: { id: this.id } }, body }))
    await this.did(entry ? t('entry.iscancelled') : t('rooming.iscancelled'))
  }

  /** Deletes a stay; undone, it is added again. */
  async remove(entry: Entry): Promise<void> {
    const { room, arrival, departure, units, board, reference, note } = entry
    const guests = entry.guests.map(({ age, ...g }) => ({ ...g, ...(age === null ? {} : { age }) }))
    const again = async () => {
      await ok(
        api.POST('/api/rooming/ledgers/{id}/entries/', {
          params: { path: { id: this.id } },
          body: { room: room!, arrival, departure, units, board: board as 'HB', reference, note, guests },
        }),
      )
      await this.read.load()
    }
    // A stay that was cancelled would come back as one that waits.
    const undo = room !== null && entry.status === 'pending' ? again : undefined
    const gone = await act(
      () => ok(api.DELETE('/api/rooming/entries/{id}/', { params: { path: { id: entry.id } } })),
      t('entry.isdeleted'),
      undo,
    )
    if (gone) await this.read.load()
  }
}
