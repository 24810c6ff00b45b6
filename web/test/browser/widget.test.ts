// The widget: its settings, and the script on pages of another site, which has a policy and styles of its own.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { APIRequestContext, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violations } from './axe'
import { enterOn, tabTo, typeInto } from './keyboard'
import { people, until, world } from './program'

const w = world()

interface Widget {
  public_id: string
  theme: string
  color: string
  language: string
  show: string[]
  embed_code: string
}

const read = async (request: APIRequestContext, property: number) => {
  const answer = await request.get(`/api/settings/widget/${property}/`)
  return answer.ok() ? ((await answer.json()) as Widget) : undefined
}

describe('the settings', () => {
  test('by mouse: made, changed with the preview, taken back, deleted', async () => {
    const { page, trouble } = await w.visit(people.chain)
    await page.goto('/settings/widgets/?property=3')
    await page.getByRole('button', { name: 'Create widget' }).click()
    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.getByRole('heading', { level: 2 }).waitFor()
    const made = await until('widget', () => read(page.request, 3))
    expect(await page.getByRole('textbox', { name: 'Code for your site' }).inputValue()).toBe(made.embed_code)
    await page.getByText('No domain yet').waitFor()
    await page.getByLabel('Host of your site').fill('192.0.2.7')
    await page.getByRole('button', { name: 'Add host' }).click()
    await page.getByText('Enter hosts of pages such as').waitFor()
    await page.getByLabel('Host of your site').fill('https://www.hotel.example/rooms')
    await page.getByRole('button', { name: 'Add host' }).click()
    await page.getByText('www.hotel.example', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Remove www.hotel.example' }).click()
    await page.getByText('No domain yet').waitFor()

    await page.getByRole('radio', { name: 'Dark' }).click()
    await until('dark widget', async () => (await read(page.request, 3))?.theme === 'dark' || undefined)
    const dark = page.getByRole('status').filter({ hasText: 'Saved: Theme' })
    await dark.getByRole('button', { name: 'Undo' }).click()
    await until('widget as before', async () => (await read(page.request, 3))?.theme === 'light' || undefined)

    await page.getByRole('checkbox', { name: /^Facts/ }).click()
    await until(
      'widget without facts',
      async () => (await read(page.request, 3))?.show.join() === 'photos,availability' || undefined,
    )
    await preview.getByRole('heading', { name: 'About the hotel' }).waitFor({ state: 'detached' })
    await page.getByRole('combobox', { name: 'Language' }).selectOption('de')
    await preview.getByRole('heading', { name: 'Verfügbarkeit' }).waitFor()

    // What the server refuses is said in its words and taken back.
    const color = page.getByRole('textbox', { name: 'Accent colour' })
    await color.fill('#zzz')
    await color.press('Enter')
    await page.getByText('Enter a colour such as #2563eb').waitFor()
    await until('the old colour', async () => (await color.inputValue()) === made.color || undefined)

    await page.getByRole('button', { name: 'Delete widget' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete widget' }).click()
    await page.getByRole('button', { name: 'Create widget' }).waitFor()
    expect(await read(page.request, 3)).toBeUndefined()
    expect(trouble.filter((x) => !/40[04]/.test(x))).toEqual([])
  })

  test('by keyboard', async () => {
    const { page } = await w.visit(people.chain)
    await page.goto('/settings/widgets/?property=4')
    await page.getByRole('button', { name: 'Create widget' }).waitFor()
    await enterOn(page, page.getByRole('button', { name: 'Create widget' }))
    await page.getByRole('radio', { name: 'Dark' }).waitFor()
    await tabTo(page, page.getByRole('radio', { name: 'Light' }))
    await page.keyboard.press('ArrowRight')
    await until('dark widget', async () => (await read(page.request, 4))?.theme === 'dark' || undefined)
    await typeInto(page, page.getByRole('textbox', { name: 'Accent colour' }), '#0b7a75')
    await page.keyboard.press('Enter')
    await until('green widget', async () => (await read(page.request, 4))?.color === '#0b7a75' || undefined)
    await tabTo(page, page.getByRole('checkbox', { name: 'Published photos' }))
    await page.keyboard.press('Space')
    await until(
      'widget without photos',
      async () => (await read(page.request, 4))?.show.join() === 'facts,availability' || undefined,
    )
    await enterOn(page, page.getByRole('button', { name: 'Delete widget' }))
    await enterOn(page, page.getByRole('dialog').getByRole('button', { name: 'Delete widget' }))
    await until('no widget', async () => (await read(page.request, 4)) === undefined || undefined)
  })
})

describe('on the hotel’s own site', () => {
  let site: Server
  let code = ''
  let context: BrowserContext
  const address = (host: string, path = '/') => `http://${host}:${(site.address() as AddressInfo).port}${path}`

  // Styles that would change the widget, if anything of a page reached it.
  const styles =
    'body{font:20px serif;background:#ffe;color:#222}*{letter-spacing:1px}section,table,td,div,p{color:red;border:4px solid red;display:inline}button{background:red;width:300px}'

  beforeAll(async () => {
    site = createServer((request, response) => {
      if (request.url === '/style.css') return response.setHeader('Content-Type', 'text/css').end(styles)
      if (request.url === '/favicon.ico') return response.writeHead(204).end()
      response.setHeader('Content-Type', 'text/html; charset=utf-8')
      response.setHeader(
        'Content-Security-Policy',
        `default-src 'none'; script-src ${w.program.base}; connect-src ${w.program.base}; img-src ${w.program.base}; style-src 'self'`,
      )
      const body = request.url === '/without/' ? '' : code
      response.end(
        `<!doctype html><html lang="de"><head><title>Poseidon</title><link rel="stylesheet" href="/style.css"></head><body><main><h1>Unser Haus</h1><button>Anfragen</button>${body}</main></body></html>`,
      )
    })
    await new Promise<void>((ready) => site.listen(0, () => ready()))
    const { context: hotel } = await w.visit(people.hotel)
    code = (await read(hotel.request, 1))!.embed_code
    expect(
      (await hotel.request.patch('/api/settings/widget/1/', { data: { allowed_hosts: ['localhost'] } })).status(),
    ).toBe(200)
    await hotel.close()
    context = await w.browser.newContext({ locale: 'en-GB', viewport: { width: 1000, height: 900 } })
    context.setDefaultTimeout(10_000)
  })
  afterAll(async () => {
    await context?.close()
    site?.close()
  })

  /** A page with what its console says and which requests were refused by a policy. */
  async function open(url: string) {
    const page = await context.newPage()
    const said: string[] = []
    page.on('console', (m) => said.push(m.text()))
    page.on('pageerror', (e) => said.push(String(e)))
    await page.goto(url)
    return { page, said }
  }
  /** How the page's own elements look, but for the height that the widget adds. */
  const looks = (page: Page) =>
    page.evaluate(() =>
      ['html', 'body', 'main', 'h1', 'button'].map((tag) => {
        const s = getComputedStyle(document.querySelector(tag)!)
        return [
          tag,
          s.font,
          s.color,
          s.backgroundColor,
          s.letterSpacing,
          s.margin,
          s.padding,
          s.border,
          s.display,
          s.position,
          s.overflow,
          s.colorScheme,
          s.boxSizing,
        ]
      }),
    )
  const names = (page: Page) => page.evaluate(() => Object.keys(window).sort())

  test('the widget is there, in the language of the page, and the page stays as it was', async () => {
    const { page: before } = await open(address('localhost', '/without/'))
    const { page, said } = await open(address('localhost'))
    await page.getByRole('heading', { name: 'Verfügbarkeit' }).waitFor()
    await page.getByRole('img', { name: /./ }).first().waitFor()
    expect(await looks(page)).toEqual(await looks(before))
    expect(await names(page)).toEqual(await names(before))
    expect(await page.evaluate(() => document.body.querySelectorAll('[style], style').length)).toBe(0)
    expect(
      await page
        .locator('allot-widget td')
        .first()
        .evaluate((e) => getComputedStyle(e).color),
    ).not.toBe('rgb(255, 0, 0)')
    expect(await page.context().cookies()).toEqual([])
    expect(said).toEqual([])
    expect(await violations(page)).toEqual([])
    await before.close()
    await page.close()
  })

  test('works by keyboard: the calendar, the photos, the facts', async () => {
    const { page, said } = await open(address('localhost'))
    const next = page.getByRole('button', { name: 'Nächster Monat' })
    await next.waitFor()
    const month = () => page.locator('allot-widget .month').textContent()
    const first = await month()
    await next.focus()
    await page.keyboard.press('Enter')
    expect(await month()).not.toBe(first)
    await page.getByRole('button', { name: 'Voriger Monat' }).focus()
    await page.keyboard.press('Enter')
    expect(await month()).toBe(first)
    await page.keyboard.press('Enter')
    expect(await month(), 'there is nothing before today').toBe(first)
    await page.getByRole('combobox', { name: 'Zimmer' }).focus()
    await page.keyboard.press('ArrowDown')
    const caption = page.locator('allot-widget figcaption')
    await page.getByRole('button', { name: 'Nächstes Foto' }).focus()
    await page.keyboard.press('Enter')
    expect(await caption.textContent()).toMatch(/^2 \/ /)
    const rooms = page.locator('allot-widget summary').first()
    await rooms.focus()
    await page.keyboard.press('Enter')
    expect(
      await page
        .locator('allot-widget details')
        .first()
        .evaluate((d: HTMLDetailsElement) => d.open),
    ).toBe(true)
    expect(said).toEqual([])
    await page.close()
  })

  test.each([
    ['dark', 'en', '#ffee00', 360],
    ['light', 'el', '#003300', 1000],
  ] as const)('is accessible in %s and %s, on a page that says so', async (theme, language, color, width) => {
    const plain = code
    code = plain.replace('<script', `<script data-theme="${theme}" data-language="${language}" data-color="${color}"`)
    try {
      const { page } = await open(address('localhost'))
      await page.setViewportSize({ width, height: 900 })
      await page.locator('allot-widget h3').first().waitFor()
      expect(await page.locator('allot-widget section.widget').getAttribute('lang')).toBe(language)
      for (const s of await page.locator('allot-widget summary').all()) await s.click()
      expect(await violations(page)).toEqual([])
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
      ).toBe(true)
      await page.close()
    } finally {
      code = plain
    }
  })

  test('a host that is not allowed gets a short message and nothing of the hotel', async () => {
    const { page } = await open(address('other.localhost'))
    await page.getByText('Die Angaben zum Hotel können hier im Moment nicht gezeigt werden.').waitFor()
    expect(await page.locator('allot-widget').evaluate((e) => e.shadowRoot!.textContent)).not.toContain('Poseidon')
    expect(await violations(page)).toEqual([])
    await page.close()
  })
})
