// Working with the keyboard alone.
import type { Locator, Page } from 'playwright-core'

/** Tabs on until something has the focus; fails if the keyboard does not come there. */
export async function tabTo(page: Page, to: Locator, most = 80): Promise<void> {
  await to.waitFor()
  for (let i = 0; i < most; i++) {
    if (await to.evaluate((e) => e === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(
    `${String(to)} is not reached with ${most} tabs; the focus is on ${await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 160))}`,
  )
}

/** Tabs to a field and types into it, instead of what is there. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}

/** Tabs to a button or link and presses Enter. */
export async function enterOn(page: Page, what: Locator): Promise<void> {
  await tabTo(page, what)
  await page.keyboard.press('Enter')
}
