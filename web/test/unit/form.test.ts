// What the server refuses stands at its field, also where it names an entry of it.
import { expect, test } from 'vitest'
import { atSeason } from '../../src/inventory/allotment/season'
import { FormState } from '../../src/parts/form.svelte'
import { ApiError } from '../../src/platform/api/error'

const refused = (...fields: string[]) =>
  new ApiError(400, 'validation_failed', 'Some fields are not right', {
    errors: fields.map((field) => ({ field, message: `not ${field}` })),
  })

function formOf(names: string[], error: ApiError): FormState {
  const form = new FormState()
  for (const name of names) form.take(name)
  form.error = error
  return form
}

test('what is wrong with an entry stands at the field that holds it', () => {
  const form = formOf(
    ['settings.addresses', 'tags', 'settings.tax_keys'],
    refused('settings.addresses[0]', 'tags[1]', 'settings.tax_keys.19'),
  )
  expect(form.of('settings.addresses')).toContain('not settings.addresses[0]')
  expect(form.of('tags')).toContain('not tags[1]')
  expect(form.of('settings.tax_keys')).toContain('not settings.tax_keys.19')
  expect(form.rest).toEqual([])
})

test('a field with the longer name has it, and a name that only begins alike has not', () => {
  const form = formOf(['line_items', 'line_items[0].quantity', 'tag'], refused('line_items[0].quantity', 'tags[1]'))
  expect([form.of('line_items'), form.of('line_items[0].quantity'), form.of('tag')]).toEqual([
    undefined,
    'not line_items[0].quantity',
    undefined,
  ])
  expect(form.rest.map((f) => f.field)).toEqual(['tags[1]'])
})

test('what is wrong with the blocks of a season stands at its days once, and at the units of each room', () => {
  const error = atSeason(refused('[0].end_date', '[1].end_date', '[1].quantity', 'body'), [
    { room: 12 },
    { room: 14 },
  ]) as ApiError
  expect(error.fields.map((f) => f.field)).toEqual(['end_date', 'quantity.14', 'body'])
  const other = new Error('x')
  expect(atSeason(other, [])).toBe(other)
})
