import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { stepOf, wrongIn } from '../../src/content/property/steps'
import { ApiError, refusal } from '../../src/platform/api/error'
import { labelOf } from '../../src/platform/api/label'
import { valuesOf } from '../../src/platform/api/values'
import { dayOf } from '../../src/platform/format'
import { known, setLanguage, useTexts } from '../../src/platform/i18n/i18n.svelte'
import { chooseDates, chooseZone, dayInFigures, monthFirst, tagFor } from '../../src/platform/region.svelte'
import { toDay } from '../../src/platform/civil'
import { readDate } from '../../src/platform/dates'
import { limitsOf, benefitsOf } from '../../src/billing/sentences'
import { actions, objects, sentenceOf, valueOf } from '../../src/app/trail'
import { textsOf } from '../../src/app/trailwords'

vi.hoisted(() => vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined })))

const file = (path: string) =>
  JSON.parse(readFileSync(new URL('../../../' + path, import.meta.url), 'utf8')) as Record<string, string[]>
const refused = (body: object) => refusal(new Response(null, { status: 400 }), body)

beforeAll(() => useTexts('refusals', 'names', 'trail', 'billing'))

describe('a refusal', () => {
  test('is said in the language of the reader, with the values of the server', async () => {
    const e = await refused({
      code: 'validation_failed',
      message: 'some fields are not valid',
      errors: [
        { field: 'prices[1].unit_price', code: 'too_small', params: { min: 1 }, message: 'must be at least 1' },
        {
          field: 'end_date',
          code: 'before_other',
          params: { others: 'start_date' },
          message: 'must not be before start_date',
        },
      ],
    })
    await setLanguage('de')
    expect(e.message).toBe('Einige Felder stimmen nicht.')
    expect(e.fields.map((f) => f.sentence)).toEqual([
      'Zeile 2 · Einzelpreis: Muss mindestens 1 sein.',
      'Letzter Tag: Darf nicht vor diesem Tag liegen: Erster Tag.',
    ])
    await setLanguage('el')
    expect(e.of('end_date')).toBe('Δεν μπορεί να είναι πριν από: Πρώτη ημέρα.')
    await setLanguage('en')
    expect(e.message).toBe('Some fields are not right.')
  })

  test('is that of its reason where a code has several', async () => {
    expect((await refused({ code: 'forbidden', message: 'x', params: { reason: 'manager_only' } })).message).toBe(
      'Only the manager of the account may do this.',
    )
    expect((await refused({ code: 'forbidden', message: 'x', params: { reason: 'odd' } })).message).toBe(
      'You are not allowed to do this.',
    )
    chooseDates('DD.MM.YYYY')
    expect(
      (
        await refused({
          code: 'pool_exceeded',
          message: 'x',
          params: { reason: 'left', room: 'Double', left: 2, date: '2027-05-01', wanted: 3 },
        })
      ).message,
    ).toBe('Double has 2 units left on 01.05.2027; 3 are wanted.')
  })

  test('of a code that we do not know is said in the words of the server', async () => {
    expect(
      (
        await refused({
          code: 'brand_new',
          message: 'of another version',
          errors: [{ field: 'x', code: 'also_new', message: 'says the server' }],
        })
      ).fields[0]!.message,
    ).toBe('says the server')
  })

  test('has no raw name of a field', () => {
    expect(labelOf('line_items[0].unit_price')).toBe('Row 1 · Unit price')
    expect(labelOf('features.api_keys')).toBe('API keys')
    expect(labelOf('body')).toBe('')
    expect(labelOf('of_another_system')).toBe('of another system')
  })
})

test('every code of the server has a text in every language, and every text a code', () => {
  const codes = Object.values(file('internal/platform/apperr/messages.json')).map((entry) => entry[0]!)
  for (const language of ['en', 'de', 'tr', 'el']) {
    const texts = Object.keys(file(`web/src/locales/${language}/refusals.json`))
    for (const code of codes)
      expect(
        texts.some((key) => key === 'field.' + code || key === 'refusal.' + code),
        `${language} ${code}`,
      ).toBe(true)
  }
})

describe('dates and numbers', () => {
  test('are those of the region: European English unless something says otherwise', () => {
    expect(tagFor('en', 'auto', ['fr-FR'])).toBe('en-GB')
    expect(tagFor('en', 'auto', ['en-US', 'en'])).toBe('en-US')
    expect(tagFor('en', 'DD/MM/YYYY', ['en-US'])).toBe('en-GB')
    expect(tagFor('en', 'MM/DD/YYYY', ['en-GB'])).toBe('en-US')
    expect(tagFor('de', 'auto', ['de-AT'])).toBe('de-AT')
    expect(tagFor('el', 'auto', [])).toBe('el-GR')
  })

  test('have one format, which the user may choose', () => {
    const day = toDay('2027-04-03')
    for (const [format, text] of [
      ['DD.MM.YYYY', '03.04.2027'],
      ['DD/MM/YYYY', '03/04/2027'],
      ['MM/DD/YYYY', '04/03/2027'],
      ['YYYY-MM-DD', '2027-04-03'],
    ] as const) {
      chooseDates(format)
      expect(dayInFigures(day)).toBe(text)
    }
    expect(monthFirst()).toBe(false)
    expect(readDate('3/4/2027')).toBe('2027-04-03')
    chooseDates('MM/DD/YYYY')
    expect(readDate('3/4/2027')).toBe('2027-03-04')
    expect(readDate('3.4.2027')).toBe('2027-04-03')
    chooseDates('auto')
  })
})

