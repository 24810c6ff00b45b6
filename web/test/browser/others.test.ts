// The main job of the other screens, by mouse and by keyboard alone; and the frame around them.
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { iso } from './days'
import { enterOn } from './keyboard'
import { people, until, world } from './program'

const w = world()
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')

/** The events of the legacy stop sale of a room and day. */
async function code(page: Page, room: number, date: string): Promise<number | null> {
  const body = (await (
    await page.request.get(`${w.program.base}/api/stop-sale/1/?from=${date}&to=${date}`)
  ).json()) as { rooms: { id: number; events: { color: number }[] }[] }
  return body.rooms.find((r) => r.id === room)!.events[0]?.color ?? null
}

describe('today', () => {
  test('tells what waits and leads to the day, by mouse', async () => {
    const { page, context } = await w.visit(people.hotel)
    await page.goto('/')
    await page.getByText('Baltic Sun waits for your answer to a contract').waitFor()
    await page.getByText(/Invoice INV-.* is overdue/).waitFor()
    await page.getByRole('listitem').filter({ hasText: '%' }).nth(3).getByRole('link').click()
    await page.waitForURL('**/allotment/**')
    await expect.poll(() => page.getByRole('grid').getAttribute('aria-activedescendant')).toBe('cell-0-17')
    await page.goBack()
    await page.getByRole('heading', { name: 'What waits for you' }).waitFor()
    await context.close()
  })

  test('never shows the first steps to a hotel that has done them, not even while it is read', async () => {
    const { page, context } = await w.visit(people.hotel)
    await page.addInitScript(() => {
      const seen = window as unknown as { steps: boolean }
      seen.steps = false
      new MutationObserver(() => (seen.steps ||= document.querySelector('.steps') !== null)).observe(document, {
        childList: true,
        subtree: true,
      })
    })
    await page.route(/\/grid\//, async (route) => {
      await new Promise((go) => setTimeout(go, 500)) // as on a slow line
      await route.continue()
    })
    await page.goto('/')
    await page.getByRole('listitem').filter({ hasText: '%' }).first().waitFor()
    expect(await page.evaluate(() => (window as unknown as { steps: boolean }).steps)).toBe(false)
    await context.close()
  })

  test('by keyboard, and with the command menu to a date', async () => {
    const { page, context } = await w.visit(people.hotel)
    await page.goto('/')
    await page.getByRole('heading', { name: 'What waits for you' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type(iso(100))
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/allotment/?day=${iso(100)}`)
    await expect.poll(() => page.getByRole('grid').getAttribute('aria-activedescendant')).toBe('cell-0-114')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo the last change' }).waitFor()
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.keyboard.press('g')
    await page.keyboard.press('l')
    await page.waitForURL('**/timeline/')
    await context.close()
  })
})

describe('the frame', () => {
  test('changes language, theme and property, and remembers them', async () => {
    const { page, context } = await w.visit(people.chain)
    await page.goto('/allotment/')
    await page.locator('[role=gridcell]').first().waitFor()
    const before = await page.evaluate(() => new URLSearchParams(location.search).get('property'))
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.keyboard.press('p')
    await page.getByRole('menu', { name: 'Change the property' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => new URLSearchParams(location.search).get('property'))).not.toBe(before)
    await page.locator('[role=gridcell]').first().waitFor()
    const entered = await page.getByRole('button', { name: 'Account' }).evaluate((e: HTMLElement) => {
      e.click()
      return document.activeElement?.role
    })
    expect(entered, 'an entry has the keyboard when the menu opens, before another key can be pressed').toBe(
      'menuitemradio',
    )
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitemradio', { name: 'Türkçe' }).click()
    await page.getByRole('heading', { name: 'Kontenjan' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Kontenjan' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
    await context.close()
  })

  test('shows notifications, marks them as read, and logs out', async () => {
    const { page, context } = await w.visit(people.hotel)
    await page.goto('/')
    await page.getByRole('button', { name: /unread notification/ }).click()
    const drawer = page.getByRole('dialog', { name: 'Notifications' })
    await drawer.getByRole('button', { name: 'Mark as read' }).first().click()
    await drawer.getByRole('button', { name: 'Mark as unread' }).first().waitFor()
    await drawer.getByRole('button', { name: 'Mark all as read' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Where you are logged in' }).click()
    await page.getByRole('dialog', { name: 'Where you are logged in' }).getByText('This browser').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.waitForURL('**/log-in/')
    await page.goto('/allotment/')
    await page.waitForURL('**/log-in/**')
    await context.close()
  })

  test('on a phone the screens are in a drawer', async () => {
    const { page, context } = await w.visit(people.hotel, {
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
    })
    await page.goto('/')
    await page.getByRole('button', { name: 'Open the menu' }).tap()
    await page.getByRole('link', { name: 'Allotment' }).tap()
    await page.locator('[role=gridcell]').first().waitFor()
    await page.getByRole('link', { name: 'Allotment' }).waitFor({ state: 'hidden' })
    const cell = page.locator('[role=gridcell][aria-label*="available"]').nth(3)
    await cell.tap()
    await cell.tap()
    await page.getByRole('dialog', { name: 'Change the selection' }).waitFor()
    await context.close()
  })
})

describe('the legacy stop sale', () => {
  test('by mouse: days are dragged over and set, and undone', async () => {
    const { page, context, trouble } = await w.visit(people.hotel)
    await page.goto('/stop-sale/')
    const from = page.locator('#cell-1-20')
    await from.waitFor()
    const a = (await from.boundingBox())!
    const b = (await page.locator('#cell-1-22').boundingBox())!
    await page.mouse.move(a.x + 9, a.y + 9)
    await page.mouse.down()
    await page.mouse.move(b.x + 9, b.y + 9, { steps: 4 })
    await page.mouse.up()
    await page.getByRole('dialog').getByRole('radio', { name: 'Stop' }).click()
    await page.getByText('3 days changed').first().waitFor()
    expect(await code(page, 13, iso(7))).toBe(2)
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).first().click()
    await until('no event', async () => ((await code(page, 13, iso(7))) === null ? true : undefined))
    expect(trouble).toEqual([])
    await context.close()
  })

  test('by keyboard: letters set the five codes, Delete resets', async () => {
    const { page, context } = await w.visit(people.hotel)
    await page.goto('/stop-sale/')
    await page.locator('[role=gridcell]').first().waitFor()
    await expect.poll(() => page.getByRole('grid').getAttribute('aria-activedescendant')).toBe('cell-0-14')
    for (const [key, wanted] of [
      ['s', 2],
      ['r', 3],
      ['b', 4],
      ['f', 0],
      ['o', 1],
      ['Delete', null],
    ] as const) {
      // A key that comes while the one before is being stored does nothing.
      await until(`code ${wanted}`, async () => {
        if ((await code(page, 12, iso(0))) === wanted) return true
        await page.keyboard.press(key)
        return undefined
      })
      await page.getByRole('progressbar').waitFor({ state: 'detached' })
    }
    await context.close()
  })
})

describe('the timeline', () => {
  test('by mouse: sources are filtered, a bar tells what it is', async () => {
    const { page, context } = await w.visit(people.hotel)
    await page.goto('/timeline/')
    await page.locator('button.bar.rooming').first().click()
    await page.getByRole('status').filter({ hasText: 'Ute Krause' }).waitFor()
    await page.getByRole('button', { name: 'Property management system', exact: true }).click()
    await page.locator('button.bar.pms').first().waitFor({ state: 'detached' })
    expect(page.url()).toContain('show=block%2Crooming')
    await context.close()
  })

  test('by keyboard: from bar to bar', async () => {
    const { page, context } = await w.visit(people.hotel)
    await page.goto('/timeline/')
    await page.locator('button.bar').first().waitFor()
    await page.getByRole('region', { name: 'Timeline of the rooms' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.locator('.chosen').getByText('Double Room Sea View').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.chosen').waitFor({ state: 'detached' })
    await context.close()
  })
})

// The browser tells of scrolling, and of a menu that opened, a moment later: the screen may be gone by then.
test.each([
  { name: 'a timeline that scrolls', path: '/timeline/', found: 'button.bar' },
  { name: 'a calendar that scrolls', path: '/allotment/', found: '[role=gridcell]' },
  { name: 'a menu that opens', path: '/allotment/', found: 'main [role=menu]' },
])('the screen can be left with $name', async ({ path, found }) => {
  const { page, context, trouble } = await w.visit(people.hotel)
  const one = page.locator(found).first()
  for (let round = 0; round < 5; round++) {
    await page.goto(path)
    await one.waitFor({ state: 'attached' })
    await until('element that stays', () =>
      one.evaluate((element: HTMLElement) => {
        if (!element.isConnected) return undefined // it was drawn anew meanwhile
        if (element.popover) element.showPopover()
        else element.closest('.scroller')!.scrollBy(300, 0)
        history.pushState(null, '', '/settings/')
        dispatchEvent(new PopStateEvent('popstate'))
        return true
      }),
    )
    await page.locator('h1').waitFor()
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  }
  expect(trouble).toEqual([])
  await context.close()
})

describe('the operator', () => {
  test('finds a hotel in the portfolio and opens its availability, by mouse', async () => {
    const { page, context, trouble } = await w.visit(people.operator)
    await page.goto('/portfolio/')
    await page
      .getByRole('link', { name: /days open/ })
      .first()
      .waitFor()
    await page.getByRole('searchbox').fill('aegean')
    await page.getByText('1 hotel', { exact: true }).waitFor()
    await page.getByRole('searchbox').fill('no such hotel')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page
      .getByRole('row', { name: /Hotel Poseidon/ })
      .getByRole('link', { name: /days open/ })
      .click()
    await page.getByRole('rowheader', { name: /Doppelzimmer Meerblick/ }).waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByLabel('Country').selectOption({ label: 'Spain' })
    await page.getByRole('rowheader', { name: /Meridian Cala Serena/ }).waitFor()
    await page.getByRole('rowheader', { name: /Doppelzimmer Meerblick/ }).waitFor({ state: 'detached' })
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as CSV' }).click(),
    ])
    const text = readFileSync((await download.path())!, 'utf8')
    expect(text).toMatch(/^\ufeffhotel,hotel_code,calendar,room/)
    expect(text.split('\r\n').length).toBeGreaterThan(5)
    expect(text).not.toContain('Poseidon')
    expect(trouble).toEqual([])
    await context.close()
  })

  test('by keyboard: J and K in the portfolio, I in the calendar', async () => {
    const { page, context } = await w.visit(people.operator, { permissions: ['clipboard-read', 'clipboard-write'] })
    await page.goto('/portfolio/')
    await page.getByRole('link', { name: 'Hotel Poseidon' }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    expect(await focused(page)).toBe('Meridian Aegean Pearl')
    await page.keyboard.press('k')
    await page.keyboard.press('Enter')
    await enterOn(page, page.getByRole('main').getByRole('link', { name: 'Availability' }))
    await page.locator('[role=gridcell]').first().waitFor()
    await page.getByRole('grid').focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('i')
    const panel = page.getByRole('complementary', { name: 'Why the day is so' })
    await panel.getByText('Your code').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Control+c')
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^(R|S|\d+)\t(R|S|\d+)$/)
    await context.close()
  })
})
