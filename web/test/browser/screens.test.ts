// Every screen, in light and dark, in four languages and three widths: no violation of axe, no text cut off,
// nothing wrong in the console, no request to anywhere else.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { people, picture, world } from './program'

const w = world()
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Found {
  violations: { id: string; help: string; nodes: { html: string; failureSummary: string }[] }[]
}

/** What axe finds wrong on the page as it is now. */
async function violations(page: Page, only?: string[]): Promise<string[]> {
  // Through the debugger: a script tag would be stopped by the content security policy.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  const options = only ? { runOnly: only } : {}
  const found = await page.evaluate((o) => (window as unknown as { axe: { run: (on: Document, o: object) => Promise<Found> } }).axe.run(document, o), options)
  return found.violations.map((v) => `${v.id}: ${v.help}\n  ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 200) + '\n  ' + n.failureSummary.replaceAll('\n', ' ')).join('\n  ')}`)
}

/** Labels of buttons, tabs and links that do not fit in their place. */
const cut = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a, h1, h2, [role=tab], label')]
      .filter((e) => e.offsetParent !== null && e.clientWidth > 1 && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX !== 'visible' && getComputedStyle(e).textOverflow !== 'ellipsis' && !e.classList.contains('bar'))
      .map((e) => `${e.tagName} ${e.textContent?.trim().slice(0, 40)} ${e.scrollWidth} > ${e.clientWidth}`),
  )

/** Whether the page as a whole scrolls sideways. */
const tooWide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth + 1)

type Step = (page: Page) => Promise<void>
const press = (name: string | RegExp): Step => (page) => page.getByRole('button', { name }).first().click()

/** Screens, and what can be opened on them. */
const hotel: Record<string, { path: string; open?: Record<string, Step> }> = {
  today: {
    path: '/',
    open: {
      bell: press(/notification/i),
      account: press('Account'),
      sessions: async (page) => {
        await page.getByRole('button', { name: 'Account' }).click()
        await page.getByRole('menuitem', { name: 'Where you are logged in' }).click()
      },
      property: press('Hotel Poseidon'),
    },
  },
  allotment: {
    path: '/allotment/',
    open: {
      bulk: async (page) => {
        await page.getByRole('grid').focus()
        await page.keyboard.press('Shift+ArrowRight')
        await page.keyboard.press('Enter')
        await page.getByRole('dialog').waitFor()
      },
      why: async (page) => {
        await page.getByRole('grid').focus()
        await page.keyboard.press('i')
        await page.getByRole('complementary').getByRole('table').waitFor()
      },
      figures: async (page) => {
        await page.locator('.expand').first().click()
        await page.getByRole('rowheader', { name: 'Closed' }).waitFor()
      },
      date: press('Go to date'),
      blocks: press('Allotments'),
      new: press('New calendar'),
      more: press('More'),
      shares: async (page) => {
        await page.getByRole('button', { name: 'More' }).click()
        await page.getByRole('menuitem', { name: 'Shared units' }).click()
      },
      chart: async (page) => {
        await page.getByRole('button', { name: 'More' }).click()
        await page.getByRole('menuitem', { name: 'PDF and mail' }).click()
      },
      keys: async (page) => page.keyboard.press('?'),
      commands: async (page) => page.keyboard.press('Control+k'),
    },
  },
  compare: { path: '/allotment/?calendar=3&compare=1&density=compact' },
  detailed: { path: '/allotment/?calendar=5&density=detailed' },
  standalone: { path: '/allotment/?calendar=6' },
  timeline: { path: '/timeline/', open: { bar: async (page) => page.locator('button.bar').first().click() } },
  stopsale: {
    path: '/stop-sale/',
    open: {
      codes: async (page) => {
        await page.getByRole('grid').focus()
        await page.keyboard.press('Enter')
      },
    },
  },
  nothing: { path: '/nowhere/' },
}
const operator: typeof hotel = {
  portfolio: { path: '/portfolio/' },
  availability: {
    path: '/availability/',
    open: {
      day: async (page) => {
        await page.getByRole('grid').focus()
        await page.keyboard.press('i')
        await page.getByRole('complementary').waitFor()
      },
    },
  },
}
const doors = { login: '/log-in/', register: '/register/', invited: '/register/?invitation=x', reset: '/password-reset/', set: '/password-reset/#token=x', confirm: '/email-confirm/#token=x', incomplete: '/email-confirm/' }

