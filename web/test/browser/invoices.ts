import type { Page } from 'playwright-core'

// The invoices of the demo: the second waits for its payment, the third is late. Their numbers tell the year of issue.

export const invoiceID = (n: number) => `7b1e5a10-0000-4000-8000-00000000000${n}`

export async function invoiceNumber(page: Page, n: number): Promise<string> {
  const answer = await page.request.get(`/api/invoicing/invoices/${invoiceID(n)}/`)
  return ((await answer.json()) as { invoice_number: string }).invoice_number
}
