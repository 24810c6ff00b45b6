import type { Schemas } from '../../platform/api/client'

export type Connection = Schemas['Connection']
export type SyncLog = Schemas['SyncLog']
export const providers = ['csv_url', 'generic_rest', 'alpinebits'] as const
export type Provider = (typeof providers)[number]
export type Status = 'active' | 'paused' | 'error'

export const statusTone = { active: 'ok', paused: 'plain', error: 'danger' } as const
export const logTone = { running: 'info', success: 'ok', partial: 'warn', failed: 'danger' } as const
export type LogStatus = keyof typeof logTone
export type Direction = 'pull' | 'push' | 'inbound'

/** What a form holds of the settings and credentials of all providers. */
export interface Entered {
  url: string
  pull_url: string
  push_url: string
  hotel_code: string
  room_codes: Record<string, string>
  addresses: string
  username: string
  password: string
  header: string
  value: string
}

export function enteredOf(c: Connection | undefined): Entered {
  const s = c?.settings
  return {
    url: s?.url ?? '',
    pull_url: s?.pull_url ?? '',
    push_url: s?.push_url ?? '',
    hotel_code: s?.hotel_code ?? '',
    room_codes: { ...s?.room_codes },
    addresses: (s?.addresses ?? []).join('\n'),
    username: c?.username ?? '',
    password: '',
    header: '',
    value: '',
  }
}

const filled = (values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, v]) => (v.trim() ? [[name, v.trim()]] : [])))

/** The settings that a provider knows: it refuses others. */
export function settingsOf(provider: Provider, e: Entered): Record<string, unknown> {
  switch (provider) {
    case 'csv_url':
      return filled({ url: e.url })
    case 'generic_rest':
      return filled({ pull_url: e.pull_url, push_url: e.push_url })
    case 'alpinebits': {
      const addresses = e.addresses.split(/[\s,]+/).filter(Boolean)
      const codes = filled(e.room_codes)
      return {
        ...filled({ hotel_code: e.hotel_code }),
        ...(Object.keys(codes).length ? { room_codes: codes } : {}),
        ...(addresses.length ? { addresses } : {}),
      }
    }
  }
}

/** Scheme, host and port of the addresses that a connection calls. */
const placesOf = (s: { url?: string; pull_url?: string; push_url?: string }): string[] =>
  [s.url, s.pull_url, s.push_url].flatMap((address) =>
    address && URL.canParse(address.trim()) ? [new URL(address.trim()).origin] : [],
  )

/** Whether entered addresses lead to a server that the connection does not call yet: credentials do not go along. */
export function leadsElsewhere(old: Connection, e: Entered): boolean {
  const known = placesOf(old.settings)
  return placesOf(e).some((place) => !known.includes(place))
}

/** The credentials that were entered; undefined: none. */
export function credentialsOf(provider: Provider, e: Entered): Record<string, string> | undefined {
  // A password may begin or end with a space: only the others are trimmed.
  const list =
    provider === 'generic_rest'
      ? { ...filled({ header: e.header }), ...(e.value ? { value: e.value } : {}) }
      : { ...filled({ username: e.username }), ...(e.password ? { password: e.password } : {}) }
  return Object.keys(list).length ? list : undefined
}

const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** A password that nobody guesses, without letters that are taken for others. */
export function newPassword(length = 24): string {
  let text = ''
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      // Bytes above the last multiple are left out, so that every letter is equally likely.
      if (byte < letters.length * Math.floor(256 / letters.length) && text.length < length)
        text += letters[byte % letters.length]
    }
  }
  return text
}
