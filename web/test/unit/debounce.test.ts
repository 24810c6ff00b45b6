import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { debounce } from '../../src/platform/debounce'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('many calls are one piece of work, once they rest', () => {
  const work = vi.fn()
  const call = debounce(work)
  for (let i = 0; i < 3; i++) {
    call()
    vi.advanceTimersByTime(100)
  }
  expect(work).not.toHaveBeenCalled()
  vi.advanceTimersByTime(200)
  expect(work).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(5000)
  expect(work).toHaveBeenCalledTimes(1)
})

test('calls that never rest are answered every second', () => {
  const work = vi.fn()
  const call = debounce(work)
  for (let i = 0; i < 50; i++) {
    call()
    vi.advanceTimersByTime(100)
  }
  expect(work.mock.calls.length).toBeGreaterThanOrEqual(4)
  expect(work.mock.calls.length).toBeLessThanOrEqual(5)
})

test('work that is still to come can be stopped: the screen has gone', () => {
  const work = vi.fn()
  const call = debounce(work)
  call()
  call.stop()
  vi.advanceTimersByTime(5000)
  expect(work).not.toHaveBeenCalled()
  call()
  vi.advanceTimersByTime(5000)
  expect(work).toHaveBeenCalledTimes(1)
})
