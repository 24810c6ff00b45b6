// Axe, the checker of accessibility, on a page of a test.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Found {
  violations: { id: string; help: string; nodes: { html: string; failureSummary: string }[] }[]
}

/** What axe finds wrong on the page as it is now. */
export async function violations(page: Page, only?: string[]): Promise<string[]> {
  // Through the debugger: a script tag would be stopped by the content security policy.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  const options = only ? { runOnly: only } : {}
  const found = await page.evaluate(
    (o) => (window as unknown as { axe: { run: (on: Document, o: object) => Promise<Found> } }).axe.run(document, o),
    options,
  )
  return found.violations.map(
    (v) =>
      `${v.id}: ${v.help}\n  ${v.nodes
        .slice(0, 3)
        .map((n) => n.html.slice(0, 200) + '\n  ' + n.failureSummary.replaceAll('\n', ' '))
        .join('\n  ')}`,
  )
}
