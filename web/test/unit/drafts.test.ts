// What could not be saved of a fact sheet is kept until it is saved or thrown away.
import { expect, test } from 'vitest'
import { Draft } from '../../src/content/facts/draft.svelte'
import { drafts, type Place } from '../../src/content/facts/drafts.svelte'
import type { Fact, Node } from '../../src/content/facts/schema'
import { ApiError } from '../../src/platform/api/error'
import { connection } from '../../src/platform/connection.svelte'

const schema: Node = { type: 'object', properties: { name: { type: 'string' } } }

/** A record on a server that can be away. */
function world(property: number) {
  const server = { record: {} as Fact, away: false }
  const send = async (patch: Fact) => {
    if (server.away) throw new ApiError(0, 'offline', 'The server cannot be reached.')
    return (server.record = { ...server.record, ...patch })
  }
  const place: Place = { property, category: 'policies' }
  const open = () => drafts.open(place, 'Policies', () => new Draft(schema, server.record, send), send)
  return { server, place, open }
}

test('over a form that is closed and opened again', async () => {
  const { server, place, open } = world(1)
  server.away = true
  open().change({ name: 'Sea' })
  await drafts.close(place)
  expect(drafts.unsaved(1).map((u) => u.place.category)).toEqual(['policies'])
  expect(drafts.unsaved(2), 'of another property').toEqual([])
  const again = open()
  expect(again.value).toEqual({ name: 'Sea' })
  expect(again.failure?.code).toBe('offline')
  server.away = false
  await drafts.close(place)
  expect([server.record, drafts.unsaved(1)]).toEqual([{ name: 'Sea' }, []])
  expect(open(), 'one that is saved is not kept').not.toBe(again)
})

test('until the server is back, which saves it', async () => {
  const { server, place, open } = world(3)
  server.away = true
  open().change({ name: 'Sea' })
  await drafts.close(place)
  connection.lost()
  server.away = false
  connection.reached()
  await expect.poll(() => server.record).toEqual({ name: 'Sea' })
  await expect.poll(() => drafts.unsaved(3)).toEqual([])
})

test('until it is thrown away', async () => {
  const { server, place, open } = world(4)
  server.away = true
  const draft = open()
  draft.change({ name: 'Sea' })
  await drafts.close(place)
  drafts.discard(place)
  expect([drafts.unsaved(4), draft.dirty, draft.failure]).toEqual([[], false, undefined])
  server.away = false
  await draft.flush()
  expect(server.record).toEqual({})
})

test('of a record that is not made yet too', () => {
  const place: Place = { property: 5, category: 'rooms', record: 'new' }
  drafts.type(place, 'Add to Rooms', { name: 'Suite' }, {})
  expect([drafts.typed(place), drafts.unsaved(5).length]).toEqual([{ name: 'Suite' }, 1])
  drafts.type(place, 'Add to Rooms', {}, {})
  expect(drafts.unsaved(5)).toEqual([])
})
