// Somebody of the team who may do one thing only: the screens for it can be read without a refusal.
import type { APIRequestContext } from 'playwright-core'
import { expect, test } from 'vitest'
import { screens } from '../../src/app/screens'
import { isFor } from '../../src/app/screen'
import { go } from './looks'
import { password, people, world } from './program'

const w = world()
const flags = [
  'stop_sales',
  'partner_connections',
  'fact_sheets',
  'photos',
  'invoicing',
  'rooming',
  'subscriptions',
  'settings',
  'integrations',
  'reports',
]
const only = (flag?: string) => ({ ...Object.fromEntries(flags.map((f) => [f, f === flag])), property_ids: [] })

async function post<T>(manager: APIRequestContext, path: string, data: object): Promise<T> {
  const answer = await manager.post(path, { data })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()) as T
}

test.each([
  ['hotel', 'accommodation'],
  ['operator', 'tour_operator'],
] as const)('a colleague at the %s who may do one thing', async (who, persona) => {
  const manager = await w.visit(people[who])
  const email = `one-thing@${who}.example`
  const { id: user } = await post<{ id: number }>(manager.context.request, '/api/auth/authorized-users/create/', {
    email,
    first_name: 'Ida',
    last_name: 'Holm',
    password,
  })
  const { id } = await post<{ id: number }>(manager.context.request, '/api/auth/permissions/create/', {
    ...only(),
    user,
  })
  const wrong: string[] = []
  const menu = screens.filter((s) => s.group && isFor(s, persona) && !s.manager)
  for (const flag of [undefined, ...flags]) {
    expect(
      (await manager.context.request.put(`/api/auth/permissions/update/${id}/`, { data: only(flag) })).status(),
    ).toBe(200)
    const { page, context, trouble } = await w.visit(email)
    for (const { path } of menu.filter((s) => s.needs === flag)) {
      await go(page, path)
      await page.waitForTimeout(300) // what a screen reads after it is there
      for (const said of await page.getByRole('alert').allInnerTexts()) wrong.push(`${flag} ${path}: ${said}`)
      for (const line of trouble.splice(0)) wrong.push(`${flag} ${path}: ${line}`)
    }
    await context.close()
  }
  expect(wrong).toEqual([])
  await manager.context.close()
})
