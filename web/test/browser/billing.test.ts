// Plan and billing, played through the sandbox of payments.
import { expect, test } from 'vitest'
import { enterOn, tabTo } from './keyboard'
import { people, world } from './program'

const w = world()
const subscription = async (page: import('playwright-core').Page) =>
  (
    (await (await page.request.get('/api/payments/overview/')).json()) as {
      subscription: { plan_name: string; cancel_at_period_end: boolean; auto_renew: boolean }
    }
  ).subscription

test('another plan is bought, cancelled and resumed, by mouse', async () => {
  const { page, context } = await w.visit(people.hotel)
  await page.goto('/billing/')
  await page.getByRole('button', { name: 'Choose Platinum' }).click()
  await page.getByRole('dialog').getByText('Platinum costs €199.00').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Pay' }).click()
  await page.getByRole('heading', { name: 'Your plan: Platinum' }).waitFor()
  expect((await subscription(page)).plan_name).toBe('Platinum')
  await page.getByRole('button', { name: 'Cancel the plan' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the plan' }).click()
  await page.getByText('Cancelled: the plan ends').waitFor()
  expect((await subscription(page)).cancel_at_period_end).toBe(true)
  await page.getByRole('button', { name: 'Keep the plan' }).click()
  await page.getByRole('button', { name: 'Cancel the plan' }).waitFor()
  expect((await subscription(page)).cancel_at_period_end).toBe(false)
  await context.close()
})

test('a card is added by keyboard; one that is declined says so; renewal is switched off and on', async () => {
  const { page, context } = await w.visit(people.hotel)
  await page.goto('/billing/')
  await enterOn(page, page.getByRole('button', { name: 'Add a card' }))
  const dialog = page.getByRole('dialog')
  await tabTo(page, dialog.getByLabel('Card for tests'))
  await page.keyboard.type('pm_card_mastercard')
  await page.keyboard.press('Control+Enter')
  await dialog.waitFor({ state: 'detached' })
  const cards = (await (await page.request.get('/api/payments/cards/')).json()) as { results: { brand: string }[] }
  expect(cards.results.map((c) => c.brand)).toContain('mastercard')
  const renew = page.getByLabel('Renew by itself')
  await tabTo(page, renew)
  const before = (await subscription(page)).auto_renew
  await page.keyboard.press('Space')
  await expect.poll(async () => (await subscription(page)).auto_renew).toBe(!before)
  await context.close()
})

test('the next period is not paid by one press of a button', async () => {
  const { page, context } = await w.visit(people.hotel)
  let asked = 0
  await page.route(/renew-now/, (route) => {
    asked++
    return route.continue()
  })
  await page.goto('/billing/')
  await page.getByRole('button', { name: 'Pay the next period now' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).click()
  expect(asked).toBe(0)
  await page.getByRole('button', { name: 'Pay the next period now' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Pay', exact: true }).click()
  await page.getByText('The next period is paid').waitFor()
  expect(asked).toBe(1)
  await context.close()
})

test('where payments are off, nothing can be bought and the page says whom to ask', async () => {
  const { page, context } = await w.visit(people.hotel)
  await page.route(/payments\/(overview|plans)\//, async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as object
    await route.fulfill({ response, json: { ...body, payments: 'off', sandbox: false } })
  })
  await page.goto('/billing/')
  await page.getByText('This installation takes no payments').waitFor()
  await page.getByRole('heading', { name: 'Platinum' }).first().waitFor()
  for (const name of [/^Choose /, 'Add a card', 'Pay the next period now'])
    expect(await page.getByRole('button', { name }).count()).toBe(0)
  await page.unrouteAll({ behavior: 'wait' })
  await context.close()
})
