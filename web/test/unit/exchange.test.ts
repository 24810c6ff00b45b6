import { describe, expect, test } from 'vitest'
import {
  credentialsOf,
  enteredOf,
  leadsElsewhere,
  newPassword,
  settingsOf,
  type Connection,
} from '../../src/exchange/connections/connections'
import { addressOf, commandOf } from '../../src/exchange/console/endpoints'
import { pretty } from '../../src/exchange/console/pretty'
import { bodyOf, formatsOf, fresh } from '../../src/exchange/exports/exports'
import { hoursOf, totalOf } from '../../src/exchange/webhooks/hours'

describe('the console', () => {
  test('writes an address with its filters, and marks the place of the token', () => {
    expect(addressOf('https://a.example', '/api/v1/facts/{token}/', '', { country: 'GR,DE', property_id: '' })).toBe(
      'https://a.example/api/v1/facts/TOKEN/?country=GR,DE',
    )
    expect(addressOf('', '/api/v1/facts/{token}/', 'a/b', {}, 'xml')).toBe('/api/v1/facts/a%2Fb/?format=xml')
  })
  test('keeps the token of a command out of the address', () => {
    expect(commandOf('https://a.example', '/api/v1/facts/{token}/', 'secret', {})).toBe(
      "curl -H 'Authorization: Bearer secret' 'https://a.example/api/v1/facts/-/'",
    )
  })
  test('indents JSON and XML, and leaves anything else alone', () => {
    expect(pretty('{"a":[1]}', 'application/json')).toBe('{\n  "a": [\n    1\n  ]\n}')
    expect(pretty('<?xml version="1.0"?>\n<r><a>1</a><b x="2"/><c><d></d></c></r>', 'application/xml')).toBe(
      '<?xml version="1.0"?>\n<r>\n  <a>1</a>\n  <b x="2"/>\n  <c>\n    <d></d>\n  </c>\n</r>',
    )
    expect(pretty('a < b', 'text/plain')).toBe('a < b')
  })
  test('does not take an element for another whose name it begins', () => {
    expect(pretty('<ab><a>1</a></ab>', 'text/xml')).toBe('<ab>\n  <a>1</a>\n</ab>')
    expect(pretty('<r><rooms><r/></rooms></r>', 'text/xml')).toBe('<r>\n  <rooms>\n    <r/>\n  </rooms>\n</r>')
  })
})

test('deliveries are counted by hour, and those that are older or of the future do not get lost among them', () => {
  const now = Date.parse('2030-05-31T12:30:00Z')
  const at = (iso: string, status: 'success' | 'failed' | 'pending') => ({ created_at: iso, status })
  const hours = hoursOf(
    [
      at('2030-05-31T12:29:00Z', 'success'),
      at('2030-05-31T12:31:00Z', 'pending'),
      at('2030-05-31T11:29:00Z', 'failed'),
      at('2030-05-30T12:29:00Z', 'failed'),
    ],
    now,
  )
  expect(hours).toHaveLength(24)
  expect(hours[23]).toEqual({ success: 1, failed: 0, pending: 1 })
  expect(hours[22]).toEqual({ success: 0, failed: 1, pending: 0 })
  expect(totalOf(hours)).toEqual({ success: 1, failed: 1, pending: 1 })
})

describe('a connection', () => {
  const entered = {
    ...enteredOf(undefined),
    url: ' https://a.example/f.csv ',
    hotel_code: 'H1',
    room_codes: { 12: 'DBL', 13: '' },
    addresses: '203.0.113.7\n203.0.113.0/24',
    username: 'u',
    password: ' p ',
    header: 'X-Api-Key',
    value: 'v',
  }
  test('sends the settings that its provider knows, and no others', () => {
    expect(settingsOf('csv_url', entered)).toEqual({ url: 'https://a.example/f.csv' })
    expect(settingsOf('generic_rest', entered)).toEqual({})
    expect(settingsOf('alpinebits', entered)).toEqual({
      hotel_code: 'H1',
      room_codes: { 12: 'DBL' },
      addresses: ['203.0.113.7', '203.0.113.0/24'],
    })
  })
  test('sends a password as it was typed', () => {
    expect(credentialsOf('csv_url', entered)).toEqual({ username: 'u', password: ' p ' })
    expect(credentialsOf('generic_rest', entered)).toEqual({ header: 'X-Api-Key', value: 'v' })
    expect(credentialsOf('csv_url', enteredOf(undefined))).toBeUndefined()
  })
  test('takes no credentials to another host, port or scheme', () => {
    const old = { settings: { url: 'https://a.example/f.csv' } } as Connection
    const to = (url: string, push_url = '') => leadsElsewhere(old, { ...enteredOf(undefined), url, push_url })
    expect(to(' https://A.example:443/other.csv?x=1 ')).toBe(false)
    expect(to('https://a.example:8443/f.csv')).toBe(true)
    expect(to('https://b.example/f.csv')).toBe(true)
    expect(to('https://a.example/f.csv', 'https://b.example/')).toBe(true)
    expect(to('')).toBe(false)
  })
  test('gets passwords that differ and have no letters that look alike', () => {
    expect(newPassword()).toMatch(/^[a-zA-Z2-9]{24}$/)
    expect(newPassword()).not.toBe(newPassword())
    expect(newPassword(200)).not.toMatch(/[0O1lI]/)
  })
})

describe('an export', () => {
  test('has the formats of its target; those of bookkeeping for hotels alone', () => {
    expect(formatsOf('invoices', 'accommodation')).toContain('datev')
    expect(formatsOf('invoices', 'tour_operator')).toEqual(['csv', 'json'])
    expect(formatsOf('facts', 'accommodation')).toEqual(['csv', 'json'])
  })
  test('asks for what its format knows, and for no days of facts', () => {
    expect(bodyOf({ ...fresh('facts'), from: '2030-01-01', to: '2030-01-31' })).toEqual({
      target: 'facts',
      format: 'csv',
      property_ids: [],
      settings: {},
    })
    expect(
      bodyOf({
        ...fresh('availability'),
        some: true,
        properties: [1],
        format: 'octo',
        calendar: 7,
        from: '2030-01-01',
      }),
    ).toEqual({
      target: 'availability',
      format: 'octo',
      from: '2030-01-01',
      property_ids: [1],
      settings: { calendar_id: 7 },
    })
  })
  test('begins with the settings that were used last', () => {
    const last = {
      consultant_number: 1234,
      client_number: 5,
      debtor_account: 10000,
      revenue_accounts: { '13': 8400 },
      fiscal_year_start: '07-01',
      account_length: 4,
      skr: '04',
      currency: 'EUR',
    }
    const body = bodyOf({ ...fresh('invoices', { datev: last }), format: 'datev' })
    expect(body.settings).toEqual(last)
  })
  test('leaves out rows that are half filled', () => {
    const body = bodyOf({
      ...fresh('invoices'),
      format: 'xero',
      codes: [
        { name: '13', value: '200' },
        { name: '24', value: '' },
      ],
      taxTypes: [{ name: '', value: 'x' }],
    })
    expect(body.settings).toEqual({ account_codes: { '13': '200' }, tax_types: {}, date_format: 'DD/MM/YYYY' })
  })
})
