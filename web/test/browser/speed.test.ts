// What drawing a part of the calendar saves, and how large the dashboard is. Figures of time are printed;
// what must hold on any machine is a ratio or a size.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { iso } from './days'
import { people, world } from './program'

const w = world()
const rooms = 60

/** A property with many rooms, and stops here and there. */
async function large(page: Page): Promise<number> {
  const made = await page.request.post(w.program.base + '/api/info/property/create/', {
    data: { name: 'Sixty Rooms', property_type: 'hotel', country: 'GR', city: 'Chania', timezone: 'Europe/Athens' },
  })
  expect(made.status(), await made.text()).toBe(201)
  const { id } = (await made.json()) as { id: number }
  const list = Array.from({ length: rooms }, (_, i) => ({
    name: `Room type ${i + 1}`,
    code: `R${i + 1}`,
    room_total_units: 10 + i,
  }))
  const saved = await page.request.post(`${w.program.base}/api/info/property/${id}/facts/rooms/`, { data: list })
  expect(saved.ok(), await saved.text()).toBe(true)
  const calendars = (await (
    await page.request.get(`${w.program.base}/api/allotment/calendars/?property=${id}`)
  ).json()) as { results: { id: number }[] }
  for (const [from, to, status, weekday] of [
    [10, 200, 'stop', 3],
    [40, 300, 'request', 5],
    [90, 350, 'free', 7],
  ] as const) {
    const done = await page.request.post(
      `${w.program.base}/api/allotment/calendars/${calendars.results[0]!.id}/bulk/`,
      { data: { from: iso(from), to: iso(to), weekdays: [weekday], status } },
    )
    expect(done.ok(), await done.text()).toBe(true)
  }
  return id
}

interface Cost {
  /** All that the main thread did, in ms. */
  task: number
  script: number
}

/** Opens the calendar from another screen, scrolls through the year, and says what the main thread did for it. */
async function yearOf(page: Page, query: string): Promise<{ open: Cost; scroll: Cost; cells: number }> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const read = async (): Promise<Cost> => {
    const { metrics } = await session.send('Performance.getMetrics')
    const of = (name: string) => (metrics.find((m) => m.name === name)?.value ?? 0) * 1000
    return { task: of('TaskDuration'), script: of('ScriptDuration') }
  }
  const less = (a: Cost, b: Cost): Cost => ({ task: a.task - b.task, script: a.script - b.script })
  // The dashboard itself is loaded, and so are the code and the data of the calendar.
  await page.goto('/allotment/' + query)
  await page.locator('[role=gridcell]').first().waitFor()
  await page.getByRole('link', { name: 'Today' }).click()
  await page.getByRole('heading', { name: 'What waits for you' }).waitFor()
  await page.waitForTimeout(1000)
  const start = await read()
  await page.goBack()
  await page.locator('[role=gridcell]').first().waitFor()
  await page.waitForTimeout(500)
  const cells = await page.locator('[role=gridcell]').count()
  const opened = await read()
  const box = (await page.getByRole('grid').boundingBox())!
  const width = await page.getByRole('grid').evaluate((e) => e.scrollWidth)
  // As by a wheel or two fingers, at 6,000 points a second.
  await session.send('Input.synthesizeScrollGesture', {
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    xDistance: -width,
    speed: 6000,
    gestureSourceType: 'mouse',
  })
  expect(
    await page.getByRole('grid').evaluate((e) => e.scrollWidth - e.clientWidth - e.scrollLeft),
    'the end of the year',
  ).toBeLessThan(2)
  const end = await read()
  await session.detach()
  return { open: less(opened, start), scroll: less(end, opened), cells }
}

