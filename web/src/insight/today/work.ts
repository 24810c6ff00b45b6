// What waits for the hotel: read from every module that the user may see.
import { api, ok } from '../../platform/api/client'
import { toDay, toISO } from '../../platform/civil'
import { dayRange, money, moment } from '../../platform/format'
import { t } from '../../platform/i18n/i18n.svelte'
import type { Flag } from '../../platform/session.svelte'
import type { Property } from '../../content/properties.svelte'
import type { RoomDays } from '../../inventory/allotment/calendar.svelte'
import { toneOf } from '../../inventory/allotment/days'

export interface Task {
  key: string
  kind: 'partner' | 'money' | 'content' | 'sell' | 'exchange'
  text: string
  detail: string
  /** Path of its screen. */
  path: string
}

const some = { page_size: 20 }

/** Each part of the list, with the permission it needs. */
export const parts: { flag: Flag; read: () => Promise<Task[]> }[] = [
  { flag: 'partner_connections', read: contracts },
  { flag: 'invoicing', read: invoices },
  { flag: 'rooming', read: roomingLists },
  { flag: 'integrations', read: webhooks },
]

async function contracts(): Promise<Task[]> {
  const list = await ok(api.GET('/api/partners/contracts/', { params: { query: { direction: 'incoming', ...some } } }))
  return list.results.map((c) => ({
    key: 'contract' + c.id,
    kind: 'partner',
    path: `/partners/contracts/${c.id}/`,
    text: t('task.contract', { company: c.partner_company ?? c.invite_email ?? '' }),
    detail: moment(c.updated_at),
  }))
}

async function invoices(): Promise<Task[]> {
  const [disputed, overdue] = await Promise.all(
    [{ disputed: true }, { overdue: true }].map((which) =>
      ok(api.GET('/api/invoicing/invoices/', { params: { query: { ...which, direction: 'sent', ...some } } })),
    ),
  )
  return [...disputed!.results, ...overdue!.results.filter((i) => !i.disputed)].map((i) => ({
    key: 'invoice' + i.id,
    kind: 'money',
    path: `/invoices/${i.id}/`,
    text: t(i.disputed ? 'task.disputed' : 'task.overdue', { number: i.invoice_number ?? '' }),
    detail: money(String(i.total_amount), i.currency),
  }))
}

async function roomingLists(): Promise<Task[]> {
  const list = await ok(api.GET('/api/rooming/ledgers/', { params: { query: { status: 'sent', ...some } } }))
  return list.results.map((l) => ({
    key: 'rooming' + l.id,
    kind: 'sell',
    path: `/rooming/ledgers/${l.id}/`,
    text: t('task.rooming', { name: l.name }),
    detail: moment(l.updated_at),
  }))
}

async function webhooks(): Promise<Task[]> {
  const list = await ok(api.GET('/api/v1/integrations/webhooks/', { params: { query: some } }))
  // Why one was switched off stands on its page: the words of all reasons are too much for the first screen.
  return list.results
    .filter((w) => w.failing_since || w.disabled_reason)
    .map((w) => ({
      key: 'webhook' + w.id,
      kind: 'exchange',
      path: `/developers/webhooks/${w.id}/`,
      text: t('task.webhook', { name: w.name }),
      detail: w.disabled_reason ? t('task.webhookoff') : w.failing_since ? moment(w.failing_since) : '',
    }))
}

/** Sheets that were declined. */
export const declined = (list: Property[]): Task[] =>
  list
    .filter((p) => p.status === 'declined')
    .map((p) => ({
      key: 'sheet' + p.id,
      kind: 'content',
      path: `/facts/?property=${p.id}`,
      text: t('task.declined', { name: p.name }),
      detail: '',
    }))

/** Runs of days on which a room is closed. */
export function closing(rooms: RoomDays[], property: number, from: string, days: number): Task[] {
  const first = toDay(from)
  const tasks: Task[] = []
  for (const room of rooms) {
    for (let c = 0; c < days; c++) {
      if (!isClosed(room, c)) continue
      let end = c
      while (end + 1 < days && isClosed(room, end + 1)) end++
      tasks.push({
        key: `closing${room.id}-${c}`,
        kind: 'sell',
        path: `/allotment/?property=${property}&day=${toISO(first + c)}`,
        text: t('task.closed', { room: room.name }),
        detail: dayRange(first + c, first + end),
      })
      c = end
    }
  }
  return tasks
}

function isClosed(room: RoomDays, c: number): boolean {
  const day = room.days[c]
  return day !== undefined && (toneOf(day) === 'stop' || toneOf(day) === 'block')
}
