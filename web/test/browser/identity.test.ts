// Team, audit trail and settings: the main job of each by mouse and by keyboard.
import { describe, expect, test } from 'vitest'
import { enterOn, tabTo, typeInto } from './keyboard'
import { people, until, world } from './program'

const w = world()

interface Page<T> {
  results: T[]
}

describe('the team', () => {
  interface Person {
    id: number
    email: string
  }
  test('a person is added with permissions and one property, changed and removed, by mouse', async () => {
    const { page, context } = await w.visit(people.hotel)
    const find = async (email: string) =>
      ((await (await page.request.get('/api/auth/authorized-users/')).json()) as Page<Person>).results.find(
        (p) => p.email === email,
      )
    await page.goto('/team/')
    await page.getByRole('button', { name: 'Add a person' }).first().click()
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel('E-mail address').fill('night@hotel-poseidon.example')
    await drawer.getByLabel('Password').fill('short')
    await drawer.getByRole('button', { name: 'Save' }).click()
    // What is wrong stands at its field, and nothing is lost.
    await expect.poll(() => drawer.getByLabel('Password').getAttribute('aria-invalid')).toBe('true')
    await drawer.getByLabel('Password').fill('three unrelated words')
    await drawer.getByLabel('Stop sales and calendars').check()
    await drawer.getByLabel('Only these properties').check()
    await drawer.getByLabel('Hotel Poseidon').check()
    await drawer.getByRole('button', { name: 'Save' }).click()
    await drawer.waitFor({ state: 'detached' })
    const row = page.getByRole('row').filter({ hasText: 'night@hotel-poseidon.example' })
    await row.getByText('Hotel Poseidon').waitFor()
    const made = await find('night@hotel-poseidon.example')
    const permissions = (await (
      await page.request.get(`/api/auth/authorized-users/${made!.id}/permissions/`)
    ).json()) as Record<string, unknown>
    expect([permissions['stop_sales'], permissions['settings'], permissions['property_ids']]).toEqual([
      true,
      false,
      [1],
    ])

    await row.getByRole('button', { name: 'night@hotel-poseidon.example', exact: true }).click()
    await drawer.getByLabel('First name').fill('Nikos')
    await drawer.getByRole('button', { name: 'Save' }).click()
    await row.getByText('Nikos').waitFor()

    await row.getByRole('button', { name: 'Remove Nikos' }).click()
    await drawer.getByRole('button', { name: 'Remove', exact: true }).click()
    await row.waitFor({ state: 'detached' })
    expect(await find('night@hotel-poseidon.example')).toBeUndefined()
    await context.close()
  })

  test('a person is added by keyboard', async () => {
    const { page, context } = await w.visit(people.hotel)
    await page.goto('/team/')
    await enterOn(page, page.getByRole('button', { name: 'Add a person' }).first())
    const drawer = page.getByRole('dialog')
    await typeInto(page, drawer.getByLabel('E-mail address'), 'bar@hotel-poseidon.example')
    await typeInto(page, drawer.getByLabel('Password'), 'three unrelated words')
    await tabTo(page, drawer.getByLabel('Invoices'))
    await page.keyboard.press('Space')
    await page.keyboard.press('Control+Enter')
    await drawer.waitFor({ state: 'detached' })
    await page.getByRole('row').filter({ hasText: 'bar@hotel-poseidon.example' }).getByText('Invoices').waitFor()
    await context.close()
  })
})

