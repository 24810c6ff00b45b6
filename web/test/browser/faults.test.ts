// What a screen says and does when the server refuses, fails, or cannot be reached, and when a session ends.
import type { Locator, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { iso } from './days'
import { password, people, picture, until, world } from './program'
import { statesOf } from './states'

const w = world()

const refuse =
  (status: number, code: string, message: string, headers: Record<string, string> = {}) =>
  (route: Route) =>
    route.fulfill({
      status,
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({ code, message }),
    })

const faults = {
  '500': refuse(500, 'internal', 'internal error'),
  '409': refuse(409, 'pool_exceeded', 'Junior Suite has 0 units left, 3 are wanted'),
  '429': refuse(429, 'rate_limited', 'too many requests', { 'Retry-After': '3' }),
  offline: (route: Route) => route.abort('connectionfailed'),
}
const words: Record<keyof typeof faults, string> = {
  '500': 'internal error',
  '409': 'There are not so many units left.',
  '429': 'too many requests',
  offline: 'The server cannot be reached.',
}

// One browser of each persona for all of its screens.
describe.each(['hotel', 'operator', 'staff'] as const)('%s', (who) => {
  let visit: Awaited<ReturnType<typeof w.visit>>
  beforeAll(async () => {
    visit = await w.visit(people[who])
  })
  afterAll(() => visit.context.close())

  const screens = Object.entries(statesOf(who)).flatMap(([name, s]) =>
    s.reads ? [[name, s.path, s.reads] as const] : [],
  )
  test.each(screens)('%s says what happened when it cannot be read, and recovers', async (name, path, reads) => {
    const { page } = visit
    await page.goto('about:blank')
    // One route from the start: a page that is open may send a request past a route that was just added or taken away.
    let broken: keyof typeof faults | undefined
    await page.route(reads, (route) => (broken ? faults[broken](route) : route.continue()))
    const again = page.getByRole('alert').getByRole('button', { name: 'Try again' }).first()
    for (const fault of Object.keys(faults) as (keyof typeof faults)[]) {
      const first = broken === undefined
      broken = fault
      if (first) await page.goto(path)
      else await again.click()
      await page.getByRole('alert').getByText(words[fault]).first().waitFor()
      if (fault === '429') await page.getByText('Try again in 3 seconds.').first().waitFor()
      await picture(page, `fault-${who}-${name}-${fault}`)
    }
    broken = undefined
    await again.click()
    await page.getByRole('alert').first().waitFor({ state: 'detached' })
    await page.unroute(reads)
  })
})

/** Waits for something; if it does not come, the failure tells what the page shows instead. */
async function shown(page: Page, what: Locator) {
  try {
    await what.waitFor()
  } catch (e) {
    const instead = await page.evaluate(() => ({
      messages: document.querySelector('.toasts')?.textContent,
      said: [...document.querySelectorAll('[role=status]')].map((e) => e.textContent?.trim()),
      label: document
        .getElementById(document.activeElement?.getAttribute('aria-activedescendant') ?? '')
        ?.getAttribute('aria-label'),
      dialogs: [...document.querySelectorAll('dialog')].map((d) => d.getAttribute('aria-label')),
      focus:
        document.activeElement?.getAttribute('aria-activedescendant') ??
        document.activeElement?.outerHTML.slice(0, 120),
    }))
    throw new Error(`${(e as Error).message}\nthe page shows ${JSON.stringify(instead)}`, { cause: e })
  }
}

/** Opens the calendar with the focus on a day of the first room. */
async function toFirstCell(page: Page, ahead = 60) {
  await page.goto(`/allotment/?day=${iso(ahead)}`)
  await page.locator('[role=gridcell]').first().waitFor()
  await expect.poll(() => page.getByRole('grid').getAttribute('aria-activedescendant')).toBe(`cell-0-${ahead + 14}`)
}

/** What was set by hand on a day of the first room, as the server has it. */
async function setByHand(page: Page, date: string) {
  const answer = await page.request.get(`/api/allotment/calendars/1/daily/?from=${date}&to=${date}&by_hand=true`)
  return ((await answer.json()) as { results: { room: number; status: string | null }[] }).results
    .filter((d) => d.room === 12)
    .map((d) => d.status)
}

describe('a write', () => {
  // Each has a day of its own: what one leaves behind must not be what the next one fails with.
  test.each((Object.keys(faults) as (keyof typeof faults)[]).map((fault, i) => [fault, 60 + i] as const))(
    'that meets %s is taken back, says why, and can be done again',
    async (fault, ahead) => {
      const { page, context } = await w.visit(people.hotel)
      // From the start: a page that is open already may send a request past a route that was just added.
      let broken = true
      await page.route(/\/bulk\//, (route) => (broken ? faults[fault](route) : route.continue()))
      await toFirstCell(page, ahead)
      expect(await setByHand(page, iso(ahead)), 'before').toEqual([])
      const cell = page.locator(`#cell-0-${ahead + 14}`)
      const before = await cell.getAttribute('aria-label')
      await page.keyboard.press('b')
      await shown(page, page.getByRole('alert').getByText(words[fault]))
      await expect.poll(() => cell.getAttribute('aria-label')).toBe(before)
      await page.locator('.refused').waitFor()
      broken = false
      await page.keyboard.press('b')
      await page.getByText('1 day changed').first().waitFor()
      expect(await cell.getAttribute('aria-label')).toContain('Blocked')
      expect(await setByHand(page, iso(ahead)), 'done').toEqual(['block'])
      await page.keyboard.press('Control+z')
      await page.getByText('1 day as before').first().waitFor()
      expect(await setByHand(page, iso(ahead)), 'undone').toEqual([])
      await context.close()
    },
  )
})

describe('a session that ends in mid-edit', () => {
  test('keeps what was typed, and sends it after the log-in over the page', async () => {
    const { page, context } = await w.visit(people.hotel)
    await toFirstCell(page)
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('n')
    await page.keyboard.type('A note that must not be lost')
    // The session ends elsewhere: the same user logs in twice more, and the oldest ends.
    for (let i = 0; i < 2; i++) {
      const answer = await fetch(w.program.base + '/api/auth/login/', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email: people.hotel, password }),
      })
      expect(answer.status).toBe(200)
    }
    const dialog = page.getByRole('dialog', { name: 'Log in again' })
    await page.keyboard.press('Control+Enter')
    await dialog.waitFor()
    await picture(page, 'again')
    expect(await dialog.getByLabel('E-mail address').inputValue()).toBe(people.hotel)
    await dialog.getByLabel('Password').fill('wrong one entirely')
    await page.keyboard.press('Enter')
    await dialog.getByRole('alert').waitFor()
    await dialog.getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('2 days changed').first().waitFor()
    await page.keyboard.press('i')
    await expect.poll(() => page.getByLabel('Note on this calendar').inputValue()).toBe('A note that must not be lost')
    await context.close()
  })

  test('in a form that is half filled in, everything stays', async () => {
    const { page, context } = await w.visit(people.hotel)
    await page.goto('/allotment/')
    await page.locator('[role=gridcell]').first().waitFor()
    await page.getByRole('button', { name: 'New calendar' }).click()
    const drawer = page.getByRole('dialog', { name: 'New calendar' })
    await drawer.getByLabel('Kind').selectOption({ label: 'Standalone' })
    await drawer.getByLabel('Name').fill('Half a calendar')
    await context.clearCookies()
    await drawer.getByRole('button', { name: 'Save' }).click()
    const dialog = page.getByRole('dialog', { name: 'Log in again' })
    await dialog.getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: /Half a calendar/ }).waitFor()
    await context.close()
  })

  test('a heartbeat is sent every ten minutes while the page is looked at', async () => {
    const { page, context } = await w.visit(people.hotel)
    let beats = 0
    page.on('request', (r) => {
      if (r.url().endsWith('/api/auth/heartbeat/')) beats++
    })
    await page.clock.install()
    await page.goto('/')
    await page.getByRole('heading', { name: 'What waits for you' }).waitFor()
    await page.clock.fastForward('10:01')
    await until('a heartbeat', () => (beats > 0 ? true : undefined))
    await context.close()
  })
})
