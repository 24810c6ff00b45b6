// The pages before the log-in.
import { expect, test } from 'vitest'
import { violations } from './axe'
import { cut, ready, tooWide } from './looks'
import { picture, world } from './program'

const w = world()
const doors = {
  login: '/log-in/',
  register: '/register/',
  invited: '/register/?invitation=x',
  reset: '/password-reset/',
  set: '/password-reset/#token=x',
  confirm: '/email-confirm/#token=x',
  incomplete: '/email-confirm/',
}

test('the doors are accessible in light and dark, and fit in four languages', async () => {
  const wrong: string[] = []
  for (const [language, colorScheme] of [
    ['en', 'light'],
    ['de', 'dark'],
    ['tr', 'light'],
    ['el', 'dark'],
  ] as const) {
    const { page, context, trouble } = await w.visit(undefined, {
      colorScheme,
      locale: language,
      viewport: { width: 360, height: 800 },
    })
    for (const [name, path] of Object.entries(doors)) {
      await page.goto('about:blank')
      await page.goto(path)
      await ready(page)
      if (language === 'en' || language === 'de')
        for (const v of await violations(page)) wrong.push(`${name} ${colorScheme}: ${v}`)
      if (await tooWide(page)) wrong.push(`${name} ${language}: the page scrolls sideways`)
      for (const c of await cut(page)) wrong.push(`${name} ${language}: ${c}`)
      await picture(page, `door-${name}-${language}-${colorScheme}`)
    }
    wrong.push(...trouble)
    await context.close()
  }
  expect(wrong).toEqual([])
})
