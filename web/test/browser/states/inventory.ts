import { choose, press, type States } from './state'

export const states: States = {
  hotel: {
    allotment: {
      path: '/allotment/',
      reads: /\/grid\//,
      open: {
        bulk: async (page) => {
          await page.getByRole('grid').focus()
          await page.keyboard.press('Shift+ArrowRight')
          await page.keyboard.press('Enter')
          await page.getByRole('dialog').waitFor()
        },
        why: async (page) => {
          await page.getByRole('grid').focus()
          await page.keyboard.press('i')
          await page.getByRole('complementary').getByRole('table').waitFor()
        },
        figures: async (page) => {
          await page.locator('.expand').first().click()
          await page.getByRole('rowheader', { name: 'Closed on the Master' }).waitFor()
        },
        date: press('Go to date'),
        blocks: press('Allotments'),
        new: press('New calendar'),
        more: press('More'),
        shares: choose('More', 'Shared units'),
        chart: choose('More', 'PDF and mail'),
        keys: async (page) => page.keyboard.press('?'),
        commands: async (page) => page.keyboard.press('Control+k'),
      },
    },
    compare: { path: '/allotment/?calendar=3&compare=1&density=compact' },
    detailed: { path: '/allotment/?calendar=5&density=detailed' },
    standalone: { path: '/allotment/?calendar=6' },
    timeline: {
      path: '/timeline/',
      reads: /\/api\/.*\/timeline\//,
      open: { bar: async (page) => page.locator('button.bar').first().click() },
    },
    stopsale: {
      path: '/stop-sale/',
      reads: /\/api\/stop-sale\/\d+\//,
      open: {
        codes: async (page) => {
          await page.getByRole('grid').focus()
          await page.keyboard.press('Enter')
        },
        rooms: press('Rooms and sources'),
      },
    },
  },
  operator: {
    availability: {
      path: '/availability/',
      reads: /\/tour-operator\/availability\//,
      open: {
        day: async (page) => {
          await page.getByRole('grid').focus()
          await page.keyboard.press('i')
          await page.getByRole('complementary').waitFor()
        },
      },
    },
  },
}
