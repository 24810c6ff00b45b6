import { choose, press, type States } from './state'

export const states: States = {
  hotel: {
    properties: {
      path: '/properties/',
      reads: /\/properties\/search\//,
      open: {
        new: press('New property'),
        place: async (page) => {
          await page.getByRole('button', { name: 'New property' }).click()
          await page.getByRole('dialog').getByLabel('Name').fill('Hotel Nereus')
          await page.keyboard.press('Enter')
          await page.getByLabel('City').waitFor()
        },
        rooms: async (page) => {
          await page.getByRole('button', { name: 'New property' }).click()
          await page.getByRole('dialog').getByLabel('Name').fill('Hotel Nereus')
          await page.keyboard.press('Enter')
          await page.getByLabel('City').waitFor()
          await page.keyboard.press('Control+Enter')
          await page.getByLabel('Name of the room type').waitFor()
        },
        actions: press('Actions: Hotel Poseidon'),
        delete: choose('Actions: Hotel Poseidon', 'Delete the property'),
      },
    },
    property: {
      path: '/properties/1/',
      reads: /\/api\/info\/property\/1\/$/,
      open: { delete: press('Delete the property') },
    },
    facts: {
      path: '/facts/',
      reads: /\/init-facts-info\//,
      open: {
        submit: press('Submit for publication'),
        difference: press('What changed'),
        submissions: press('Submissions'),
        paper: press('PDF and mail'),
      },
    },
    rooms: {
      path: '/facts/?category=rooms&record=12',
      reads: /\/facts\/rooms\//,
      open: { delete: press('Remove: Double Room Sea View') },
    },
    policies: { path: '/facts/?category=policies' },
    children: { path: '/facts/?category=children' },
    newrecord: { path: '/facts/?category=restaurants&record=new' },
    photos: {
      path: '/photos/',
      reads: /\/gallery\//,
      open: { mail: press('Mail the gallery'), delete: press(/^Delete: /) },
    },
  },
}