test('to open a year of 60 rooms costs at most a fifth of what it costs without windowing', async () => {
  const { page, context } = await w.visit(people.hotel)
  const id = await large(page)
  const part = await yearOf(page, `?property=${id}`)
  const whole = await yearOf(page, `?property=${id}&windowing=off`)
  const ms = (n: number) => `${Math.round(n)} ms`
  const line = (name: string, a: Cost, b: Cost) =>
    console.log(
      `${name}: ${ms(a.task)} of the main thread with windowing (scripting ${ms(a.script)}), ${ms(b.task)} without (scripting ${ms(b.script)}): ${((a.task / b.task) * 100).toFixed(1)} %`,
    )
  line('60 rooms x 380 days, opened', part.open, whole.open)
  line('the whole year scrolled through in 2.5 s', part.scroll, whole.scroll)
  console.log(`cells in the document: ${part.cells} of ${whole.cells}`)
  expect(whole.cells).toBeGreaterThan(rooms * 365)
  expect(part.open.task / whole.open.task).toBeLessThan(0.2)

  await page.goto(`/allotment/?property=${id}`)
  await page.locator('[role=gridcell]').first().waitFor()
  await page.evaluate(() => {
    const seen: number[] = []
    ;(window as unknown as { painted: number[] }).painted = seen
    new PerformanceObserver((list) => {
      for (const e of list.getEntries()) if (e.name === 'keydown') seen.push(e.duration)
    }).observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit)
  })
  const presses = 30
  let readings = 0
  page.on('request', (r) => void (r.url().includes('/grid/') && readings++))
  for (let i = 0; i < presses; i++) {
    await page.keyboard.press(i % 2 ? 'ArrowRight' : i % 4 ? 'r' : 's')
    await page.waitForTimeout(60)
  }
  // Shorter ones than 16 ms are not told.
  const told = await page.evaluate(() => (window as unknown as { painted: number[] }).painted)
  const all = [...Array.from({ length: Math.max(0, presses - told.length) }, () => 16), ...told].sort((a, b) => a - b)
  const median = all[Math.floor(all.length / 2)]!
  console.log(`key press to the painted cell, ${presses} presses: median ${median} ms, longest ${all.at(-1)} ms`)
  // Half of the presses change a day. What follows them is read once they rest, not after each.
  console.log(`the year was read again ${readings} times meanwhile`)
  expect(readings).toBeLessThan(presses / 3)
  await context.close()
})

const dist = new URL('../../dist/app/assets/', import.meta.url).pathname
const packed = (name: string) => gzipSync(readFileSync(join(dist, name)), { level: 9 }).length
const kB = (bytes: number) => (bytes / 1000).toFixed(1) + ' kB'

test('the first screen loads at most 80 kB of JavaScript, all screens in one language at most 365 kB', async () => {
  for (const [who, email] of [
    ['nobody', undefined],
    ['hotel', people.hotel],
    ['operator', people.operator],
  ] as const) {
    const { page, context } = await w.visit(email)
    const scripts = new Set<string>()
    page.on('request', (r) => {
      if (r.resourceType() === 'script') scripts.add(new URL(r.url()).pathname.split('/').at(-1)!)
    })
    await page.goto(email ? '/' : '/log-in/')
    await page.locator('h1').waitFor()
    await page.waitForLoadState('networkidle').catch(() => undefined)
    const size = [...scripts].reduce((n, name) => n + packed(name), 0)
    console.log(`first screen of ${who}: ${scripts.size} scripts, ${kB(size)} gzipped`)
    expect(size).toBeLessThanOrEqual(80_000)
    await context.close()
  }
  // A reader loads the texts of one language: another one more must cost the others nothing.
  for (const language of ['en', 'de', 'tr', 'el']) {
    const read = readdirSync(dist).filter(
      (f) => /\.(js|css)$/.test(f) && !(/^(en|de|tr|el)-/.test(f) && !f.startsWith(language + '-')),
    )
    const all = read.reduce((n, f) => n + packed(f), 0)
    console.log(`all screens in ${language}, without fonts: ${kB(all)} gzipped`)
    expect(all).toBeLessThanOrEqual(365_000)
  }
})
