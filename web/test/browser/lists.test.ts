// The order of lists: the newest first, and by the column that the reader chooses.
import type { APIResponse, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { iso } from './days'
import { invoiceID, invoiceNumber } from './invoices'
import { people, world } from './program'

const w = world()

async function made(answer: Promise<APIResponse>): Promise<void> {
  const got = await answer
  expect(got.ok(), await got.text()).toBe(true)
}

/** Imports the e-invoice of the demo under other numbers. */
async function importAs(page: Page, names: string[]): Promise<void> {
  const xml = await (await page.request.get(`/api/einvoice/${invoiceID(3)}/?format=xrechnung`)).text()
  const own = await invoiceNumber(page, 3)
  for (const name of names) {
    const file = { name: name + '.xml', mimeType: 'application/xml', buffer: Buffer.from(xml.replaceAll(own, name)) }
    await made(page.request.post('/api/einvoice/import/', { multipart: { file } }))
  }
}

/** Makes three with names in no order. */
async function named(page: Page, path: string): Promise<string[]> {
  const names = ['Swift', 'Avocet', 'Merlin']
  for (const name of names) await made(page.request.post(path, { data: { name } }))
  return names
}

describe('what was made last comes first', () => {
  interface List {
    name: string
    who: string
    screen: string
    /** Makes three, one after the other, and returns how the list names them. */
    make: (page: Page) => Promise<string[]>
  }
  const lists: List[] = [
    {
      name: 'rooming lists',
      who: people.hotel,
      screen: '/rooming/',
      make: async (page) => {
        const names = ['Choir', 'Walkers', 'Anglers']
        for (const name of names)
          await made(page.request.post('/api/rooming/ledgers/', { data: { property: 1, name } }))
        return names
      },
    },
    {
      name: 'e-invoices',
      who: people.operator,
      screen: '/einvoices/',
      make: async (page) => {
        const names = ['ZZ-1', 'AA-2', 'MM-3']
        await importAs(page, names)
        return names
      },
    },
    {
      name: 'contracts',
      who: people.hotel,
      screen: '/partners/contracts/',
      make: async (page) => {
        const names = ['last@new.example', 'among@new.example', 'middle@new.example']
        for (const invite_email of names)
          await made(page.request.post('/api/partners/contracts/create/', { data: { invite_email } }))
        return names
      },
    },
    {
      name: 'exports',
      who: people.hotel,
      screen: '/exports/',
      make: async (page) => {
        const days = { from: iso(-30), to: iso(0) }
        for (const data of [
          { target: 'facts' },
          { target: 'invoices', ...days },
          { target: 'availability', ...days },
        ]) {
          await made(page.request.post('/api/v1/integrations/exports/create/', { data: { format: 'json', ...data } }))
        }
        return ['Fact sheets · JSON', 'Invoices · JSON', 'Availability · JSON']
      },
    },
    {
      name: 'invoice templates',
      who: people.hotel,
      screen: '/invoices/templates/',
      make: (page) => named(page, '/api/invoicing/templates/'),
    },
    {
      name: 'mailing lists',
      who: people.hotel,
      screen: '/settings/lists/',
      make: (page) => named(page, '/api/settings/mailing-lists/create/'),
    },
    {
      name: 'keys',
      who: people.chain,
      screen: '/developers/keys/',
      make: (page) => named(page, '/api/settings/api-key/create/'),
    },
  ]

  test.each(lists)('$name', async ({ who, screen, make }) => {
    const { page, context } = await w.visit(who)
    const names = await make(page)
    await page.goto(screen)
    const rows = page.getByRole('rowheader')
    await rows.nth(2).waitFor()
    const first = (await rows.allInnerTexts()).slice(0, 3)
    expect(
      first.map((text, i) => text.includes(names.at(-1 - i)!)),
      first.join(' | '),
    ).toEqual([true, true, true])
    await context.close()
  })
})

describe('a head of a column sorts the rows, up and down', () => {
  const words = new Intl.Collator('en', { numeric: true })
  const figures = (text: string) => Number(text.replace(/[^\d.-]/g, ''))
  const compare = {
    words: (a: string, b: string) => words.compare(a, b),
    figures: (a: string, b: string) => figures(a) - figures(b),
  }

  /** What a column shows, without the small print below it. */
  async function shown(page: Page, table: string, column: string): Promise<string[]> {
    const region = page.getByRole('region', { name: table, exact: true })
    const heads = await region.getByRole('columnheader').allInnerTexts()
    const at = heads.findIndex((text) => text.replace(/[↑↓]/, '').trim() === column)
    const cells = await region.locator(`:scope > table > tbody > tr > :nth-child(${at + 1})`).allInnerTexts()
    return cells.map((text) => text.split('\n')[0]!.trim())
  }

  interface Case {
    screen: string
    who: string
    table: string
    column: string
    by: keyof typeof compare
    prepare?: (page: Page) => Promise<void>
  }
  const tables: Case[] = [
    { screen: '/properties/1/', who: people.hotel, table: 'Room types', column: 'Units', by: 'figures' },
    { screen: '/activity/?days=90', who: people.hotel, table: 'What was changed', column: 'Changes', by: 'figures' },
    {
      screen: '/developers/statistics/?days=90',
      who: people.chain,
      table: 'By key and endpoint',
      column: 'Answered',
      by: 'figures',
    },
    { screen: '/partners/overrides/', who: people.operator, table: 'Own wording', column: 'State', by: 'words' },
    {
      screen: '/partners/override-approvals/',
      who: people.chain,
      table: 'Wording to approve',
      column: 'What',
      by: 'words',
      prepare: async () => {
        const operator = await w.visit(people.operator)
        const data = { property: 3, category: 'restaurants', record_id: 56, fields: { name: 'Tamarix by Nordlicht' } }
        await made(operator.page.request.post('/api/partners/override-facts/create/', { data }))
        await operator.context.close()
      },
    },
    {
      screen: '/billing/',
      who: people.hotel,
      table: 'Past charges',
      column: 'What',
      by: 'words',
      prepare: (page) => made(page.request.post('/api/payments/subscription/renew-now/')),
    },
    {
      screen: '/admin/publications/',
      who: people.staff,
      table: 'Review queue',
      column: 'Fact sheet',
      by: 'words',
      prepare: async () => {
        const hotel = await w.visit(people.hotel)
        await made(hotel.page.request.post('/api/info/property/1/publish/create/'))
        await hotel.context.close()
      },
    },
  ]

  test('the houses of the report by what is sold, with their months below them', async () => {
    const { page, context } = await w.visit(people.chain)
    await page.goto(`/reports/?from=${iso(0)}&to=${iso(75)}`)
    const names = page.getByRole('rowheader')
    await names.nth(3).waitFor()
    const before = await names.allInnerTexts()
    await page.getByRole('columnheader', { name: 'Property' }).getByRole('button').click()
    await page.getByRole('columnheader', { name: 'Property' }).getByRole('button').click()
    await expect
      .poll(() => page.getByRole('columnheader', { name: 'Property' }).getAttribute('aria-sort'))
      .toBe('descending')
    const links = page.getByRole('rowheader').getByRole('link')
    await expect
      .poll(async () => (await links.allInnerTexts()).join())
      .toBe((await links.allInnerTexts()).toSorted(words.compare).toReversed().join())
    const months = (rows: string[]) => rows.map((text) => /^\w+ \d{4}$/.test(text.trim()))
    expect(months(await names.allInnerTexts()).slice(0, 3), 'a house, then its months').toEqual(
      months(before).slice(0, 3),
    )
    await context.close()
  })

  test('a list that is too long says why it does not sort', async () => {
    const { page, context } = await w.visit(people.hotel)
    await page.route(/\/api\/partners\/contracts\/\?/, async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), count: 2513 } })
    })
    await page.goto('/partners/contracts/')
    await page
      .getByText('Columns sort lists of up to 2,000 rows, because all of them are read for it; this one has 2,513.')
      .waitFor()
    expect(await page.locator('th[aria-sort]').count()).toBe(0)
    await page.unrouteAll({ behavior: 'wait' })
    await context.close()
  })

  async function sorts(page: Page, table: string, column: string, by: keyof typeof compare) {
    const head = page
      .getByRole('region', { name: table, exact: true })
      .getByRole('columnheader', { name: column, exact: true })
    await head.getByRole('button').click()
    await expect.poll(() => head.getAttribute('aria-sort')).toBe('ascending')
    const up = (await shown(page, table, column)).toSorted(compare[by])
    expect(new Set(up).size, `different values of ${column}: ${up.join(', ')}`).toBeGreaterThan(1)
    await expect.poll(() => shown(page, table, column)).toEqual(up)
    await head.getByRole('button').click()
    await expect.poll(async () => (await shown(page, table, column))[0]).toBe(up.at(-1))
  }

  test.each(tables)('$table by $column', async ({ screen, who, table, column, by, prepare }) => {
    const { page, context } = await w.visit(who)
    await prepare?.(page)
    await page.goto(screen)
    await sorts(page, table, column, by)
    await context.close()
  })

  test('the lines of an e-invoice by amount', async () => {
    const { page, context } = await w.visit(people.operator)
    await importAs(page, ['LL-1'])
    await page.goto('/einvoices/')
    await page.getByRole('link', { name: 'LL-1' }).click()
    await page.getByRole('button', { name: /^Lines/ }).click()
    await sorts(page, 'Lines', 'Amount', 'figures')
    await context.close()
  })

  test('the requests of the console by what they read', async () => {
    const { page, context } = await w.visit(people.hotel)
    await page.goto('/developers/console/')
    const sent = page.getByRole('region', { name: 'Requests on this page' }).getByRole('rowheader')
    for (const [i, endpoint] of ['facts', 'rooming'].entries()) {
      await page.getByLabel('What to read').selectOption(endpoint)
      await page.getByRole('button', { name: 'Send the request' }).click()
      await sent.nth(i).waitFor()
    }
    await sorts(page, 'Requests on this page', 'What to read', 'words')
    await context.close()
  })
})