test('the audit trail is filtered, and an entry tells before and after', async () => {
  const { page, context } = await w.visit(people.hotel)
  await page.goto('/audit/')
  await page.getByLabel('Kind of object').selectOption('facts.general')
  await expect.poll(() => page.url()).toContain('facts.general')
  await enterOn(page, page.getByRole('button', { name: /^Fact sheet \(General/ }).first())
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('columnheader', { name: 'Before' }).waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  await context.close()
})

describe('settings', () => {
  test('the personal ones are saved by mouse, and the page follows the language', async () => {
    const { page, context } = await w.visit(people.hotel)
    await page.goto('/settings/')
    await page.getByLabel('Language').selectOption('de')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByRole('heading', { name: 'Persönlich' }).waitFor()
    await page.getByLabel('Sprache').selectOption('en')
    await page.getByRole('button', { name: 'Speichern' }).first().click()
    await page.getByRole('heading', { name: 'Personal' }).waitFor()
    await context.close()
  })

  test('the company is changed by keyboard; a wrong address is refused at its field', async () => {
    const { page, context } = await w.visit(people.hotel)
    await page.goto('/settings/company/')
    await typeInto(page, page.getByLabel('Web site'), 'no address')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => page.getByLabel('Web site').getAttribute('aria-invalid')).toBe('true')
    await page.keyboard.press('Control+a') // the field that was refused has the keyboard
    await page.keyboard.type('https://hotel-poseidon.example')
    await page.keyboard.press('Control+Enter')
    await until(
      'web site',
      async () =>
        ((await (await page.request.get('/api/settings/company/')).json()) as { website: string }).website ===
          'https://hotel-poseidon.example' || undefined,
    )
    await context.close()
  })

  test('contacts are imported with a preview, put on a list, and one is removed and taken back', async () => {
    const { page, context } = await w.visit(people.hotel)
    await page.goto('/settings/contacts/')
    await page.getByRole('button', { name: 'Import from CSV' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.locator('input[type=file]').setInputFiles({
      name: 'contacts.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('email,first_name,company\nmia@agency.example,Mia,Agency\nnot-an-address,Nobody,\n'),
    })
    await drawer.getByText('mia@agency.example').first().waitFor()
    await drawer.getByRole('button', { name: /^Import/ }).click()
    await drawer.getByText('E-mail address: Enter an e-mail address such as name@example.com.').waitFor()
    await page.keyboard.press('Escape')
    await page
      .getByRole('row')
      .filter({ hasText: 'mia@agency.example' })
      .getByRole('button', { name: 'Remove Mia' })
      .click()
    await page.getByRole('row').filter({ hasText: 'mia@agency.example' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('row').filter({ hasText: 'mia@agency.example' }).waitFor()
    await context.close()
  })

  test('a list of several pages is sorted as a whole, and a page of it is a page of the sorted list', async () => {
    const { page, context } = await w.visit(people.hotel)
    const names = Array.from({ length: 60 }, (_, i) => `Zz${String(i).padStart(2, '0')}`)
    const file = ['email,first_name,company', ...names.toReversed().map((n) => `${n}@sorted.example,${n},Sorted`)].join(
      '\n',
    )
    await page.request.post('/api/settings/contacts/import/csv/', {
      data: file,
      headers: { 'Content-Type': 'text/csv' },
    })
    await page.goto('/settings/contacts/?q=sorted.example&page=2')
    const shown = async () => (await page.getByRole('rowheader').allInnerTexts()).map((text) => text.slice(0, 4))
    await expect.poll(async () => (await shown()).length).toBe(25)

    const person = page.getByRole('columnheader', { name: 'Contact' })
    await person.getByRole('button').click()
    await expect.poll(shown, { message: 'it begins on the first page' }).toEqual(names.slice(0, 25))
    expect(await person.getAttribute('aria-sort')).toBe('ascending')
    await person.getByRole('button').click()
    await expect.poll(shown).toEqual(names.toReversed().slice(0, 25))
    await page.getByRole('button', { name: 'Next' }).click()
    await expect.poll(shown).toEqual(names.toReversed().slice(25, 50))
    await page.getByText('2 of 3', { exact: true }).waitFor()
    await context.close()
  })

  test('a mailing list is made by keyboard', async () => {
    const { page, context } = await w.visit(people.hotel)
    await page.goto('/settings/lists/')
    await enterOn(page, page.getByRole('button', { name: 'New mailing list' }).first())
    const drawer = page.getByRole('dialog')
    await typeInto(page, drawer.getByLabel('Name'), 'Friday letter')
    await tabTo(page, drawer.getByLabel(/Lena Huber/))
    await page.keyboard.press('Space')
    await page.keyboard.press('Control+Enter')
    await drawer.waitFor({ state: 'detached' })
    const lists = (await (await page.request.get('/api/settings/mailing-lists/')).json()) as Page<{
      name: string
      contacts_count: number
    }>
    expect(lists.results.find((l) => l.name === 'Friday letter')?.contacts_count).toBe(1)
    await context.close()
  })
})
