// Entries of the trail as sentences: the server gives codes and values, the words are ours.
import { nameOf, plainName } from '../platform/api/label'
import { isISO, toDay } from '../platform/civil'
import { moment, number, shortDay } from '../platform/format'
import { known, t, type Key } from '../platform/i18n/i18n.svelte'
import { wordOf } from './trailwords'

/** What the trail tells of, by the names of the API. */
export const objects = [
  'account',
  'allotment_block',
  'allotment_calendar',
  'allotment_days',
  'allotment_share',
  'allotment_units',
  'announcement',
  'api_key',
  'billing_address',
  'company',
  'connection',
  'contact',
  'contract',
  'einvoice',
  'einvoice_profile',
  'event_codes',
  'export',
  'facts.accessibility',
  'facts.bars',
  'facts.beach',
  'facts.board_types',
  'facts.children',
  'facts.contacts',
  'facts.distances',
  'facts.entertainment',
  'facts.general',
  'facts.location',
  'facts.meeting_rooms',
  'facts.policies',
  'facts.pools',
  'facts.restaurants',
  'facts.rooms',
  'facts.safety_sustainability',
  'facts.services',
  'facts.sports_wellness',
  'gallery',
  'import',
  'invoice',
  'invoice_template',
  'job',
  'kept_mail',
  'mail',
  'mailing',
  'mailing_list',
  'mapping',
  'notification',
  'notifications',
  'override',
  'payment_card',
  'permission',
  'photo',
  'plan',
  'preferences',
  'property',
  'property_mapping',
  'publication',
  'rate_contract',
  'room',
  'room_mapping',
  'rooming_entry',
  'rooming_ledger',
  'seller',
  'session',
  'stop_sale_event',
  'stop_sale_source',
  'subscription',
  'user',
  'webhook_endpoint',
  'whitelist',
  'widget',
] as const

/** What happens to it, by the names of the API. */
export const actions = [
  'accept',
  'accept_amendment',
  'add_entries',
  'amend',
  'approve',
  'auto_renew',
  'cancel',
  'change',
  'change_password',
  'clear',
  'clearing',
  'close',
  'confirm',
  'confirm_email',
  'counter',
  'create',
  'decline',
  'delete',
  'disable',
  'dispute',
  'edit',
  'end',
  'expire',
  'give_up',
  'grant',
  'import',
  'join',
  'late_stop_sale',
  'link',
  'login',
  'mark_paid',
  'order',
  'processor_event',
  'propose',
  'pull',
  'read',
  'register',
  'reject',
  'reject_amendment',
  'remind',
  'renewal',
  'renewal_failed',
  'reopen',
  'replay',
  'resume',
  'retry',
  'revoke',
  'rotate',
  'send',
  'send_gallery',
  'send_reminder',
  'send_sheet',
  'set_password',
  'set_permissions',
  'submit',
  'suspend',
  'sync',
  'test',
  'update',
  'view',
  'waive_email',
  'withdraw',
] as const

export interface Change {
  path: string
  before?: unknown
  after?: unknown
}

/** What differs between two objects, field by field; a missing side is an object that is not there. */
export function changesOf(before: unknown, after: unknown, path = ''): Change[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  const deep = (v: unknown): v is Record<string, unknown> => typeof v === 'object' && v !== null && !Array.isArray(v)
  if ((deep(before) || before == null) && (deep(after) || after == null) && (deep(before) || deep(after))) {
    const keys = [...new Set([...Object.keys(deep(before) ? before : {}), ...Object.keys(deep(after) ? after : {})])]
    return keys.flatMap((key) =>
      changesOf(
        deep(before) ? before[key] : undefined,
        deep(after) ? after[key] : undefined,
        path ? `${path}.${key}` : key,
      ),
    )
  }
  return [{ path, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) }]
}

const worded = (key: string, name: string): string => (known(key) ? t(key as Key) : plainName(name))

export const objectOf = (type: string): string => worded(`object.${type}`, type)
export const actionOf = (action: string): string => worded(`action.${action}`, action)

/** The field of a change: each part of its path in words. */
export const fieldOf = (path: string): string => path.split('.').map(nameOf).join(' · ')

/** A value as people read it, by the kind of object and the path of its field. */
export function valueOf(v: unknown, type = '', path = ''): string {
  if (v === null || v === undefined || v === '') return t('trail.nothing')
  if (typeof v === 'boolean') return t(v ? 'trail.yes' : 'trail.no')
  if (typeof v === 'number') return number(v)
  if (Array.isArray(v)) return v.length ? v.map((one) => valueOf(one, type, path)).join(', ') : t('trail.nothing')
  if (typeof v === 'object')
    return Object.entries(v)
      .map(([name, of]) => `${nameOf(name)}: ${valueOf(of, type, path ? `${path}.${name}` : name)}`)
      .join('; ')
  const text = String(v)
  if (isISO(text)) return shortDay(toDay(text))
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) ? moment(text) : wordOf(type, path, text)
}

export interface Happened {
  action: string
  object_type: string
  object_id: string
  before?: unknown
  after?: unknown
}

/** How many changed fields a sentence names. */
const named = 3
/** Fields that change with every other one. */
const quiet = new Set(['updated_at', 'revision', 'version'])

/** What happened, as a sentence: "Invoice 12 changed: Status, Due date". */
export function sentenceOf(e: Happened): string {
  const words = {
    object: objectOf(e.object_type),
    id: e.object_id === '0' ? '' : e.object_id,
    action: actionOf(e.action),
  }
  const changes = e.before && e.after ? changesOf(e.before, e.after).filter((c) => !quiet.has(c.path)) : []
  if (changes.length === 0) return t('trail.happened', words).replace('  ', ' ')
  const told = changes
    .slice(0, named)
    .map((c) => {
      const [before, after] = [c.before, c.after].map((value) => valueOf(value, e.object_type, c.path))
      return `${fieldOf(c.path)} ${before} → ${after}`.trim()
    })
    .join(', ')
  return t('trail.changed', {
    ...words,
    fields: changes.length > named ? t('trail.more', { fields: told }) : told,
  }).replace('  ', ' ')
}
