// Whoever follows a link of a letter or a notification comes to its screen, over the log-in, in their language.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { match } from '../../src/app/match'
import paths from '../../src/app/paths.json'
import { password, people, world } from './program'

const w = world()
const doors = ['/register/', '/password-reset/', '/email-confirm/', '/log-in/']
/** The demo has one account that cannot log in; whether it gets letters before that is a matter of moments. */
const suspended = 'office@pension-edelweiss.example'
const nothing = /Nothing here|Hier ist nichts|Burada bir şey yok|Τίποτα εδώ/

/** The links of all letters of the demo: to whom, and the path. */
function links(): { to: string; path: string }[] {
  const folder = join(w.program.folder, 'mail')
  const found = new Map<string, { to: string; path: string }>()
  for (const file of readdirSync(folder).filter((f) => f.endsWith('.eml'))) {
    const text = readFileSync(join(folder, file), 'utf8')
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    const to = /^To:.*?([\w.+-]+@[\w.-]+)/m.exec(text)![1]!
    for (const m of text.matchAll(/https?:\/\/127\.0\.0\.1:\d+(\/[^\s"<>)]*)/g))
      found.set(to + m[1]!, { to, path: m[1]! })
  }
  return [...found.values()]
}

/** What a screen is, without the numbers. */
const kindOf = (path: string) => paths.find((p) => match(p, path.split(/[?#]/)[0]!)) ?? path.replace(/[?#].*/, '')

test('the links of letters', { timeout: 180_000 }, async () => {
  const seen = new Set<string>()
  const all = links()
  expect(all.length).toBeGreaterThan(20)
  for (const { to, path } of all) {
    const kind = kindOf(path)
    if (seen.has(to + kind)) continue
    seen.add(to + kind)
    const { page, context, trouble } = await w.visit()
    await page.goto(path)
    // Pages of the server itself, for people without an account.
    if (/^\/(api|unsubscribe|override-approval)\//.test(kind)) {
      expect((await page.request.get(path)).status(), path).toBe(200)
    } else if (doors.includes(kind)) {
      await page.locator('h1').waitFor()
    } else {
      await page.waitForURL(/\/log-in\//)
      await page.getByLabel('E-mail address').fill(to)
      await page.getByLabel('Password').fill(password)
      await page.keyboard.press('Enter')
      if (to === suspended) {
        await page.getByText('this account is suspended').waitFor()
        await context.close()
        continue
      }
      await page.waitForURL((url) => url.pathname === path.split(/[?#]/)[0])
      await page.locator('main h1, h1').first().waitFor()
      await page.waitForFunction(() => !document.querySelector('.skeleton'))
      const preferences = (await (await page.request.get('/api/settings/preferences/')).json()) as { language: string }
      expect(await page.evaluate(() => document.documentElement.lang), path).toBe(preferences.language)
    }
    expect(await page.evaluate(() => document.body.innerText), `${to} ${path}`).not.toMatch(nothing)
    expect(
      trouble.filter((t) => !t.includes('401')),
      `${to} ${path}`,
    ).toEqual([])
    await context.close()
  }
  console.log(`followed: ${[...seen].length} kinds of links of ${all.length}`)
})

test('the links of notifications', { timeout: 120_000 }, async () => {
  let followed = 0
  for (const email of [people.hotel, people.operator, people.staff]) {
    const { page, context, trouble } = await w.visit(email)
    const list = (await (await page.request.get('/api/notification/notification/?page_size=100')).json()) as {
      results: { kind: string; link: string }[]
    }
    const kinds = new Map(list.results.map((n) => [n.kind + kindOf(n.link), n]))
    for (const n of kinds.values()) {
      // The server leaves out a link whose page it does not serve: here it serves them all.
      expect(n.link, `${email} ${n.kind}`).toMatch(/^\//)
      await page.goto(n.link)
      await page.locator('h1').first().waitFor()
      await page.waitForFunction(() => !document.querySelector('.skeleton'))
      expect(await page.evaluate(() => document.body.innerText), `${email} ${n.link}`).not.toMatch(nothing)
      expect(await page.getByRole('alert').allInnerTexts(), `${email} ${n.link}`).toEqual([])
      followed++
    }
    expect(trouble).toEqual([])
    await context.close()
  }
  expect(followed).toBeGreaterThan(3)
})