test('the limits of a plan are sentences', async () => {
  const features = {
    properties: 1,
    photos: -1,
    calendars: 5,
    partner_connections: 10,
    api_keys: 3,
    contacts: 20_000,
    invoices_per_month: 150,
    letters_per_day: 2000,
    data_refresh_minutes: 60,
  } as never
  expect(limitsOf(features).slice(0, 3)).toEqual([
    '1 property',
    'Any number of photos',
    '5 calendars beside the Master',
  ])
  await setLanguage('de')
  expect(limitsOf(features).slice(0, 2)).toEqual(['1 Objekt', 'Beliebig viele Fotos'])
  expect(benefitsOf(['3 properties', 'Priority support', 'Our own words'])).toEqual([
    'Bevorzugter Support',
    'Our own words',
  ])
  await setLanguage('en')
})

test('an entry of the trail is a sentence, its values in the words of the screens', async () => {
  const e = {
    action: 'update',
    object_type: 'rate_contract',
    object_id: '12',
    before: { status: 'draft', is_active: false },
    after: { status: 'active', is_active: true },
  }
  await textsOf([e])
  expect(sentenceOf(e)).toBe('Rate contract 12 changed: Status Draft → Active, Active no → yes')
  await setLanguage('de')
  expect(sentenceOf(e)).toBe('Ratenvertrag 12 geändert: Status Entwurf → Aktiv, Aktiv nein → ja')
  expect(sentenceOf({ action: 'login', object_type: 'session', object_id: '0' })).toBe('Sitzung angemeldet')
  await setLanguage('en')
  expect(valueOf(null)).toBe('nothing')
  expect(
    [...actions.map((a) => 'action.' + a), ...objects.map((o) => 'object.' + o)].filter((key) => !known(key)),
  ).toEqual([])
})

describe('a value of the trail', () => {
  test.each([
    ['invoice', 'status', 'DRAFT', 'Entwurf'],
    ['contract', 'status', 'A', 'In Kraft'],
    ['contract', 'flags.facts', 'O', 'Mit Freigabe'],
    ['allotment_calendar', 'kind', 'contracted', 'Ratenvertrag'],
    ['allotment_days', 'reason', 'group_hold', 'Gruppe'],
    ['rooming_ledger', 'entries.status', 'declined', 'Abgelehnt'],
    ['webhook_endpoint', 'event_types', ['invoice.paid'], 'Rechnung bezahlt'],
    ['preferences', 'language', 'de', 'Deutsch'],
    ['company', 'country', 'GR', 'Griechenland'],
    ['user', 'account_type', 'tour_operator', 'Reiseveranstalter'],
    ['user', 'email_state', 'pending', 'noch nicht bestätigt'],
    ['facts.rooms', 'view', 'inner_court', 'inner court'],
    ['property_mapping', 'external_code', 'dbl_sv', 'dbl_sv'],
    ['contact', 'email', 'a_b@c.example', 'a_b@c.example'],
  ])('of %s, %s, is no word of the API', async (type, path, value, told) => {
    await textsOf([{ object_type: type }])
    await setLanguage('de')
    expect(valueOf(value, type, path)).toBe(told)
    await setLanguage('en')
  })
})

test('a step of the new property is refused in that step', () => {
  const greece = { country: 'GR', latitude: null, longitude: null }
  expect(wrongIn(0, { name: 'X', stars: 9 }, greece)).toEqual([
    { field: 'stars', code: 'not_between', params: { min: 0, max: 7 } },
  ])
  expect(wrongIn(0, { name: ' ', stars: 4.5 }, greece)).toEqual([{ field: 'name', code: 'required' }])
  expect(wrongIn(1, { name: 'X', stars: null }, { ...greece, country: '' })).toEqual([
    { field: 'country', code: 'required' },
  ])
  expect(wrongIn(1, { name: 'X', stars: null }, { ...greece, latitude: 95, longitude: -181 })).toEqual([
    { field: 'latitude', code: 'not_between', params: { min: -90, max: 90 } },
    { field: 'longitude', code: 'not_between', params: { min: -180, max: 180 } },
  ])
  expect(wrongIn(1, { name: 'X', stars: null }, { ...greece, latitude: 35 })).toEqual([
    { field: 'longitude', code: 'needs_other', params: { others: 'latitude' } },
  ])
  expect(stepOf(new ApiError(400, 'x', 'x', { errors: [{ field: 'city', message: 'x' }] }), 2)).toBe(1)
  expect(stepOf(new ApiError(409, 'x', 'x'), 2)).toBe(2)
})

test('a time in a refusal is that of the zone that the reader chose', () => {
  chooseZone('Europe/Athens')
  expect(valuesOf({ at: '2026-11-17T22:30:00Z' })['at']).toMatch(/18.*00:30/)
  expect(dayOf('2026-11-17T22:30:00Z')).toBe(dayInFigures(toDay('2026-11-18')))
  chooseZone('')
})
