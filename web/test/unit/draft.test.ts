// What the editor of invoices sends is what its fields hold.
import { describe, expect, test } from 'vitest'
import { bodyOf, daysToPay, draftOf, emptyDraft, emptyLine, moved, problemsOf } from '../../src/invoicing/editor/draft'
import type { Listed } from '../../src/invoicing/invoice'
import { toDay } from '../../src/platform/civil'

const fresh = () => emptyDraft(toDay('2030-06-01'), { outside: false, partner: 7, property: 1, currency: 'EUR' })
const texts = { partner: 'partner', number: 'number', rate: 'rate' }

describe('a draft', () => {
  test('is due after thirty days', () => {
    const d = fresh()
    expect([d.issue_date, d.due_date, daysToPay(d)]).toEqual(['2030-06-01', '2030-07-01', 30])
    expect(daysToPay({ ...d, due_date: '' })).toBeUndefined()
  })

  test('names a recipient or a partner, not both', () => {
    const d = {
      ...fresh(),
      tax_rate: '13.5',
      recipient: { ...fresh().recipient, name: 'Anna' },
      lines: [{ ...emptyLine(), description: 'Room', quantity: '2', unit_price: '84.50' }],
    }
    const body = bodyOf(d)
    expect([body.partner, body.recipient_name, body.tax_rate, body.service_from]).toEqual([7, '', '13.5', null])
    expect(body.line_items).toEqual([{ description: 'Room', quantity: '2', unit: 'room_night', unit_price: '84.50' }])
    const outside = bodyOf({ ...d, outside: true })
    expect([outside.partner, outside.recipient_name]).toEqual([null, 'Anna'])
  })

  test('has no rate where the category has none', () => {
    const body = bodyOf({
      ...fresh(),
      tax_category: 'AE',
      tax_rate: '19',
      lines: [{ ...emptyLine(), tax_category: 'E', tax_rate: '7', from: '2030-06-01', to: '2030-06-08', entry: 3 }],
    })
    expect(body.tax_rate).toBe('0')
    expect(body.line_items?.[0]).toMatchObject({
      tax_category: 'E',
      tax_rate: '0',
      from: '2030-06-01',
      to: '2030-06-08',
      entry: 3,
    })
  })

  test('says in which fields something is missing', () => {
    const d = {
      ...fresh(),
      partner: null,
      tax_rate: 'x',
      lines: [{ ...emptyLine(), quantity: '', unit_price: '1', tax_category: 'S' as const }],
    }
    // Left empty it is not 0 %.
    expect(problemsOf({ ...fresh(), lines: [] }, texts)).toEqual([{ field: 'tax_rate', message: 'rate' }])
    expect(problemsOf(d, texts).map((p) => p.field)).toEqual([
      'partner',
      'tax_rate',
      'line_items[0].quantity',
      'line_items[0].tax_rate',
    ])
    expect(problemsOf({ ...d, outside: true, tax_category: 'Z', lines: [] }, texts)).toEqual([])
  })

  test('of the server is in the form what it was', () => {
    const line = {
      description: 'Room',
      quantity: '21.00',
      unit: 'night',
      unit_price: '94.50',
      line_total: '1984.50',
      entry: null,
      from: null,
      to: null,
    }
    const d = draftOf({
      partner: null,
      property: null,
      template: 2,
      currency: 'EUR',
      issue_date: '2030-06-01',
      due_date: '2030-06-15',
      service_from: null,
      service_to: null,
      tax_category: 'S',
      tax_rate: '13.00',
      tax_exemption_reason: '',
      notes: '',
      buyer_reference: '',
      recipient_name: 'Anna',
      recipient_country: 'GR',
      line_items: [
        { ...line, tax_rate: null, tax_category: '' },
        { ...line, tax_rate: '24.00', tax_category: '' },
        { ...line, tax_rate: '0.00', tax_category: 'AE' },
      ],
    } as unknown as Listed)
    expect([d.outside, d.tax_rate, d.recipient.name, d.recipient.country]).toEqual([true, '13', 'Anna', 'GR'])
    expect(d.lines.map((l) => [l.quantity, l.tax_category, l.tax_rate])).toEqual([
      ['21', '', ''],
      ['21', 'S', '24'],
      ['21', 'AE', '0'],
    ])
  })
})

test('a line is moved within the list only', () => {
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
  expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b'])
  expect(moved(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c'])
})
