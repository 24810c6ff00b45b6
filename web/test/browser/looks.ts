// Every screen of a persona, in light and dark, in four languages and three widths: no violation of axe, no text cut
// off, nothing wrong in the console, no request to anywhere else.
import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violations } from './axe'
import { people, picture, world } from './program'
import { statesOf } from './states'

/** Labels of buttons, tabs and links that do not fit in their place. */
export const cut = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a, h1, h2, [role=tab], label')]
      .filter(
        (e) =>
          e.offsetParent !== null &&
          e.clientWidth > 1 &&
          e.scrollWidth > e.clientWidth + 1 &&
          getComputedStyle(e).overflowX !== 'visible' &&
          getComputedStyle(e).textOverflow !== 'ellipsis' &&
          !e.classList.contains('bar'),
      )
      .map((e) => `${e.tagName} ${e.textContent?.trim().slice(0, 40)} ${e.scrollWidth} > ${e.clientWidth}`),
  )

const locales = new URL('../../src/locales/en/', import.meta.url)
const keys = new Set(
  readdirSync(locales).flatMap((file) =>
    Object.keys(JSON.parse(readFileSync(new URL(file, locales), 'utf8')) as object),
  ),
)

/** Keys of texts that are shown instead of a text: the catalogue of an area is not loaded. */
async function missing(page: Page): Promise<string[]> {
  const words = await page.evaluate(() => document.body.innerText.match(/[a-z]+(\.[a-z_0-9]+)+/g) ?? [])
  return words.filter((word) => keys.has(word))
}

/** Whether the page as a whole scrolls sideways. */
export const tooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth + 1)

/**
 * What makes the page as a whole scroll, and so takes the rail and the bar out of sight: only what is in main may
 * scroll.
 */
export const scrollingShell = (page: Page) =>
  page.evaluate(() => {
    const root = document.documentElement
    if (document.querySelector('main') === null || root.scrollHeight <= root.clientHeight + 1) return ''
    const below = [...document.body.querySelectorAll<HTMLElement>('*')].filter(
      (e) =>
        e.getBoundingClientRect().bottom + root.scrollTop > root.clientHeight + 1 && e.offsetParent === document.body,
    )
    return below.map((e) => `${e.tagName.toLowerCase()}.${e.className}`).slice(-1)[0] ?? 'the page itself'
  })

export async function ready(page: Page) {
  await page.locator('h1').first().waitFor()
  await page.waitForFunction(() => !document.querySelector('.skeleton'))
}

/** Goes to a screen as a link in the page does. */
export async function go(page: Page, path: string) {
  if (page.url() === 'about:blank') await page.goto(path)
  else {
    await page.evaluate((to) => {
      history.pushState(null, '', '/' + Math.random()) // away first: a screen that is shown already begins anew
      dispatchEvent(new PopStateEvent('popstate'))
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
    // Two frames: the old screen has gone, the new one has begun.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  }
  await ready(page)
}

/** The tests of the screens of a persona. Each has a file of its own: files run side by side. */
export function looksOf(persona: 'hotel' | 'operator' | 'staff') {
  const w = world()
  const screens = statesOf(persona)
  const email = people[persona]

  test('are accessible in light and dark, with everything that opens', { timeout: 3_600_000 }, async () => {
    const { page, context, trouble } = await w.visit(email)
    const wrong: string[] = []
    async function look(name: string, what = '') {
      for (const v of await violations(page)) wrong.push(`${name} ${what}: ${v}`)
      await picture(page, [persona, name, what, 'light'].filter(Boolean).join('-'))
      // What is not about colours is the same in the dark.
      await page.evaluate(() => (document.documentElement.dataset['theme'] = 'dark'))
      for (const v of await violations(page, ['color-contrast'])) wrong.push(`${name} ${what} in the dark: ${v}`)
      await picture(page, [persona, name, what, 'dark'].filter(Boolean).join('-'))
      await page.evaluate(() => (document.documentElement.dataset['theme'] = 'light'))
    }
    for (const [name, screen] of Object.entries(screens)) {
      await go(page, screen.path)
      await look(name)
      for (const [what, open] of Object.entries(screen.open ?? {})) {
        await go(page, screen.path)
        // What the frame has opened does not go with the screen.
        if (await page.evaluate(() => document.querySelector('dialog[open], [role=menu]') !== null)) {
          await page.goto(screen.path)
          await ready(page)
        }
        await open(page)
        await page.waitForTimeout(200)
        await look(name, what)
      }
    }
    expect(wrong).toEqual([])
    expect(trouble.filter((line) => !line.includes('/nowhere/'))).toEqual([])
    await context.close()
  })

  test('fit in four languages and three widths', { timeout: 3_600_000 }, async () => {
    const wrong: string[] = []
    for (const phone of [true, false]) {
      const { page, context, trouble } = await w.visit(
        email,
        phone ? { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true } : {},
      )
      for (const language of ['en', 'de', 'tr', 'el']) {
        await context.request.put('/api/settings/preferences/edit/', { data: { language } })
        await page.goto('about:blank')
        // The longest words and the shortest show what breaks in the middle.
        for (const width of phone ? [360] : language === 'en' || language === 'el' ? [1024, 2560] : [1280]) {
          if (!phone) await page.setViewportSize({ width, height: 800 })
          for (const [name, screen] of Object.entries(screens)) {
            await go(page, screen.path)
            if (await tooWide(page)) wrong.push(`${name} ${language} ${width}: the page scrolls sideways`)
            const scrolling = await scrollingShell(page)
            if (scrolling) wrong.push(`${name} ${language} ${width}: ${scrolling} scrolls the shell away`)
            for (const c of await cut(page)) wrong.push(`${name} ${language} ${width}: ${c}`)
            for (const m of await missing(page)) wrong.push(`${name} ${language} ${width}: no text for ${m}`)
            expect(await page.evaluate(() => document.documentElement.lang)).toBe(language)
            await picture(page, `${persona}-${name}-${language}-${width}`)
          }
        }
      }
      wrong.push(...trouble.filter((line) => !line.includes('/nowhere/')))
      await context.close()
    }
    expect(wrong).toEqual([])
  })
}
