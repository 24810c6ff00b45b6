import { describe, expect, test } from 'vitest'
import { password, people, picture, until, world } from './program'

const w = world()

/** The address that a letter leads to, on this program. */
function linkIn(letter: string, path: string): string {
  const found = new RegExp(`https?://[^\\s"<]*(${path}[^\\s"<]*)`).exec(letter)
  if (!found) throw new Error(`no ${path} in:\n${letter}`)
  return found[1]!.replaceAll('&amp;', '&')
}

describe('the way in', () => {
  test('log-in by mouse, to the path that was asked for', async () => {
    const { page, context, trouble } = await w.visit()
    await page.goto('/allotment/?density=compact')
    await page.waitForURL('**/log-in/**')
    await picture(page, 'login')
    await page.getByLabel('E-mail address').fill(people.hotel)
    await page.getByLabel('Password').fill('not the password')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('alert').getByText('The e-mail address or the password is not right.').waitFor()
    expect(await page.getByLabel('E-mail address').inputValue()).toBe(people.hotel)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL('**/allotment/?density=compact')
    await page.getByRole('grid').waitFor()
    expect(trouble.filter((line) => !line.includes('401'))).toEqual([])
    await context.close()
  })

  test('log-in by keyboard alone, in the language of the door', async () => {
    const { page, context } = await w.visit()
    await page.goto('/log-in/')
    await page.getByRole('button', { name: 'Deutsch' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor()
    await page.getByLabel('E-Mail-Adresse').focus()
    await page.keyboard.type(people.operator)
    await page.keyboard.press('Tab')
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/portfolio/')
    await context.close()
  })

  test('a path of another site is never the way on', async () => {
    const { page, context } = await w.visit()
    await page.goto('/log-in/?next=' + encodeURIComponent('//evil.example/'))
    await page.getByLabel('E-mail address').fill(people.operator)
    await page.getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/portfolio/')
    await context.close()
  })

  test('registration opens an account, says what is wrong beside the field, and leads to the first steps', async () => {
    const { page, context } = await w.visit()
    await page.goto('/register/')
    await page.getByRole('textbox', { name: 'Company' }).fill('Villa Test')
    await page.getByLabel('Country').selectOption({ label: 'Greece' })
    await page.getByLabel('First name').fill('Eva')
    await page.getByLabel('E-mail address').fill('eva@villa-test.example')
    await page.getByLabel('Password').fill('1234567890')
    await page.getByRole('button', { name: 'Open account' }).click()
    await page.getByText('Three unrelated words are better').waitFor()
    expect(await page.getByRole('textbox', { name: 'Company' }).inputValue()).toBe('Villa Test')
    await page.getByLabel('Password').fill('four unrelated tiny words')
    await page.getByRole('button', { name: 'Open account' }).click()
    await page.getByRole('heading', { name: 'The first steps' }).waitFor()
    await picture(page, 'firststeps')
    await context.close()
  })

  test('registration asks for no confirmation where no mail server sends the letter', async () => {
    const { page, context } = await w.visit()
    await page.goto('/register/')
    await page.getByRole('textbox', { name: 'Company' }).fill('Villa Quiet')
    await page.getByLabel('Country').selectOption({ label: 'Greece' })
    await page.getByLabel('E-mail address').fill('ada@villa-quiet.example')
    await page.getByLabel('Password').fill('four unrelated tiny words')
    await page.getByRole('button', { name: 'Open account' }).click()
    await page.getByRole('heading', { name: 'The first steps' }).waitFor()
    await page.getByRole('region', { name: 'Messages' }).getByText('Your account is open').waitFor()
    expect(await page.getByText('link in the letter').count(), 'in a message or a banner').toBe(0)
    const session = (await (await page.request.get('/api/auth/session/')).json()) as { user: { email_state: string } }
    expect(session.user.email_state).toBe('waived')
    await page.reload()
    await page.getByRole('heading', { name: 'The first steps' }).waitFor()
    expect(await page.getByText('link in the letter').count(), 'on the start page').toBe(0)
    await context.close()
  })

  test('registration says whom to ask where addresses are confirmed and the letters are kept', async () => {
    await w.program.stop()
    await w.program.start([], { ALLOT_CONFIRM_EMAIL: 'on' })
    const { page, context } = await w.visit()
    await page.goto('/register/')
    await page.getByRole('textbox', { name: 'Company' }).fill('Villa Kept')
    await page.getByLabel('Country').selectOption({ label: 'Greece' })
    await page.getByLabel('E-mail address').fill('ida@villa-kept.example')
    await page.getByLabel('Password').fill('four unrelated tiny words')
    await page.getByRole('button', { name: 'Open account' }).click()
    await page.getByRole('heading', { name: 'The first steps' }).waitFor()
    await page
      .getByRole('region', { name: 'Messages' })
      .getByText('Ask the platform’s staff for the link that confirms your address.')
      .waitFor()
    const banner = page.getByText('No mail is sent here: ask the platform’s staff for the link.')
    await banner.waitFor()
    expect(await page.getByText('open the link in the letter').count()).toBe(0)
    await page.getByRole('button', { name: 'Write the letter again' }).click()
    await page.getByText('The platform’s staff have a new letter with a link.').waitFor()

    // Staff read the link in the kept letter.
    const letter = await until('letter', () =>
      w.program.letters('ida@villa-kept.example').findLast((l) => l.includes('/email-confirm/')),
    )
    await page.goto(linkIn(letter, '/email-confirm/#token='))
    await page.getByRole('button', { name: 'Confirm the address' }).click()
    await page.getByText('Your address is confirmed').waitFor()
    await page.goto('/')
    await page.getByRole('heading', { name: 'The first steps' }).waitFor()
    expect(await banner.count()).toBe(0)
    await context.close()
    await w.program.stop()
    await w.program.start()
  })

  test('an invitation is taken by a new account', async () => {
    const hotel = await w.visit(people.hotel)
    const made = await hotel.context.request.post('/api/partners/contracts/create/', {
      data: { invite_email: 'new@operator.example', contract_terms: 'F', notice_period: 30, ss_deadline: 3 },
    })
    expect(made.status(), await made.text()).toBe(201)
    await hotel.context.close()
    const letter = await until('invitation', () => w.program.letters('new@operator.example').at(-1))
    const { page, context } = await w.visit()
    await page.goto(linkIn(letter, '/register/\\?invitation='))
    await page.getByText('A company has invited you').waitFor()
    expect(page.url(), 'the secret is not kept in the address').not.toContain('invitation')
    await page.getByLabel('Your company is').selectOption({ label: 'a tour operator' })
    await page.getByRole('textbox', { name: 'Company' }).fill('New Operator')
    await page.getByLabel('Country').selectOption({ label: 'Germany' })
    await page.getByLabel('E-mail address').fill('new@operator.example')
    await page.getByLabel('Password').fill('four unrelated tiny words')
    await page.getByRole('button', { name: 'Open account' }).click()
    await page.waitForURL('**/portfolio/')
    await page.getByText('The proposal is in your account').waitFor()
    await context.close()
  })

  test('a forgotten password is set by the link of the letter', async () => {
    const { page, context } = await w.visit()
    await page.goto('/log-in/')
    await page.getByRole('link', { name: 'Forgotten your password?' }).click()
    await page.getByLabel('E-mail address').fill('eva@villa-test.example')
    await page.getByRole('button', { name: 'Send the letter' }).click()
    await page.getByRole('status').getByText('a letter with a link').waitFor()
    const letter = await until('letter', () =>
      w.program.letters('eva@villa-test.example').findLast((l) => l.includes('/password-reset/')),
    )
    await page.goto(linkIn(letter, '/password-reset/#token='))
    await page.getByLabel('New password').fill('five quite unrelated tiny words')
    expect(page.url()).not.toContain('token')
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByText('Your password is set').waitFor()
    await page.getByRole('link', { name: 'Log in' }).click()
    await page.getByLabel('E-mail address').fill('eva@villa-test.example')
    await page.getByLabel('Password').fill('five quite unrelated tiny words')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Today' }).waitFor()
    await context.close()
  })

  test('who may not see a screen is told which permission is missing, and whom to ask', async () => {
    const manager = await w.visit(people.hotel)
    const user = await manager.context.request.post('/api/auth/authorized-users/create/', {
      data: {
        email: 'books@hotel-poseidon.example',
        password: 'four unrelated tiny words',
        first_name: 'Books',
        last_name: 'Keeper',
      },
    })
    expect(user.status(), await user.text()).toBe(201)
    await manager.context.close()
    const { page, context } = await w.visit()
    await page.goto('/log-in/?next=/allotment/')
    await page.getByLabel('E-mail address').fill('books@hotel-poseidon.example')
    await page.getByLabel('Password').fill('four unrelated tiny words')
    await page.keyboard.press('Enter')
    await page.getByText('You need the permission "Stop sales and calendars"').waitFor()
    await context.close()
  })
})
