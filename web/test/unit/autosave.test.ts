// A record that saves itself never says that it is saved while something is not.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Draft } from '../../src/content/facts/draft.svelte'
import type { Fact, Node } from '../../src/content/facts/schema'

const schema: Node = { type: 'object', properties: { name: { type: 'string' }, code: { type: 'string' } } }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('what is typed while it is saved waits, and is saved next', async () => {
  const sent: { body: Fact; answer: () => void }[] = []
  let server: Fact = {}
  const draft = new Draft(
    schema,
    server,
    (body) =>
      new Promise((done) => {
        sent.push({ body, answer: () => done((server = { ...server, ...body })) })
      }),
  )
  draft.change({ name: 'Sea' })
  expect(draft.state).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1000)
  expect(draft.state).toBe('saving')
  draft.change({ name: 'Sea', code: 'DBL' })
  sent[0]!.answer()
  await vi.advanceTimersByTimeAsync(10)
  expect([draft.state, draft.dirty]).toEqual(['waiting', true])
  await vi.advanceTimersByTimeAsync(1000)
  sent[1]!.answer()
  await vi.advanceTimersByTimeAsync(10)
  expect(sent.map((s) => s.body)).toEqual([{ name: 'Sea' }, { code: 'DBL' }])
  expect([draft.state, draft.dirty]).toEqual(['saved', false])
})
