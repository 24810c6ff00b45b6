import type { Page } from 'playwright-core'
import type { people } from '../program'

export type Step = (page: Page) => Promise<void>

/** A screen as the tests look at it. */
export interface State {
  /** With what the demo has, such as the number of an invoice. */
  path: string
  /** What can be opened on it, by what the pictures call it. */
  open?: Record<string, Step>
  /** Requests without which the screen has nothing to show: the tests let them fail. */
  reads?: RegExp
}

export type States = Partial<Record<keyof typeof people, Record<string, State>>>

/** Presses the first button with a name. */
export const press =
  (name: string | RegExp): Step =>
  (page) =>
    page.getByRole('button', { name }).first().click()

/** Chooses something of a menu. */
export const choose =
  (menu: string | RegExp, item: string | RegExp): Step =>
  async (page) => {
    await page.getByRole('button', { name: menu }).first().click()
    await page.getByRole('menuitem', { name: item }).click()
  }
