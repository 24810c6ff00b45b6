// What a hotel met at work on the calendar: numbers that were saved by a pause, writes that hid each other, a year read
// for one's own change, and days that were out of sight.
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { iso, spoken } from './days'
import { people, picture, until, world } from './program'

const w = world()
let page: Page
let close: () => Promise<void>
let trouble: string[]

beforeAll(async () => {
  const visit = await w.visit(people.hotel)
  page = visit.page
  trouble = visit.trouble
  close = () => visit.context.close()
})
afterAll(async () => close?.())

const rooms = { 12: 'Double Room Sea View', 14: 'Junior Suite Sea Front' }
const grid = () => page.getByRole('grid')
const cell = (room: string, ahead: number) =>
  page.getByRole('gridcell', { name: new RegExp(`^${room}, .*${spoken(ahead)}`) })

async function open(query = '') {
  await page.goto('/allotment/' + query)
  await grid().waitFor()
  await page.locator('[role=gridcell]').first().waitFor()
}

interface Day {
  status: string | null
  closed: number
  version: number
}

/** What the server says of one day of the Master. */
async function dayOf(room: number, ahead: number): Promise<Day> {
  const answer = await page.request.get(`/api/allotment/calendars/1/grid/?from=${iso(ahead)}&to=${iso(ahead)}`)
  const body = (await answer.json()) as { version: number; rooms: { room_id: number; days: Record<string, Day> }[] }
  return { ...body.rooms.find((r) => r.room_id === room)!.days[iso(ahead)]!, version: body.version }
}

const set = (ahead: number, data: object, room = 12) =>
  page.request.post('/api/allotment/calendars/1/bulk/', {
    data: { rooms: [room], from: iso(ahead), to: iso(ahead), ...data },
  })

