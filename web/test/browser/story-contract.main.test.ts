// A contract from the first proposal to a rejected amendment, in two browsers: what one side does, the other sees at
// once.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { picture, world } from './program'

const w = world()

interface Contract {
  id: number
  status: string
  direction: string
  notice_period: number
  to_edit_facts: string
  changes_requested: boolean
  permission_matrix: Record<string, Record<string, unknown>>
}

const read = async <T>(page: Page, path: string) => (await (await page.request.get(path)).json()) as T
const contractOf = (page: Page, id: number) => read<Contract>(page, `/api/partners/contracts/${id}/`)

test('a hotel and an operator agree on a contract, amend it, and do not amend it', { timeout: 120_000 }, async () => {
  const hotel = await w.visit('mehmet@lara-park.example')
  const operator = await w.visit('daan@zonvaart.example')
  const h = hotel.page
  const o = operator.page

  // The operator looks at its contracts: none with this hotel.
  await o.goto('/partners/contracts/')
  await o.getByRole('link', { name: 'Hotel Poseidon' }).waitFor()
  expect(await o.getByText('Lara Park Otel').count()).toBe(0)

  // The hotel finds the operator, and proposes.
  await h.goto('/partners/contracts/')
  await h.getByRole('button', { name: 'Find partners' }).first().click()
  await h.getByRole('searchbox', { name: 'Search tour operators and places' }).fill('zonvaart')
  await h.getByRole('button', { name: 'Propose a contract to Zonvaart Reizen' }).click()
  const dialog = h.getByRole('dialog', { name: 'Propose a contract to Zonvaart Reizen' })
  await dialog
    .getByRole('radiogroup', { name: 'Own wording of facts' })
    .getByRole('radio', { name: 'With approval' })
    .click()
  await dialog.getByLabel('Notice of cancellation').fill('30')
  await dialog.getByLabel('Comments').fill('Summer 2027, first season together')
  await dialog.getByText('Permissions', { exact: true }).click()
  await dialog.getByRole('radiogroup', { name: 'Pools' }).getByRole('radio', { name: 'No' }).click()
  await picture(h, 'story-contract-propose')
  await dialog.getByRole('button', { name: 'Propose a contract' }).click()
  await h.waitForURL(/\/partners\/contracts\/\d+\/$/)
  const id = Number(/contracts\/(\d+)\//.exec(h.url())![1])
  await h.getByRole('button', { name: 'Withdraw' }).waitFor()
  expect(await h.getByRole('button', { name: 'Accept' }).count(), 'nobody accepts its own proposal').toBe(0)
  expect(await contractOf(h, id)).toMatchObject({
    status: 'P',
    direction: 'outgoing',
    notice_period: 30,
    to_edit_facts: 'O',
    permission_matrix: { facts: { pools: false, bars: true } },
  })

  // The operator sees it without doing anything, reads it, and accepts.
  const row = o.getByRole('row').filter({ hasText: 'Lara Park Otel' })
  await row.getByText('Waits for your answer').waitFor()
  await row.getByRole('link', { name: 'Lara Park Otel' }).click()
  await o.getByText('Summer 2027, first season together').waitFor()
  await o.getByRole('button', { name: 'Accept' }).click()
  await o.getByText('Agreed with Lara Park Otel').first().waitFor()
  expect(await contractOf(o, id)).toMatchObject({ status: 'A', direction: 'current' })

  // The hotel sees that, and the operator proposes an amendment.
  await h.getByRole('button', { name: 'Cancel the contract' }).waitFor()
  await o.getByRole('button', { name: 'Propose an amendment' }).click()
  const amend = o.getByRole('dialog', { name: 'Propose an amendment' })
  expect(await amend.getByLabel('Notice of cancellation').inputValue(), 'it begins with the terms in force').toBe('30')
  expect(await amend.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
  await amend.getByLabel('Notice of cancellation').fill('60')
  await amend.getByRole('radiogroup', { name: 'Own wording of facts' }).getByRole('radio', { name: 'Yes' }).click()
  await amend.getByText('2 terms change').waitFor()
  await amend.getByRole('button', { name: 'Send' }).click()
  await amend.waitFor({ state: 'detached' })
  await o.getByRole('button', { name: 'Withdraw' }).waitFor()

  // The hotel has it side by side, and accepts all of it.
  const bar = h.getByRole('region', { name: 'Zonvaart Reizen proposes an amendment' })
  const notice = bar.getByRole('row').filter({ hasText: 'Notice of cancellation' })
  await notice.locator('del', { hasText: '30 days' }).waitFor()
  await notice.locator('ins', { hasText: '60 days' }).waitFor()
  expect(await bar.getByRole('row').filter({ hasText: 'Own wording of facts' }).locator('ins').textContent()).toBe(
    'Yes',
  )
  await picture(h, 'story-contract-amendment')
  await bar.getByRole('button', { name: 'Accept all' }).click()
  await bar.waitFor({ state: 'detached' })
  expect(await contractOf(h, id)).toMatchObject({
    status: 'A',
    notice_period: 60,
    to_edit_facts: 'Y',
    changes_requested: false,
  })
  await h.getByText('Zonvaart Reizen: 2 terms').waitFor()
  await h.getByRole('listitem').filter({ hasText: 'Zonvaart Reizen: 2 terms' }).getByText('Accepted').waitFor()
  await o.getByRole('listitem').filter({ hasText: 'Zonvaart Reizen: 2 terms' }).getByText('Accepted').waitFor()

  // The hotel wants something too; the operator does not.
  await h.getByRole('button', { name: 'Propose an amendment' }).click()
  const second = h.getByRole('dialog', { name: 'Propose an amendment' })
  await second.getByLabel('Notice for a stop sale').fill('0')
  await second.getByLabel('Rooms on request').uncheck()
  await second.getByRole('button', { name: 'Send' }).click()
  await second.waitFor({ state: 'detached' })
  const asked = o.getByRole('region', { name: 'Lara Park Otel proposes an amendment' })
  await asked.getByRole('button', { name: 'Reject' }).click()
  const confirm = o.getByRole('dialog', { name: 'Reject' })
  await confirm.getByRole('button', { name: 'Reject' }).click()
  await asked.waitFor({ state: 'detached' })
  await o.getByRole('listitem').filter({ hasText: 'Lara Park Otel: 1 term' }).getByText('Rejected').waitFor()
  await h.getByRole('listitem').filter({ hasText: 'Lara Park Otel: 1 term' }).getByText('Rejected').waitFor()
  expect(await contractOf(o, id)).toMatchObject({ status: 'A', notice_period: 60, changes_requested: false })
  const versions = await read<{ results: { is_reviewed: boolean; is_accepted: boolean; proposed_by: number }[] }>(
    h,
    `/api/partners/contracts/${id}/versions/`,
  )
  expect(versions.results.map((v) => [v.is_reviewed, v.is_accepted, v.proposed_by])).toEqual([
    [true, false, 4],
    [true, true, 12],
  ])

  await picture(h, 'story-contract-end')
  expect([...hotel.trouble, ...operator.trouble]).toEqual([])
  await hotel.context.close()
  await operator.context.close()
})