async function ready(page: Page) {
  await page.locator('h1').first().waitFor()
  await page.waitForFunction(() => !document.querySelector('.skeleton'))
}

describe.each([
  ['hotel', people.hotel, hotel],
  ['operator', people.operator, operator],
] as const)('the screens of the %s', (persona, email, screens) => {
  test.each(['light', 'dark'] as const)('are accessible in %s, with everything that opens', async (theme) => {
    const { page, context, trouble } = await w.visit(email)
    await context.request.put('/api/settings/preferences/edit/', { data: { theme } })
    const wrong: string[] = []
    // What is not about colours is the same in the dark.
    const only = theme === 'dark' ? ['color-contrast'] : undefined
    for (const [name, screen] of Object.entries(screens)) {
      await page.goto(screen.path)
      await ready(page)
      for (const v of await violations(page, only)) wrong.push(`${name}: ${v}`)
      await picture(page, `${persona}-${name}-${theme}`)
      for (const [what, open] of Object.entries(screen.open ?? {})) {
        await page.goto(screen.path)
        await ready(page)
        await open(page)
        await page.waitForTimeout(300)
        for (const v of await violations(page, only)) wrong.push(`${name} with ${what}: ${v}`)
        await picture(page, `${persona}-${name}-${what}-${theme}`)
      }
    }
    expect(wrong).toEqual([])
    expect(trouble.filter((line) => !line.includes('/nowhere/'))).toEqual([])
    await context.close()
  })

  test('fit in four languages and three widths', async () => {
    const wrong: string[] = []
    for (const language of ['en', 'de', 'tr', 'el']) {
      // The longest words and the shortest show what breaks in the middle.
      for (const width of language === 'en' || language === 'el' ? [360, 1024, 2560] : [360, 1280]) {
        const { page, context, trouble } = await w.visit(email, { viewport: { width, height: 800 }, ...(width === 360 ? { hasTouch: true, isMobile: true } : {}) })
        await context.request.put('/api/settings/preferences/edit/', { data: { language } })
        for (const [name, screen] of Object.entries(screens)) {
          await page.goto(screen.path)
          await ready(page)
          if (await tooWide(page)) wrong.push(`${name} ${language} ${width}: the page scrolls sideways`)
          for (const c of await cut(page)) wrong.push(`${name} ${language} ${width}: ${c}`)
          expect(await page.evaluate(() => document.documentElement.lang)).toBe(language)
          await picture(page, `${persona}-${name}-${language}-${width}`)
        }
        wrong.push(...trouble.filter((line) => !line.includes('/nowhere/')))
        await context.close()
      }
    }
    expect(wrong).toEqual([])
  })
})

test('the doors are accessible in light and dark, and fit in four languages', async () => {
  const wrong: string[] = []
  for (const [language, colorScheme] of [['en', 'light'], ['de', 'dark'], ['tr', 'light'], ['el', 'dark']] as const) {
    const { page, context, trouble } = await w.visit(undefined, { colorScheme, locale: language, viewport: { width: 360, height: 800 } })
    for (const [name, path] of Object.entries(doors)) {
      await page.goto('about:blank')
      await page.goto(path)
      await ready(page)
      if (language === 'en' || language === 'de') for (const v of await violations(page)) wrong.push(`${name} ${colorScheme}: ${v}`)
      if (await tooWide(page)) wrong.push(`${name} ${language}: the page scrolls sideways`)
      for (const c of await cut(page)) wrong.push(`${name} ${language}: ${c}`)
      await picture(page, `door-${name}-${language}-${colorScheme}`)
    }
    wrong.push(...trouble)
    await context.close()
  }
  expect(wrong).toEqual([])
})