describe('a number that is typed into a cell', () => {
  const field = () => page.getByLabel(/^Closed units · /)
  const writes: string[] = []
  beforeAll(
    () =>
      void page.on(
        'request',
        (r) => r.method() === 'POST' && /\/(bulk|batch|daily)\//.test(r.url()) && writes.push(r.url()),
      ),
  )

  test('waits for Enter, however long that takes; Escape and a click elsewhere drop it', async () => {
    await page.clock.install()
    await open(`?day=${iso(90)}`)
    writes.length = 0
    await page.keyboard.type('15')
    await expect.poll(() => field().inputValue()).toBe('15')
    await page.clock.fastForward(60_000)
    expect(await field().inputValue()).toBe('15')
    await picture(page, 'count')
    await page.keyboard.press('Escape')
    await field().waitFor({ state: 'detached' })
    await page.keyboard.type('7')
    await field().waitFor()
    await cell(rooms[14], 92).click()
    await field().waitFor({ state: 'detached' })
    await page.getByText('The number was not saved').first().waitFor()
    await page.clock.fastForward(60_000)
    expect(writes).toEqual([])
    expect((await dayOf(12, 90)).closed).toBe(0)
    await page.clock.resume()
  })

  test('is shown on the cell once it is saved; + and - change it by units', async () => {
    await open(`?day=${iso(90)}`)
    await page.keyboard.type('3')
    await page.keyboard.press('Enter')
    await until('3 closed', async () => (await dayOf(12, 90)).closed === 3 || undefined)
    await cell(rooms[12], 90).and(page.locator('[aria-label*="3 closed"]')).waitFor()
    expect(await cell(rooms[12], 90).locator('.closed').textContent()).toBe('−3')
    // Somebody else closes one more, which this page has not read: two more are two more.
    await page.route(/\/api\/live\//, (route) => route.abort())
    await open(`?day=${iso(90)}`)
    expect((await set(90, { closed: 4 })).status()).toBe(200)
    await page.keyboard.type('+2')
    await page.keyboard.press('Enter')
    await until('6 closed', async () => (await dayOf(12, 90)).closed === 6 || undefined)
    await page.keyboard.type('-x')
    await page.keyboard.press('Enter')
    await page.getByText('Type a number, or +2, -1, =5.').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+z')
    await until('4 closed', async () => (await dayOf(12, 90)).closed === 4 || undefined)
    await page.unroute(/\/api\/live\//)
    await set(90, { closed: 0 })
  })

  test('after g is a date, however fast it is typed', async () => {
    await open(`?day=${iso(91)}`)
    writes.length = 0
    await page.keyboard.type('g1.5.')
    const dialog = page.getByRole('dialog', { name: 'Go to date' })
    await expect.poll(() => dialog.getByRole('textbox', { name: 'Date' }).inputValue()).toBe('1.5.')
    expect(await field().count()).toBe(0)
    expect(writes).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  test('before the calendar is there does nothing', async () => {
    let go = () => {}
    const held = new Promise<void>((done) => (go = done))
    await page.route(/\/grid\//, async (route) => {
      await held
      await route.continue()
    })
    writes.length = 0
    await page.goto(`/allotment/?day=${iso(91)}`)
    await page.locator('.skeleton').waitFor()
    await page.keyboard.type('g1.5.s')
    go()
    await page.locator('[role=gridcell]').first().waitFor()
    await page.unroute(/\/grid\//)
    // A key that follows at once belongs to the same typing.
    await page.evaluate(() => {
      for (const target of [document.body, document.querySelector('[role=grid]')!])
        target.dispatchEvent(new KeyboardEvent('keydown', { key: '5', bubbles: true, cancelable: true }))
    })
    expect(await field().count()).toBe(0)
    expect(writes).toEqual([])
    expect(await dayOf(12, 91)).toMatchObject({ status: null, closed: 0 })
  })
})

describe('writes', () => {
  test('a refused one takes back its own cells only', async () => {
    const held: Route[] = []
    await page.route(/\/bulk\//, (route) => void held.push(route))
    await open(`?day=${iso(95)}`)
    await page.keyboard.press('s')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('b')
    await until('the first write', () => held[0])
    await cell(rooms[12], 95).and(page.locator('.stop')).waitFor()
    await cell(rooms[12], 96).and(page.locator('.block')).waitFor()
    await held[0]!.fulfill({
      status: 409,
      contentType: 'application/json',
      body: JSON.stringify({ code: 'pool_exceeded', message: 'there are not so many units left' }),
    })
    await page.getByText('there are not so many units left').first().waitFor()
    await until('the second write', () => held[1])
    await cell(rooms[12], 95).and(page.locator('.open')).waitFor()
    expect(await cell(rooms[12], 96).getAttribute('class'), 'the later one stays while it is on its way').toContain(
      'block',
    )
    await held[1]!.continue()
    await page.getByText('1 day changed').first().waitFor()
    await page.unroute(/\/bulk\//)
    await page.keyboard.press('Control+z')
    await until('no block', async () => (await dayOf(12, 96)).status === null || undefined)
  })

  test('of this page do not make it read the year again, those of others do', async () => {
    await open(`?day=${iso(97)}`)
    await page.getByText('Live', { exact: true }).waitFor()
    const days: number[] = []
    page.on('response', (r) => {
      const query = new URL(r.url()).searchParams
      if (r.url().includes('/grid/') && r.request().method() === 'GET')
        days.push((Date.parse(query.get('to')!) - Date.parse(query.get('from')!)) / 86_400_000 + 1)
    })
    // What the stream says, from a second one in the same page.
    await page.evaluate(() => {
      const told: number[] = ((window as unknown as { told: number[] }).told = [])
      const stream = new EventSource('/api/live/?property=1')
      stream.addEventListener('availability', (e) =>
        told.push((JSON.parse(e.data as string) as { version: number }).version),
      )
      return new Promise((heard) => stream.addEventListener('hello', heard))
    })
    const told = () => page.evaluate(() => Math.max(0, ...(window as unknown as { told: number[] }).told))
    for (const key of ['s', 'r', 'Delete']) {
      const before = days.length
      await page.keyboard.press(key)
      await until('the days of the write', () => days.length > before || undefined)
      const now = (await dayOf(12, 97)).version
      await until('the event', async () => (await told()) >= now || undefined)
    }
    expect(
      days.filter((n) => n > 1),
      'only the day that was written',
    ).toEqual([])
    await set(98, { status: 'stop' })
    await cell(rooms[12], 98).and(page.locator('.stop')).waitFor()
    expect(days.filter((n) => n > 1).length).toBe(1)
    await set(98, { status: null })
  })

  test('Undo names the calendar and shows it', async () => {
    await open(`?day=${iso(99)}`)
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('s')
    await page.getByText('4 cells in 2 days changed').first().waitFor()
    await page.getByRole('tab', { name: /Nordlicht/ }).click()
    await page.locator('[role=grid][aria-label*="Nordlicht"]').waitFor()
    await page.getByRole('button', { name: 'Undo in Master: 4 cells in 2 days' }).click()
    await page.getByText('Master: 4 cells in 2 days as before').first().waitFor()
    await page.locator('[role=grid][aria-label="Calendar Master"]').waitFor()
    await expect.poll(() => page.getByRole('tab', { selected: true }).textContent()).toContain('Master')
    await cell(rooms[12], 99).and(page.locator('.open')).waitFor()
  })
})

describe('what somebody looks at', () => {
  test('stays in its place when the cells change their size', async () => {
    await open(`?day=${iso(180)}`)
    const day = cell(rooms[12], 180)
    const before = (await day.boundingBox())!
    for (const size of ['Small cells', 'Large cells', 'Medium cells']) {
      await page.getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitemradio', { name: size }).click()
      await expect
        .poll(async () => Math.round(((await day.boundingBox())?.x ?? 0) - before.x), { message: size })
        .toBe(0)
    }
    await page.request.put('/api/settings/preferences/edit/', { data: { density: null } })
  })

  test.each([1440, 900, 390])('the day panel never covers its day, %d px wide', async (width) => {
    await page.setViewportSize({ width, height: 800 })
    await open(`?day=${iso(20)}`)
    const frame = (await grid().boundingBox())!
    const last = page.locator('[role=gridcell]').filter({ visible: true })
    const boxes = await last.evaluateAll((all) =>
      all.map((e) => ({ id: e.id, right: e.getBoundingClientRect().right, top: e.getBoundingClientRect().top })),
    )
    const at = boxes
      .filter((b) => b.right < frame.x + frame.width - 2 && b.top < frame.y + 140)
      .sort((a, b) => b.right - a.right)[0]!
    await page.locator('#' + at.id).dblclick()
    const panel = page.getByRole('complementary', { name: 'Why the day is so' })
    await panel
      .getByText(/decided|numbers|status/i)
      .first()
      .waitFor()
    const day = page.locator('#' + at.id)
    await expect
      .poll(async () => {
        const [a, b, g] = [(await panel.boundingBox())!, (await day.boundingBox())!, (await grid().boundingBox())!]
        const apart =
          b.x + b.width <= a.x + 1 || a.x + a.width <= b.x + 1 || b.y + b.height <= a.y + 1 || a.y + a.height <= b.y + 1
        return (
          apart &&
          b.x >= g.x &&
          b.x + b.width <= g.x + g.width + 1 &&
          b.y >= g.y &&
          b.y + b.height <= g.y + g.height + 1 &&
          b.y + b.height <= 800
        )
      })
      .toBe(true)
    await picture(page, `panel-${width}`)
    await panel.getByRole('button', { name: 'Close' }).click()
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('calendars that do not fit are in a menu', async () => {
    await page.setViewportSize({ width: 760, height: 800 })
    await open()
    const tabs = page.getByRole('tab')
    const box = async () => (await page.getByRole('tablist').boundingBox())!
    const more = page.getByRole('button', { name: /^\d+ more$/ })
    await more.waitFor()
    const hidden = Number(/\d+/.exec((await more.textContent())!)![0])
    expect(hidden).toBeGreaterThan(0)
    for (const tab of await tabs.all()) {
      const b = (await tab.boundingBox())!
      expect(b.x + b.width).toBeLessThanOrEqual((await box()).x + (await box()).width + 1)
    }
    await picture(page, 'tabs')
    await more.click()
    const entry = page.getByRole('menuitem').last()
    const name = (await entry.locator('span').first().textContent())!
    await entry.click()
    await expect.poll(() => page.getByRole('tab', { selected: true }).textContent()).toContain(name)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('the rows below a room of the Master add up on every day', async () => {
    await open(`?day=${iso(6)}`)
    await page.locator('.name .expand').first().click()
    await page.getByRole('rowheader', { name: 'Sold by operators' }).waitFor()
    await picture(page, 'adds-up')
    const sums = await page.evaluate(() => {
      const rows = [...document.querySelectorAll('.row.detail')].map((row) => ({
        name: row.querySelector('[role=rowheader]')!.textContent!.trim(),
        cells: new Map(
          [...row.querySelectorAll('[role=gridcell]')].map((c) => [
            c.getAttribute('aria-colindex')!,
            Number(c.textContent),
          ]),
        ),
      }))
      const of = (name: string, column: string) => rows.find((r) => r.name === name)?.cells.get(column) ?? 0
      return [...rows[0]!.cells.keys()].map((column) => ({
        all: of('All units', column) + of('Borrowed from other rooms', column),
        sold: of('Sold by operators', column),
        parts: [
          'Closed on the Master',
          'Sold by the hotel',
          'Sold by operators',
          'Closed for operators',
          'Property management system',
          'Lent to other rooms',
          'Left in the pool',
        ].reduce((n, name) => n + of(name, column), 0),
      }))
    })
    expect(
      sums.some((s) => s.sold > 0),
      'a day on which operators have sold',
    ).toBe(true)
    for (const s of sums) expect(s.parts).toBe(s.all)
  })

  test('what is being read is seen to be, also where nothing moves', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    let go = () => {}
    const held = new Promise<void>((done) => (go = done))
    await page.route(/\/grid\//, async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/allotment/')
    // The bars that are seen, once the screen has come.
    await expect
      .poll(() =>
        page.evaluate(() => {
          const bar = document.querySelector('.work .skeleton i')
          if (!bar) return 'none'
          const number = (text: string) => (text.match(/[\d.]+/g) ?? []).map(Number)
          let opacity = 1
          for (let at: Element | null = bar; at; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity)
          const [own, behind] = [
            number(getComputedStyle(bar).backgroundColor),
            number(getComputedStyle(document.body).backgroundColor),
          ]
          const apart = Math.max(...[0, 1, 2].map((i) => Math.abs(own[i]! - behind[i]!))) * opacity
          const { width } = bar.getBoundingClientRect()
          return apart > 20 && width > 300 ? 'seen' : `only ${apart} apart, ${width} wide`
        }),
      )
      .toBe('seen')
    await picture(page, 'skeleton')
    go()
    await grid().waitFor()
    await page.unroute(/\/grid\//)
    await page.emulateMedia({ reducedMotion: null })
  })

  test('what sends a long form is in view without scrolling', async () => {
    await page.setViewportSize({ width: 1024, height: 420 })
    await open()
    await page.getByRole('button', { name: 'New calendar' }).click()
    const save = page.getByRole('dialog').getByRole('button', { name: 'Save' })
    const b = (await save.boundingBox())!
    expect(b.y + b.height).toBeLessThanOrEqual(420)
    expect(
      await save.evaluate(
        (e) =>
          document
            .elementFromPoint(e.getBoundingClientRect().x + 5, e.getBoundingClientRect().y + 5)
            ?.closest('button') === e,
      ),
    ).toBe(true)
    await picture(page, 'footer')
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('nothing went wrong in the browser', () =>
    expect(trouble.filter((line) => !/409|\/api\/live\//.test(line))).toEqual([]))
})
